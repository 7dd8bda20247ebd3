//! P4. Names that are in no list are plain text, as in Rouge, unless they end in `_h` or `_t`.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract action actions apply const default default_action else entries enum exit extern if in inout key list out
    package packet_in packet_out return select size switch this transition tuple type typedef",
);
static DECLARATIONS: Words = Words::new("control header header_union parser state struct table value_set");
static BUILTINS: Words =
    Words::new("bit bool error extract int isValid match_kind setInvalid setValid string varbit verify void");

/// A name. It may contain letters of any script.
const ID: &str = r"[\p{XIDS}_]\p{XIDC}*";

pub(crate) fn define(g: &mut Grammar) {
    let width = "(?:[0-9]+[sw])?";
    g.state("root")
        .on(r"\s+", Text)
        .on(r"//.*\n?", CommentSingle)
        .on(r"(?m)/\*.*?\*/", CommentMultiline)
        .on(format!(r"#\s*{ID}"), CommentPreproc)
        .on(r"\w+\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"\w+\b", KeywordDeclaration)
        .if_word(&DECLARATIONS)
        .on(r"\w+\b", NameBuiltin)
        .if_word(&BUILTINS)
        .on(format!(r"\b{ID}_[ht]\b"), NameClass)
        .on(r"\|[-+]\||!=|[-?&<>*|~^+/#.=]", Operator)
        .on(r"[(){}\[\],:;]", Punctuation)
        .on(format!("{width}0(?:[oO][0-7_]+|[xX][0-9a-fA-F_]+|[bB][01_]+|[dD][0-9_]+)"), Num)
        .on(format!("{width}[0-9_]+"), Num)
        .on(format!("@{ID}"), NameLabel)
        .on(ID, Text)
        .on(r#""[^"\\]*(?:\\"?[^"\\]*)*""#, Str);
}
