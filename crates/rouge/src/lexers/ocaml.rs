//! OCaml. The lexer for F# also uses the states for literals and comments.

use super::prelude::*;

pub(super) static KEYWORDS: Words = Words::new(
    "as assert begin class constraint do done downto else end exception external false for fun function functor if
    in include inherit initializer lazy let match module mutable new nonrec object of open raise rec sig struct
    then to true try type val virtual when while with",
);
pub(super) static WORD_OPERATORS: Words = Words::new("and asr land lor lsl lxor mod or");
pub(super) static PRIMITIVES: Words = Words::new("array bool char float int list string unit");

pub(super) const ID: &str = r"[a-zA-Z_][\w']*";
pub(super) const CAPITAL: &str = r"[A-Z][\w']*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on(r"false|true|\(\)|\[\]", NameBuiltinPseudo)
        .to(format!(r"{CAPITAL}(?=\s*\.)"), NameNamespace, "dotted")
        .on(format!("`{ID}"), NameTag)
        .on(CAPITAL, NameClass)
        .to(r"\(\*(?!\))", Comment, "comment")
        .words(ID, &[(&KEYWORDS, Keyword), (&WORD_OPERATORS, OperatorWord), (&PRIMITIVES, KeywordType)], Name)
        .on(r"[(){}\[\];]+", Punctuation)
        .on("[!#$%&*+,./:;<=>?@^_|~-]+", Operator)
        .mixin("literals")
        .on(format!("[~?]{ID}"), NameVariable);
    comments_and_literals(g);
    dotted(g);
}

/// Defines the state `dotted`, for the rest of a name such as `List.map` after the name of the module.
pub(super) fn dotted(g: &mut Grammar) {
    g.state("dotted")
        .on(r"\s+", Text)
        .on(r"\.", Punctuation)
        .on(format!(r"{CAPITAL}(?=\s*\.)"), NameNamespace)
        .to(CAPITAL, NameClass, POP)
        .to(ID, Name, POP)
        .to(r"[({\[]", Punctuation, POP);
}

/// Defines the state `comment`, after the opening delimiter. Comments can be nested.
pub(super) fn comment(g: &mut Grammar) {
    g.state("comment")
        .on("[^(*)]+", Comment)
        .to(r"\(\*", Comment, Transition::PushTop)
        .to(r"\*\)", Comment, POP)
        .on("[(*)]", Comment);
}

/// Defines the states `comment`, `literals`, `numbers` and `string`.
pub(super) fn comments_and_literals(g: &mut Grammar) {
    comment(g);
    numbers_and_strings(g);
    g.state("literals")
        .mixin("numbers")
        .on(r#"'(?:\\[\\"'ntbr ]|\\[0-9]{3}|\\x\h{2}|\.)'"#, StrChar)
        .on("'", Keyword)
        .to(r#"""#, StrDouble, "string");
}

/// Defines the states `numbers` and `string`, which OCaml, F#, ReasonML and ReScript share.
pub(super) fn numbers_and_strings(g: &mut Grammar) {
    g.state("numbers")
        .on(r"(?i)-?\d[\d_]*(?:.[\d_]*)?e[-+]?\d[\d_]*", NumFloat)
        .on(r"0[xX]\h[\h_]*", NumHex)
        .on("0[oO][0-7][0-7_]*", NumOct)
        .on("0[bB][01][01_]*", NumBin)
        .on(r"\d[\d_]*", NumInteger);
    g.state("string")
        .on(r#"[^\\"]+"#, StrDouble)
        .on(r#"\\(?:[\\"'ntbr]|\d{3}|x\h{2})"#, StrEscape)
        .on(r"\\\n", StrDouble)
        .to(r#"""#, StrDouble, POP);
}
