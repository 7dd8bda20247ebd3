//! The encoding that Ruby would give to rendered text, for applications whose next step depends on it, like Ruby's
//! kramdown.
//!
//! Ruby concatenates the nodes of a template, and the result gets the encoding of the first. If the first node is not a
//! string (a number, `nil`, a time), it is converted to a string in US-ASCII. The result keeps this encoding as long as
//! all its characters are ASCII. kramdown writes different quotes in such text. Other applications can ignore this
//! module.

use crate::{Abort, Context, Rendered, Str, Value};

/// Whether Ruby would mark the rendered text as US-ASCII.
pub fn is_us_ascii(rendered: &Rendered) -> bool {
    rendered.us_ascii
}

/// The value as a string, in the encoding of Ruby's `to_s`: US-ASCII for a number, for example.
///
/// # Errors
/// Fails if a drop fails.
pub fn to_encoded_s(value: &Value, context: &mut Context<'_>) -> Result<Value, Abort> {
    let text = value.to_s(context.host)?;
    Ok(Value::Str(if is_to_s_ascii(value) && text.is_ascii() { Str::us_ascii(&text) } else { text }))
}

/// Whether Ruby's `to_s` of the value is encoded in US-ASCII, as for a number, provided that all its characters are
/// ASCII. Arrays and hashes have the encoding of `inspect`.
pub fn is_to_s_ascii(value: &Value) -> bool {
    match value {
        Value::Str(text) => text.is_us_ascii(),
        Value::Symbol(_) => false,
        _ => is_inspect_ascii(value),
    }
}

/// Whether Ruby's `inspect` of the value is encoded in US-ASCII, provided that all its characters are ASCII. An array
/// or hash has the encoding of its first item or key. If it is empty, its encoding is US-ASCII.
pub fn is_inspect_ascii(value: &Value) -> bool {
    match value {
        Value::Str(_) | Value::Drop(_) | Value::Empty | Value::Blank => false,
        Value::Array(items) => items.first().is_none_or(is_inspect_ascii),
        Value::Hash(hash) => hash.keys().next().is_none_or(is_inspect_ascii),
        _ => true,
    }
}

/// Whether the filter `join` returns a text in US-ASCII, provided that all its characters are ASCII. `join` flattens
/// its input, and the first item that is not an empty array decides. Without such an item, the text is US-ASCII.
pub(crate) fn is_join_ascii(input: &Value) -> bool {
    let Value::Array(items) = input else { return is_to_s_ascii(input) };
    items.iter().find(|item| !has_no_items(item)).is_none_or(is_join_ascii)
}

/// Whether the item is an empty array, or an array of such arrays, as in `[[], [[]]]`.
fn has_no_items(item: &Value) -> bool {
    matches!(item, Value::Array(items) if items.iter().all(has_no_items))
}

/// Whether `{{ }}` prints the value in US-ASCII in Ruby, provided that all its characters are ASCII.
pub(crate) fn is_printed_ascii(value: &Value) -> bool {
    match value {
        // Ruby's `join` does not look into an array that is the first item.
        Value::Array(items) => {
            items.first().is_none_or(|first| matches!(first, Value::Array(_)) || is_to_s_ascii(first))
        }
        _ => is_to_s_ascii(value),
    }
}

/// Whether the whole text of the template, tag or output (`{{ }}`) that was rendered last would be US-ASCII in Ruby.
pub fn is_last_us_ascii(context: &Context<'_>) -> bool {
    context.us_ascii
}

/// Records whether the text that a tag has just written would be US-ASCII in Ruby.
///
/// This only has an effect for tags whose [`passes_encoding`](crate::Tag::passes_encoding) returns `true`.
pub fn mark_us_ascii(context: &mut Context<'_>, us_ascii: bool) {
    context.us_ascii = us_ascii;
}

#[cfg(test)]
mod tests {
    use super::is_join_ascii;
    use crate::value::Value;

    #[test]
    fn the_first_item_that_remains_decides_on_the_encoding_of_a_joined_array() {
        let nothing = || Value::array(vec![Value::array(Vec::new())]);
        assert!(is_join_ascii(&Value::array(vec![nothing()])));
        assert!(is_join_ascii(&Value::array(vec![nothing(), Value::Int(1), "a".into()])));
        assert!(!is_join_ascii(&Value::array(vec![nothing(), "a".into()])));
    }
}
