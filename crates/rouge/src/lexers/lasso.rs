//! Lasso. The surrounding text is HTML or in the language of the option `parent`.

mod words;

use super::prelude::*;
use std::collections::HashSet;
use words::{BUILTINS, EXCEPTIONS, KEYWORDS, TRAITS, TYPES};

const ID: &str = r"[a-zA-Z_][\w.]*";
const SIGN: &str = "[-+*/%]";

pub(crate) fn define(g: &mut Grammar) {
    g.start(|cx| {
        if cx.flag("start_inline") == Some(true) {
            cx.push("lasso");
        }
    });
    g.state("root")
        .to(r"^#![ \S]+lasso9\b", CommentPreproc, "lasso")
        .go(r"(?=[\[<])", "delimiters")
        .on(r"\s+", TextWhitespace)
        .go("", ["delimiters", "file"]);
    delimiters(g);
    space(g);
    g.state("lasso").mixin("space").mixin("literals").mixin("names").mixin("definitions").mixin("words");
    literals(g);
    names(g);
    definitions(g);
    words(g);
    parameters(g);
}

fn delimiters(g: &mut Grammar) {
    let parent = |cx: &mut Context<'_, '_>| cx.delegate_parent("html", cx.matched());
    let html = r"[^\[<]+|<!--.*?-->|<(script|style).*?\1>|<(?!\?(?:lasso|=))";
    let opening = r"(?i)<\?(?:lasso(?:script)?|=)";
    g.state("delimiters")
        .to(r"\[no_square_brackets\]", CommentPreproc, "no square brackets")
        .to(r"\[noprocess\]", CommentPreproc, "unprocessed")
        .to(r"\[", CommentPreproc, "square brackets")
        .to(opening, CommentPreproc, "angle brackets")
        .call(format!("(?im)(?:{html})+"), parent);
    g.state("no square brackets")
        .to(r"\[noprocess\]", CommentPreproc, "unprocessed")
        .to(opening, CommentPreproc, "angle brackets")
        .call(format!(r"(?im)(?:{html}|\[(?!noprocess))+"), parent);
    g.state("unprocessed").to(r"\[/noprocess\]", CommentPreproc, POP).call(r"(?i)(?:[^\[]+|\[(?!/noprocess))+", parent);
    g.state("square brackets").to(r"\]", CommentPreproc, POP).mixin("lasso");
    g.state("angle brackets").to(r"\?>", CommentPreproc, POP).mixin("lasso");
    g.state("file").to(r"\]|\?>", CommentPreproc, POP).mixin("lasso");
}

fn space(g: &mut Grammar) {
    g.state("space")
        .on(r"\s+", Text)
        .on(r"//.*\n", CommentSingle)
        .on(r"(?m)/\*\*!.*?\*/", CommentDoc)
        .on(r"(?m)/\*.*?\*/", CommentMultiline);
}

fn literals(g: &mut Grammar) {
    g.state("literals")
        .on(r"\d*\.\d+(?:[eE][-+]?\d+)?", NumFloat)
        .on(r"0[xX]\h+", NumHex)
        .on(r"\d+", NumInteger)
        .on(r"(?i)(?:infinity|nan)\b", Num)
        .call("'", |cx| string(cx, '\'', StrSingle))
        .call("\"", |cx| string(cx, '"', StrDouble))
        .on("`[^`]*`", StrBacktick);
}

/// The quotes that have no closing quote in the rest of the text. The lexer does not search for them again in later
/// strings.
#[derive(Default)]
struct Unterminated {
    /// The address and length of the text, which identify it.
    piece: (usize, usize),
    unended: HashSet<char>,
}

/// Emits a string after its opening quote, or an error if the string does not end.
fn string(cx: &mut Context<'_, '_>, quote: char, token: crate::token::Token) {
    let rest = cx.rest();
    let slashes = rest.len() - rest.trim_start_matches('\\').len();
    let piece = (cx.whole().as_ptr() as usize, cx.whole().len());
    let memory = cx.memory::<Unterminated>();
    if memory.piece != piece {
        *memory = Unterminated { piece, unended: HashSet::new() };
    }
    let known = memory.unended.contains(&quote);
    let end = if known {
        // The same escapes follow the first character that is not a backslash.
        (slashes.is_multiple_of(2) && rest[slashes..].starts_with(quote)).then_some(slashes + 1)
    } else {
        end_of_string(rest, quote)
    };
    if let Some(length) = end {
        cx.advance(length);
        return cx.token(token);
    }
    cx.memory::<Unterminated>().unended.insert(quote);
    cx.token(Error);
}

