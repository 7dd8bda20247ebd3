//! Form encoding in URLs: Ruby's `URI.decode_www_form` and `URI.encode_www_form`.

use hastie_site::percent;

/// Decodes a name or value of a web form: `+` becomes a space, and `%XX` a byte.
pub(crate) fn decoded(text: &str) -> String {
    String::from_utf8_lossy(&percent::decoded(&text.replace('+', " "))).into_owned()
}

/// Percent-encodes a name or value as browsers do for forms: a space becomes `+`.
pub(crate) fn encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" *-._".contains(&byte);
    percent::encoded(text, is_plain).replace(' ', "+")
}
