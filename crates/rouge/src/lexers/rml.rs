//! RML, a language for runtime verification.

use super::prelude::*;

static KEYWORDS: Words = Words::new("all else empty false if matches not true with");
static KEYWORDS_IN_DATA: Words = Words::revised(&KEYWORDS, "", "abs cos max min sin tan");

const LOWER: &str = r"[a-z]\w*";
const UPPER: &str = r"[A-Z]\w*";

pub(crate) fn define(g: &mut Grammar) {
    let call = format!(r"({LOWER})(\()");
    g.state("common")
        .on(r"[ \t\r\n]+", Text)
        .on(r"//[^\r\n]*", CommentSingle)
        .on(r"'(?:\\'|[ .\w])*'", Str)
        .on(r"[0-9]+\.[0-9]+", NumFloat)
        .on("[0-9]+", NumInteger);
    g.state("root")
        .mixin("common")
        .groups_to(call.clone(), &[NameFunction, Operator], "parameters")
        .to(r"with\b", Keyword, "data after with")
        .words(LOWER, &[(&KEYWORDS, Keyword)], NameFunction)
        .to(r"[({\[]", Operator, "parameters")
        .on("[_|;]", Operator)
        .to(UPPER, NameClass, "equation");
    g.state("parameters")
        .mixin("common")
        .to(r"[({\[]", Operator, Transition::PushTop)
        .to(r"[)}\]]", Operator, POP)
        .on(format!("{LOWER}(?=:)"), NameEntity)
        .words(LOWER, &[(&KEYWORDS, Keyword)], StrRegex)
        .on(r"\.\.\.", StrSymbol)
        .on("[_|;,:]", Operator);
    g.state("equation")
        .mixin("common")
        .on("[<,>]", Operator)
        .on(LOWER, StrRegex)
        .to("=", Operator, goto("expression"))
        .to(";", Operator, POP);
    g.state("expression")
        .mixin("common")
        .groups_to(r"(if)(\()", &[Keyword, Operator], "data")
        .to("let|var", Keyword, "equation")
        .groups_to(call, &[NameFunction, Operator], "parameters")
        .words(LOWER, &[(&KEYWORDS, Keyword)], NameFunction)
        .to(format!("{UPPER}(?=<)"), NameClass, "data")
        .on(UPPER, NameClass)
        .on(r"[=(){}*+/\\|!>?]", Operator)
        .to(";", Operator, POP);
    g.state("data")
        .mixin("common")
        .words(LOWER, &[(&KEYWORDS_IN_DATA, Keyword)], StrRegex)
        .to(r"\(", Operator, Transition::PushTop)
        .to(r"\)", Operator, POP)
        // The end of generic arguments, if an equation or another end follows.
        .to(">(?=[^A-Z;][^A-Z;>]*[A-Z;>])", Operator, POP)
        .on(r"[*^?!%&\[\]<>|+=:,./\\_-]", Operator)
        .to(";", Operator, POP);
    g.state("data after with").mixin("common").on(">", Operator).mixin("data");
}
