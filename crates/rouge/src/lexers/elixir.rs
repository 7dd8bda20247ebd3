//! Elixir, a language for the virtual machine of Erlang.

use super::prelude::*;
use super::ruby;
use crate::grammar::StateBuilder;
use crate::token::Token;

static KEYWORDS: Words = Words::new(
    "after bc case catch cond def defdelegate defexception defguard defguardp defimpl defmacro defmacrop defmodule
    defp defprotocol defrecord defstruct else end exit fn if lc loop raise receive rescue throw try unless",
);

const OPERATORS: &str = r"[%*+^-]=|<|>>|>=|>(?!<)|=[=~]?|![=~]|&(?:&&?|(?!\d))|[|^*+/.-]|~~~";
const SYMBOLS: &str = r":(?:[a-zA-Z_]\w*(?:[?!]|=(?![>=]))?|<>|===?|>=?|<=>|<=?|&&?|%\(\)|%\[\]|%\{\}|\+\+?|--?|\|\|?|!|//|[%&`/|]|\*\*?|=?~|<-)|[a-zA-Z_]\w*[?!]?:(?!:)";

pub(crate) fn define(g: &mut Grammar) {
    g.state("root")
        .on(r"\s+", Text)
        .on("#.*", CommentSingle)
        .on(r"(\w+)\b(?![?!])", Keyword)
        .if_word(&KEYWORDS)
        .on(r"do\b", Keyword)
        .on(r"(?:import|require|use|recur|quote|unquote|super|refer)\b(?![?!])", KeywordNamespace)
        .on(r"(?:and|not|or|when|xor|in)\b", OperatorWord)
        .on(OPERATORS, Operator)
        .on(SYMBOLS, StrSymbol)
        .to(r#":""#, StrSymbol, "symbol")
        .on(r"(?:nil|true|false)\b(?![?!])|[A-Z]\w*\b", NameConstant)
        .on(r"__(?:FILE|LINE|MODULE|MAIN|FUNCTION)__\b(?![?!])", NameBuiltinPseudo)
        .on(r"[a-zA-Z_!]\w*[!?]?", Name)
        .on(r"::|[%(){};,/|:\\\[\]]", Punctuation)
        .on(r"@[a-zA-Z_]\w*|&\d", NameVariable)
        .on(r"\d(?:_?\d)*\.(?![^\d\s])(?:_?\d)+(?:[eE][-+]?\d(?:_?\d)*)?\b", NumFloat)
        .on(r"0x\h(?:_?\h)*\b", NumHex)
        .on(r"0o[0-7](?:_?[0-7])*\b", NumOct)
        .on(r"0b[01](?:_?[01])*\b", NumBin)
        .on(r"\d(?:_?\d)*\b", NumInteger)
        .mixin("strings")
        .call(r#"~([A-Za-z])?([{\[(<|/'"])"#, sigil);
    strings(g);
    g.state("regex flags").to("[fgimrsux]*", StrRegex, POP);
    g.state("list flags").to("[csa]?", StrOther, POP);
}

fn strings(g: &mut Grammar) {
    g.state("strings")
        .on(r#"(?m)(?:%[A-Ba-z])?"{3}.*?"{3}|'''.*?'''"#, StrDoc)
        .to(r#"""#, StrDouble, "double")
        .to("'", StrSingle, "single")
        .on(r"\?(?:\\(?:x\d{1,2}|\h{1,2}(?!\h)\b|0[0-7]{0,2}(?![0-7])\b[^x0MC])|(?:\\[MC]-)+\w|[^\s\\])", StrOther);
    g.state("escapes").on(r#"\\(?:x\h{2}|u\{?\d+\}?|[\\abdefnrstv0"'])"#, StrEscape);
    g.state("interpolation").to(r"#\{", StrInterpol, "interpolated");
    g.state("interpolated").to(r"\}", StrInterpol, POP).mixin("root");
    for (state, quote, token) in [("double", '"', StrDouble), ("single", '\'', StrSingle)] {
        g.state(state)
            .mixin("escapes")
            .mixin("interpolation")
            .on(format!(r"[^#{quote}\\]+"), token)
            .to(quote.to_string(), token, POP)
            .on(r"[#\\]", token);
    }
    g.state("symbol").to(r#"""#, StrSymbol, POP).mixin("interpolation").on(r#"[^#"]+"#, StrSymbol);
}

fn sigil(cx: &mut Context<'_, '_>) {
    let kind = cx.group(1);
    let open = cx.group(2);
    let close = ruby::closing(open);
    let token = if matches!(kind, "R" | "r") { StrRegex } else { StrOther };
    match kind {
        "R" | "r" => cx.push("regex flags"),
        "W" | "w" => cx.push("list flags"),
        _ => {}
    }
    cx.token(token);
    let interpolates = matches!(kind, "S" | "R" | "C" | "W");
    cx.push_dynamic("sigil", &format!("{kind}{open}"), |s| sigil_body(s, open, close, token, interpolates));
}

fn sigil_body(s: &mut StateBuilder<'_>, open: &str, close: &str, token: Token, interpolates: bool) {
    s.to(format!(r"\{close}"), token, POP);
    if interpolates {
        s.mixin("interpolation").on("#", token);
    } else {
        s.on(r"[\\#]", token);
    }
    s.on(format!(r"[^#\{open}\{close}\\]+"), token);
}
