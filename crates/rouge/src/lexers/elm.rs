//! Elm, a functional language for web applications.

use super::prelude::*;

static KEYWORDS: Words = Words::new("alias as case else exposing if import in let module of port then type");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("--.*", CommentSingle)
        .to(r"\{-", CommentMultiline, "comment")
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"[a-z]\w*|_", Name)
        .on(r"[A-Z]\w*", KeywordType)
        // The range from `+` to `/` includes the comma and the dot.
        .on(r"::|[+-/*%=<>^|!\\@#$&~?]", Operator)
        .to(r#""{3}"#, Str, "lines")
        .on(r"'(?:\\.|.)'", StrChar)
        .to(r#"""#, Str, "string")
        .on(r"0[xX]\h+", NumHex)
        .on(r"(?i)\d+e[-+]?\d+|\d+\.\d+(?:e[-+]?\d+)?", NumFloat)
        .on(r"\d+", NumInteger)
        .on(r"[\[\](),;`{}:]", Punctuation);
    g.state("comment")
        .to(r"-\}", CommentMultiline, POP)
        .to(r"\{-", CommentMultiline, "comment")
        .on(r"[^-{}]+|[-{}]", CommentMultiline);
    g.state("string").on(r#"[^\\"]+"#, StrDouble).on(r#"\\""#, StrEscape).to(r#"""#, StrDouble, POP);
    g.state("lines").on(r#"\\""#, StrEscape).to(r#""{3}"#, Str, POP).on(r#"[^"]+|""#, Str);
}
