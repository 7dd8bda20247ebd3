//! DOT, the language of Graphviz for graphs.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    let html = |cx: &mut Context<'_, '_>| cx.delegate("html", cx.matched());
    g.state("space")
        .on(r"\s+", Text)
        .on("#.*|//.*", CommentSingle)
        .on(r"(?m)/(?:\\\n)?[*].*?[*](?:\\\n)?/", CommentMultiline);
    g.state("html").call("[^<>]+", html).call("(?m)<.+?>", html).to(">", Punctuation, POP);
    g.state("id")
        .groups(r"([a-zA-Z]\w*)(\s*)(=)", &[Name, Text, Punctuation])
        .on(r"[a-zA-Z]\w*", NameVariable)
        .on(r"\d*\.\d+", NumFloat)
        .on(r"\d+", NumInteger)
        .on(r#""(?:\\"|[^"])*""#, StrDouble)
        .call("<", |cx| {
            cx.token(Punctuation);
            cx.reset_other("html");
            cx.push("html");
        });
    g.state("attributes").mixin("space").mixin("id").on("[=;,]", Punctuation).to(r"\]", Operator, POP);
    g.state("root")
        .mixin("space")
        .on(r"(?i)\b(?:strict|graph|digraph|subgraph|node|edge)\b", Keyword)
        .on("[{};:=]", Punctuation)
        .on("-[->]", Operator)
        .to(r"\[", Operator, "attributes")
        .mixin("id");
}
