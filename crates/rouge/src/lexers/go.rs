//! Go.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "break default func interface select case defer go map struct chan else goto package switch const fallthrough if
    range type continue for import return var",
);
static TYPES: Words = Words::new(
    "bool byte complex64 complex128 error float32 float64 int8 int16 int32 int64 int rune string uint8 uint16 uint32
    uint64 uintptr uint",
);
static FUNCTIONS: Words =
    Words::new("append cap close complex copy delete imag len make new panic print println real recover");
static CONSTANTS: Words = Words::new("true false iota nil");

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
