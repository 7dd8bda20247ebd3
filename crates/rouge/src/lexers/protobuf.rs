//! Protocol buffers: definitions of messages and services.

use super::prelude::*;

static KEYWORDS: Words =
    Words::new("ctype default extensions import max oneof option optional packed repeated required returns rpc to");
static TYPES: Words = Words::new(
    "bool bytes double fixed32 fixed64 float int32 int64 sfixed32 sfixed64 sint32 sint64 string uint32 uint64",
);

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on(r"[,;{}\[\]()]", Punctuation)
        .on(r"(?m)/(?:\\\n)?/(?:$|.*?[^\\]$)", CommentSingle)
        .on(r"(?m)/(?:\\\n)?\*.*?\*(?:\\\n)?/", CommentMultiline)
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"(\w+)\b", KeywordType)
        .if_word(&TYPES)
        .on("true|false", KeywordConstant)
        .groups_to(r"(package)(\s+)", &[KeywordNamespace, Text], "package")
        .groups_to(r"(message|extend)(\s+)", &[KeywordDeclaration, Text], "message")
        .groups_to(r"(enum|group|service)(\s+)", &[KeywordDeclaration, Text], "type")
        .on(r#"".*?"|'.*?'"#, Str)
        .on(r"(?:\d+\.\d*|\.\d+|\d+)[eE][+-]?\d+[LlUu]*|(?:\d+\.\d*|\.\d+|\d+[fF])[fF]?|-?(?:inf|nan)\b", NumFloat)
        .on(r"0x\h+[LlUu]*", NumHex)
        .on("0[0-7]+[LlUu]*", NumOct)
        .on(r"\d+[LlUu]*", NumInteger)
        .on("[+-=]", Operator)
        .groups(r"([A-Za-z_][\w.]*)([\t ]*)(=)", &[NameAttribute, Text, Operator])
        .on(r"[a-zA-Z_][\w.]*", Name);
    for (state, token) in [("package", NameNamespace), ("message", NameClass), ("type", Name)] {
        g.state(state).to(r"[a-zA-Z_]\w*", token, POP).go("", POP);
    }
}
