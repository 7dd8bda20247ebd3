//! J. The meaning of a primitive depends on the dots and colons after it.

use super::prelude::*;
use crate::token::Token;

static CONTROL: Words = Words::new(
    "assert break case catch catchd catcht continue do else elseif end fcase for if return select throw try while
    whilst",
);

/// Facts that the lexer keeps between tokens: whether the current definition is a noun, and whether the next line
/// starts a note.
#[derive(Default)]
struct Memory {
    noun: bool,
    note_next: bool,
}

const INFLECTIONS: [&str; 7] = ["", ".", ":", "..", ".:", ":.", "::"];

/// The kind of a primitive with each of the `INFLECTIONS`, as a letter: verb (`v`), modifier (`m`), noun (`n`), name
/// (`N`), parameter (`p`) or other (`o`). Blank or missing if there is no such primitive.
fn primitives(sign: char) -> &'static str {
    match sign {
        '(' | ')' => "o",
        '=' => "voo",
        '<' | '>' | '+' | '-' | '*' | '%' | '$' | '|' | ',' | '#' => "vvv",
        '^' => "vvm",
        '~' | '"' => "mvv",
        '.' | ':' | '@' => "mmm",
        ';' => "vmv",
        '!' => "vmm",
        '/' | '\\' => "mmv",
        '[' => "v v",
        ']' => "v",
        '{' => "vvv   v",
        '}' => "mvv   m",
        '`' => "m m",
        '&' => "mmm m",
        '?' => "vv",
        'a' => "Nnn",
        'A' | 'C' | 'e' | 'E' | 'I' | 'j' | 'o' | 'r' => "Nv",
        'b' | 'd' | 'f' | 'H' | 'M' => "Nm",
        'D' | 't' => "Nmm",
        'F' => "Nmmmmmm",
        'i' => "Nvv",
        'L' => "Nvm",
        'm' | 'n' | 'y' => "p",
        'p' => "Nvvv",
        'q' | 's' | 'Z' => "N v",
        'S' => "N m",
        'T' => "Nm",
        'u' => "pvv",
        'v' => "pv",
        'x' => "p v",
        _ => "N",
    }
}

fn primitive(sign: char, inflection: &str) -> Token {
    let position = INFLECTIONS.iter().position(|known| *known == inflection);
    match position.and_then(|position| primitives(sign).as_bytes().get(position)) {
        Some(b'v') => NameFunction,
        Some(b'm') => Operator,
        Some(b'n') => KeywordConstant,
        Some(b'N') => Name,
        Some(b'p') => NameBuiltinPseudo,
        Some(b'o') => Punctuation,
        _ => Error,
    }
}

pub(crate) fn define(g: &mut Grammar) {
    expressions(g);
    g.state("root")
        .call(r"\n", |cx| {
            cx.token(Text);
            if std::mem::take(&mut cx.memory::<Memory>().note_next) {
                cx.push("note");
            }
        })
        .call(r"([0-4]|13|adverb|conjunction|dyad|monad|noun|verb)([ \t]+)(def(?:ine)?\b|:)(?![.:])([ \t]*)", |cx| {
            cx.groups(&[KeywordPseudo, Text, KeywordPseudo, Text]);
            let noun = matches!(cx.group(1), "0" | "noun");
            cx.memory::<Memory>().noun = noun;
            if cx.group(3) == "define" {
                if cx.depth() > 1 {
                    cx.pop(1);
                }
                cx.next([body(noun), "definition"]);
            } else {
                cx.push("explicit");
            }
        })
        .call(r"^([ \t]*)(Note\b(?![.:]))([ \t\r]*)(?!=[.:]|$)", |cx| {
            cx.groups(&[Text, Name, Text]);
            cx.memory::<Memory>().note_next = true;
        })
        .on(r"[mnuvxy]\b(?![.:])", Name)
        .mixin("expression");
    g.state("definition").to(r"\n", Text, POP).mixin("root");
    g.state("explicit")
        .call(r"0\b(?![.:])", |cx| {
            cx.token(KeywordPseudo);
            if cx.depth() > 2 {
                cx.pop(1);
            }
            let noun = cx.memory::<Memory>().noun;
            cx.goto(body(noun));
            cx.push("definition");
        })
        .call("'", |cx| {
            if cx.memory::<Memory>().noun {
                cx.token(StrSingle);
                cx.goto("string");
            } else {
                cx.token(Punctuation);
                cx.goto("quoted code");
            }
        })
        .go("", POP);
    bodies(g);
}

fn body(noun: bool) -> &'static str {
    if noun { "noun" } else { "code" }
}

fn expressions(g: &mut Grammar) {
    g.state("expression")
        .on(r"\s+", Text)
        .call(r"([!-&(-/:-@\[-^`{-~]|[A-Za-z]\b)([.:]*)", |cx| {
            let sign = cx.group(1).chars().next().unwrap_or_default();
            cx.token(primitive(sign, cx.group(2)));
        })
        .on(r"(?:\d|_\d?):(?![.:])", NameFunction)
        .on(r"(?:\d|_\d?):[.:]+", Error)
        .on(r"[\d_][\w.]*(?![\w.:])", Num)
        .on(r"[\d_][\w.]*[.:]*", Error)
        .to("'", StrSingle, "string")
        .on(r"NB\.(?![.:]).*", CommentSingle)
        .call(r"([A-Za-z]\w*)([.:]*)", |cx| match cx.group(2) {
            "" => cx.token(Name),
            "." => control(cx),
            _ => cx.token(Error),
        });
    g.state("string").on("''", StrEscape).on(r"[^'\n]+", StrSingle).to("'|$", StrSingle, POP);
}

/// Emits a control word such as `if.`, or one that contains a name, such as `for_i.`. Any other word is an error.
fn control(cx: &mut Context<'_, '_>) {
    let (word, name) = match cx.group(1).split_once('_') {
        None => (cx.group(1), None),
        Some((word, name)) => (word, Some(name)),
    };
    match name {
        None if CONTROL.has(word) => cx.token(Keyword),
        Some(name) if !name.is_empty() && matches!(word, "for" | "goto" | "label") => {
            cx.emit(Keyword, word);
            cx.emit(Keyword, "_");
            cx.emit(if word == "for" { Name } else { NameLabel }, name);
            cx.emit(Keyword, ".");
        }
        _ => cx.token(Error),
    }
}

fn bodies(g: &mut Grammar) {
    g.state("quoted code")
        .to("''", StrSingle, "quoted string")
        .to("'|$", Punctuation, POP)
        .on(r"NB\.(?![.:])(?:[^'\n]|'')*", CommentSingle)
        .mixin("expression");
    g.state("quoted string").on("''''", StrEscape).on(r"[^'\n]+", StrSingle).to("''", StrSingle, POP).to(
        "'|$",
        Punctuation,
        Transition::Pop(2),
    );
    g.state("end").groups_to(r"^([ \t]*)(\))([ \t\r]*$\n?)", &[Text, Punctuation, Text], POP);
    g.state("note").mixin("end").on(r".+\n?", CommentMultiline);
    g.state("noun").mixin("end").on(r".+\n?", StrHeredoc);
    g.state("code").mixin("end").groups(r"^([ \t]*)(:)([ \t\r]*)$", &[Text, Punctuation, Text]).mixin("expression");
}
