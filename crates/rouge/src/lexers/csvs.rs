//! CSV Schema, which defines rules for the columns of tables.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on(r"//[\S\t ]*", CommentSingle)
        .on(r"/\*[^*]*\*/", CommentMultiline)
        .groups(r"(version)( )(\d+\.\d+)", &[Keyword, TextWhitespace, NumFloat])
        .on(r"T?\d{2}:\d{2}:\d{2}(?:\.\d{5})?(?:Z|[-+]\d{2}:\d{2})?", LiteralDate)
        .on(r"\d{4}-\d{2}-\d{2}|\d{2}/\d{2}/\d{4}", LiteralDate)
        // Integers as well.
        .on(r"(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", NumFloat)
        .on(r"@\w+", KeywordPseudo)
        .on(r"[-.\w]+:", NameVariable)
        .on(r#"^"[^"]+""#, NameVariable)
        .on(r#"\$(?:[-.\w]+|"[^"]+")/?"#, NameVariable)
        .on("[A-Za-z]+", Keyword)
        .on(r#""[^"]*""#, StrDouble)
        .on(r"'[^\r\n\f']'", StrChar)
        .on("[,()*]", Punctuation);
}
