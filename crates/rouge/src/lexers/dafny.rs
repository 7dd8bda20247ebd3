//! Dafny, a language for verified programs.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract allocated assert assume break by calc case class codatatype const constructor datatype decreases
    downto else ensures exists expect export extends false for forall fresh function ghost greatest if import
    include invariant iterator label least lemma match method modifies modify module nameonly new newtype null old
    opened predicate print provides reads refines requires return returns reveal reveals static then this to trait
    true twostate type unchanged var while witness yield yields",
);
static TYPES: Words =
    Words::new("array array? bool char imap int iset map multiset nat object object? ORDINAL real seq set string");

pub(crate) fn define(g: &mut Grammar) {
    let digits = r"\d+(?:_\d+)*";
    // Ends a number or word.
    let end = "(?![0-9a-zA-Z_'?])";
    g.state("root")
        .to(r"/\*", CommentMultiline, "comment")
        .on("//.*", CommentSingle)
        .on(r"\*/", Error)
        .on(r#"'(?:[^\\'\n\r]|\\["'ntr\\0]|\\u\h{4})'"#, StrChar)
        .on(r"'[^'\n\r]*(?:'|$)", Error)
        .on(r#""(?:[^\\"\n\r]|\\["'ntr\\0]|\\u\h{4})*""#, StrDouble)
        .on(r#"".*"|".*"#, Error)
        .on(r#"@"(?:[^"]|"")*""#, StrOther)
        .on(r#"(?m)@".*"#, Error)
        .on(format!(r"{digits}\.{digits}{end}"), NumFloat)
        .on(format!(r"0b[01]+(?:_[01]+)*{end}"), NumBin)
        .on(format!(r"0x\h+(?:_\h+)*{end}"), NumHex)
        .on("0[bx][0-9a-zA-Z_'?]*", Error)
        .on(format!("{digits}{end}"), NumInteger)
        .on(format!("_{end}"), Name)
        .on(format!("_[0-9_]+{end}|[0-9_]+_{end}|[0-9][0-9a-zA-Z_'?]+"), Error)
        .on(format!(r"array(?:1\d+|[2-9]\d*)\??{end}|bv(?:0|[1-9]\d*){end}"), KeywordType)
        .on("([0-9a-zA-Z?][0-9a-zA-Z_'?]*)", KeywordType)
        .if_word(&TYPES)
        .on(format!("(?:true|false|null){end}"), KeywordConstant)
        .on(format!("(?:as|is|in){end}"), OperatorWord)
        .words("[0-9a-zA-Z?][0-9a-zA-Z_'?]*", &[(&KEYWORDS, KeywordReserved)], Name)
        .on(r"[*!%&<>|^+=:./-]", Operator)
        .on(r"[\[\](){},;`]", Punctuation)
        .on(r"\s+", Text)
        .on(".", Error);
    g.state("comment")
        .to(r"\*/", CommentMultiline, POP)
        .to(r"/\*", CommentMultiline, Transition::PushTop)
        .on("[^*/]+|[*/]", CommentMultiline);
}
