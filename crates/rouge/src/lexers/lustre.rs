//! Lustre, a synchronous dataflow language, and the rules shared with Lutin.

use super::prelude::*;

/// The keywords, operators and types of Lustre or of Lutin.
pub(super) struct Dialect {
    pub keywords: &'static Words,
    pub operators: &'static Words,
    pub types: &'static Words,
}

static KEYWORDS: Words = Words::new(
    "assert body const current end enum extern function include is let merge model needs node operator package provides
    returns step struct tel type unsafe uses var",
);
static OPERATORS: Words = Words::new("and div else fby if mod nor not or pre then when with xor");
static TYPES: Words = Words::new("bool int real");

pub(crate) fn define(g: &mut Grammar) {
    define_dialect(g, &Dialect { keywords: &KEYWORDS, operators: &OPERATORS, types: &TYPES });
}

pub(super) fn define_dialect(g: &mut Grammar, dialect: &Dialect) {
    g.state("root")
        .on(r"\s+", Text)
        // There is no check for a word boundary.
        .on("true|false", KeywordConstant)
        .on("--.*", CommentSingle)
        .on(r"(?m)/\*.*?\*/|\(\*.*?\*\)", CommentMultiline)
        .words(
            r"[A-Za-z_][\w']*",
            &[(dialect.keywords, Keyword), (dialect.operators, OperatorWord), (dialect.types, KeywordType)],
            Name,
        )
        .on(r"[(){}\[\];]+", Punctuation)
        .on(r"[,!$%&*+./:<=>?@^|~#-]+", Operator)
        .on(r"(?i)\d[\d_]*(?:.[\d_]*)?e[-+]?\d[\d_]*", NumFloat)
        .on(r"\d[\d_]*", NumInteger)
        .on(r#"'(?:\.|\\[\\"'ntbr ]|\\\d{3}|\\x\h{2})'"#, StrChar)
        .to(r#"""#, StrDouble, "string");
    g.state("string")
        .to(r#"""#, StrDouble, POP)
        .on(r#"\\(?:[\\"'ntbr]|\d{3}|x\h{2})"#, StrEscape)
        .on(r#"[^\\"]+|\\\n"#, StrDouble);
}
