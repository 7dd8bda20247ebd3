//! HTML escaping: `escape` (also `h`), `escape_once`.

use crate::context::Context;
use crate::value::text::{Apostrophe, escape_html_into};
use crate::value::{Abort, Value};

/// `escape`: replaces the five special characters of HTML by entities. Nil stays nil.
pub(crate) fn escape(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    if input.is_nil() {
        return Ok(Some(Value::Nil));
    }
    escape_html(&input.to_text(cx.host)?, out);
    Ok(None)
}

/// `escape_once`: like `escape`, but keeps existing entities, and nil becomes the empty string.
pub(crate) fn escape_once(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    let text = input.to_text(cx.host)?;
    escape_html_into(&text, Apostrophe::Number, |position| is_entity(&text.as_bytes()[position + 1..]), out);
    Ok(None)
}

/// Ruby's `CGI.escapeHTML`: replaces `<`, `>`, `&` and both kinds of quotes by entities. Appends the result to `out`.
pub fn escape_html(text: &str, out: &mut String) {
    escape_html_into(text, Apostrophe::Number, |_| false, out);
}

/// Whether the text after an ampersand completes an entity: letters, or a number sign and digits, followed by a
/// semicolon.
fn is_entity(rest: &[u8]) -> bool {
    let (body, digits) = match rest.first() {
        Some(b'#') => (&rest[1..], true),
        _ => (rest, false),
    };
    let fits = |byte: &u8| if digits { byte.is_ascii_digit() } else { byte.is_ascii_alphabetic() };
    let length = body.iter().take_while(|byte| fits(byte)).count();
    length > 0 && body.get(length) == Some(&b';')
}
