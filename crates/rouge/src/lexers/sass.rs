//! Sass in its indented form. A comment goes on as long as lines are indented deeper than its first.

use super::prelude::*;

/// The block that deeper lines belong to, if there is one, with its first line's indentation.
#[derive(Default)]
struct Indentation {
    last: String,
    block: Option<(&'static str, String)>,
}

pub(crate) fn define(g: &mut Grammar) {
    super::sass_common::define(g);
    g.state("root").on(r"[ \t]*\n", Text).call(r"[ \t]*", |cx| {
        cx.token(Text);
        let indent = cx.matched();
        let memory = cx.memory::<Indentation>();
        memory.last = indent.to_owned();
        let deeper = memory.block.as_ref().filter(|(_, base)| indent.starts_with(base.as_str()) && indent != base);
        let next = deeper.map(|(state, _)| *state);
        if next.is_none() {
            memory.block = None;
        }
        cx.push(next.unwrap_or("content"));
    });
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

/// A comment's first line.
fn begin(cx: &mut Cx<'_, '_>, token: crate::token::Token, state: &'static str) {
    cx.token(token);
    cx.pop(1);
    let memory = cx.memory::<Indentation>();
    memory.block = Some((state, memory.last.clone()));
}
