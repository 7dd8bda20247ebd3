//! GraphQL: queries and schemas.

use super::prelude::*;
use crate::token::Token;

const NAME: &str = r"[_A-Za-z][_0-9A-Za-z]*\b";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .to(r"(?:mutation|query|subscription)\b", Keyword, "query")
        .to(r"\{", Punctuation, ["query", "selection"])
        .to(r"fragment\b", Keyword, "fragment")
        .to(r"scalar\b", Keyword, "value")
        .to(r"(?:type|interface|enum|input|schema)\b", Keyword, "type")
        .to(r"union\b", Keyword, "union")
        .on(r"extend\b", Keyword)
        .mixin("basic")
        .call(r#"(?m)(""")(\n)(.*?)(\n)(""")"#, |cx| {
            cx.emit(StrDouble, cx.group(1));
            cx.emit(TextWhitespace, cx.group(2));
            cx.delegate_fresh("markdown", cx.group(3));
            cx.emit(TextWhitespace, cx.group(4));
            cx.emit(StrDouble, cx.group(5));
        });
    g.state("basic").on(r"\s+", TextWhitespace).on("#.*", Comment).on("[!,]", Punctuation);
    queries(g);
    types(g);
    unions(g);
    values(g);
}

fn queries(g: &mut Grammar) {
    g.state("directives")
        .groups_to(r"(@[_A-Za-z][_0-9A-Za-z]*)(\s*)(\()", &[Keyword, TextWhitespace, Punctuation], "arguments")
        .on(format!("@{NAME}"), Keyword);
    g.state("query")
        .mixin("directives")
        .on(NAME, Name)
        .to(r"\(", Punctuation, "variables")
        .to(r"\{", Punctuation, "selection")
        .mixin("basic");
    g.state("fragment").on(r"on\b", Keyword).mixin("query");
    g.state("selection")
        .mixin("directives")
        .call(r"\}", |cx| {
            cx.token(Punctuation);
            cx.pop(1);
            if matches!(cx.state_name(), "query" | "fragment") {
                cx.pop(1);
            }
        })
        .groups_to(r"([_A-Za-z][_0-9A-Za-z]*)(\s*)(\()", &[Name, TextWhitespace, Punctuation], "arguments")
        .groups(r"([_A-Za-z][_0-9A-Za-z]*)(\s*)(:)", &[Name, TextWhitespace, Punctuation])
        .on(NAME, Name)
        .groups(r"(\.\.\.)(\s+)(on)\b", &[Punctuation, TextWhitespace, Keyword])
        .on(r"\.\.\.", Punctuation)
        .to(r"\{", Punctuation, "selection")
        .mixin("basic");
    g.state("arguments").to(r"\)", Punctuation, POP).on(NAME, Name).to(":", Punctuation, "value").mixin("basic");
    g.state("variables")
        .to(r"\)", Punctuation, POP)
        .on(format!(r"\${NAME}"), NameVariable)
        .on(NAME, Name)
        .to(":", Punctuation, "type name")
        .to("=", Punctuation, "value")
        .mixin("basic");
}

fn types(g: &mut Grammar) {
    g.state("type")
        .on(r"implements\b", Keyword)
        .on(NAME, Name)
        .to(r"\(", Punctuation, "variables")
        .to(r"\{", Punctuation, "fields")
        .mixin("basic");
    g.state("fields")
        .to(r"\}", Punctuation, Transition::Pop(2))
        .groups_to(r"([_A-Za-z][_0-9A-Za-z]*)(\s*)(\()", &[Name, TextWhitespace, Punctuation], "variables")
        .on(NAME, Name)
        .to(":", Punctuation, "type name")
        .mixin("basic");
    let builtin = r"(?:Boolean|Float|ID|Int|String)\b";
    g.state("type name")
        .to(builtin, NameBuiltin, POP)
        .to(NAME, Name, POP)
        .to(r"\[", Punctuation, "list type")
        .mixin("basic");
    g.state("list type")
        .on(builtin, NameBuiltin)
        .on(NAME, Name)
        .to(r"\]", Punctuation, Transition::Pop(2))
        .mixin("basic");
}

fn unions(g: &mut Grammar) {
    g.state("union").on(NAME, Name).to("=", Punctuation, "union member").mixin("basic");
    g.state("union member").to(NAME, Name, goto("union bar")).mixin("basic");
    g.state("union bar")
        .to(r"\|", Punctuation, goto("union member"))
        .go(r"(?!\||\s+|#[^\n]*)", Transition::Pop(2))
        .mixin("basic");
}

fn values(g: &mut Grammar) {
    let kinds: [(&str, Token); 6] = [
        (r"\$[_A-Za-z][_0-9A-Za-z]*\b", NameVariable),
        (r"(?:true|false|null)\b", KeywordConstant),
        (r"[+-]?\d+\.\d+(?:[eE][+-]?\d+)?", NumFloat),
        (r"[+-]?[1-9]\d*(?:[eE][+-]?\d+)?", NumInteger),
        (r#""(?:\\[\\"]|[^"])*""#, StrDouble),
        (NAME, Name),
    ];
    g.state("value").on(r#"(?m)""".*?""""#, StrDouble);
    for (pattern, token) in kinds {
        g.append("value").call(pattern, move |cx| {
            cx.token(token);
            if cx.state_name() != "list" {
                cx.pop(1);
            }
        });
    }
    g.append("value").to(r"\{", Punctuation, "object").to(r"\[", Punctuation, "list").mixin("basic");
    g.state("list").call(r"\]", end_of_value).mixin("value");
    g.state("object")
        .call(r"\}", end_of_value)
        .groups_to(r"([_A-Za-z][_0-9A-Za-z]*)(\s*)(:)", &[Name, TextWhitespace, Punctuation], "value")
        .mixin("basic");
}

/// Emits the closing bracket of a list or object. If the list or object was a value, ends the state `value`, too.
fn end_of_value(cx: &mut Context<'_, '_>) {
    cx.token(Punctuation);
    cx.pop(1);
    if cx.state_name() == "value" {
        cx.pop(1);
    }
}
