//! JSX: JavaScript with elements where values are allowed.

use super::javascript::{self, Dialect};
use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    javascript::define(g);
    elements(g);
}

pub(super) fn define_dialect(g: &mut Grammar, dialect: &'static Dialect) {
    javascript::define_dialect(g, dialect);
    elements(g);
}

fn elements(g: &mut Grammar) {
    // Rouge loads this lexer twice and therefore enters the state twice.
    g.start(|cx| cx.next(["value"; 2]));
    g.prepend("value", |s| {
        s.mixin("element");
    });
    g.state("element").to("<", Punctuation, ["content", "attributes", "element name"]);
    g.state("content")
        .to("</", Punctuation, [goto("attributes"), push("element name")])
        .mixin("element")
        .to(r"\{", StrInterpol, ["interpolated", "value"])
        .call(r"[^<{]+", |cx| cx.delegate("html", cx.matched()));
    g.state("attributes")
        .mixin("space")
        .to("/>", Punctuation, Go::Pop(2))
        .to(">", Punctuation, POP)
        .to(r"\{", StrInterpol, ["interpolated", "value"])
        .on(r"\w[\w-]*", NameAttribute)
        .on("=", Punctuation)
        .on(r#"(["']).*?\1"#, Str);
    g.state("element name").on(r"[A-Z]\w*", NameClass).on(r"\w+", NameTag).on(r"\.", Punctuation).go("", POP);
    g.state("interpolated").to(r"\}", StrInterpol, POP).to(r"\{", Punctuation, ["braces", "statement"]).mixin("root");
    g.state("braces").to(r"\}", Punctuation, goto("statement")).mixin("root");
}
