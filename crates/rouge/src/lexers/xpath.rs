//! XPath, and the rules shared with XQuery.

use super::prelude::*;

static KEYWORDS: Words = Words::new("else every for if in let return satisfies some then");
static OPERATORS: Words = Words::new("and div eq except ge gt idiv intersect is le lt mod ne or to union");

pub(super) const NAME: &str = "[A-Za-z_][A-Za-z_.0-9-]*";
/// The pattern of a name with or without a prefix or namespace: `count`, `fn:count`, `Q{http://example.org}count`.
pub(super) const QUALIFIED: &str =
    r"(?:Q\{[^{}]*\}[A-Za-z_][A-Za-z_.0-9-]*|[A-Za-z_][A-Za-z_.0-9-]*(?::[A-Za-z_][A-Za-z_.0-9-]*)?)";
pub(super) const OPEN: &str = r"\((?!:)";
const STRING: &str = r#""(?:""|[^"])*"|'(?:''|[^'])*'"#;
const SIGNS: &str = r"=>|:=|>=|>>|<=|<<|!=|//|\|\||[,=:><*+/|-]";
const NODES: &str = "element|attribute|schema-element|schema-attribute|comment|text|node|document-node|namespace-node";
const AXES: &str = "child|descendant|attribute|self|descendant-or-self|following-sibling|following|namespace|parent|ancestor|preceding-sibling|preceding|ancestor-or-self";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").to(r"\(:", Comment, "comment").on(r"\s+", TextWhitespace);
    g.state("comment").to(r":\)", Comment, POP).to(r"\(:", Comment, Transition::PushTop).on("[^:(]+|[:(]", Comment);
    root(g);
    types(g);
    names(g);
}

fn root(g: &mut Grammar) {
    let call = [NameFunction, TextWhitespace, Punctuation];
    g.state("root")
        .mixin("space")
        .on(r"\.\d+|\d+(?:\.\d*)?[eE][-+]?\d+|\d+\.\d*", NumFloat)
        .on(r"\d+", Num)
        .on(STRING, Str)
        .to(r"\$", NameVariable, "variable")
        .on(SIGNS, Operator)
        .on(r"(\w+)\b", OperatorWord)
        .if_word(&OPERATORS)
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"[?,{}()\[\]]", Punctuation)
        .groups(format!(r"(function)(\s*)({OPEN})"), &[Keyword, TextWhitespace, Punctuation])
        .on("map|array|empty-sequence", Keyword)
        .groups_to(format!(r"({NODES})(\s*)({OPEN})"), &[Keyword, TextWhitespace, Punctuation], "node")
        .groups_to(
            format!(r"(processing-instruction)(\s*)({OPEN})"),
            &[Keyword, TextWhitespace, Punctuation],
            "instruction",
        )
        .groups(format!(r"({QUALIFIED})(\s*)({OPEN})"), &call)
        .groups(
            format!(r"({QUALIFIED})(\s*)(#)(\s*)(\d+)"),
            &[NameFunction, TextWhitespace, NameFunction, TextWhitespace, NameFunction],
        )
        .groups_to(r"(cast|castable)(\s+)(as)", &[Keyword, TextWhitespace, Keyword], "single type")
        .groups_to(r"(treat)(\s+)(as)", &[Keyword, TextWhitespace, Keyword], "type")
        .groups_to(r"(instance)(\s+)(of)", &[Keyword, TextWhitespace, Keyword], "type")
        .to(r"as\b", Keyword, "type")
        .groups(
            format!(r"({NAME})(\s*)(:)(\s*)(\*)"),
            &[NameTag, TextWhitespace, Punctuation, TextWhitespace, Operator],
        )
        .groups(format!(r"({AXES})(\s*)(::)"), &[Keyword, TextWhitespace, Operator])
        .on(r"\.\.?", Operator)
        .to("@", NameAttribute, "attribute")
        .on(QUALIFIED, NameTag);
}

fn types(g: &mut Grammar) {
    let opened = [KeywordType, TextWhitespace, Punctuation];
    g.state("single type").mixin("space").to(QUALIFIED, KeywordType, POP);
    g.state("type")
        .mixin("space")
        .groups_to(format!(r"({NODES})(\s*)({OPEN})"), &opened, [goto("occurrence"), push("node")])
        .groups_to(
            format!(r"(processing-instruction)(\s*)({OPEN})"),
            &opened,
            [goto("occurrence"), push("instruction")],
        )
        .groups_to(
            format!(r"(item)(\s*)({OPEN})(\s*)(\))"),
            &[KeywordType, TextWhitespace, Punctuation, TextWhitespace, Punctuation],
            goto("occurrence"),
        )
        .groups(format!(r"(function|array|map|empty-sequence)(\s*)({OPEN})"), &opened)
        .groups_to(r"(cast|castable)(\s+)(as)", &[Keyword, TextWhitespace, Keyword], goto("single type"))
        .groups_to(r"(treat)(\s+)(as)", &[Keyword, TextWhitespace, Keyword], goto("type"))
        .groups_to(r"(instance)(\s+)(of)", &[Keyword, TextWhitespace, Keyword], goto("type"))
        .on(r"as\b", Keyword)
        .to(SIGNS, Operator, POP)
        .to(r"(\w+)\b", OperatorWord, POP)
        .if_word(&OPERATORS)
        .to(r"(\w+)\b", Keyword, POP)
        .if_word(&KEYWORDS)
        .to(r"[\[),]", Punctuation, POP)
        .to(QUALIFIED, KeywordType, goto("occurrence"));
    g.state("occurrence").mixin("space").to("[?*+]", Operator, POP).go("", POP);
    g.state("node")
        .mixin("space")
        .on("[?*]", Operator)
        .on(",", Punctuation)
        .groups_to(format!(r"(element|schema-element)(\s*)({OPEN})"), &opened, "node")
        .on(QUALIFIED, NameTag)
        .to(r"\)", Punctuation, POP);
    g.state("instruction").mixin("space").on(NAME, Name).on(STRING, Str).to(r"\)", Punctuation, POP);
}

fn names(g: &mut Grammar) {
    g.state("variable")
        .mixin("space")
        .groups_to(format!(r"({QUALIFIED})(\s*)({OPEN})"), &[NameVariable, TextWhitespace, Punctuation], POP)
        .to(QUALIFIED, NameVariable, POP);
    g.state("attribute").mixin("space").to(QUALIFIED, NameAttribute, POP).to(r"\*", Operator, POP);
}
