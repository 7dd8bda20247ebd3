//! The value of a scalar. Mirrors `SafeYAML::Transform`.
//!
//! A quoted scalar is a string. A plain one is parsed as an integer, a float, nil, a boolean, or a date or time, in
//! this order, with SafeYAML's own patterns. Tags are ignored except for `!!binary`.

mod base64;
mod float;
mod integer;
mod timestamp;

use crate::Failure;
use hastie_value::Value;

/// The value of a scalar: `12` is an integer, but a string if it is `quoted`. Of all tags, only the tag for binary data
/// counts. As in Ruby, a number or date may end in a line break. Fails for a float with misplaced underscores.
pub(crate) fn resolve(text: String, quoted: bool, tag: Option<&str>) -> Result<Value, Failure> {
    if let Some("tag:yaml.org,2002:binary" | "x-private:binary" | "!binary") = tag {
        return Ok(Value::str(base64::decode(&text)));
    }
    if quoted {
        return Ok(Value::str(text));
    }
    // A fast path: most scalars are words, and only booleans and nil start with a letter.
    let first = text.bytes().next();
    let numeric = first.is_some_and(|b| matches!(b, b'0'..=b'9' | b'+' | b'-' | b'.' | b'_' | b','));
    if numeric {
        let trimmed = text.strip_suffix('\n').unwrap_or(&text);
        if let Some(value) = integer::parse(trimmed) {
            return Ok(value);
        }
        if let Some(value) = float::parse(trimmed, &text)? {
            return Ok(value);
        }
        if let Some(value) = timestamp::parse(trimmed) {
            return Ok(value);
        }
        return Ok(Value::str(text));
    }
    Ok(word(&text).unwrap_or_else(|| Value::str(text)))
}

/// The value of a keyword for nil or a boolean, in upper or lower case. An empty text is nil. `None` for other texts.
fn word(text: &str) -> Option<Value> {
    if text.len() > 5 {
        return None;
    }
    let is = |word: &str| text.eq_ignore_ascii_case(word);
    if text.is_empty() || text == "~" || is("null") {
        Some(Value::Nil)
    } else if is("yes") || is("on") || is("true") {
        Some(Value::Bool(true))
    } else if is("no") || is("off") || is("false") {
        Some(Value::Bool(false))
    } else {
        None
    }
}
