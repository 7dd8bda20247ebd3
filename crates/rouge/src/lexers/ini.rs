//! INI files. The lexer for Java properties also uses the states for values.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", TextWhitespace).on(r"[;#].*?\n", Comment).on(r"\\\n", StrEscape);
    g.state("root")
        .mixin("space")
        .groups_to(r"([\w.-]+)(\s*)(=)", &[NameProperty, TextWhitespace, Punctuation], "value")
        .on(r"\[.*?\]", NameNamespace)
        .on(".", NameAttribute);
    value(g);
    g.state("escape").on(r"(?m)\\.", StrEscape);
    g.in_3_30(|g| {
        g.state("space").on(r"[;#].*?\n", Comment).on(r"\s+", Text).on(r"\\\n", StrEscape);
        g.state("root")
            .mixin("space")
            .groups_to(r"([\w.-]+)(\s*)(=)", &[NameProperty, Text, Punctuation], "value")
            .on(r"\[.*?\]", NameNamespace);
    });
}

/// Defines the state `value`, for the text after a name, and the state `double`, for a string in this text. The dialect
/// defines the states `space` and `escape`.
pub(super) fn value(g: &mut Grammar) {
    g.state("value")
        .to(r"\n", Text, POP)
        .mixin("space")
        .to(r#"""#, Str, "double")
        .on("'.*?'", Str)
        .mixin("escape")
        .on(r"[^\\\n]+", Str);
    g.state("double").to(r#"""#, Str, POP).mixin("escape").on(r#"[^\\"]+"#, Str);
}
