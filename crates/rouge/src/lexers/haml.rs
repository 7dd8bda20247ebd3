//! Haml. A bar at the end of a line continues the line, so the pattern `DOT` matches the bar and the line break
//! together.

use super::indentation::{begin_block, begin_line};
use super::prelude::*;

const NAME: &str = "[\\w:-]+";
const DOT: &str = r"(?: \|\n(?=.* \|)|.)";
const VARIABLE: &str = r"[a-z]\w*";

/// The names of the filters for other languages, which are also the tags of these languages.
const FILTERS: [&str; 6] = ["javascript", "css", "ruby", "erb", "markdown", "sass"];

pub(crate) fn define(g: &mut Grammar) {
    g.state("root").on(r"\s*\n", Text).call(r"\s*", begin_line);
    content(g);
    tags(g);
    ruby(g);
    g.state("html comment").on(format!("{DOT}+"), Comment).mixin("line end");
    g.state("haml comment").on(format!("{DOT}+"), CommentPreproc).mixin("line end");
    filters(g, &FILTERS);
}

fn content(g: &mut Grammar) {
    g.state("content")
        .mixin("shorthands")
        .to(format!("%{NAME}"), NameTag, goto("tag"))
        .to(format!("!!!{DOT}*\n"), NameNamespace, POP)
        .groups_to(format!(r"(/)(\[{DOT}*?\])({DOT}*\n)"), &[Comment, CommentSpecial, Comment], POP)
        .call(format!("/{DOT}*\n"), |cx| block(cx, "html comment"))
        .call(format!("-#{DOT}*\n"), |cx| block(cx, "haml comment"))
        .call("-", ruby_line)
        .call(format!(":({DOT}*)\n"), |cx| begin_filter(cx, &FILTERS))
        .mixin("code or text");
    g.state("shorthands").to(format!(r"\.{NAME}"), NameClass, goto("tag")).to(
        format!("#{NAME}"),
        NameFunction,
        goto("tag"),
    );
    g.state("code or text").to("[&!]?==", Punctuation, "text").call("[&!]?[=!]", ruby_line).go("", "text");
    g.state("text")
        .call(r"(?:[^#\n]|#[^{\n])+", |cx| cx.delegate("html", cx.matched()))
        .mixin("interpolation")
        .mixin("line end");
    g.state("line end").call(r"\n", |cx| {
        cx.token(Text);
        cx.reset_stack();
    });
}

fn tags(g: &mut Grammar) {
    g.state("tag")
        .mixin("shorthands")
        .call(r"\{", |cx| {
            cx.token(Punctuation);
            cx.reset_other("ruby");
            cx.push("in ruby");
        })
        .call(format!(r"\[{DOT}*?\]"), |cx| cx.delegate("ruby", cx.matched()))
        .to(r"\(", Punctuation, "attributes")
        .to(r"\s*\n", Text, POP)
        .on(r"[<>]{1,2}(?=[ \t=])", Punctuation)
        .mixin("code or text");
    g.state("attributes")
        .on(r"\s+", Text)
        .to(format!(r"{NAME}\s*="), NameAttribute, "attribute value")
        .on(NAME, NameAttribute)
        .to(r"\)", Text, POP);
    g.state("attribute value")
        .on(r"\s+", Text)
        .to(VARIABLE, NameVariable, POP)
        .to(format!("@{VARIABLE}"), NameVariableInstance, POP)
        .to(format!(r"\${VARIABLE}"), NameVariableGlobal, POP)
        .to(r#"'(?:\\\\|\\'|[^'\n])*'|"(?:\\\\|\\"|[^"\n])*""#, Str, POP);
}

fn ruby(g: &mut Grammar) {
    let delegate = |cx: &mut Context<'_, '_>| cx.delegate("ruby", cx.matched());
    g.state("ruby line")
        .to(r"\n", Text, POP)
        .call(r",[ \t]*\n", delegate)
        .on(r" \|[ \t]*\n", StrEscape)
        .call(r".*?(?=(?:,$| \|)?[ \t]*$)", delegate);
}

/// Emits the marker of a line of Ruby code, and enters the state for this line.
fn ruby_line(cx: &mut Context<'_, '_>) {
    cx.token(Punctuation);
    cx.reset_stack();
    cx.reset_other("ruby");
    cx.push("ruby line");
}

fn block(cx: &mut Context<'_, '_>, state: &'static str) {
    cx.token(Comment);
    cx.pop(1);
    begin_block(cx, state);
}

/// Emits the first line of a filter such as `:css`, and starts its block. If `known` contains the filter's name, the
/// block has the state of this name, otherwise the state `filter`.
pub(super) fn begin_filter(cx: &mut Context<'_, '_>, known: &'static [&'static str]) {
    cx.token(NameDecorator);
    cx.pop(1);
    let name = cx.group(1).trim();
    let filter = known.iter().find(|&&filter| filter == name);
    begin_block(cx, filter.copied().unwrap_or("filter"));
    if let Some(filter) = filter {
        cx.reset_other(filter);
    }
}

/// Defines a state for each known filter (with the filter's name), the state `filter` for other filters, and
/// interpolated Ruby.
pub(super) fn filters(g: &mut Grammar, known: &[&'static str]) {
    let text = r"(?:[^#\n]|#[^{\n])+";
    for &filter in known {
        let tag = if filter == "coffee" { "coffeescript" } else { filter };
        g.state(filter)
            .call(text, move |cx| cx.delegate_as(filter, tag, cx.matched()))
            .mixin("interpolation")
            .mixin("line end");
    }
    g.state("filter").on(text, NameDecorator).mixin("interpolation").mixin("line end");
    g.state("interpolation").to(r"#\{", StrInterpol, "interpolated");
    g.state("interpolated").to(r"\}", StrInterpol, POP).mixin("in ruby");
    g.state("in ruby")
        .call(r"\{", |cx| {
            cx.delegate("ruby", "{");
            cx.push("in ruby");
        })
        .call(r"\}", |cx| {
            cx.delegate("ruby", "}");
            cx.pop(1);
        })
        .call(r"[^{}]+", |cx| cx.delegate("ruby", cx.matched()));
}
