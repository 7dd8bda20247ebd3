//! Xojo, a dialect of Basic.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "addhandler aggregates array asc assigns attributes begin break byref byval call case catch class color const
    continue ctype declare delegate dim do downto each else elseif end enum event exception exit extends false
    finally for function global goto if implements inherits interface lib loop mod module new next nil object of
    optional paramarray private property protected public raise raiseevent rect redim removehandler return select
    shared soft static step sub super then to true try until using var wend while",
);
static TYPES: Words = Words::new(
    "boolean byte cfstringref cgfloat cstring currency date datetime double int16 int32 int64 int8 integer ostype
    pair pstring ptr short single string structure uint16 uint32 uint64 uint8 uinteger ushort variant windowptr
    wstring",
);
static OPERATORS: Words = Words::new("addressof and as in is isa mod not or weakaddressof xor");

static KEYWORDS_3_30: Words = Words::revised(&KEYWORDS, "color var wend while", "char uend uhile");
static TYPES_3_30: Words = Words::revised(&TYPES, "byte currency datetime pair", "curency");

pub(crate) fn define(g: &mut Grammar) {
    let keywords = g.either(&KEYWORDS, &KEYWORDS_3_30);
    let types = g.either(&TYPES, &TYPES_3_30);
    let comments = g.either(r"(?:(?i:rem)\b|//|').*", r"(?:(?i:rem)\b|[/']).*");
    g.state("root")
        .on(r"\s+", TextWhitespace)
        .on(comments, CommentSingle)
        .on("(?im)#tag Note.*?#tag EndNote", CommentPreproc)
        .on("#.*", CommentPreproc)
        .on(r#"".*?""#, StrDouble)
        .on("[(){}!,:]", Punctuation)
        .on(r"(\w+)\b", Keyword)
        .if_word_folded(keywords)
        .on(r"(\w+)\b", KeywordDeclaration)
        .if_word_folded(types)
        .on(r"(\w+)\b", Operator)
        .if_word_folded(&OPERATORS)
        .on(r"[-+]?(?:\d+\.\d*|\.\d+)", NumFloat)
        .on(r"[-+]?\d+", NumInteger)
        .on(r"&[CHch]\h+", NumHex)
        .on("&[Oo][0-7]+", NumOct)
        .on(r"\b[\w.]+\b", Text)
        .on(r"[<>]=|<>|[=><+*/\\-]", Operator);
}
