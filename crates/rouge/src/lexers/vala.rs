//! Vala, a language for GNOME that is compiled to C.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract as async base break case catch const construct continue default delegate delete do dynamic else
    ensures enum errordomain extern false finally for foreach get global if in inline interface internal is lock
    new null out override owned private protected public ref requires return set signal sizeof static switch this
    throw throws true try typeof unowned value var virtual void weak while yield",
);
static TYPES: Words = Words::new(
    "bool char double float int int16 int32 int64 int8 long short size_t ssize_t string uint uint16 uint32 uint64
    uint8 ulong unichar ushort",
);

pub(crate) fn define(g: &mut Grammar) {
    let id = r"@?[_A-Za-z]\w*";
    g.state("space").on(r"\s+", Text).on("//.*", CommentSingle).on(r"(?m)/\*.*?\*/", CommentMultiline);
    g.state("root")
        .mixin("space")
        .on(r"^\s*\[.*?\]", NameAttribute)
        .on(format!(r"<\[\s*(?:{id}:)?|\]>"), Keyword)
        .on(r"[!%&()*+,./:;<=>?\[\]^{|}~-]", Punctuation)
        .on(r#"@"(?:\\.|.)*?"|"(?:\\.|.)*?["\n]"#, Str)
        .on(r"'(?:\\.|.)'", StrChar)
        .on(r"(?i)0x\h+[lu]?|\d(?:\.\d*)?(?:e[-+]\d+)?[fldu]?", Num)
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"(\w+)\b", KeywordType)
        .if_word(&TYPES)
        .to("class|struct", Keyword, "class")
        .to("namespace|using", Keyword, "namespace")
        .on(format!(r"{id}(?=\s*\()"), NameFunction)
        .on(id, Name)
        .on("#.*", CommentPreproc);
    g.state("class").mixin("space").to(id, NameClass, POP);
    g.state("namespace").mixin("space").to(r"(?=\()", Text, POP).to(format!(r"(?:{id}|\.)+"), NameNamespace, POP);
}
