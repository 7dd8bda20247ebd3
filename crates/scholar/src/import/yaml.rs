//! Writes YAML that all parsers interpret in the same way.

use serde_json::{Number, Value};
use std::fmt::Write;

/// A double-quoted string on one line. Letters outside of ASCII are kept, and control characters are escaped.
pub(super) fn double_quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        // Writing to a string cannot fail.
        let _ = match c {
            '"' => write!(quoted, "\\\""),
            '\\' => write!(quoted, "\\\\"),
            '\n' => write!(quoted, "\\n"),
            '\t' => write!(quoted, "\\t"),
            '\r' => write!(quoted, "\\r"),
            '\u{85}' | '\u{a0}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => write!(quoted, "\\u{:04X}", u32::from(c)),
            c if c.is_control() => write!(quoted, "\\x{:02X}", u32::from(c)),
            c => write!(quoted, "{c}"),
        };
    }
    quoted.push('"');
    quoted
}

/// Converts JSON to a YAML document. Strings and keys are double-quoted, unless they are simple ASCII text that cannot
/// be mistaken for another type.
pub(super) fn document(value: &Value) -> String {
    let mut yaml = String::new();
    match value {
        Value::Object(map) if !map.is_empty() => block(value, 0, &mut yaml),
        Value::Array(items) if !items.is_empty() => block(value, 0, &mut yaml),
        other => {
            yaml.push_str(&scalar(other));
            yaml.push('\n');
        }
    }
    yaml
}

fn block(value: &Value, indent: usize, yaml: &mut String) {
    let spaces = " ".repeat(indent);
    match value {
        Value::Object(map) if !map.is_empty() => {
            for (key, value) in map {
                let _ = write!(yaml, "{spaces}{}:", plain_or_quoted(key));
                content(value, indent + 2, yaml);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                // The first line of an item follows the hyphen.
                let mut lines = String::new();
                block(item, indent + 2, &mut lines);
                let _ = write!(yaml, "{spaces}- {}", lines.trim_start_matches(' '));
            }
        }
        other => {
            let _ = writeln!(yaml, "{spaces}{}", scalar(other));
        }
    }
}

/// Writes the value of a key, after the colon.
fn content(value: &Value, indent: usize, yaml: &mut String) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            yaml.push('\n');
            block(value, indent, yaml);
        }
        Value::Array(items) if !items.is_empty() => {
            yaml.push('\n');
            block(value, indent, yaml);
        }
        other => {
            let _ = writeln!(yaml, " {}", scalar(other));
        }
    }
}

/// The fields of a YAML flow mapping without its braces: `name: Ada, year: 1843`.
pub(super) fn flow_fields(fields: &serde_json::Map<String, Value>) -> String {
    let fields = fields.iter().map(|(key, value)| format!("{}: {}", plain_or_quoted(key), flow(value)));
    fields.collect::<Vec<_>>().join(", ")
}

/// A value on one line. A string that contains a comma is quoted, because the comma would end it.
fn flow(value: &Value) -> String {
    match value {
        Value::Object(map) => format!("{{ {} }}", flow_fields(map)),
        Value::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Value::String(text) if text.contains(',') => double_quoted(text),
        other => scalar(other),
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => number_text(number),
        Value::String(text) => plain_or_quoted(text),
        Value::Array(_) => "[]".to_owned(),
        Value::Object(_) => "{}".to_owned(),
    }
}

/// A number in the syntax of YAML 1.1: a float needs a point, and its exponent a sign. A float that is too large for 64
/// bits is written as a string.
fn number_text(number: &Number) -> String {
    let text = number.to_string();
    if !text.contains(['.', 'e', 'E']) {
        return text;
    }
    match number.as_f64().filter(|float| float.is_finite()) {
        Some(float) => {
            let text = format!("{float:?}");
            match text.split_once('e') {
                None => text,
                Some((digits, exponent)) => {
                    let point = if digits.contains('.') { "" } else { ".0" };
                    let sign = if exponent.starts_with('-') { "" } else { "+" };
                    format!("{digits}{point}e{sign}{exponent}")
                }
            }
        }
        None => double_quoted(&text),
    }
}

/// Puts a text in double quotes unless it starts with an ASCII letter and has only ASCII letters, digits, spaces and
/// `_-.,`. Also quotes words such as `yes`, and texts that end with a space or comma.
fn plain_or_quoted(text: &str) -> String {
    let is_word = matches!(
        text.to_ascii_lowercase().as_str(),
        "null" | "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n" | "nan" | "inf"
    );
    let is_plain = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | ','))
        && !text.ends_with([' ', ','])
        && !is_word;
    if is_plain { text.to_owned() } else { double_quoted(text) }
}
