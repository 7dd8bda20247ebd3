//! HCL, HashiCorp's configuration language, and the rules shared with Terraform.

use super::prelude::*;
use crate::grammar::StateBuilder;

static CONSTANTS: Words = Words::new("false null true");

/// The pattern of a name. Except in Rouge 3.30, names may contain hyphens.
pub(super) fn name(g: &Grammar) -> &'static str {
    g.either(r"(?i)[$a-z_-][a-z0-9_-]*", "(?i)[$a-z_][a-z0-9_]*")
}

pub(crate) fn define(g: &mut Grammar) {
    define_dialect(g, |_| {});
    g.state("double").on(r#"[^\\"]+"#, StrDouble).on(r#"\\""#, StrEscape).to(r#"""#, StrDouble, POP);
    g.state("single").on(r"[^\\']+", StrSingle).on(r"\\'", StrEscape).to("'", StrSingle, POP);
}

/// The word that ends the current here-document.
#[derive(Default)]
struct Heredoc(String);

fn heredoc(cx: &mut Context<'_, '_>) {
    cx.groups(&[Operator, Text, StrHeredoc, StrHeredoc, NameConstant, StrHeredoc]);
    cx.memory::<Heredoc>().0 = cx.group(5).to_owned();
    cx.push("heredoc");
}

/// Defines the states of HCL, except the states of strings. The words of a dialect, which `words` adds, take precedence
/// over other names.
pub(super) fn define_dialect(g: &mut Grammar, words: impl FnOnce(&mut StateBuilder<'_>)) {
    g.state("space").on(r"\s+", Text).on("(?://|#).*", CommentSingle).to(r"/\*", CommentMultiline, "comment");
    g.state("comment").to(r"\*/", CommentMultiline, POP).on(r"[^*/]+|[*/]", CommentMultiline);
    g.state("literals")
        .on(r"\d+\.\d+(?:[eE]\d+)?[fd]?(?:[kKmMgG]b?)?", NumFloat)
        .on(r"\d+(?:[kKmMgG]b?)?", NumInteger)
        .on("[-+*/!%&<>|=:?]", Operator)
        .to(r#"""#, StrDouble, "double")
        .to("'", StrSingle, "single");
    g.state("root").mixin("space").mixin("literals").to(r"\{", Punctuation, "object").to(r"\[", Punctuation, "list");
    let name = name(g);
    words(&mut g.append("root"));
    g.append("root").on(name, KeywordConstant).if_word(&CONSTANTS).to(name, NameOther, "block");
    // The part after a name, up to the body of the block.
    g.state("block")
        .mixin("space")
        .to(r"\{", Punctuation, goto("object"))
        .to(r"\[", Punctuation, goto("list"))
        .mixin("root")
        .go("", POP);
    for (state, end) in [("object", r"\}"), ("list", r"\]")] {
        g.state(state).mixin("space").on(r"[.,()\\/*]", Punctuation);
        if state == "object" {
            g.append(state).on("=", Punctuation);
        }
        g.append(state).to(end, Punctuation, POP).mixin("root");
    }
    g.in_3_30(|g| {
        // In the newer release, the operator rule prevents here-documents.
        g.replace_rules("literals", "[-+*/!%&<>|=:?]", |s| {
            s.call(r"(<<-?)(\s*)('?)(\\?)(\w+)(\3)", heredoc);
        });
        g.state("heredoc").to(r"\n", StrHeredoc, "heredoc line").on(r"[^$\n]+|[$]", StrHeredoc);
        g.state("heredoc line")
            .call(r"\s*(\w+)\s*\n", |cx| {
                let word = cx.group(1);
                let ends = cx.memory::<Heredoc>().0 == word;
                cx.token(if ends { NameConstant } else { StrHeredoc });
                if ends {
                    cx.pop(2);
                }
            })
            .go("", POP);
        g.drop_rules("object", r"[.,()\\/*]");
        g.replace_rules("list", r"[.,()\\/*]", |s| _ = s.on(",", Punctuation));
    });
}
