//! `slice`: a part of a text or an array.

use crate::context::Cx;
use crate::host::Abort;
use crate::value::Value;
use crate::value::number::to_long;

/// `slice`: so many characters or items from an offset on; one if no length is given. A negative
/// offset counts from the end.
pub fn slice(cx: &mut Cx<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let offset = args[0].to_integer(cx.host)?;
    let length = match args.get(1).filter(|length| length.truthy()) {
        Some(length) => Some(length.to_integer(cx.host)?),
        None => None,
    };
    let text = match input {
        Value::Array(_) => None,
        _ => Some(input.to_s(cx.host)?),
    };
    let offset = to_long(&offset)?;
    let length = length.as_ref().map_or(Ok(1), to_long)?;
    Ok(match (input, text) {
        (Value::Array(items), _) => Value::array(
            bounds(items.len(), offset, length).map_or_else(Vec::new, |(from, to)| items[from..to].to_vec()),
        ),
        (_, Some(text)) => match bounds(text.chars().count(), offset, length) {
            Some((from, to)) => text.chars().skip(from).take(to - from).collect::<String>().into(),
            None => Value::str(""),
        },
        (_, None) => Value::Nil,
    })
}

/// Start and end of a slice of something `size` long; `None` if there is no such slice.
pub(crate) fn bounds(size: usize, offset: i64, length: i64) -> Option<(usize, usize)> {
    let size = size as i64;
    let from = if offset < 0 { offset.checked_add(size)? } else { offset };
    if !(0..=size).contains(&from) || length < 0 {
        return None;
    }
    let to = from.saturating_add(length).min(size);
    Some((from as usize, to as usize))
}
