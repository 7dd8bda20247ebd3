//! XQuery: XPath with statements, and with XML where values are allowed.

use super::prelude::*;
use super::xpath::{self, NAME, QUALIFIED};

static KEYWORDS: Words = Words::new(
    "allowing ascending at attribute by case catch collation comment construction context count declare default
    descending digit document element else empty encoding end every external for function greatest group if import
    in infinity inherit item lax least let module namespace NaN next only option order ordered ordering percent
    preserve previous return satisfies schema sliding some stable start strict strip switch text then try tumbling
    type typeswitch unordered validate version when where window xquery",
);
const HYPHENED: &str = "copy-namespaces|boundary-space|base-uri|no-preserve|no-inherit|decimal-format|decimal-separator|grouping-separator|minus-sign|per-mille|zero-digit|pattern-separator|exponent-separator|processing-instruction";

pub(crate) fn define(g: &mut Grammar) {
    xpath::define(g);
    let name = format!("{NAME}(?::{NAME})?");
    g.state("xml")
        .to(format!("<{name}"), NameTag, "start tag")
        .to("<!--", Comment, "xml comment")
        .on(r"<\?.*?\?>|<!\[CDATA\[.*?\]\]>", CommentPreproc)
        .on(r"&\S*?;", NameEntity);
    g.prepend("root", |s| {
        s.mixin("xml")
            .on(r"\{", Punctuation)
            .call(r"\}`?", |cx| {
                cx.token(Punctuation);
                if cx.depth() > 1 {
                    cx.pop(1);
                }
            })
            .groups(format!(r"(namespace)(\s+)({NAME})"), &[Keyword, TextWhitespace, NameNamespace])
            .on(format!(r"(?:{HYPHENED})\b"), Keyword)
            .on(r"(\w+)\b", Keyword)
            .if_word(&KEYWORDS)
            .on(";", Punctuation)
            .to("%", KeywordDeclaration, "annotation")
            .groups_to(format!(r"(\(#)(\s*)({QUALIFIED})"), &[CommentPreproc, TextWhitespace, NameTag], "pragma")
            .to(r"``\[", Str, "template");
    });
    g.state("annotation").mixin("space").to(QUALIFIED, KeywordDeclaration, POP);
    g.state("pragma").mixin("space").to(r"#\)", CommentPreproc, POP).on(".", CommentPreproc);
    g.state("template").to(r"`\{", Punctuation, "root").to(r"\]``", Str, POP).on(r"[^`\]]+|[`\]]", Str);
    g.state("xml comment").to("-->", Comment, POP).on("[^-]+|-", Comment);
    tags(g, &name);
}

fn tags(g: &mut Grammar, name: &str) {
    g.state("start tag")
        .on(r"\s+", TextWhitespace)
        .groups_to(r#"([\w.:-]+\s*=)(")"#, &[NameAttribute, Str], "double value")
        .groups_to(r"([\w.:-]+\s*=)(')", &[NameAttribute, Str], "single value")
        .to(">", NameTag, "content")
        .to("/>", NameTag, POP);
    for (state, quote) in [("double value", '"'), ("single value", '\'')] {
        g.state(state)
            .to(quote.to_string(), Str, POP)
            .on(r"\{\{", Str)
            .to(r"\{", Punctuation, "root")
            .on(format!("[^{quote}{{>]+"), Str);
    }
    g.state("content")
        .on(r"\s+", TextWhitespace)
        .mixin("xml")
        .on(r"\{\{|\}\}", Text)
        .to(r"\{", Punctuation, "root")
        .to(format!(r"</{name}\s*>"), NameTag, Transition::Pop(2))
        .on("[^{}<&]", Text);
}
