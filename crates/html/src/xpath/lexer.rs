//! The tokens of an expression. The preceding token decides whether a name is an operator, and whether `*` is a
//! multiplication.

use super::ErrorKind;
use super::number;
use crate::characters::XML_SPACES;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Literal(String),
    /// A name, with its prefix if it has one. The local part `*` matches all names.
    Name(Option<String>, String),
    Variable(String),
    /// `*:name`, a local name with any prefix. Contains the local name.
    AnyPrefix(String),
    /// An operator by name: `and`, `or`, `div`, `mod`.
    Word(&'static str),
    /// The name of an axis, such as `ancestor` in `ancestor::div`.
    Axis(String),
    Symbol(&'static str),
}

const SYMBOLS: &[&str] =
    &["//", "..", "!=", "<=", ">=", "(", ")", "[", "]", ".", "@", ",", "/", "|", "+", "-", "=", "<", ">"];

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, ErrorKind> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text.trim_start_matches(XML_SPACES);
    while let Some(first) = rest.chars().next() {
        let is_operand_before = match tokens.last() {
            None => false,
            Some(Token::Symbol(symbol)) => matches!(*symbol, ")" | "]" | "." | ".."),
            Some(Token::Word(_) | Token::Axis(_)) => false,
            Some(_) => true,
        };
        let (token, length) = if first == '"' || first == '\'' {
            let end = rest[1..].find(first).ok_or(ErrorKind::UnfinishedLiteral)?;
            (Token::Literal(rest[1..=end].to_owned()), end + 2)
        } else if first.is_ascii_digit() || (first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) {
            let (value, length) = number::prefix(rest);
            (Token::Number(value), length)
        } else if first == '$' {
            let after = rest[1..].trim_start_matches(XML_SPACES);
            let (prefix, name, length) = qualified_name(after).ok_or(ErrorKind::VariableReference)?;
            let name = prefix.map_or_else(|| name.clone(), |prefix| format!("{prefix}:{name}"));
            (Token::Variable(name), rest.len() - after.len() + length)
        } else if first == '*' {
            if is_operand_before {
                (Token::Symbol("*"), 1)
            } else if let Some((name, length)) = rest.strip_prefix("*:").and_then(simple_name) {
                (Token::AnyPrefix(name), length + 2)
            } else {
                (Token::Name(None, "*".to_owned()), 1)
            }
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            (Token::Symbol(symbol), symbol.len())
        } else {
            named(rest, is_operand_before)?
        };
        tokens.push(token);
        rest = rest[length..].trim_start_matches(XML_SPACES);
    }
    Ok(tokens)
}

fn named(rest: &str, is_operand_before: bool) -> Result<(Token, usize), ErrorKind> {
    let (simple, simple_length) = simple_name(rest).ok_or(ErrorKind::Expression)?;
    if is_operand_before {
        for word in ["and", "or", "div", "mod"] {
            if simple == word {
                return Ok((Token::Word(word), simple_length));
            }
        }
    }
    let after = rest[simple_length..].trim_start_matches(XML_SPACES);
    if let Some(after) = after.strip_prefix("::") {
        return Ok((Token::Axis(simple), rest.len() - after.len()));
    }
    let (prefix, name, length) = qualified_name(rest).ok_or(ErrorKind::Expression)?;
    Ok((Token::Name(prefix, name), length))
}

fn is_name_start(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

fn simple_name(text: &str) -> Option<(String, usize)> {
    if !text.starts_with(is_name_start) {
        return None;
    }
    let is_inner = |c: char| is_name_start(c) || c.is_numeric() || matches!(c, '-' | '.' | '\u{b7}') || is_mark(c);
    let length = text.find(|c| !is_inner(c)).unwrap_or(text.len());
    Some((text[..length].to_owned(), length))
}

fn is_mark(c: char) -> bool {
    !c.is_ascii() && unicode_normalization::char::is_combining_mark(c)
}

/// The name at the start of a text: its prefix if it has one, its local part, and its length. The local part may be
/// `*`. `None` if the text does not start with a name.
fn qualified_name(text: &str) -> Option<(Option<String>, String, usize)> {
    let (first, length) = simple_name(text)?;
    if let Some(after) = text[length..].strip_prefix(':').filter(|after| !after.starts_with(':')) {
        if after.starts_with('*') {
            return Some((Some(first), "*".to_owned(), length + 2));
        }
        if let Some((second, more)) = simple_name(after) {
            return Some((Some(first), second, length + 1 + more));
        }
    }
    Some((None, first, length))
}
