//! SCSS, the syntax of Sass with braces and semicolons.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    super::sass_common::define(g);
    g.state("root")
        .on(r"\s+", Text)
        .on("//.*", CommentSingle)
        .on(r"(?m)/[*].*?[*]/", CommentMultiline)
        .to(r"@import\b", Keyword, "value")
        .mixin("rules")
        .go(r"(?=[^;{}][;}]|[^;{}:\[]+:[^a-z])", "attribute")
        .go("", "selector");
    g.state("end").on(r"\n", Text).call("[;{}]", |cx| {
        cx.token(Punctuation);
        cx.reset_stack();
    });
}
