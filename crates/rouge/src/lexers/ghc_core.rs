//! GHC Core, in the format of GHC's dumps.

use super::prelude::*;

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on("^=====.*=====$", GenericHeading)
        .on(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ UTC$", CommentSingle)
        .on(r"^Result size of .+\n.+\{[^}]*\}", CommentMultiline)
        .on("--.*", CommentSingle)
        .to(r"\[", CommentSpecial, "annotation")
        .groups(r"(Rec)(\s*)(\{)", &[Keyword, Text, Punctuation])
        .groups(r"^(end)(\s*)(Rec)(\s*)(\})", &[Keyword, Text, Keyword, Text, Punctuation])
        .to(r#"(?m)^".*?""#, NameLabel, "expression")
        .to(r"(?m)^\S+(?=.*?(?:=|::))", NameFunction, "expression")
        .on(r"\s|.", Text);
    g.state("annotation")
        .to(r"\]", CommentSpecial, POP)
        .to(r"\[", CommentSpecial, Go::PushTop)
        .on(r"[^\[\]]+", CommentSpecial);
    // An unindented line ends it.
    g.state("expression").on(r"\n+", Text).go(r"(?=^\S)", POP).to(r"\s+", Text, "line");
    g.state("line")
        .on(" ", Text)
        .on(r"\[[^=]*\]", KeywordType)
        .to(r"\[", CommentSpecial, "annotation")
        .on(r"\d+\.\d+#{0,2}", NumFloat)
        .on(r"\d+#{0,2}", NumInteger)
        .on(r##"".*"#"##, Str)
        .on("'.'#", StrChar)
        .on("__DEFAULT", NameConstant)
        .on("[.,(){};]", Punctuation)
        .on(r"=>|->|::|[=@\\]", Operator)
        // The keyword may be the prefix of a longer word.
        .on("forall|case|of|letrec|let|join", Keyword)
        .on(r"[A-Z][^\s.,(){}]*", KeywordType)
        .groups(r"([a-z].*?\d+\.\d+\.\d+)(:)(?=\S)", &[NameNamespace, Punctuation])
        .on(r"\S*\(,\)\S*|\S[^\s.,(){}]*", NameVariable)
        .to(r"\n", Text, POP);
}
