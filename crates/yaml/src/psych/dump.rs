//! Writes values as YAML. Mirrors `Psych::Visitors::YAMLTree`.

use super::scalar::{Meaning, classify};
use crate::emitter::{Event, Style, emit};
use hastie_value::time::strftime;
use hastie_value::{FixedHost, Time, Value, float_to_s};
use std::borrow::Cow;
use std::ffi::CStr;

const NULL: &CStr = c"tag:yaml.org,2002:null";
const STRING: &CStr = c"tag:yaml.org,2002:str";

/// `Psych.dump(value)`: the value as a YAML document that starts with `---`. Objects of the application, symbols and
/// ranges are written as their `to_s`, such as `1..3`. `None` if a text is longer than 2 GB.
pub fn dump(value: &Value) -> Option<String> {
    let mut scalars = Vec::new();
    collect(value, &mut scalars);
    let written = emit(scalars.iter().map(Item::event))?;
    if !written.chars().any(is_astral) {
        return Some(written);
    }
    let escaped = |c: char| if is_astral(c) { format!("\\U{:08X}", u32::from(c)) } else { c.to_string() };
    Some(written.chars().map(escaped).collect())
}

/// An event for libyaml's emitter. Unlike `Event`, it can own its text.
enum Item<'v> {
    Scalar { text: Cow<'v, str>, tag: Option<&'static CStr>, plain: bool, quoted: bool, style: Style },
    SequenceStart,
    SequenceEnd,
    MappingStart,
    MappingEnd,
}

impl Item<'_> {
    fn event(&self) -> Event<'_> {
        match self {
            Item::Scalar { text, tag, plain, quoted, style } => {
                Event::Scalar { text, tag: *tag, plain: *plain, quoted: *quoted, style: *style }
            }
            Item::SequenceStart => Event::SequenceStart,
            Item::SequenceEnd => Event::SequenceEnd,
            Item::MappingStart => Event::MappingStart,
            Item::MappingEnd => Event::MappingEnd,
        }
    }
}

fn collect<'v>(value: &'v Value, out: &mut Vec<Item<'v>>) {
    match value {
        Value::Array(items) => {
            out.push(Item::SequenceStart);
            items.iter().for_each(|item| collect(item, out));
            out.push(Item::SequenceEnd);
        }
        Value::Hash(hash) => {
            out.push(Item::MappingStart);
            for (key, value) in hash.iter() {
                collect(key, out);
                collect(value, out);
            }
            out.push(Item::MappingEnd);
        }
        Value::Nil => {
            out.push(Item::Scalar { text: "".into(), tag: Some(NULL), plain: true, quoted: false, style: Style::Any })
        }
        Value::Str(text) => out.push(string(text)),
        Value::Time(time) => out.push(plain(Cow::Owned(written(time)))),
        Value::Float(number) if number.is_nan() => out.push(plain(".nan".into())),
        Value::Float(number) if number.is_infinite() => {
            out.push(plain(if *number > 0.0 { ".inf" } else { "-.inf" }.into()));
        }
        Value::Float(number) => out.push(plain(Cow::Owned(float_to_s(*number)))),
        Value::Bool(true) => out.push(plain("true".into())),
        Value::Bool(false) => out.push(plain("false".into())),
        Value::Int(number) => out.push(plain(Cow::Owned(number.to_string()))),
        Value::Big(number) => out.push(plain(Cow::Owned(number.to_string()))),
        Value::Date(date) => out.push(plain(Cow::Owned(date.to_string()))),
        other => out.push(plain(Cow::Owned(inspected(other)))),
    }
}

fn plain(text: Cow<'_, str>) -> Item<'_> {
    Item::Scalar { text, tag: None, plain: true, quoted: true, style: Style::Any }
}

/// `visit_String`: chooses a style in which the text is read as a string again.
fn string(text: &str) -> Item<'_> {
    if text == "<<" {
        return Item::Scalar {
            text: text.into(),
            tag: Some(STRING),
            plain: false,
            quoted: false,
            style: Style::SingleQuoted,
        };
    }
    let style = if text.chars().any(is_astral) {
        Style::DoubleQuoted
    } else if text.strip_suffix('\n').unwrap_or(text).contains('\n') {
        Style::Literal
    } else if matches!(text, "y" | "n") || starts_with_a_sign(text) {
        Style::DoubleQuoted
    } else if !is_text(text) || is_broken_octal(text) {
        Style::SingleQuoted
    } else {
        Style::Plain
    };
    Item::Scalar { text: text.into(), tag: None, plain: true, quoted: true, style }
}

/// Whether Psych reads a plain scalar with this text as a string.
fn is_text(text: &str) -> bool {
    matches!(classify(text), Meaning::Text | Meaning::Object { is_valid: false, .. })
}

/// Whether a character has more than 16 bits. Ruby's libyaml escapes such a character.
fn is_astral(c: char) -> bool {
    c > '\u{ffff}'
}

/// Whether a text starts with a character that is not part of a word, and no `"` follows this character.
fn starts_with_a_sign(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| !first.is_alphanumeric() && first != '_') && !chars.as_str().contains('"')
}

/// Whether a text starts like an octal number, but has a digit that no octal number has.
fn is_broken_octal(text: &str) -> bool {
    text.strip_prefix('0')
        .is_some_and(|rest| rest.trim_start_matches(|c: char| ('0'..='7').contains(&c)).starts_with(['8', '9']))
}

/// The `to_s` of a value for which YAML has no form. Empty if `to_s` fails.
fn inspected(value: &Value) -> String {
    value.to_s(&mut FixedHost::default()).map(|text| text.to_string()).unwrap_or_default()
}

fn written(time: &Time) -> String {
    strftime(time, if time.is_utc() { "%Y-%m-%d %H:%M:%S.%9N Z" } else { "%Y-%m-%d %H:%M:%S.%9N %:z" })
}
