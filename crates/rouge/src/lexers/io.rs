//! Io, a small prototype-based language.

use super::prelude::*;

static CONSTANTS: Words = Words::new("false nil true");
static BUILTINS: Words =
    Words::new("args call clone do doFile doString else elseif for if list method return super then");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("(?://|#).*", CommentSingle)
        .on(r"(?m)/(?:\\\n)?\*.*?\*(?:\\\n)?/", CommentMultiline)
        .to(r"/\+", CommentMultiline, "comment")
        .on(r#""(?:\\\\|\\"|[^"])*""#, Str)
        .on(":?:=", Keyword)
        .on("[()]", Punctuation)
        .on(r"[=;,*+><!/|^.%&\[\]{}-]", Operator)
        .on(r"[A-Z]\w*", NameClass)
        .words(r"[a-z_]\w*", &[(&CONSTANTS, KeywordConstant), (&BUILTINS, NameBuiltin)], Name)
        .on(r"\d+\.?\d*(?:[eE][-+]?\d+)?", NumFloat)
        .on("@@?", Keyword);
    g.state("comment").on("[^/+]+", CommentMultiline).to(r"/\+", CommentMultiline, Transition::PushTop).to(
        r"\+/",
        CommentMultiline,
        POP,
    );
}
