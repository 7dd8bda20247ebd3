//! Ceylon. Rouge recognizes some words only after a line break and ten spaces.

use super::prelude::*;

static ANNOTATIONS: Words = Words::new(
    "abstract actual by default deprecated doc final formal license literal native optional sealed see shared small
    tagged throws variable",
);
static KEYWORDS: Words = Words::new(
    "assert break case catch continue dynamic else exists finally for in is let outer return switch then this throw
    try while",
);
static DECLARATIONS: Words = Words::new("abstracts assign extends given of out satisfies super");

const STRING: &str = r#""(?:\\\\|\\"|[^"])*""#;

pub(crate) fn define(g: &mut Grammar) {
    // The contents of comments are lexed as code.
    g.state("space").on(r"[^\S\n]+", Text).on(r"//.*\n", CommentSingle).on(r"/\*", CommentMultiline);
    g.state("root")
        .mixin("space")
        .on(r"(\w+)\b", NameDecorator)
        .if_word(&ANNOTATIONS)
        .on(r"\n {10}(?:late|annotation)\b", NameDecorator)
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"\n {10}(?:if|nonempty)\b", Keyword)
        .on(r"(\w+)\b", KeywordDeclaration)
        .if_word(&DECLARATIONS)
        .on(r"(?:function|value|void|new)\b", KeywordType)
        .groups_to(r"(assembly|module|package|import)(\s+)", &[KeywordNamespace, Text], "import")
        .on(r"(?:true|false|null)\b", KeywordConstant)
        .groups_to(r"(alias|class|interface|object)(\s+)", &[KeywordDeclaration, Text], "class")
        .on(STRING, Str)
        .on(r"'\\.'|'[^\\]'|'\\\{#\h{4}\}'", StrChar)
        .on(r#""[^`]*``[^`]*``[^`]*""#, StrInterpol)
        .groups(r"(\.)([a-z_]\w*)", &[Operator, NameAttribute])
        .on(r"[a-zA-Z_]\w*:", NameLabel)
        .on(r"(?:\\I[a-z]|[A-Z])\w*", NameDecorator)
        .on(r"[a-zA-Z_]\w*", Name)
        .on(r"[!%&()*+,./:;<=>?\[\]^`{|}~-]", Operator)
        .mixin("numbers")
        .on(r"\n", Text);
    let grouped = r"\d{1,3}(?:_\d{3})+";
    g.state("numbers")
        .on(format!(r"(?:{grouped}|\d+)\.{grouped}[kMGTPmunpf]?"), NumFloat)
        .on(format!(r"(?:{grouped}|\d+)\.\d+(?:[eE][-+]?\d+)?[kMGTPmunpf]?"), NumFloat)
        .on(r"#\h{4}(?:_\h{4})+|#\h+", NumHex)
        .on(r"\$[01]{4}(?:_[01]{4})+|\$[01]+", NumBin)
        .on(format!(r"(?:{grouped}|\d+)[kMGTP]?"), NumInteger);
    g.state("class").mixin("space").to(r"[A-Za-z_]\w*", NameClass, POP);
    g.state("import").to(r"[a-z][\w.]*", NameNamespace, POP).to(STRING, Str, POP);
}
