//! ReasonML, which uses the states of OCaml for names, numbers and strings. The lexer for ReScript also uses the states
//! for comments and characters.

use super::ocaml::{self, CAPITAL, ID};
use super::prelude::*;

static KEYWORDS: Words = Words::revised(&ocaml::KEYWORDS, "match raise", "switch");

pub(crate) fn define(g: &mut Grammar) {
    let names: [(&'static Words, _); 3] =
        [(&KEYWORDS, Keyword), (&ocaml::WORD_OPERATORS, OperatorWord), (&ocaml::PRIMITIVES, KeywordType)];
    g.state("root")
        .on(r"\s+", Text)
        .on(r"false|true|\(\)|\[\]", NameBuiltinPseudo)
        .to(format!(r"{CAPITAL}(?=\s*\.)"), NameNamespace, "dotted")
        .on(format!("`{ID}"), NameTag)
        .on(CAPITAL, NameClass)
        .mixin("comments")
        .words(ID, &names, Name)
        .on(r"[(){}\[\];]+", Punctuation)
        .on("[-;,_!$%&*+./:<=>?@^|~#]+", Operator)
        .mixin("numbers")
        .mixin("characters");
    comments(g);
    characters(g);
    ocaml::numbers_and_strings(g);
    ocaml::dotted(g);
}

/// Defines the states `comments` and `comment`. Comments can be nested.
pub(super) fn comments(g: &mut Grammar) {
    g.state("comments").on("//.*", CommentSingle).to(r"/\*", CommentMultiline, "comment");
    g.state("comment")
        .on("[^/*]+", CommentMultiline)
        .to(r"/\*", CommentMultiline, "comment")
        .to(r"\*/", CommentMultiline, POP)
        .on("[*/]", CommentMultiline);
}

/// Defines the state `characters`: literals such as `'a'`, quotes before type variables, and the start of strings.
pub(super) fn characters(g: &mut Grammar) {
    g.state("characters")
        .on(r#"'(?:\\(?:["' \\bnrt]|[0-9]{3}|x\h{2})|[^'/])'"#, StrChar)
        .on("'", Keyword)
        .to(r#"""#, StrDouble, "string");
}
