//! HTML escaping: `escape` (also `h`), `escape_once`.

use crate::context::Context;
use crate::value::{Abort, Value};

/// `escape`: replaces the five special characters of HTML by entities.
pub fn escape(cx: &mut Context<'_>, input: &Value, _args: &[Value], out: &mut String) -> Result<Option<Value>, Abort> {
    if input.is_nil() {
        return Ok(Some(Value::Nil));
    }
    write_escaped(&input.to_text(cx.host)?, |_| false, out);
    Ok(None)
}

/// `escape_once`: like `escape`, but keeps existing entities.
pub fn escape_once(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    let text = input.to_text(cx.host)?;
    write_escaped(&text, |at| is_entity(&text.as_bytes()[at + 1..]), out);
    Ok(None)
}

/// Ruby's `CGI.escapeHTML`. Appends the result to `out`.
pub fn escape_html(text: &str, out: &mut String) {
    write_escaped(text, |_| false, out);
}

/// The bytes that are escaped.
static SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut bytes: &[u8] = b"&<>\"'";
    while let [byte, rest @ ..] = bytes {
        special[*byte as usize] = true;
        bytes = rest;
    }
    special
};

/// Escapes a text. `keep` returns whether to keep the ampersand at an offset.
fn write_escaped(text: &str, keep: impl Fn(usize) -> bool, out: &mut String) {
    let bytes = text.as_bytes();
    out.reserve(text.len());
    let mut done = 0;
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|byte| SPECIAL[usize::from(*byte)]) {
        at += found;
        let entity = match bytes[at] {
            b'&' if keep(at) => "&",
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#39;",
        };
        out.push_str(&text[done..at]);
        out.push_str(entity);
        at += 1;
        done = at;
    }
    out.push_str(&text[done..]);
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
