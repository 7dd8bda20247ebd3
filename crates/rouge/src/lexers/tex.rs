//! TeX and LaTeX. Formulas have states of their own.

use super::prelude::*;

const COMMAND: &str = r"\\(?:[a-zA-Z]+|\s+|.)";

pub(crate) fn define(g: &mut Grammar) {
    g.state("signs").on("%.*", Comment).on("[{}&_^]", Punctuation);
    g.state("root")
        .to(r"\\\[|\$\$", Punctuation, "display")
        .to(r"\\\(|\$", Punctuation, "inline")
        .on(r"\\(?:begin|end)\{.*?\}", NameTag)
        .groups(r"(\\verb)\b(\S)(.*?)(\2)", &[NameBuiltin, KeywordPseudo, StrOther, KeywordPseudo])
        .to(COMMAND, Keyword, "command")
        .mixin("signs")
        .on(r"[^\\$%&_^{}]+", Text);
    g.state("command").on(r"\[.*?\]", NameAttribute).on(r"\*", Keyword).go("", POP);
    g.state("inline").to(r"\\\)|\$", Punctuation, POP).mixin("math");
    g.state("display").to(r"\\\]|\$\$", Punctuation, POP).on(r"\$", NameBuiltin).mixin("math");
    g.state("math")
        .on(COMMAND, NameVariable)
        .mixin("signs")
        .on(r"\d+", Num)
        .on(r"[-=!+*/()\[\]]", Operator)
        .on(r"[^0-9!$%&()*+/=\[\\\]^_{}-]+", NameBuiltin);
}
