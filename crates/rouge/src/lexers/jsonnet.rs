//! Jsonnet, a language that generates JSON.

use super::prelude::*;

static KEYWORDS: Words = Words::new("assert else error for if import importstr in local self super tailstrict then");
static DECLARATIONS: Words = Words::new("function");
static CONSTANTS: Words = Words::new("false null true");
static BUILTINS: Words = Words::new(
    "abs acos asin assertEqual atan ceil char codepoint cos escapeStringBash escapeStringDollars escapeStringJson
    escapeStringPython exp exponent filter filterMap flattenArrays floor foldl foldr force format join length
    lines log makeArray manifestIni manifestPython manifestPythonVars mantissa map max min mod objectFields
    objectHas pow range set setDiff setInter setMember setUnion sin sort split sqrt stringChars substr tan
    thisFile toString type uniq",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("(?://|#).*", CommentSingle)
        .on(r"(?m)/\*.*?\*/", CommentMultiline)
        .on(r"-?(?:0|[1-9]\d*)\.\d+(?:[eE][-+]\d+)?", NumFloat)
        .on(r"-?(?:0|[1-9]\d*)(?:[eE][-+]\d+)?", NumInteger)
        .on(r"[{}:.,;+\[\]=%()]", Punctuation)
        .to(r#"""#, Str, "double")
        .to("'", Str, "single")
        .to(r"\|\|\|", Str, "block")
        .on(r"\$", Keyword)
        .words(
            r"[a-zA-Z_]\w*",
            &[
                (&KEYWORDS, Keyword),
                (&DECLARATIONS, KeywordDeclaration),
                (&CONSTANTS, KeywordConstant),
                (&BUILTINS, NameBuiltin),
            ],
            NameOther,
        );
    g.state("escape").on(r"\\u\h{4}|\\.", StrEscape);
    g.state("double").mixin("escape").to(r#"""#, Str, POP).on(r#"[^\\"]+"#, Str);
    g.state("single").mixin("escape").to("'", Str, POP).on(r"[^\\']+", Str);
    g.state("block").mixin("escape").to(r"\|\|\|", Str, POP).on(r"[^|\\]+|\|", Str);
}
