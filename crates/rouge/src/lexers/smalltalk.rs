//! Smalltalk, also as `st`. The text after an object (a message, or the end of the statement) has its own state.

use super::prelude::*;

static SELF: Words = Words::new("false nil self super thisContext true");

pub(crate) fn define(g: &mut Grammar) {
    let operator = r"[-+*/\\~<>=|&!?,@%]";
    let name = r"[a-zA-Z]\w*";
    g.state("root")
        .groups(r"(<)(\w+:)(.*?)(>)", &[Punctuation, Keyword, Text, Punctuation])
        .mixin("space")
        .groups(format!(r"({name}:)(\s*)(\w+)"), &[NameFunction, Text, NameVariable])
        .groups(format!(r"^(\s*)({name}\b)(\s*)$"), &[Text, NameFunction, Text])
        .groups(format!(r"^(\s*)({operator}+)(\s*)(\w+)(\s*)$"), &[Text, NameFunction, Text, NameVariable, Text])
        .groups(r"([|])([\w\s]*)([|])", &[Punctuation, NameVariable, Punctuation])
        .mixin("objects")
        .on(r"\^|:=|_", Operator)
        .to(r"[)}\]]", Punctuation, "object")
        .on(r"[({\[!]", Punctuation);
    g.state("space").on("! !$", Keyword).on(r"\s+", Text).on(r#"(?m)".*?""#, Comment);
    g.state("objects")
        .to(r"\[", Punctuation, "parameters")
        .to(r"\w+\b", NameBuiltinPseudo, "object")
        .if_word(&SELF)
        .to(r"[A-Z]\w*(?!:)\b", NameClass, "object")
        .to(r"[a-z]\w*(?!:)\b", NameVariable, "object")
        .mixin("literals");
    // The parameters of a block.
    g.state("parameters")
        .mixin("space")
        .groups(r"(:)(\s*)(\w+)", &[Operator, Text, NameVariable])
        .to("[|]", Punctuation, POP)
        .go("", POP);
    g.state("literals")
        .to("(?m)'(?:''|.)*?'", Str, "object")
        .to("[$].", StrChar, "object")
        .to("#[(]", StrSymbol, "array")
        .to(r"(?:\d+r)?-?\d+(?:\.\d+)?(?:e-?\d+)?", Num, "object")
        .to(format!(r#"#(?:"[^"]*"|{operator}+|[\w:]+)"#), StrSymbol, "object");
    // A literal array. Nested arrays are not followed by messages.
    g.state("array").to("[)]", StrSymbol, goto("object")).mixin("items");
    g.state("items")
        .to("#[(]", StrSymbol, "items")
        .to("[)]", StrSymbol, POP)
        .mixin("space")
        .mixin("literals")
        .on(format!(r"(?:{operator}|[\w:])+"), StrSymbol);
    g.state("object")
        .mixin("space")
        .to("(?:ifTrue|ifFalse|whileTrue|whileFalse|timesRepeat):", NameBuiltin, POP)
        .on(r"new(?!:)\b", NameBuiltin)
        .to(":=|_", Operator, POP)
        .to(format!("{name}:"), NameFunction, POP)
        .on(name, NameFunction)
        .to(format!("{operator}+"), NameFunction, POP)
        .to("[.]", Punctuation, POP)
        .on(";", Punctuation)
        .go("", POP);
}
