//! Prolog, a language for logic programming.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.start(|cx| cx.push("line start"));
    g.state("line start").on("#.*", CommentSingle).go("", POP);
    g.state("root")
        .on(r"\s+", Text)
        .on("%.*", CommentSingle)
        .to(r"/\*", CommentMultiline, "comment")
        .on(r"[\[\](){}|.,;!]|:-|-->", Punctuation)
        .on(r#""[^"]*""#, StrDouble)
        .on(r"\d+\.\d+", NumFloat)
        .on(r"\d+", Num)
        .on("[[:lower:]][[:word:]]*|'[^']*'", StrSymbol)
        .on(r"[A-Z]+\w*|_[[:word:]]*", NameVariable)
        .on(r"(?:=<|>=|==|=:=|//|[<>=/*+-])(?=[\sa-zA-Z0-9\[])", Operator)
        .on("[#&*+-./:<=>?@^~]+", Operator);
    g.state("comment").to(r"/\*", CommentMultiline, Transition::PushTop).on(r"\s*\*[^*/]+", CommentMultiline).to(
        r"\*/",
        CommentMultiline,
        POP,
    );
}
