//! Go. Apart from keywords, only predeclared names have token types of their own.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package
    range return select struct switch type var",
);
static TYPES: Words = Words::new(
    "bool byte complex128 complex64 error float32 float64 int int16 int32 int64 int8 rune string uint uint16 uint32
    uint64 uint8 uintptr",
);
static FUNCTIONS: Words =
    Words::new("append cap close complex copy delete imag len make new panic print println real recover");
static CONSTANTS: Words = Words::new("false iota nil true");

pub(crate) fn define(g: &mut Grammar) {
    let float = r"(?:\d+\.(?:\d+)?(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+|\.\d+(?:[eE][-+]?\d+)?)";
    g.state("root")
        .on(r"(?m)//[^\n]*|/\*.*?\*/", Comment)
        .words(
            "[[:alpha:]_][[:alpha:]_[:digit:]]*",
            &[(&KEYWORDS, Keyword), (&TYPES, KeywordType), (&FUNCTIONS, NameBuiltin), (&CONSTANTS, NameConstant)],
            Name,
        )
        .on(format!(r"(?:\d+|{float})i|{float}"), Num)
        .on(r"0[xX]\h+|\d+", Num)
        .on(r#"'(?:[^\n]|\\u\h{4}|\\U\h{8}|\\[abfnrtv\\'"]|\\[0-7]{3}|\\x\h{2})'"#, StrChar)
        .on(r"\+[=+]?|&\^=?|&[=&]?|==?|!=?|-[=-]?|\|[=|]?|<=|<-|<<=?|<|[*^%]=?|>>=?|>=?|/|:=?|\.\.\.|\.", Operator)
        .on(r"[()\[\]{},;]", Punctuation)
        .on(r"\s+", Text)
        .to("`", Str, "raw")
        .to(r#"""#, Str, "string");
    g.state("string")
        .on(r#"\\(?:[abfnrtv\\'"]|u\h{4}|U\h{8}|x\h{2})"#, StrEscape)
        .on(r"\\.", Error)
        .to(r#"""#, Str, POP)
        .on(r#"[^"\\]+"#, Str);
    g.state("raw").to("`", Str, POP).on("[^`]+", Str);
}
