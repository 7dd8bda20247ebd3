//! Truncation filters: `truncate`, `truncatewords`.

use super::pieces::words;
use crate::context::Context;
use crate::value::{Abort, Value};
use num_bigint::Sign;
use std::borrow::Cow;

/// `truncate`: shortens the text to a number of characters, by default 50, including the ellipsis. The ellipsis is
/// never shortened, even if it alone is longer. Nil stays nil.
pub(crate) fn truncate(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    if input.is_nil() {
        return Ok(Some(Value::Nil));
    }
    let text = input.to_text(cx.host)?;
    let length = length(cx, args, 50)?;
    let ellipsis = ellipsis(cx, args)?;
    if i64::try_from(text.chars().count()).is_ok_and(|count| count <= length) {
        out.push_str(&text);
        return Ok(None);
    }
    let kept = length.saturating_sub(ellipsis.chars().count() as i64);
    out.push_str(first_characters(&text, usize::try_from(kept).unwrap_or(0)));
    out.push_str(&ellipsis);
    Ok(None)
}

/// The first `count` characters of a text, or a shorter text as a whole.
fn first_characters(text: &str, count: usize) -> &str {
    // If all characters are ASCII, the byte offset equals the count.
    if text.as_bytes().get(..count).is_some_and(<[u8]>::is_ascii) {
        return &text[..count];
    }
    text.char_indices().nth(count).map_or(text, |(position, _)| &text[..position])
}

/// `truncatewords`: limits the text to a number of words, by default 15 and at least one, joined by spaces. Appends an
/// ellipsis, even if the text has exactly this number of words. A text with fewer words is unchanged. Nil stays nil.
pub(crate) fn truncatewords(
    cx: &mut Context<'_>,
    input: &Value,
    args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    if input.is_nil() {
        return Ok(Some(Value::Nil));
    }
    let text = input.to_text(cx.host)?;
    // At least one word. Numbers beyond the length of the text are all equivalent.
    let kept = usize::try_from(length(cx, args, 15)?).unwrap_or(0).max(1);
    let start = out.len();
    let mut count = 0;
    for word in words(&text).take(kept) {
        if count > 0 {
            out.push(' ');
        }
        out.push_str(word);
        count += 1;
    }
    if count < kept {
        out.truncate(start);
        return Ok(Some(input.clone()));
    }
    out.push_str(&ellipsis(cx, args)?);
    Ok(None)
}

/// The first argument as a number of characters or words, or `default` if it is missing. Clamped to 64 bits.
fn length(cx: &mut Context<'_>, args: &[Value], default: i64) -> Result<i64, Abort> {
    match args.first() {
        None => Ok(default),
        Some(Value::Int(length)) => Ok(*length),
        Some(length) => {
            let length = length.to_integer(cx.host)?;
            Ok(i64::try_from(&length).unwrap_or(if length.sign() == Sign::Minus { i64::MIN } else { i64::MAX }))
        }
    }
}

fn ellipsis<'v>(cx: &mut Context<'_>, args: &'v [Value]) -> Result<Cow<'v, str>, Abort> {
    args.get(1).map_or(Ok(Cow::Borrowed("...")), |ellipsis| ellipsis.to_text(cx.host))
}
