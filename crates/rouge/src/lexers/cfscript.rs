//! CFScript, the script syntax of ColdFusion.

use super::prelude::*;

static KEYWORDS: Words =
    Words::new("break catch continue default do else for if in required return switch throw try var while xml");
static DECLARATIONS: Words = Words::new("component function package private property public remote");
static TYPES: Words =
    Words::new("any array binary boolean component date guid numeric query string struct uuid void xml");

const ID: &str = r"[$a-zA-Z_][\w.]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).on("//.*", CommentSingle).on(r"(?m)/\*.*?\*/", CommentMultiline);
    g.state("value").mixin("space").to(r"\{", Punctuation, "object").go("", POP);
    g.state("statement").on("[{}]", Punctuation).mixin("value");
    g.state("choice").to(":", Punctuation, goto("value")).mixin("root");
    g.state("import").on(r"\s+", Text).to(r"[\w.]+\*?", NameNamespace, POP);
    g.state("object")
        .mixin("space")
        .to(r"\}", Punctuation, "value")
        .groups_to(format!(r"({ID})(\s*)(:)"), &[NameOther, Text, Punctuation], "value")
        .on(":", Punctuation)
        .mixin("root");
    // Operators, too, must be at a word boundary. The next rule matches the others.
    g.state("operators")
        .to(
            r"(?i)(?:\+\+|--|&&|\|\||[<>]=?|[=!]=|\?|mod|eqv?|[lg]te?|not|is|and|x?or|imp|equal|contains|does not contain|(?:greater|less) than(?: or equal to)?)\b",
            Operator,
            "value",
        )
        .to(r"[-<>+*%&|^/!=]=?", Operator, "value");
    g.state("root")
        .mixin("space")
        .mixin("operators")
        .to(r"[(\[,]", Punctuation, "value")
        .to("[;{}]", Punctuation, "statement")
        .on(r"[)\].]", Punctuation)
        .to(r"\?", Punctuation, ["choice", "value"])
        .on(r"(?:application|session|client|cookie|super|this|variables|arguments|cgi)\b", NameConstant)
        .on(r"(?:true|false|null)\b", KeywordConstant)
        .to(r"import\b", KeywordNamespace, "import")
        .groups_to(format!(r"({ID})(\s*)(:)(\s*)"), &[Name, Text, Punctuation, Text], "value")
        .groups(format!(r"({ID})(\s*)(\()"), &[Keyword, Text, Punctuation])
        .if_word(&KEYWORDS)
        .groups(format!(r"({ID})(\s*)(\()"), &[NameFunction, Text, Punctuation])
        .to(ID, KeywordDeclaration, "value")
        .if_word(&DECLARATIONS)
        .to(ID, Keyword, "value")
        .if_word(&KEYWORDS)
        .to(ID, KeywordType, "value")
        .if_word(&TYPES)
        .on(ID, NameOther)
        .on(r"\d+\.\d+(?:[Ee]\d+)?[df]?", NumFloat)
        .on(r"0x\h+", NumHex)
        .on(r"\d+", NumInteger)
        .on(r#""(?:\\\\|\\"|[^"])*""#, StrDouble)
        .on(r"'(?:\\\\|\\'|[^'])*'", StrSingle);
}
