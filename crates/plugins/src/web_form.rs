//! Form encoding in URLs: Ruby's `URI.decode_www_form` and `URI.encode_www_form`.

use hastie_site::percent;

/// Decodes a component: `+` is a space, `%XX` a byte.
pub(crate) fn decoded(text: &str) -> String {
    String::from_utf8_lossy(&percent::decoded(&text.replace('+', " "))).into_owned()
}

/// Encodes a component as browsers do.
pub(crate) fn encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" *-._".contains(&byte);
    percent::encoded(text, is_plain).replace(' ', "+")
}
