//! Email messages: header fields, then text with quotations.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.start(|cx| cx.push("fields"));
    g.state("fields").to(":", Operator, "field body").on(r"[^\n\r:]+|[\n\r]", NameTag);
    g.state("field body")
        .to(r"(?:\r?\n){2}", Text, Go::Pop(2))
        .to(r"\r?\n(?![ \v\t\f])", Text, POP)
        .on(r"[^\n\r]+|[\n\r]", NameAttribute);
    g.state("root").on(r"\n", Text).on("^>.*", Comment).on(".+", Text);
}
