//! Literate Haskell in bird style: lines that start with `>` are code.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root").to(r"\s*?\n(?=>)", Text, "code").on(r".*\n", Text).on(r".+\z", Text);
    g.state("code")
        .call(r"(>)( .*(?:\n|\z))", |cx| {
            cx.emit(NameLabel, cx.group(1));
            cx.delegate("haskell", cx.group(2));
        })
        .to(r"\s*\n(?=\s*[^>])", Text, POP);
}
