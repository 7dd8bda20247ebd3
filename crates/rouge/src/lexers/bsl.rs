//! The language of 1C, with Russian and English keywords.

use super::prelude::*;

static KEYWORDS: Words = Words::new(include_str!("words/bsl_keywords.txt"));
static BUILTINS: Words = Words::new(include_str!("words/bsl_builtins.txt"));

pub(crate) fn define(g: &mut Grammar) {
    let word = "[a-zA-Z0-9_а-яА-ЯёЁ]+";
    g.state("root")
        .on(r"\s+", Text)
        .on("//.*", CommentSingle)
        .on(r"[\[\]:(),;]", Punctuation)
        .on("[&#].*", KeywordDeclaration)
        .on("[-+/*%=<>.?]", Operator)
        .on(word, Keyword)
        .if_word_folded(&KEYWORDS)
        .on(format!(r"({word})\s*(?=\()"), NameBuiltin)
        .if_word_folded(&BUILTINS)
        // Numbers as well.
        .on(word, NameVariable)
        .on("'.*'", LiteralDate)
        .on(r#"".*?(?:"|$)"#, StrSingle)
        .on(r#"\|(?:(?!"").)*?(?:"|$)"#, Str);
}
