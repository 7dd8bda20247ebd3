//! Janet. Quoted forms are data, in which symbols are classified only after an unquote.

use super::prelude::*;

static SPECIALS: Words = Words::new("break def do fn if quasiquote quote set splice unquote var while");
static BUNDLED: Words = Words::new(include_str!("words/janet_bundled.txt"));

const SYMBOL: &str = "[[:alpha:]_!$%^&*+=~<>.?/-][[:word:]_!$%^&*+=~<>.?/:-]*";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on("#.*", CommentSingle)
        .on(r"\s+", TextWhitespace)
        .on(r"(?:true|false|nil)\b", NameConstant)
        .groups(format!("(['~])({SYMBOL})"), &[Operator, StrSymbol])
        .on("(?::[[:word:]_!$%^&*+=~<>.?/:-]*)", KeywordConstant)
        .on(r"[-+]?\d{1,2}r[\w.]+(?:&[-+]?\w+)?", NumFloat)
        .on(r"[-+]?0x(?:\h[\h_]*(?:\.\h[\h_]*)?|\.\h[\h_]*)", NumHex)
        .on(r"[-+]?(?:\d[\d_]*(?:\.\d[\d_]*)?|\.\d[\d_]*)(?:[eE][-+]?\d+)?", NumFloat)
        .to(r#"@?""#, StrDouble, "string")
        .on(r"(?m)@?(`+).*?\1", StrHeredoc)
        .to(r"\(", Punctuation, "function")
        .groups_to(r"(')(@?[(\[{])", &[Operator, Punctuation], "quotation")
        .groups_to(r"(~)(@?[(\[{])", &[Operator, Punctuation], "quasi-quotation")
        .on("[#~,';|]", Operator)
        .on(r"@?[(){}\[\]]", Punctuation)
        .on(SYMBOL, Name);
    g.state("string").to(r#"""#, StrDouble, POP).on(r"\\(?:u\h{4}|U\h{6}|.)", StrEscape).on(r#"[^"\\]+"#, StrDouble);
    g.state("function")
        .to(r"\)", Punctuation, POP)
        .call(SYMBOL, |cx| {
            let (token, next) = match cx.matched() {
                "quote" => (Keyword, "quotation"),
                "quasiquote" => (Keyword, "quasi-quotation"),
                name if SPECIALS.has(name) => (Keyword, "root"),
                name if BUNDLED.has(name) => (KeywordReserved, "root"),
                _ => (NameFunction, "root"),
            };
            cx.token(token);
            cx.goto(next);
        })
        .mixin("root");
    g.state("quotation")
        .to(r"[(\[{]", Punctuation, Go::PushTop)
        .to(r"[)\]}]", Punctuation, POP)
        .on(SYMBOL, StrEscape)
        .mixin("root");
    g.state("quasi-quotation")
        .groups_to(r"(,)(\()", &[Operator, Punctuation], "function")
        .groups_to(r"(\()(\s*)(unquote)(\s+)(\()", &[Punctuation, Text, Keyword, Text, Punctuation], "function")
        .groups(format!("(,)({SYMBOL})"), &[Operator, Name])
        .groups(format!(r"(\()(\s*)(unquote)(\s+)({SYMBOL})"), &[Punctuation, Text, Keyword, Text, Name])
        .mixin("quotation");
}
