//! Formulas: escapes them if kramdown would change them, and adds MathJax to pages with formulas.

use super::config::{Processor, at, json};
use super::pattern::{configured, patterns, replaced};
use super::{Handled, substitute};
use crate::libxml::{Document, NodeId, Tree};
use fancy_regex::Regex;
use hastie_liquid::Value;
use hastie_site::failure::Failure;
use hastie_site::render::RenderContext;
use std::collections::HashSet;

/// The patterns that find formulas, and the patterns of formulas to ignore.
struct Formulas {
    include: Vec<Regex>,
    exclude: Vec<Regex>,
}

impl Formulas {
    fn of(processor: &Processor) -> Result<Formulas, Failure> {
        let texts = |value: Value| -> Vec<String> {
            value.as_array().unwrap_or_default().iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
        };
        let mut include = Vec::new();
        for engine in ["tex", "tex2jax"] {
            for display in ["inlineMath", "displayMath"] {
                let pairs = at(&processor.config, &["config", engine, display]);
                for pair in pairs.as_array().unwrap_or_default() {
                    if let [open, close, ..] = texts(pair.clone()).as_slice() {
                        let (open, close) = (fancy_regex::escape(open), fancy_regex::escape(close));
                        include.push(configured(&format!(r"((?<!\\\\){open}([\s\S]*?)(?<!\\\\){close})"))?);
                    }
                }
            }
        }
        for own in texts(at(&processor.config, &["optimize", "include"])) {
            include.push(configured(&format!("({own})"))?);
        }
        let excluded = texts(at(&processor.config, &["optimize", "exclude"]));
        let exclude = excluded.iter().map(|text| configured(text)).collect::<Result<_, _>>()?;
        Ok(Formulas { include, exclude })
    }

    /// The formulas that a pattern finds in a text.
    fn found(&self, pattern: &Regex, text: &str) -> Result<Vec<String>, Failure> {
        let mut found = Vec::new();
        for captures in pattern.captures_iter(text).map_while(Result::ok) {
            let Some(body) = captures.get(2) else {
                return Err(Failure::raised("NoMethodError", "undefined method `size' for nil:NilClass"));
            };
            let formula = captures.get(1).map_or("", |formula| formula.as_str());
            let is_excluded = self.exclude.iter().any(|pattern| pattern.is_match(formula).unwrap_or(false));
            if !body.as_str().is_empty() && !is_excluded {
                found.push(formula.to_owned());
            }
        }
        Ok(found)
    }
}

patterns! {
    BACKSLASH = r"(?m)(?<!^)\\(?![^ \t\r\n\x0B\x0C]$)";
    DOLLARS = r"(?<!\\)\$\$";
    BREAK = r"\\\\(?=[ \t\r\n\x0B\x0C])";
}

/// Protects the formulas in a Markdown source from the Markdown converter.
pub(super) fn markdown(
    mut content: String,
    processor: &Processor,
    rendering: &mut RenderContext,
) -> Result<String, Failure> {
    let formulas = Formulas::of(processor)?;
    for pattern in &formulas.include {
        for formula in formulas.found(pattern, &content)? {
            let mut escaped = replaced(&formula, &BACKSLASH, |_| "\\\\".to_owned());
            escaped = replaced(&escaped, &DOLLARS, |_| "\\$\\$".to_owned());
            escaped = replaced(&escaped, &BREAK, |_| "\\\\\\".to_owned());
            escaped = escaped.replace("\\ ", "\\\\ ");
            rendering.count_text_work(content.len())?;
            content = substitute::all(&content, &formula, &escaped);
        }
    }
    Ok(content)
}

/// Adds the script of MathJax to a page that contains formulas. Unless `optimize.enabled` is true, adds the script to
/// every page with a `head`.
pub(super) fn html(html: String, processor: &Processor, rendering: &mut RenderContext) -> Result<Handled, Failure> {
    let mut document = Document::parse(&html);
    let Some(head) = document.tree.first("head") else { return Ok(Handled::new(html, false)) };
    if !has_formula(&document.tree, processor)? {
        return Ok(Handled::new(html, false));
    }
    let context = &rendering.setup().context;
    let config = json(&at(&processor.config, &["config"]), context);
    document.tree.append(head, &format!("<script>MathJax={config}</script>"));
    let sources = match at(&processor.config, &["src"]) {
        Value::Str(one) => vec![Value::Str(one)],
        Value::Array(several) => several.to_vec(),
        other => return Err(context.no_method("each", &other)),
    };
    for source in sources {
        document.tree.append(head, &format!("<script src=\"{}\"></script>", context.text(&source)));
    }
    Ok(Handled::new(document.written(), true))
}

fn has_formula(tree: &Tree, processor: &Processor) -> Result<bool, Failure> {
    if !matches!(at(&processor.config, &["optimize", "enabled"]), Value::Bool(true)) {
        return Ok(true);
    }
    let formulas = Formulas::of(processor)?;
    let Some(body) = tree.first("body") else { return Ok(false) };
    let mut left_out = HashSet::new();
    for id in tree.elements_in(body) {
        let is_out = match tree.name(id) {
            "code" | "pre" | "figure" => true,
            "script" => !tree.attribute(id, "type").is_some_and(|kind| kind.contains("math/tex")),
            _ => tree.ancestors(id).any(|around| left_out.contains(&around)),
        };
        if is_out {
            left_out.insert(id);
        }
    }
    for id in tree.elements_in(body).into_iter().filter(|id| !left_out.contains(id)) {
        let children: Vec<NodeId> =
            tree.children(id).iter().copied().filter(|child| !left_out.contains(child)).collect();
        let is_inline = |child: &NodeId| matches!(tree.node_name(*child), "text" | "br" | "span" | "img" | "svg" | "a");
        if children.is_empty() || !children.iter().all(is_inline) {
            continue;
        }
        let text = text_without(tree, id, &left_out);
        for pattern in &formulas.include {
            if !formulas.found(pattern, &text)?.is_empty() {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

fn text_without(tree: &Tree, id: NodeId, left_out: &HashSet<NodeId>) -> String {
    let mut text = String::new();
    let mut ahead = vec![id];
    while let Some(id) = ahead.pop() {
        if left_out.contains(&id) {
            continue;
        }
        text.push_str(tree.text(id));
        ahead.extend(tree.children(id).iter().rev());
    }
    text
}
