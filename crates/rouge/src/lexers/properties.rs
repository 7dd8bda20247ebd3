//! Java's properties.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"[!#].*?\n", Comment).on(r"\s+", Text).on(r"\\\n", StrEscape);
    g.state("root").mixin("space").groups_to(r"([\w.-]+)(\s*)([=:])", &[NameProperty, Text, Punctuation], "value");
    g.state("value")
        .to(r"\n", Text, POP)
        .mixin("space")
        .to(r#"""#, Str, "double")
        .on("'.*?'", Str)
        .mixin("escape")
        .on(r"[^\\\n]+", Str);
    g.state("double").to(r#"""#, Str, POP).mixin("escape").on(r#"[^\\"]+"#, Str);
    g.state("escape").on(r"(?m)\\u\d{4}|\\.", StrEscape);
}
