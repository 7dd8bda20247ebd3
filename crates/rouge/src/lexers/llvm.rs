//! LLVM intermediate representation. Unknown words are errors.

use super::prelude::*;

static KEYWORDS: Words = Words::new(include_str!("words/llvm_keywords.txt"));
static TYPES: Words =
    Words::new("bfloat double float fp128 half label metadata ppc_fp128 ptr token void x86_amx x86_fp80 x86_mmx");

static KEYWORDS_3_30: Words = Words::revised(
    &KEYWORDS,
    "allocalign allocptr amdgpu_gfx async blockcount byref disable_sanitizer_instrumentation dso_local_equivalent
    elementtype hasUnknownCall mayThrow mustBeUnreachable mustprogress noUnwind no_cfi nocallback nodeduplicate
    nomerge noprofile nosanitize_bounds nosanitize_coverage noundef null_pointer_is_valid param params poison
    preallocated swiftasync swifttailcc sync visibility vscale_range",
    "deplibs noduplicates",
);
static TYPES_3_30: Words = Words::revised(&TYPES, "bfloat ptr x86_amx", "");

pub(crate) fn define(g: &mut Grammar) {
    let keywords = g.either(&KEYWORDS, &KEYWORDS_3_30);
    let types = g.either(&TYPES, &TYPES_3_30);
    let name = r#"(?:[-a-zA-Z$._][-a-zA-Z$._0-9]*|"[^"]*")"#;
    g.state("root")
        .on(";.*", CommentSingle)
        .on(r"\s+", Text)
        .on(format!(r"{name}\s*:"), NameLabel)
        .on(format!(r"@(?:{name}|\d+)|#\d+"), NameVariableGlobal)
        .on(format!(r"[%!](?:{name}|\d+)"), NameVariable)
        .on(r#"c?"[^"]*""#, Str)
        .on(r"0[xX]\h+|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+(?:\.\d+)?)?", Num)
        // The `x` of an array type, and of any other word.
        .on(r"[=<>{}\[\]()*.,!x]", Punctuation)
        .on(r"i[1-9]\d*", KeywordType)
        .words(r"\w+", &[(types, KeywordType), (keywords, Keyword)], Error);
}
