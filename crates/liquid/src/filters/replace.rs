//! Replacement filters: `replace`, `replace_first`, `remove`, `remove_first`.

use crate::context::Context;
use crate::search;
use crate::value::{Abort, Value};
use std::borrow::Cow;

/// `replace`: replaces all occurrences of the first argument, which is plain text, with the second. As in Ruby's
/// `gsub`, `\0` in the second argument inserts the occurrence.
pub(crate) fn replace(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    replaced(cx, input, args, usize::MAX, out)
}

/// `replace_first`: replaces the first occurrence of the first argument, which is plain text, with the second. As in
/// Ruby's `sub`, `\0` in the second argument inserts the occurrence.
pub(crate) fn replace_first(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    replaced(cx, input, args, 1, out)
}

/// `remove`: removes all occurrences of the argument, which is plain text and not a pattern.
pub(crate) fn remove(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    removed(cx, input, args, usize::MAX, out)
}

/// `remove_first`: removes the first occurrence of the argument, which is plain text and not a pattern.
pub(crate) fn remove_first(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    removed(cx, input, args, 1, out)
}

/// Replaces the first `limit` occurrences of the first argument with the second argument.
fn replaced(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    limit: usize,
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    let (text, pattern, replacement) = texts(cx, input, args)?;
    if let Some(input) = untouched(cx, input, &text, &pattern)? {
        return Ok(Some(input));
    }
    check_size(cx, &text, &pattern, &replacement, limit)?;
    substitute(&text, &pattern, &replacement, limit, out);
    Ok(None)
}

/// Removes the first `limit` occurrences of the argument.
fn removed(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    limit: usize,
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    let (text, pattern, _) = texts(cx, input, args)?;
    if let Some(input) = untouched(cx, input, &text, &pattern)? {
        return Ok(Some(input));
    }
    substitute(&text, &pattern, "", limit, out);
    Ok(None)
}

/// Returns the input if it is a string that does not contain `pattern`. This case is frequent: layouts that compress
/// whole pages search for many patterns that most pages do not contain.
///
/// # Errors
/// Fails if the rendering exceeds its step limit.
fn untouched(cx: &mut Context<'_>, input: &Value, text: &str, pattern: &str) -> Result<Option<Value>, Abort> {
    cx.spend(search::steps(text, pattern))?;
    let mut found = pattern.is_empty();
    search::each(text, pattern, |_| {
        found = true;
        false
    });
    if !found && matches!(input, Value::Str(_)) {
        return Ok(Some(input.clone()));
    }
    // The pattern may occur at every character, and the text is searched a second time.
    cx.spend(text.len() as u64 / 8 + search::steps(text, pattern))?;
    Ok(None)
}

/// Checks the size that the result will have. With ``\` `` or `\'` in the replacement, each occurrence of the pattern
/// inserts the text before or after it, so the result can be very large.
fn check_size(cx: &mut Context<'_>, text: &str, pattern: &str, replacement: &str, limit: usize) -> Result<(), Abort> {
    if replacement.len().saturating_mul(text.len() + 1) <= cx.hard_limits.text && !has_sequences(replacement) {
        return Ok(());
    }
    let (mut matches, mut around) = (0_usize, 0_usize);
    for sequence in sequences(replacement) {
        matches += usize::from(matches!(sequence, '0' | '&'));
        around += usize::from(matches!(sequence, '`' | '\''));
    }
    let named = matches.saturating_mul(pattern.len()).saturating_add(around.saturating_mul(text.len()));
    let each = replacement.len().saturating_add(named);
    if each.saturating_mul(text.len().saturating_add(1)) <= cx.hard_limits.text {
        return Ok(());
    }
    cx.check_text(text.matches(pattern).take(limit).count().saturating_mul(each))
}

/// The characters after the backslashes in a replacement.
fn sequences(replacement: &str) -> impl Iterator<Item = char> {
    let mut rest = replacement;
    std::iter::from_fn(move || {
        rest = &rest[rest.find('\\')? + 1..];
        let next = rest.chars().next()?;
        rest = &rest[next.len_utf8()..];
        Some(next)
    })
}

fn has_sequences(replacement: &str) -> bool {
    replacement.as_bytes().contains(&b'\\')
}

type Texts<'v> = (Cow<'v, str>, Cow<'v, str>, Cow<'v, str>);

fn texts<'v>(cx: &mut Context<'_>, input: &'v Value, args: &'v [Value]) -> Result<Texts<'v>, Abort> {
    let replacement = match args.get(1) {
        Some(replacement) => replacement.to_text(cx.host)?,
        None => Cow::Borrowed(""),
    };
    let text = input.to_text(cx.host)?;
    Ok((text, args[0].to_text(cx.host)?, replacement))
}

/// Ruby's `gsub` and `sub` with a string as the pattern. An empty pattern matches before every character and at the
/// end.
fn substitute(text: &str, pattern: &str, replacement: &str, limit: usize, out: &mut String) {
    let plain = !has_sequences(replacement);
    out.reserve(text.len());
    let mut done = 0;
    let mut put = |position: usize| {
        out.push_str(&text[done..position]);
        done = position + pattern.len();
        if plain {
            out.push_str(replacement);
        } else {
            write_replacement(replacement, text, position, pattern, out);
        }
    };
    match pattern.as_bytes() {
        [] => text.match_indices("").take(limit).for_each(|(position, _)| put(position)),
        [byte] => memchr::memchr_iter(*byte, text.as_bytes()).take(limit).for_each(put),
        _ => {
            let mut left = limit;
            search::each(text, pattern, |position| {
                put(position);
                left -= 1;
                left > 0
            });
        }
    }
    out.push_str(&text[done..]);
}

/// `String#sub` with a string as the pattern. Backslash sequences in the replacement are expanded.
pub fn sub(text: &str, pattern: &str, replacement: &str) -> String {
    let mut out = String::new();
    substitute(text, pattern, replacement, 1, &mut out);
    out
}

/// Writes a replacement with Ruby's backslash sequences: the match, the text before it, the text after it, a backslash,
/// and groups, which are empty for a string pattern.
fn write_replacement(replacement: &str, text: &str, position: usize, found: &str, out: &mut String) {
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
            '`' => out.push_str(&text[..position]),
            '\'' => out.push_str(&text[position + found.len()..]),
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
