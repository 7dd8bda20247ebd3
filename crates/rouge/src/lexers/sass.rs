//! The indented syntax of Sass. A comment continues as long as lines are indented deeper than its first line.

use super::indentation::{begin_block, begin_line};
use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    super::sass_common::define(g);
    g.state("root").on(r"[ \t]*\n", Text).call(r"[ \t]*", begin_line);
    g.state("content")
        .call("//.*", |cx| begin(cx, CommentSingle, "comment line"))
        .call(r"/[*].*?\n", |cx| begin(cx, CommentMultiline, "comment lines"))
        .to(r"@import\b", Keyword, "import")
        .mixin("rules")
        .to(r"=[\w-]+", NameFunction, "value")
        .to(r"\+[\w-]+", NameDecorator, "value")
        .to(":", NameAttribute, "old attribute")
        .go(r"(?=[^\[\n]+?:(?:[^a-z]|$))", "attribute")
        .go("", "selector");
    g.state("comment line").to(".*", CommentSingle, POP);
    g.state("comment lines").to(r".*?\n", CommentMultiline, POP);
    g.state("import").on(r"[ \t]+", Text).on(r"\S+", Str).to(r"\n", Text, POP);
    g.state("old attribute").mixin("names").go("", goto("value"));
    g.state("end").call(r"\n", |cx| {
        cx.token(Text);
        cx.reset_stack();
    });
}

/// Emits the start of a comment, and enters `state` for its lines.
fn begin(cx: &mut Context<'_, '_>, token: crate::token::Token, state: &'static str) {
    cx.token(token);
    cx.pop(1);
    begin_block(cx, state);
}
