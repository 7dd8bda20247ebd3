//! R. Base functions are recognized only in calls.

use super::prelude::*;

static KEYWORDS: Words = Words::new("break else for function if in next repeat while");
static CONSTANTS: Words = Words::new("FALSE Inf NA NA_character_ NA_complex_ NA_integer_ NA_real_ NaN NULL TRUE");
static VALUES: Words = Words::new("F LETTERS letters month.abb month.name pi T");
static FUNCTIONS: Words = Words::new(
    "abs acos acosh all any anyNA Arg asin asinh atan atanh attr attributes baseenv browser c call ceiling class Conj
    cos cosh cospi cummax cummin cumprod cumsum digamma dim dimnames emptyenv exp expression floor forceAndCall
    gamma globalenv Im interactive invisible lazyLoadDBfetch length lgamma list log max min missing Mod names nargs
    nzchar oldClass prod quote range Re rep retracemem return round seq_along seq_len sign signif sin sinh sinpi
    sqrt standardGeneric substitute sum switch tan tanh tanpi tracemem trigamma trunc unclass untracemem UseMethod
    xtfrm",
);
/// Functions with dots in their names. In Rouge, a dot matches any character, so `is_null(` is also recognized.
const DOTTED_FUNCTIONS: &str = "
    as.call as.character as.complex as.double as.environment as.integer as.logical as.null.default as.numeric as.raw
    gc.time is.array is.atomic is.call is.character is.complex is.double is.environment is.expression is.finite
    is.function is.infinite is.integer is.language is.list is.logical is.matrix is.na is.name is.nan is.null
    is.numeric is.object is.pairlist is.raw is.recursive is.single is.symbol on.exit pos.to.env proc.time seq.int";

pub(crate) fn define(g: &mut Grammar) {
    let dotted = DOTTED_FUNCTIONS.split_ascii_whitespace().collect::<Vec<_>>().join("|");
    g.state("root")
        .on("#'.*", CommentDoc)
        .on("#.*", CommentSingle)
        .on(r"\s+", TextWhitespace)
        .on("`[^`]+`", Name)
        .on(r"(?m)'(?:\\.|.)*?'", StrSingle)
        .on(r#"(?m)"(?:\\.|.)*?""#, StrDouble)
        .on("%[^%]*%", Operator)
        .on(r"0[xX]\h+(?:[pP]\d+)?[Li]?", NumHex)
        .on(r"[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?[Li]?", Num)
        .on(format!(r"\b(?:{dotted})(?=\()"), NameFunction)
        .on(r"\b([\w.]+)(?=\()", NameFunction)
        .if_word(&FUNCTIONS)
        .words(
            r"(?:[[:alpha:]]|\.[._[:alpha:]])[._[:alnum:]]*|\.",
            &[(&KEYWORDS, Keyword), (&CONSTANTS, KeywordConstant), (&VALUES, NameBuiltin)],
            Name,
        )
        .on(r"[\[\]{}();,]", Punctuation)
        .on(r"[-<>?*+^/!=~$@:%&|]", Operator);
}
