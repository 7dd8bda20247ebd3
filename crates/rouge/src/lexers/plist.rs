//! Property lists in the old format (`{ key = value; }`).

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on("//.*", Comment)
        .on(r"(?m)/\*.+?\*/", Comment)
        .on(r"\s+", TextWhitespace)
        .to(r"\{", Punctuation, "dictionary")
        .to(r"\(", Punctuation, "array")
        .on(r#""(?:[^"\\]|\\.)*""#, StrDouble)
        .on(r"'(?:[^'\\]|\\.)*'", StrSingle)
        .to("<", Punctuation, "data")
        .on(r"[\w$/:.-]+", Literal);
    g.state("dictionary").mixin("root").on("[=;]", Punctuation).to(r"\}", Punctuation, POP);
    g.state("array").mixin("root").on(",", Punctuation).to(r"\)", Punctuation, POP);
    g.state("data").on(r"[\h\s]+", NumHex).to(">", Punctuation, POP);
}
