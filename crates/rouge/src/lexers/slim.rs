//! Slim, a template language for Ruby. Lines can be continued with a backslash at the end.

use super::haml;
use super::indentation::{begin_block, begin_line};
use super::prelude::*;

const RUBY: &str = r"[\w!?@$]+";
const DOT: &str = r"(?:\\\n|.)";

/// The names of the filters for other languages.
const FILTERS: [&str; 8] = ["ruby", "erb", "javascript", "css", "coffee", "markdown", "scss", "sass"];

pub(crate) fn define(g: &mut Grammar) {
    g.state("root").on(r"\s*\n", Text).call(r"\s*", begin_line);
    g.state("line end").call(r"\n", |cx| {
        cx.token(Text);
        cx.reset_stack();
    });
    content(g);
    tag(g);
    haml::filters(g, &FILTERS);
    let ruby = |cx: &mut Context<'_, '_>| cx.delegate("ruby", cx.matched());
    g.state("ruby line")
        .mixin("line end")
        .call(r"[,\\]\s*\n", ruby)
        .on(r" \|[ \t]*\n", StrEscape)
        .call(r".*?(?=(?:[,\\]$| \|)?[ \t]*$)", ruby);
    g.state("text")
        .mixin("interpolation")
        .call(r#"</?[\w\s='"]+?/?>"#, |cx| cx.delegate("html", cx.matched()))
        .on(r"&\S*?;", NameEntity)
        .on(DOT, Text)
        .mixin("line end");
}

fn content(g: &mut Grammar) {
    g.state("shorthands").to(r"\.[\w-]*", NameClass, goto("tag")).to(r"#[a-zA-Z][\w:-]*", NameFunction, goto("tag"));
    g.state("content")
        .mixin("shorthands")
        .to(format!("/{DOT}*"), Comment, "line end")
        .groups_to(r"(doctype)(\s+)(.*)", &[NameNamespace, TextWhitespace, Text], POP)
        .call(r"(\w*):\s*\n", |cx| haml::begin_filter(cx, &FILTERS))
        .call(r"[|'](?=\s)", |cx| {
            cx.token(Punctuation);
            cx.pop(1);
            begin_block(cx, "text");
            cx.goto("text");
        })
        .to("-|==?", Punctuation, "ruby line")
        .call(format!(r"(\*)({RUBY}\(.*?\)|{RUBY})"), |cx| {
            splat(cx);
            cx.push("tag");
        })
        .call(r#"</?[\w\s='"]+?/?>"#, |cx| {
            cx.delegate("html", cx.matched());
            cx.pop(1);
        })
        .to(r"\w+", NameTag, "tag");
}

fn tag(g: &mut Grammar) {
    g.state("tag")
        .mixin("shorthands")
        .mixin("line end")
        .mixin("interpolation")
        .on("[<>]", Punctuation)
        .on(r"\s", TextWhitespace)
        .call(format!(r"(\*)({RUBY}|\{{{DOT}+?\}})"), splat)
        .groups_to(r"([\w-]+)(\s*)(=)", &[NameAttribute, TextWhitespace, Punctuation], "attribute")
        .call(format!("(=)({DOT}+)"), splat)
        .on(r"&\S*?;", NameEntity)
        .on(DOT, Text);
    g.state("attribute")
        .to(format!(r#"\s*(['"]){DOT}*?\1"#), Str, POP)
        .call(format!(r"{RUBY}\(.*?\)|{RUBY}"), |cx| {
            cx.delegate("ruby", cx.matched());
            cx.pop(1);
        })
        .on(r"\s+", TextWhitespace);
}

/// Emits a marker in group 1, and the Ruby code after it in group 2.
fn splat(cx: &mut Context<'_, '_>) {
    cx.emit(Punctuation, cx.group(1));
    cx.delegate("ruby", cx.group(2));
}