/// The length of a string with its closing quote. `None` if the quote is missing.
fn end_of_string(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (position, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return Some(position + 1),
            _ => {}
        }
    }
    None
}

fn names(g: &mut Grammar) {
    let setter = "(?:=(?!=))?";
    g.state("names")
        .on(format!(r"\${ID}"), NameVariable)
        .on(format!(r"#(?:{ID}|\d+\b)"), NameVariableInstance)
        .groups(format!(r"(\.\s*)('{ID}')"), &[NameBuiltinPseudo, NameVariableClass])
        .groups(format!(r"(?i)(self)(\s*->\s*)('{ID}')"), &[NameBuiltinPseudo, Operator, NameVariableClass])
        .groups(format!(r"(\.\.?\s*)({ID}{setter})"), &[NameBuiltinPseudo, NameOther])
        .groups(format!(r"(->\\?\s*|&\s*)({ID}{setter})"), &[Operator, NameOther])
        .on(r"(?i)(?:currentcapture|givenblock|inherited|self)\b", NameBuiltinPseudo)
        .on(format!("(?i)-(?!infinity){ID}"), NameAttribute)
        .on(format!(r"::\s*{ID}"), NameLabel);
}

fn definitions(g: &mut Grammar) {
    let access = "private|protected|provide|public";
    g.state("definitions")
        .groups(
            format!(r"(?i)(define)(\s+)({ID})(\s*=>\s*)(thread|trait|type)\b"),
            &[KeywordDeclaration, Text, NameClass, Operator, Keyword],
        )
        .groups_to(
            format!(r"(?i)(define)(\s+)({ID})(\s*->\s*)({ID}=?|{SIGN})"),
            &[KeywordDeclaration, Text, NameClass, Operator, NameFunction],
            "signature",
        )
        .groups_to(format!(r"(?i)(define)(\s+)({ID})"), &[KeywordDeclaration, Text, NameFunction], "signature")
        .groups_to(
            format!(r"(?i)({access})(\s+)((?:{ID}=?|{SIGN})(?=\s*\())"),
            &[Keyword, Text, NameFunction],
            "signature",
        )
        .groups(format!(r"(?i)({access})(\s+)({ID})"), &[Keyword, Text, NameFunction])
        .on(r"(?i)(?:all|false|full|minimal|none|true|void)\b", KeywordConstant)
        .on(r"(?i)(?:data(?=\s)|global|local|var|variable)\b", KeywordDeclaration)
        .groups(format!(r"(?i)({ID})(\s+)(in)\b"), &[Name, Text, Keyword])
        .groups(format!(r"(?i)(into|let)(\s+)({ID})"), &[Keyword, Text, Name]);
}

fn words(g: &mut Grammar) {
    g.state("words")
        .to(",", Punctuation, "after comma")
        .on(r"(?i)(?:and|not|or)\b", OperatorWord)
        .groups(format!(r"({ID})(\s*::\s*{ID})?(\s*=(?!=|>))"), &[Name, NameLabel, Operator])
        .call(r"(/?)([\w.]+)", |cx| {
            let name = cx.group(2).to_ascii_lowercase();
            let token = match name.as_str() {
                "namespace_using" => KeywordNamespace,
                name if EXCEPTIONS.has(name) => NameException,
                name if TYPES.has(name) => KeywordType,
                name if TRAITS.has(name) => NameDecorator,
                name if KEYWORDS.has(name) => Keyword,
                name if BUILTINS.has(name) => NameBuiltin,
                _ => NameOther,
            };
            cx.groups(&[Punctuation, token]);
        })
        .groups(r"(?i)(=)(n?(?:bw|cn|eq|ew|rx)|[gl]te?|ft)\b", &[Operator, OperatorWord])
        .on(r":=|[-+*/%=<>&|!?\\]+", Operator)
        .on("[{}():;@^]", Punctuation);
}

fn parameters(g: &mut Grammar) {
    g.state("signature")
        .to("=>", Operator, POP)
        .to(r"\)", Punctuation, POP)
        .to("[(,]", Punctuation, "parameter")
        .mixin("lasso");
    g.state("parameter")
        .to(r"\)", Punctuation, POP)
        .to(format!("-?{ID}"), NameAttribute, POP)
        .on(r"\.\.\.", NameBuiltinPseudo)
        .mixin("lasso");
    // A member of a trait or type: a signature and an arrow.
    let signature = r"(?:\((?:[^()]*\([^()]*\))*[^)]*\)\s*)?(?:::[\w.\s]+)?";
    g.state("after comma")
        .to(format!(r"(?:{ID}=?|{SIGN})(?=\s*{signature}=>)"), NameFunction, "signature")
        .mixin("space")
        .go("", POP);
}
