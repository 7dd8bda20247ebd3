//! The gem jekyll-email-protect 1.0: the filter `encode_email`.

use hastie_liquid::{Abort, Context, Engine, Value};
use hastie_site::pattern::Pattern;
use hastie_site::percent;
use hastie_site::plugin::Plugin;

/// Registers the filter `encode_email`, which percent-encodes the letters and digits of an address.
#[derive(Debug)]
pub(crate) struct EmailProtect;

impl Plugin for EmailProtect {
    fn name(&self) -> &'static str {
        "jekyll-email-protect"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.filter("encode_email", 0, encode_email);
    }
}

/// Percent-encodes all letters and digits of an address.
fn encode_email(cx: &mut Context<'_>, input: &Value, _arguments: &[Value]) -> Result<Value, Abort> {
    let mut encoded = String::new();
    for character in input.to_s(cx.host)?.chars() {
        if is_alnum(character) {
            percent::encode(character.encode_utf8(&mut [0; 4]), |_| false, &mut encoded);
        } else {
            encoded.push(character);
        }
    }
    Ok(Value::from(encoded))
}

/// Ruby's `\p{Alnum}`: letters, marks that count as letters, and decimal digits.
fn is_alnum(character: char) -> bool {
    character.is_alphabetic() || (character.is_numeric() && is_decimal(character))
}

/// Whether a numeric character is a decimal digit (`\p{Nd}`), as opposed to other numerals and fractions.
fn is_decimal(character: char) -> bool {
    static DECIMAL: Pattern = Pattern::new(r"^\p{Nd}$");
    character.is_ascii_digit() || DECIMAL.is_match(character.encode_utf8(&mut [0; 4]))
}
