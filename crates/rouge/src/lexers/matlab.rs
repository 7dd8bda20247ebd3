//! MATLAB. A quote starts a string only if there is another one on the line.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "arguments break case catch classdef continue else elseif end for function global if import methods otherwise parfor
    persistent properties return spmd switch try while",
);
static BUILTINS: Words = Words::new(include_str!("words/matlab.txt"));

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on(r"(?m)\{%.*?%\}", CommentMultiline)
        .on("%.*", CommentSingle)
        .groups(r"(\.{3})(.*?)$", &[Keyword, Comment])
        .call(r"^(!)(.*?)(?=%|$)", |cx| {
            cx.emit(Keyword, "!");
            cx.delegate_fresh("shell", cx.group(2));
        })
        .words(r"[a-zA-Z]\w*", &[(&KEYWORDS, Keyword), (&BUILTINS, NameBuiltin)], Name)
        .on(r"[(){};:,/\\\]\[]", Punctuation)
        .on(r"~=|==|<<|>>|[%&*+./<=>@^|~-]", Operator)
        .on(r"(?i)(?:\d+\.\d*|\d*\.\d+)(?:e[-+]?\d+)?|\d+e[-+]?\d+", NumFloat)
        .on(r"\d+L", NumIntegerLong)
        .on(r"\d+", NumInteger)
        .to("'(?=.*')", StrSingle, "single")
        .to(r#""(?=.*")"#, StrDouble, "double")
        .on("'", Operator);
    g.state("single").on("[^']+", StrSingle).on("''", StrEscape).to("'", StrSingle, POP);
    g.state("double").on(r#"[^"]+"#, StrDouble).on(r#""""#, StrEscape).to(r#"""#, StrDouble, POP);
}
