//! sed. Rouge lexes patterns and replacements with small unregistered lexers, which are functions here. An unclosed
//! bracket in a pattern stays open in the next pattern.

use super::prelude::*;

/// The current part of a pattern.
#[derive(Default, Clone, Copy, PartialEq)]
enum Place {
    #[default]
    Outside,
    /// Directly after an opening bracket. A caret is allowed here.
    Opened,
    Brackets,
}

const COUPLE: &str = r"(?:\\.|.)*?";

pub(crate) fn define(g: &mut Grammar) {
    g.state("space").on(r"\s+", Text).call(r"#.*?\n|;", |cx| {
        cx.token(if cx.matched() == ";" { Punctuation } else { Comment });
        cx.reset_stack();
    });
    g.state("root")
        .mixin("space")
        .on(r"\d+|[$,~+!]", KeywordNamespace)
        .call(r"(/)((?:\\.|.)*?)(/)", address)
        .call(r"\\(.)((?:\\.|.)*?)(\1)", |cx| {
            cx.emit(KeywordNamespace, "\\");
            address(cx);
        })
        .go("", "command");
    g.state("command")
        .mixin("space")
        .call(format!(r"(?m)(s)(.)({COUPLE})(\2)({COUPLE})(\2)"), substitute)
        .call(format!(r"(?m)(y)(.)({COUPLE})(\2)({COUPLE})(\2)"), transliterate)
        .groups_to(r"([aic])(\s*)", &[Keyword, Text], goto("text"))
        .on("[pd]", Keyword)
        .groups_to(r"([qQlL])(\s+)(\d+)", &[Keyword, Text, Num], POP)
        .to("[={}DgGhHlnPqx]", Keyword, POP)
        .groups_to(r"([rRwW])(\s+)(\S+)", &[Keyword, Text, Name], POP)
        .groups_to(r"([:btT])(\s+)(\S+)", &[Keyword, Text, NameLabel], POP);
    g.state("text").on(r"[^\\\n]+", Str).on(r"\\\n", StrEscape).on(r"\\", Str).to(r"\n", Text, POP);
    g.state("flags")
        .to("[gp]+", Keyword, POP)
        .call(r"[wW]\s+\S+", |cx| {
            // Rouge emits the whole text three times.
            for token in [Keyword, Text, Name] {
                cx.token(token);
            }
        })
        .go("", POP);
}

fn address(cx: &mut Context<'_, '_>) {
    cx.emit(KeywordNamespace, cx.group(1));
    pattern(cx, cx.group(2));
    cx.emit(KeywordNamespace, cx.group(3));
}

fn substitute(cx: &mut Context<'_, '_>) {
    edit(cx, pattern);
    cx.goto("flags");
}

fn transliterate(cx: &mut Context<'_, '_>) {
    edit(cx, replacement);
    cx.pop(1);
}

/// Emits a command with two parts between delimiters. `read` lexes the first part.
fn edit(cx: &mut Context<'_, '_>, read: impl Fn(&mut Context<'_, '_>, &str)) {
    cx.emit(Keyword, cx.group(1));
    cx.emit(Punctuation, cx.group(2));
    read(cx, cx.group(3));
    cx.emit(Punctuation, cx.group(4));
    replacement(cx, cx.group(5));
    cx.emit(Punctuation, cx.group(6));
}

/// Emits the tokens of a regular expression, one character at a time.
fn pattern(cx: &mut Context<'_, '_>, text: &str) {
    let mut place = *cx.memory::<Place>();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        let token = match (place, c) {
            (_, '\n') => {
                if place == Place::Opened {
                    place = Place::Brackets;
                }
                Error
            }
            (Place::Outside, '\\') => match rest[1..].chars().next().filter(|&next| next != '\n') {
                Some(next) => {
                    length += next.len_utf8();
                    StrEscape
                }
                None => StrRegex,
            },
            (Place::Outside, '[') => {
                place = Place::Opened;
                Punctuation
            }
            (Place::Outside, '$' | '^' | '.' | '*') => Operator,
            (Place::Outside, '(' | ')') => Punctuation,
            (Place::Outside, _) => StrRegex,
            (Place::Opened, '^') => {
                place = Place::Brackets;
                Punctuation
            }
            (Place::Opened | Place::Brackets, _) => {
                place = Place::Brackets;
                let range = rest[length..].strip_prefix('-').and_then(|rest| rest.chars().next());
                match range.filter(|&end| end != '\n') {
                    Some(end) => {
                        length += 1 + end.len_utf8();
                        NameVariable
                    }
                    None if c == ']' => {
                        place = Place::Outside;
                        Punctuation
                    }
                    None => StrRegex,
                }
            }
        };
        cx.emit(token, &rest[..length]);
        rest = &rest[length..];
    }
    *cx.memory::<Place>() = place;
}

/// Lexes the text that replaces a match, with references such as `&` and `\1`.
fn replacement(cx: &mut Context<'_, '_>, text: &str) {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (token, length) = match c {
            '&' => (Operator, 1),
            '\\' => match rest[1..].chars().next() {
                Some(next) => (StrEscape, 1 + next.len_utf8()),
                None => (Error, 1),
            },
            _ => (Text, rest.find(['\\', '&']).unwrap_or(rest.len())),
        };
        cx.emit(token, &rest[..length]);
        rest = &rest[length..];
    }
}
