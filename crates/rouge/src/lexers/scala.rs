//! Scala. Names may end in operators. Types and type parameters have their own states.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "abstract case catch def do else extends final finally for forSome if implicit lazy match new override private
    protected requires return sealed super this throw try val var while with yield",
);

/// An operator character.
const OP: &str = r#"(?:(?![\p{Space}\p{L}$_0-9(){}\[\]‘’".;,])[-!#%&*/:?@\\^\p{Sm}\p{So}])"#;
const OP_3_30: &str = r#"(?:(?![\p{Space}\p{L}$_0-9(){}\[\]‘’".;,])[\u0020-\u007F\p{Sm}\p{So}])"#;

pub(crate) fn define(g: &mut Grammar) {
    define_with(g, g.either(OP, OP_3_30));
}

fn define_with(g: &mut Grammar, op: &'static str) {
    let id = format!(r"(?:[\p{{L}}$_][\p{{L}}$_0-9]*(?:(?<=_){op}+)?)");
    let name = format!(r"(?:{id}|{op}+|`[^`]+`)");
    root(g, op, &id, &name);
    literals(g, op, &id);
    types(g, op, &id, &name);
    g.state("comment")
        .on(r"[^/*]+", CommentMultiline)
        .to(r"/\*", CommentMultiline, "comment")
        .to(r"\*/", CommentMultiline, POP)
        .on("[*/]", CommentMultiline);
    g.state("import").to(format!(r"(?:{id}|\.)+"), NameNamespace, POP);
}

fn root(g: &mut Grammar, op: &str, id: &str, name: &str) {
    g.state("root")
        .groups_to(r"(class|object|trait)(\s+)", &[Keyword, Text], "class")
        .on(format!("'{id}(?!')"), StrSymbol)
        .on(r"[^\S\n]+", Text)
        .on("//.*", CommentSingle)
        .to(r"/\*", CommentMultiline, "comment")
        .on(format!("@{id}"), NameDecorator)
        .groups(format!(r"(def)(\s+)({name})(\s*)"), &[Keyword, Text, NameFunction, Text])
        .groups(format!(r"(val)(\s+)({name})(\s*)"), &[Keyword, Text, NameVariable, Text])
        .groups(format!(r"(this)(\n*)(\.)({id})"), &[Keyword, Text, Operator, NameProperty])
        .groups(format!(r"({id}|_)(\n*)(\.)({id})"), &[NameVariable, Text, Operator, NameProperty])
        .on(format!(r"[\p{{Lu}}$_]{id}\b"), NameClass)
        .groups(format!(r"({id})(\p{{Space}}*)(\()"), &[NameFunction, Text, Operator])
        .groups(format!(r"(\.)({id})"), &[Operator, NameProperty])
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .on(r"(?:<[%:-]|=>|>:|[#=@_\u21D2\u2190])(?:\b|(?=\s)|$)", Keyword)
        .to(format!(":(?!{op})"), Keyword, "type")
        .on(r"(?:true|false|null)\b", KeywordConstant)
        .groups_to(r"(import|package)(\s+)", &[Keyword, Text], "import")
        .groups_to(r"(type)(\s+)", &[Keyword, Text], "type")
        .mixin("literals");
}

fn literals(g: &mut Grammar, op: &str, id: &str) {
    g.state("literals")
        .on(r#"(?m)""".*?"""(?!")"#, Str)
        .on(r#""(?:\\\\|\\"|[^"])*""#, Str)
        .on(r"'\\.'|'[^\\]'|'\\u\h{4}'", StrChar)
        .on(id.to_owned(), Name)
        .on("`[^`]+`", Name)
        .to(r"\[", Operator, "type parameters")
        .on(r"[(){};,.#]", Operator)
        .on(format!("{op}+"), Operator)
        .on(r"(?:\d+\.\d*|\.\d+)(?:[eE][-+]?\d+)?[fFdD]?|\d+[fFdD]", NumFloat)
        .on(r"0x\h+", NumHex)
        .on(r"\d+L?", NumInteger)
        .on(r"\n", Text);
}

fn types(g: &mut Grammar, op: &str, id: &str, name: &str) {
    g.state("class")
        .groups_to(format!(r"({name})(\s*)(\[)"), &[NameClass, Text, Operator], "type parameters")
        .on(r"\s+", Text)
        .to(r"[{(]", Operator, POP)
        .to("//.*", CommentSingle, POP)
        .to(name.to_owned(), NameClass, POP);
    // A type that is a name, or several names separated by dots.
    let chunk = format!(r"(?:{id}|{op}+`[^`]+`)");
    let path = format!(r"{chunk}(?:\.{chunk})*");
    g.state("type")
        .on(r"\s+", Text)
        .on(r"<[%:]|>:|[#_\u21D2]|forSome|type", Keyword)
        .groups_to(r"([,);}]|=>|=)(\s*)", &[Operator, Text], POP)
        .to(r"[({]", Operator, "type")
        .groups_to(format!(r"({path})(\s*)(\[)"), &[KeywordType, Text, Operator], goto("type parameters"))
        .groups_to(format!(r"({path})(\s*)$"), &[KeywordType, Text], POP)
        .to("//.*", CommentSingle, POP)
        .on(format!(r"\.|{name}"), KeywordType);
    g.state("type parameters")
        .on(r"[\s,]+", Text)
        .on(r"<[%:]|=>|>:|[#_\u21D2]|forSome|type", Keyword)
        .to(r"[\])}]", Operator, POP)
        .to(r"[(\[{]", Operator, "type parameters")
        .on(format!(r"\.|{name}"), KeywordType);
}
