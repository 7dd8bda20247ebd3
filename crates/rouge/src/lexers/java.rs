//! Java. Two names before a parenthesis are a method declaration, whose types are delegated to a separate lexer.

use super::prelude::*;

static KEYWORDS: Words = Words::new(
    "assert break case catch continue default do else finally for goto if instanceof new return switch this throw
    try while",
);
static DECLARATIONS: Words = Words::new(
    "abstract const enum extends final implements native private protected public static strictfp super synchronized
    throws transient volatile",
);
static TYPES: Words = Words::new("boolean byte char double float int long short var void");

const ID: &str = "[[:alpha:]_][[:word:]]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"[^\S\n]+", Text)
        .on("//.*", CommentSingle)
        .on(r"(?m)/\*.*?\*/", CommentMultiline)
        .on(r"(\w+)\b", Keyword)
        .if_word(&KEYWORDS)
        .call(r"(\s*(?:[a-zA-Z_][\w.\[\]<>]*\s+)+?)([a-zA-Z_]\w*)(\s*)(\()", |cx| {
            let [types, name, space, open] = [1, 2, 3, 4].map(|i| cx.group(i));
            cx.recurse(types);
            cx.emit(NameFunction, name);
            cx.emit(Text, space);
            cx.emit(Operator, open);
        })
        .on(format!("@{ID}"), NameDecorator)
        .on(r"(\w+)\b", KeywordDeclaration)
        .if_word(&DECLARATIONS)
        .on(r"(\w+)\b", KeywordType)
        .if_word(&TYPES)
        .on(r"(?:true|false|null)\b", KeywordConstant)
        .to(r"(?:class|interface|record)\b", KeywordDeclaration, "class")
        .to(r"(?:import|package)\b", KeywordNamespace, "import")
        .on(r#"(?m)"""\s*\n.*?(?<!\\)""""#, StrHeredoc)
        .on(r#""(?:\\\\|\\"|[^"])*""#, Str)
        .on(r"'(?:\\.|[^\\]|\\u[0-9a-f]{4})'", StrChar)
        .groups(format!(r"(\.)({ID})"), &[Operator, NameAttribute])
        .on(format!("{ID}:"), NameLabel)
        .on(r"[[:upper:]][[:digit:][:upper:]_]*\b", NameConstant)
        .on(r"[[:upper:]][[:alnum:]]*\b", NameClass)
        .on(format!(r"\$?{ID}"), Name)
        .on(r"[~^*!%&\[\](){}<>|+=:;,./?-]", Operator)
        .mixin("numbers")
        .on(r"\n", Text);
    g.in_3_30(|g| {
        g.replace_rules("root", "record", |s| _ = s.to(r"(?:class|interface)\b", KeywordDeclaration, "class"));
        g.drop_rules("root", r#"""""#);
    });
    numbers(g);
    g.state("class").on(r"\s+", Text).to(ID, NameClass, POP);
    g.state("import").on(r"\s+", Text).to(r"[a-zA-Z0-9_.]+\*?", NameNamespace, POP);
}

pub(super) fn numbers(g: &mut Grammar) {
    let digits = r"(?:\d_+\d|\d)+";
    g.state("numbers")
        .on(format!(r"{digits}\.{digits}(?:[eE]{digits})?[fd]?"), NumFloat)
        .on(r"0[bB](?:[01]_+[01]|[01])+", NumBin)
        .on(r"0[xX](?:\h_+\h|\h)+", NumHex)
        .on(r"0(?:[0-7]_+[0-7]|[0-7])+", NumOct)
        .on(format!("{digits}L?"), NumInteger);
}
