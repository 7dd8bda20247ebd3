//! Svelte single-file components: HTML with JavaScript in braces.

use super::html;
use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    html::define(g);
    g.prepend("tag", |s| {
        // As in Rouge, whitespace in the braces is outside of the groups and therefore dropped.
        s.groups_to(r"(\{)\s*(\w+)\s*(\})", &[StrInterpol, NameVariable, StrInterpol], POP);
    });
    g.prepend("value", |s| {
        s.to(r"\{", StrInterpol, goto("braces"));
    });
    for state in ["double", "single"] {
        g.prepend(state, |s| {
            s.to(r"\s*\{\s*", StrInterpol, "braces");
        });
    }
    g.prepend("root", |s| {
        s.groups_to(r"([^<&{]*)(\{)(\s*)", &[Text, StrInterpol, Text], "braces");
    });
    g.state("braces")
        .to(r"\}", StrInterpol, POP)
        .call(r"\{+.*?(?<=^|[^\\])\}+", script)
        .on(r"@(?:debug|html)\b", Keyword)
        .call(r"(#await)(.*)(catch|then)(\s+)(\w+)", |cx| {
            cx.emit(Keyword, cx.group(1));
            cx.delegate_as("js", "javascript", cx.group(2));
            cx.emit(Keyword, cx.group(3));
            cx.emit(Text, cx.group(4));
            cx.delegate_as("js", "javascript", cx.group(5));
        })
        .on(r"[#/](?:await|each|if|key)\b", Keyword)
        .groups(r"(:else)(\s+)(if)?\b", &[Keyword, Text, Keyword])
        .on(r":?(?:catch|then)\b", Keyword)
        .call(r"[^{}]+", script);
}

fn script(cx: &mut Context<'_, '_>) {
    cx.delegate_as("js", "javascript", cx.matched());
}
