//! URL filters: `url_encode`, `url_decode`.

use crate::context::Context;
use crate::value::{Abort, ErrorKind, Value};
use std::fmt::Write;

/// `url_encode`: Ruby's `CGI.escape`. Nil stays nil.
pub fn url_encode(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    if input.is_nil() {
        return Ok(Some(Value::Nil));
    }
    cgi_escape_into(&input.to_text(cx.host)?, out);
    Ok(None)
}

/// `url_decode`: Ruby's `CGI.unescape`. Nil stays nil. Fails if the result is not valid UTF-8.
pub fn url_decode(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    if input.is_nil() {
        return Ok(Value::Nil);
    }
    let text = input.to_s(cx.host)?;
    let digit = |byte: u8| (byte as char).to_digit(16);
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut position = 0;
    while let Some(&byte) = bytes.get(position) {
        match byte {
            b'%' => {
                // Too close to the end for an escape: Ruby leaves the rest unchanged.
                let Some(&[high, low]) = bytes.get(position + 1..position + 3) else {
                    decoded.extend_from_slice(&bytes[position..]);
                    break;
                };
                if let (Some(high), Some(low)) = (digit(high), digit(low)) {
                    decoded.push((high * 16 + low) as u8);
                    position += 2;
                } else {
                    decoded.push(byte);
                }
            }
            b'+' => decoded.push(b' '),
            _ => decoded.push(byte),
        }
        position += 1;
    }
    match String::from_utf8(decoded) {
        Ok(text) => Ok(text.into()),
        Err(_) => Err(Abort::error(ErrorKind::LiquidArgument, "invalid byte sequence in UTF-8")),
    }
}

/// Ruby's `CGI.escape`: percent-encodes all bytes except ASCII letters, digits and `-._~`. A space becomes `+`.
pub fn cgi_escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    cgi_escape_into(text, &mut out);
    out
}

fn cgi_escape_into(text: &str, out: &mut String) {
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(byte as char),
            b' ' => out.push('+'),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
}
