//! Handlebars and Mustache. The surrounding text is HTML or in the language of the option `parent`.

use super::prelude::*;

const ID: &str = r"[\w$-]+";

pub(crate) fn define(g: &mut Grammar) {
    let parent = |cx: &mut Context<'_, '_>| cx.delegate_parent("html", cx.matched());
    g.state("root")
        .call(r"\\\{+", parent)
        .to(r"\{\{!--", Comment, "comment")
        .on(r"\{\{!.*?\}\}", Comment)
        .to(r"\{\{\{?", Keyword, ["stache", "opening"])
        .call(r"(?m).+?(?=\\|\{\{)", |cx| {
            cx.delegate_parent("html", cx.matched());
            // The text in braces is the attribute's value.
            if cx.other_state("parent") == Some("value") {
                cx.pop_other("parent");
            }
        })
        .call("(?m).+", parent);
    g.state("comment").to(r"\{\{", Comment, Go::PushTop).to(r"\}\}", Comment, POP).on(r"[^{}]+|[{}]", Comment);
    g.state("stache")
        .to(r"\}\}\}?", Keyword, POP)
        .on(r"\|", Punctuation)
        .on("~", Keyword)
        .on(r"\s+", Text)
        .on("=", Operator)
        .on(r"[\[\]()]", Punctuation)
        .on(r"\.(?=[}\s])|\.\.", NameVariable)
        .on("[/.]", Punctuation)
        .on(r#""(?:\\.|.)*?""#, StrDouble)
        .on(r"'(?:\\.|.)*?'", StrSingle)
        .on(r"\d+(?=\}\s)", Num)
        .on(r"(?:true|false)(?=[}\s])", KeywordConstant)
        .on(r"else(?=[}\s])", Keyword)
        .on(r"this(?=[}\s])", NameBuiltinPseudo)
        .on(format!("@{ID}"), NameAttribute)
        .on(ID, NameVariable);
    g.state("opening").to("[#/]", Keyword, goto("block name")).on("[>^&~]", Keyword).go("", POP);
    g.state("block name").on(r"if(?=[}\s])", Keyword).to(ID, NameNamespace, POP).go("", POP);
}
