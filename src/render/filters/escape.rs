//! Escapes: `xml_escape`, `cgi_escape`, `uri_escape`.

use super::uri;
use hastie_liquid::filters::url;
use hastie_liquid::{Abort, Cx, Value};

/// `xml_escape`: what means something in an XML attribute as entities.
pub fn xml_escape(cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    let text = input.to_s(cx.host)?;
    Ok(escaped(&text).into())
}

/// The text with `&`, `<`, `>` and both kinds of quotes as entities.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            c => out.push(c),
        }
    }
    out
}

/// `cgi_escape`: as Liquid's `url_encode`, of texts alone.
pub fn cgi_escape(_cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    match input {
        Value::Str(text) => Ok(url::cgi_escape(text).into()),
        _ => Err(Abort::error("TypeError", format!("no implicit conversion of {} into String", implicit_name(input)))),
    }
}

/// `uri_escape`: what cannot stand in a URI as bytes in hexadecimal, in normal form.
pub fn uri_escape(_cx: &mut Cx<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    match input {
        Value::Nil => Ok(Value::Nil),
        Value::Str(text) => Ok(uri::normalize_component(text, uri::is_uri_character).into()),
        _ => Err(Abort::error("TypeError", format!("Can't convert {} into String.", input.class_name()))),
    }
}

/// How Ruby names a value that cannot stand for a text.
pub fn implicit_name(value: &Value) -> &'static str {
    match value {
        Value::Nil => "nil",
        Value::Bool(true) => "true",
        Value::Bool(false) => "false",
        _ => value.class_name(),
    }
}
