//! Factor. Words are separated by whitespace.

use super::prelude::*;

static BUILTINS: Words = Words::new(include_str!("words/factor.txt"));

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .groups(r"(::?|MACRO:|MEMO:|GENERIC:|HELP:)(\s+)(\S+)", &[Keyword, Text, NameFunction])
        .groups(r"(GENERIC#|HOOK:|M:)(\s+)(\S+)(\s+)(\S+)", &[Keyword, Text, NameClass, Text, NameFunction])
        .to(r"\((?=\s)", NameFunction, "stack effect")
        .on(r";(?=\s)", Keyword)
        .mixin("name spaces")
        .groups_to(
            r"(TUPLE:)(\s+)(\S+)(\s+)(<)(\s+)(\S+)",
            &[Keyword, Text, NameClass, Text, Punctuation, Text, NameClass],
            "slots",
        )
        .groups_to(r"(TUPLE:)(\s+)(\S+)", &[Keyword, Text, NameClass], "slots")
        .groups(r"(INTERSECTION:|UNION:)(\s+)(\S+)", &[Keyword, Text, NameClass])
        .groups(
            r"(PREDICATE:)(\s+)(\S+)(\s+)(<)(\s+)(\S+)",
            &[Keyword, Text, NameClass, Text, Punctuation, Text, NameClass],
        )
        .groups(r"(C:)(\s+)(\S+)(\s+)(\S+)", &[Keyword, Text, NameFunction, Text, NameClass])
        .on(
            "(?:INSTANCE|SLOT|MIXIN|SINGLETONS?|CONSTANT|SYMBOLS?|ERROR|SYNTAX|ALIEN|TYPEDEF|FUNCTION|STRUCT):",
            Keyword,
        )
        .on("<PRIVATE|PRIVATE>", KeywordNamespace)
        .groups(r"(MAIN:)(\s+)(\S+)", &[KeywordNamespace, Text, NameFunction])
        .on(r#""(?:\\\\|\\"|[^"])*"|\S+"\s+(?:\\\\|\\"|[^"])*""#, Str)
        .on(r"CHAR:\s+(?:\\[\\abfnrstv]*|\S)(?=\s)", StrChar)
        .on(r"#?!\s+.*$", Comment)
        .on(r"[tf](?=\s)", NameConstant)
        .on(r"-?\d+\.\d+(?=\s)", NumFloat)
        .on(r"-?\d+(?=\s)", NumInteger)
        .on(r"HEX:\s+\h+(?=\s)", NumHex)
        .on(r"BIN:\s+[01]+(?=\s)", NumBin)
        .on(r"OCT:\s+[0-7]+(?=\s)", NumOct)
        .on(r"[+/*=<>^-](?=\s)", Operator)
        .on(r"(?:deprecated|final|flushable|foldable|inline|recursive)(?=\s)", Keyword)
        .words(r"\S+", &[(&BUILTINS, NameBuiltin)], Name);
    g.state("name spaces")
        .groups_to(r"(USING:)((?:\s|\\\s)+)", &[KeywordNamespace, Text], "import")
        .groups(r"(IN:|QUALIFIED-WITH:|QUALIFIED:|UNUSE:|USE:)(\s+)(\S+)", &[KeywordNamespace, Text, NameNamespace])
        .groups(r"(EXCLUDE:|FROM:)(\s+)(\S+)(\s+)(=>)", &[KeywordNamespace, Text, NameNamespace, Text, Punctuation])
        .on("(?:ALIAS|DEFER|FORGET|POSTPONE):", KeywordNamespace);
    g.state("stack effect")
        .on(r"\s+", Text)
        .to(r"\(", NameFunction, Transition::PushTop)
        .to(r"\)", NameFunction, POP)
        .on("--", NameFunction)
        .on(r"\S+", NameVariable);
    g.state("slots").on(r"\s+", Text).to(r";(?=\s)", Keyword, POP).on(r"\S+", NameVariable);
    g.state("import").on(r"\s+", Text).to(r";(?=\s)", Keyword, POP).on(r"\S+", NameNamespace);
}
