//! SQL, without any particular dialect.

use super::prelude::*;
use crate::token::Token;

static KEYWORDS: Words = Words::new(include_str!("words/sql_keywords.txt"));
static TYPES: Words = Words::new(
    "BIGINT BINARY BIT BLOB BOOL BOOLEAN BYTE CHAR CHARACTER DATE DATETIME DEC DECIMAL DOUBLE ENUM FIXED FLOAT INT
    INTEGER LONGBLOB LONGTEXT MEDIUMBLOB MEDIUMINT MEDIUMTEXT NATIONAL NCHAR NUMERIC PRECISION REAL SERIAL SIGNED
    SMALLINT TEXT TIME TIMESTAMP TINYBLOB TINYINT TINYTEXT UNSIGNED VARBINARY VARCHAR VARYING YEAR ZEROFILL",
);

pub(crate) fn define(g: &mut Grammar) {
    define_dialect(g, &KEYWORDS, &TYPES);
}

/// Defines the states of SQL. `keywords` and `types` are the words of a dialect, in upper case.
pub(super) fn define_dialect(g: &mut Grammar, keywords: &'static Words, types: &'static Words) {
    g.state("root")
        .on(r"\s+", Text)
        .on("--.*", CommentSingle)
        .to(r"/\*", CommentMultiline, "comment")
        .on(r"\d+", NumInteger)
        .to("'", StrSingle, "single")
        .to(r#"""#, NameVariable, "double")
        .to("`", NameVariable, "backtick")
        .call(r"\w+", move |cx| {
            let word = cx.matched().to_uppercase();
            cx.token(match word.as_str() {
                word if types.has(word) => NameBuiltin,
                word if keywords.has(word) => Keyword,
                _ => Name,
            });
        })
        .on(r"[+*/<>=~!@#%&|?^-]", Operator)
        .on(r"[;:()\[\]{},.]", Punctuation);
    g.state("comment")
        .to("/[*]", CommentMultiline, "comment")
        .to("[*]/", CommentMultiline, POP)
        .on("[^/*]+|[/*]", CommentMultiline);
    quoted(g, "single", '\'', StrSingle);
    quoted(g, "double", '"', NameVariable);
    quoted(g, "backtick", '`', NameVariable);
}

fn quoted(g: &mut Grammar, state: &'static str, quote: char, token: Token) {
    g.state(state)
        .on(format!(r"\\.|{quote}{quote}"), StrEscape)
        .to(quote.to_string(), token, POP)
        .on(format!(r"[^\\{quote}]+"), token);
}
