//! Warnings about selectors that are not valid CSS.

use super::{NodeId, NodeKind, Tree};
use crate::selector::Complex;
use crate::{Deprecation, Sources, Span, Warning};

/// The end of each warning's message.
const END: &str = "This will be an error in Dart Sass 2.0.0.\n\nMore info: https://sass-lang.com/d/bogus-combinators";

/// The warnings about selectors of a style rule that are not valid CSS, such as `a >`. There is one warning for each
/// such selector, without a stack trace. The children of the rule must be complete. Empty if the rule would have no
/// output anyway. In plain CSS (`plain_css`), a selector such as `> a` causes no warning.
#[must_use]
pub(crate) fn bogus_warnings(tree: &Tree, rule: NodeId, plain_css: bool, sources: &Sources) -> Vec<Warning> {
    let NodeKind::Style { selector, .. } = tree.kind(rule) else { return Vec::new() };
    let selector = selector.get();
    if !selector.is_bogus() || tree.is_invisible_beyond_bogus(rule) {
        return Vec::new();
    }
    let bogus = selector.components().iter().filter(|complex| complex.is_bogus());
    bogus.filter_map(|complex| warning(tree, rule, complex, plain_css, sources)).collect()
}

fn warning(tree: &Tree, rule: NodeId, complex: &Complex, plain_css: bool, sources: &Sources) -> Option<Warning> {
    let text = complex.to_string();
    let text = text.trim();
    let mut label = None;
    let mut secondary = Vec::new();
    let message = if complex.is_useless() {
        format!("The selector \"{text}\" is invalid CSS. It will be omitted from the generated CSS.\n{END}")
    } else if !complex.leading().is_empty() {
        if plain_css {
            return None;
        }
        format!("The selector \"{text}\" is invalid CSS.\n{END}")
    } else {
        let omitted =
            if complex.is_bogus_beyond_leading() { " It will be omitted from the generated CSS." } else { "" };
        let children = tree.children(rule);
        let comments = children.iter().all(|child| matches!(tree.kind(*child), NodeKind::Comment { .. }));
        let suggestion = if comments { "\n(try converting to a //-style comment)" } else { "" };
        label = Some("invalid selector".to_owned());
        if let Some(first) = children.first() {
            secondary.push((tree.span(*first), format!("this is not a style rule{suggestion}")));
        }
        format!(
            "The selector \"{text}\" is only valid for nesting and shouldn't\n\
             have children other than style rules.{omitted}\n{END}"
        )
    };
    let span = Some(trim_right(complex.span(), sources));
    let deprecation = Some(Deprecation::BogusCombinators);
    Some(Warning { message, span, label, secondary, trace: Vec::new(), deprecation, debug: false, summary: false })
}

/// Shortens a span so that its source text does not end with whitespace.
pub(crate) fn trim_right(span: Span, sources: &Sources) -> Span {
    let Some(source) = sources.find(span.source) else { return span };
    let text = source.text.get(span.start as usize..span.end as usize).unwrap_or("");
    let length = text.trim_end_matches([' ', '\t', '\n', '\r', '\x0c']).len() as u32;
    Span { end: span.start + length, ..span }
}
