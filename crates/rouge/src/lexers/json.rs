//! JSON. A string before a colon is a label, in whose quotes nothing is told apart.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root").mixin("space").mixin("value").on(r"[^\s\[\]{}:,\x22]+", Error);
    g.state("space").on(r"\s+", TextWhitespace);
    g.state("value")
        .groups(r#"("(?:\\.|[^"\\\n])*")(\s*)(:)"#, &[NameLabel, TextWhitespace, Punctuation])
        .to(r#"""#, StrDouble, "string")
        .on(r"(?:true|false|null)\b", KeywordConstant)
        .on(r"-?(?:0|[1-9]\d*)(?:\.\d+(?:e[-+]?\d+)?|e[-+]?\d+)", NumFloat)
        .on(r"-?(?:0|[1-9]\d*)", NumInteger)
        .on(r"[\[\]{},:]", Punctuation);
    g.state("string").on(r#"[^\\"]+"#, StrDouble).on(r"(?m)\\.", StrEscape).to(r#"""#, StrDouble, POP);
}
