//! LLVM's intermediate representation. A word that it does not know is an error.

use super::prelude::*;

static KEYWORDS: Words = Words::new(include_str!("words/llvm_keywords.txt"));
static TYPES: Words =
    Words::new("bfloat double float fp128 half label metadata ppc_fp128 ptr token void x86_amx x86_fp80 x86_mmx");

pub(crate) fn define(g: &mut Grammar) {
    let name = r#"(?:[-a-zA-Z$._][-a-zA-Z$._0-9]*|"[^"]*")"#;
    g.state("root")
        .on(";.*", CommentSingle)
        .on(r"\s+", Text)
        .on(format!(r"{name}\s*:"), NameLabel)
        .on(format!(r"@(?:{name}|\d+)|#\d+"), NameVariableGlobal)
        .on(format!(r"[%!](?:{name}|\d+)"), NameVariable)
        .on(r#"c?"[^"]*""#, Str)
        .on(r"0[xX]\h+|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+(?:\.\d+)?)?", Num)
        // The `x` of an array's type, and of any other word.
        .on(r"[=<>{}\[\]()*.,!x]", Punctuation)
        .on(r"i[1-9]\d*", KeywordType)
        .words(r"\w+", &[(&TYPES, KeywordType), (&KEYWORDS, Keyword)], Error);
}
