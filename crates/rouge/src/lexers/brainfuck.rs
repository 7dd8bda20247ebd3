//! Brainfuck. A loop at the start is never executed, so it is a comment.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.start(|cx| cx.push("beginning"));
    g.state("beginning").on(r"\s+", Text).to(r"\[", CommentMultiline, "comment").go("", POP);
    g.state("comment")
        .to(r"\[", CommentMultiline, Go::PushTop)
        .to(r"\]", CommentMultiline, POP)
        .on(r"[^\[\]]+", CommentMultiline);
    g.state("body")
        .to(r"\[", Punctuation, "loop")
        .on(r"[^><+.,\[\]-]+", CommentSingle)
        .on("[><]+", NameBuiltin)
        .on("[-+.,]+", NameFunction);
    g.state("root").on(r"\]", Error).mixin("body");
    g.state("loop").to(r"\]", Punctuation, POP).mixin("body");
}
