//! SSH configuration files.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).on("#.*", CommentSingle);
    g.state("root").to("[A-Za-z0-9]+", Keyword, "statement").mixin("space");
    g.state("statement")
        .to(r"\n", Text, POP)
        .on(r"(?:yes|no|confirm|ask|always|auto|none|force)\b", NameConstant)
        .on(r"\d+", Num)
        .on(r"[^#\s;{}$\\]+", Text)
        .mixin("space");
}
