//! Escaping filters: `xml_escape`, `cgi_escape`, `uri_escape`.

use super::uri;
use crate::failure::Failure;
use hastie_liquid::filters::url;
use hastie_liquid::{Abort, Context, Value};
use hastie_value::text::{Apostrophe, escape_html, escape_html_into};

/// `xml_escape`: replaces `&`, `<`, `>` and both kinds of quotes by entities, so that the text can be an XML attribute.
/// Appends the escaped text to `out`, and returns `None`.
pub(crate) fn xml_escape(
    cx: &mut Context<'_>,
    input: &Value,
    _args: &[Value],
    out: &mut String,
) -> Result<Option<Value>, Abort> {
    escape_html_into(&input.to_text(cx.host)?, Apostrophe::Name, |_| false, out);
    Ok(None)
}

/// Replaces `&`, `<`, `>` and both kinds of quotes by entities.
pub(crate) fn escaped(text: &str) -> String {
    escape_html(text, Apostrophe::Name)
}

/// `cgi_escape`: like Liquid's `url_encode`, but fails for any value except a string.
pub(crate) fn cgi_escape(_cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    match input {
        Value::Str(text) => Ok(url::cgi_escape(text).into()),
        _ => Err(Failure::no_conversion(input, "String").into()),
    }
}

/// `uri_escape`: decodes percent-encoded characters, applies Unicode's form NFKC, and percent-encodes characters that
/// are not allowed in a URI.
pub(crate) fn uri_escape(_cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    match input {
        Value::Nil => Ok(Value::Nil),
        Value::Str(text) => Ok(uri::normalize_component(text, uri::is_uri_character).into()),
        _ => Err(Abort::error("TypeError", format!("Can't convert {} into String.", input.class_name()))),
    }
}
