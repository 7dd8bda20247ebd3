//! HTML: `escape` (also `h`), `escape_once`.

use crate::context::Cx;
use crate::host::Abort;
use crate::value::Value;

/// `escape`: the five characters that mean something in HTML as entities.
pub fn escape(cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    if input.is_nil() {
        return Ok(Value::Nil);
    }
    let text = input.to_s(cx.host)?;
    Ok(write_escaped(&text, |_| false).into())
}

/// `escape_once`: as `escape`, but entities that are there already stay.
pub fn escape_once(cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    let text: &str = &text;
    Ok(write_escaped(text, |at| is_entity(&text.as_bytes()[at + 1..])).into())
}

/// Escapes a text; `keep` says of an ampersand's place whether it stays.
fn write_escaped(text: &str, keep: impl Fn(usize) -> bool) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate() {
        let entity = match byte {
            b'&' if keep(at) => continue,
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&#39;",
            _ => continue,
        };
        out.push_str(&text[done..at]);
        out.push_str(entity);
        done = at + 1;
    }
    out.push_str(&text[done..]);
    out
}

/// Whether what follows an ampersand makes an entity of it: letters, or a number sign and digits,
/// and a semicolon.
fn is_entity(rest: &[u8]) -> bool {
    let (body, digits) = match rest.first() {
        Some(b'#') => (&rest[1..], true),
        _ => (rest, false),
    };
    let fits = |byte: &u8| if digits { byte.is_ascii_digit() } else { byte.is_ascii_alphabetic() };
    let length = body.iter().take_while(|byte| fits(byte)).count();
    length > 0 && body.get(length) == Some(&b';')
}
