//! JSON. A string before a colon is a label, whose contents are not classified.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", TextWhitespace);
    g.state("root")
        .mixin("space")
        .to(r"\{", Punctuation, "object")
        .to(r"\[", Punctuation, "array")
        .mixin("label")
        .mixin("value")
        .on(r"[\]}]", Punctuation);
    g.state("value")
        .mixin("space")
        .mixin("constants")
        .to(r#"""#, StrDouble, "string")
        .to(r"\[", Punctuation, "array")
        .to(r"\{", Punctuation, "object");
    g.state("label").groups(r#"("(?:[^"\\\n]|\\.)*")(\s*)(:)"#, &[NameLabel, TextWhitespace, Punctuation]);
    g.state("object").mixin("space").mixin("label").mixin("value").to(r"\}", Punctuation, POP).on(",", Punctuation);
    g.state("array").mixin("value").to(r"\]", Punctuation, POP).on(",", Punctuation);
    g.state("string").on(r#"[^\\"]+"#, StrDouble).on(r"\\.", StrEscape).to(r#"""#, StrDouble, POP);
    g.state("constants")
        .on(r"true|false|null", KeywordConstant)
        .on(r"(?i)-?(?:0|[1-9]\d*)\.\d+(?:e[-+]?\d+)?", NumFloat)
        .on(r"(?i)-?(?:0|[1-9]\d*)(?:e[-+]?\d+)?", NumInteger);
}
