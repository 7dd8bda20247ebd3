//! `slice`: a substring or subarray.

use crate::context::Context;
use crate::encoding;
use crate::value::number::to_long;
use crate::value::{Abort, Str, Value};

/// `slice`: characters of a text or items of an array, from the offset in the first argument on. The second argument is
/// their number, by default one. A negative offset counts from the end.
pub(crate) fn slice(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let length = args.get(1).filter(|length| length.truthy());
    let (offset, length) = match (&args[0], length) {
        (Value::Int(offset), None) => (*offset, 1),
        (Value::Int(offset), Some(Value::Int(length))) => (*offset, *length),
        (offset, length) => {
            let offset = offset.to_integer(cx.host)?;
            let length = match length {
                Some(length) => length.to_integer(cx.host)?,
                None => 1.into(),
            };
            // An error when printing the input comes before the error for a number that is too large.
            input.to_text(cx.host)?;
            (to_long(&offset)?, to_long(&length)?)
        }
    };
    if let Value::Array(items) = input {
        let (from, to) = bounds(items.len(), offset, length).unwrap_or((0, 0));
        return Ok(Value::array(items[from..to].to_vec()));
    }
    let text = input.to_text(cx.host)?;
    if text.is_ascii() {
        return Ok(bounds(text.len(), offset, length).map_or(Value::str(""), |(from, to)| {
            let part = &text[from..to];
            if encoding::is_to_s_ascii(input) { Value::Str(Str::us_ascii(part)) } else { part.into() }
        }));
    }
    Ok(match bounds(text.chars().count(), offset, length) {
        Some((from, to)) => {
            let rest = &text[start_of(&text, from)..];
            rest[..start_of(rest, to - from)].into()
        }
        None => Value::str(""),
    })
}

/// The position of the character with this index, or the length of a shorter text.
fn start_of(text: &str, index: usize) -> usize {
    text.char_indices().nth(index).map_or(text.len(), |(position, _)| position)
}

/// The start and end of a slice of a string or array of length `size`. `None` if the offset is out of range, or
/// `length` is negative.
pub(crate) fn bounds(size: usize, offset: i64, length: i64) -> Option<(usize, usize)> {
    let size = size as i64;
    let from = if offset < 0 { offset.checked_add(size)? } else { offset };
    if !(0..=size).contains(&from) || length < 0 {
        return None;
    }
    let to = from.saturating_add(length).min(size);
    Some((from as usize, to as usize))
}
