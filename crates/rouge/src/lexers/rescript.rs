//! ReScript. Rouge emits the separators between names as plain text.

use super::ocaml::{self, CAPITAL, ID};
use super::prelude::*;
use super::reasonml;

static KEYWORDS: Words = Words::new(
    "and as assert constraint downto else exception export external for if import in include lazy let module mutable
    of open private rec switch to try type when while with",
);
static TYPES: Words = Words::new("array bool char exn float format int list option ref string unit");
static WORD_OPERATORS: Words = Words::new("asr land lor lsl lsr lxor mod or");

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+|[,.:?~\\]", Text)
        // As in Rouge, `true` may be the start of a longer name.
        .on(r"true|false\b", KeywordConstant)
        .to(format!(r"{CAPITAL}(?=\s*\.)"), NameNamespace, "dotted")
        .on(format!(r"@{ID}(?:\.{ID})*"), NameDecorator)
        .on(format!("#{ID}"), NameClass)
        .on(CAPITAL, NameClass)
        .mixin("comments")
        .words(ID, &[(&KEYWORDS, Keyword), (&WORD_OPERATORS, OperatorWord), (&TYPES, KeywordType)], Name)
        .on(r"[(){}\[\];]+", Punctuation)
        .on("[-;_!$%&*+/<=>@^|]+", Operator)
        .mixin("numbers")
        .mixin("characters")
        .to("`", StrDouble, "template");
    reasonml::comments(g);
    reasonml::characters(g);
    ocaml::numbers_and_strings(g);
    ocaml::dotted(g);
    g.state("template")
        .to(r"\$\{", Punctuation, "in template")
        .to("`", StrDouble, POP)
        .on(r"\\[$`]", StrEscape)
        .on(r"[^$`\\]+|[\\$]", StrDouble);
    g.state("in template").to(r"\}", Punctuation, POP).mixin("root");
}
