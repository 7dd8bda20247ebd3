//! Nim. Words may contain an underscore after any letter.

use super::prelude::*;

const KEYWORDS: &str =
    "addr as asm atomic bind block break case cast const continue converter defer discard distinct do elif else end
    enum except export finally for from func generic if import include interface iterator let macro method mixin nil
    object of out proc ptr raise ref return static template try tuple type using var when while with without yield";
const OPERATORS: &str = "and div in is isnot mod not notin or shl shr xor";
const TYPES: &str = "array bool char float float32 float64 int int16 int32 int64 int8 range seq set string";
const CONSTANTS: &str = "false true";

const NAME: &str = "[a-zA-Z](?:_?[a-zA-Z0-9])*";

/// A pattern for words that may contain underscores.
fn loose(words: &str) -> String {
    let spread = |word: &str| word.chars().map(|c| format!("{c}_?")).collect::<String>();
    format!(r"(?:{})\b", words.split_whitespace().map(spread).collect::<Vec<_>>().join("|"))
}

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on("##.*", StrDoc)
        .on("#.*", Comment)
        .on(r"[*=><+\-/@$~&%!?|\\\[\]]+", Operator)
        .on(r"[.,{}():^`;]+", Punctuation)
        .to(r#"\w+""#, Str, "raw string")
        .to(r#"""""#, Str, "long string")
        .to(r#"""#, Str, "string")
        .to("'", StrChar, "character")
        .on(loose(OPERATORS), OperatorWord)
        .to(r"p_?r_?o_?c_?\s(?![(\[\]])", Keyword, "proc name")
        .on(loose(KEYWORDS), Keyword)
        .on(loose(TYPES), KeywordType)
        .on(loose(CONSTANTS), KeywordPseudo)
        .on(NAME, Name)
        .mixin("numbers")
        .on(r"\s+", Text)
        .on(".+", Error);
    g.state("proc name").to(NAME, NameFunction, POP).to("`.+`", NameFunction, POP);
    numbers(g);
    strings(g);
}

fn numbers(g: &mut Grammar) {
    g.state("numbers")
        .to(r"\d[\d_]*(?=[eE.]|'?[fF](?:32|64))", NumFloat, ["float suffix", "fraction"])
        .to(r"0[xX]\h[\h_]*", NumHex, "integer suffix")
        .to("0[bB][01][01_]*", Num, "integer suffix")
        .to("0o[0-7][0-7_]*", NumOct, "integer suffix")
        .to(r"\d[\d_]*", NumInteger, "integer suffix");
    g.state("fraction").on(r"\.(?!\.)[\d_]*|[eE][+-]?\d[\d_]*", NumFloat).go("", POP);
    g.state("float suffix").on("'?[fF](?:32|64)", NumFloat).go("", POP);
    g.state("integer suffix")
        .on("'?[iI](?:32|64)", NumIntegerLong)
        .on("'?(?:[iI](?:8|16)|[uU])", NumInteger)
        .go("", POP);
}

fn strings(g: &mut Grammar) {
    g.state("character")
        .on(r#"\\(?:[\\abcefnrtvl"']|x\h{2}|\d{1,3})"#, StrEscape)
        .to("'", StrChar, POP)
        .on(".", StrChar);
    g.state("in strings").on(r"\$[\w#]+", StrInterpol).on(r#"[^\\'"$\n]+|['"\\$]"#, Str);
    g.state("string")
        .on(r#"\\(?:[\\abcefnrtvl"'\n]|x\h{2}|\d{1,3})"#, StrEscape)
        .to(r#"""#, Str, POP)
        .mixin("in strings");
    g.state("raw string").to(r#""(?!")"#, Str, POP).to(r#"""#, StrEscape, POP).mixin("in strings");
    g.state("long string").to(r#""""(?!")"#, Str, POP).mixin("in strings").on(r"\n", Str);
}
