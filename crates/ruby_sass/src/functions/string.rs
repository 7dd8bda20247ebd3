//! String functions, such as `unquote()`, `str-length()` and `str-slice()`.

use super::CallContext;
use crate::error::{SassResult, SyntaxError};
use crate::value::Value;
use hastie_sass_core::characters;
use std::sync::Arc;

fn like(quoted: bool, text: String) -> Value {
    if quoted { Value::string(text) } else { Value::ident(text) }
}

pub(super) fn unquote(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(match given.get(0) {
        Value::Text(text) => Value::ident(Arc::clone(&text.value)),
        other => other,
    })
}

pub(super) fn quote(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(Value::string(Arc::clone(&given.text(0, "string")?.value)))
}

pub(super) fn str_length(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    Ok(Value::number(characters::count(&given.text(0, "string")?.value) as f64))
}

pub(super) fn str_insert(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let (original, insert) = (given.text(0, "string")?, given.text(1, "insert")?);
    let index = given.number(2, "index")?;
    if !index.is_whole() {
        let text = given.css(&given.get(2))?;
        return Err(SyntaxError::argument(format!("Expected $index to be an integer but got {text}")));
    }
    let index = given.unitless(2, "index")? as i64;
    let length = characters::count(&original.value) as i64;
    // Counted from the end, -1 is the position after the last character.
    let position = if index > 0 { (index - 1).min(length) } else { length + 1 + index.max(-length - 1) };
    let position = if index == 0 { 0 } else { position };
    let offset = characters::byte_offset(&original.value, usize::try_from(position).unwrap_or(0));
    let (before, after) = original.value.split_at(offset);
    Ok(like(original.quoted, [before, &insert.value, after].concat()))
}

pub(super) fn str_index(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let (text, part) = (given.text(0, "string")?, given.text(1, "substring")?);
    Ok(match text.value.find(&*part.value) {
        Some(position) => Value::number(characters::count(text.value.get(..position).unwrap_or_default()) as f64 + 1.0),
        None => Value::Null,
    })
}

pub(super) fn str_slice(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let text = given.text(0, "string")?;
    let start = given.unitless(1, "start-at")?;
    let end = if given.has(2) { given.unitless(2, "end-at")? } else { -1.0 };
    let length = characters::count(&text.value) as f64;
    let place = |index: f64| match index {
        index if index > 0.0 => index - 1.0,
        index if index < 0.0 => length + index,
        _ => 0.0,
    };
    let (first, last) = (place(start).max(0.0), place(end));
    if end == 0.0 || last < 0.0 || last < first {
        return Ok(like(text.quoted, String::new()));
    }
    let start = characters::byte_offset(&text.value, first as usize);
    let end = characters::byte_offset(&text.value, (last as usize).saturating_add(1)).max(start);
    Ok(like(text.quoted, text.value.get(start..end).unwrap_or_default().to_owned()))
}

pub(super) fn to_upper_case(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let text = given.text(0, "string")?;
    Ok(like(text.quoted, text.value.to_ascii_uppercase()))
}

pub(super) fn to_lower_case(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    let text = given.text(0, "string")?;
    Ok(like(text.quoted, text.value.to_ascii_lowercase()))
}

fn counting(given: &CallContext<'_, '_>, name: &str) -> SassResult<Value> {
    let texts: SassResult<Vec<String>> = given.values.iter().map(|value| given.css(value)).collect();
    Ok(Value::ident(format!("{name}({})", texts?.join(","))))
}

pub(super) fn counter(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    counting(given, "counter")
}

pub(super) fn counters(given: &mut CallContext<'_, '_>) -> SassResult<Value> {
    counting(given, "counters")
}
