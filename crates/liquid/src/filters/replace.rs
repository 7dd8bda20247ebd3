//! Parts of a text: `replace`, `replace_first`, `remove`, `remove_first`.

use crate::context::Cx;
use crate::host::Abort;
use crate::value::{Str, Value};

/// `replace`: every occurrence of the first argument by the second.
pub fn replace(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let (text, pattern, replacement) = texts(cx, input, args)?;
    check_size(cx, &text, &pattern, &replacement, usize::MAX)?;
    Ok(substitute(&text, &pattern, &replacement, usize::MAX).into())
}

/// `replace_first`: the first occurrence of the first argument by the second.
pub fn replace_first(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let (text, pattern, replacement) = texts(cx, input, args)?;
    check_size(cx, &text, &pattern, &replacement, 1)?;
    Ok(substitute(&text, &pattern, &replacement, 1).into())
}

/// `remove`: the text without any occurrence of the argument.
pub fn remove(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let (text, pattern, _) = texts(cx, input, args)?;
    Ok(substitute(&text, &pattern, "", usize::MAX).into())
}

/// `remove_first`: the text without the first occurrence of the argument.
pub fn remove_first(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let (text, pattern, _) = texts(cx, input, args)?;
    Ok(substitute(&text, &pattern, "", 1).into())
}

/// Refuses what would grow beyond all bounds: a replacement may name the whole text, and every
/// occurrence of the pattern may be replaced.
fn check_size(cx: &mut Cx<'_>, text: &str, pattern: &str, replacement: &str, limit: usize) -> Result<(), Abort> {
    let backslashes = replacement.matches('\\').count();
    let each = replacement.len().saturating_add(backslashes.saturating_mul(text.len()));
    if each.saturating_mul(text.len().saturating_add(1)) <= cx.engine().caps().text {
        return Ok(());
    }
    cx.check_text(text.matches(pattern).take(limit).count().saturating_mul(each))
}

fn texts(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<(Str, Str, Str), Abort> {
    let replacement = match args.get(1) {
        Some(replacement) => replacement.to_s(cx.host)?,
        None => Str::default(),
    };
    Ok((input.to_s(cx.host)?, args[0].to_s(cx.host)?, replacement))
}

/// Ruby's `gsub` and `sub` with a text for a pattern: an empty one is found before every character
/// and at the end.
fn substitute(text: &str, pattern: &str, replacement: &str, limit: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (at, found) in text.match_indices(pattern).take(limit) {
        out.push_str(&text[done..at]);
        write_replacement(replacement, text, at, found, &mut out);
        done = at + found.len();
    }
    out.push_str(&text[done..]);
    out
}

/// A replacement, with Ruby's backslash sequences: the match, what is before it, what is behind it, a
/// backslash, and groups, which a text for a pattern does not have.
fn write_replacement(replacement: &str, text: &str, at: usize, found: &str, out: &mut String) {
    let mut rest = replacement;
    while let Some(backslash) = rest.find('\\') {
        out.push_str(&rest[..backslash]);
        rest = &rest[backslash + 1..];
        let Some(next) = rest.chars().next() else {
            out.push('\\');
            return;
        };
        match next {
            '0' | '&' => out.push_str(found),
            '1'..='9' => {}
            '`' => out.push_str(&text[..at]),
            '\'' => out.push_str(&text[at + found.len()..]),
            '\\' => out.push('\\'),
            other => {
                out.push('\\');
                out.push(other);
            }
        }
        rest = &rest[next.len_utf8()..];
    }
    out.push_str(rest);
}
