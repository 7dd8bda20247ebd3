//! QML: JavaScript within a tree of objects.

use super::javascript;
use super::prelude::*;

const ID: &str = r"[$a-zA-Z_][.\w]*";

pub(crate) fn define(g: &mut Grammar) {
    javascript::define(g);
    g.prepend("root", |s| {
        s.groups_to(format!(r"({ID})(\s*)(\{{)"), &[KeywordType, Text, Punctuation], "object body")
            .groups_to(
                format!(r"({ID})(\s+)(on)(\s+)({ID})(\s*)(\{{)"),
                &[KeywordType, Text, Keyword, Text, NameLabel, Text, Punctuation],
                "object body",
            )
            .to(r"\{", Punctuation, Transition::PushTop);
    });
    g.state("object body")
        .groups(format!(r"(id)(\s*)(:)(\s*)({ID})"), &[NameLabel, Text, Punctuation, Text, KeywordDeclaration])
        .groups_to(format!(r"({ID})(\s*)(:)"), &[NameLabel, Text, Punctuation], "value")
        .groups_to(format!(r"(signal)(\s+)({ID})"), &[KeywordDeclaration, Text, NameLabel], "signal")
        .groups_to(
            format!(r"(property)(\s+)({ID})(\s+)({ID})(\s*)(:?)"),
            &[KeywordDeclaration, Text, KeywordType, Text, NameLabel, Text, Punctuation],
            "value",
        )
        .to(r"\}", Punctuation, POP)
        .mixin("root");
    g.state("signal").mixin("space").to(r"\(", Punctuation, goto("signal parameters")).go("", POP);
    g.state("signal parameters")
        .mixin("space")
        .groups(format!(r"({ID})(\s+)({ID})(\s*)(,?)"), &[KeywordType, Text, Name, Text, Punctuation])
        .to(r"\)", Punctuation, POP);
}
