//! JSON in the responses of services, and in the format of Python's `json.dump`.

use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Map, Serializer, Value, json};
use std::fmt;
use std::io;

/// An unusable response or file: it has an unexpected format, or asks for a captcha.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnswerError {
    /// The text is not JSON, or has another structure. Contains a message.
    Shape(String),
    /// The service requires a captcha.
    Captcha,
}

impl AnswerError {
    pub(crate) fn missing(what: &str) -> Self {
        AnswerError::Shape(what.to_owned())
    }
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Shape(what) => write!(f, "the response has an unexpected format: {what}"),
            AnswerError::Captcha => f.write_str("the service requires a captcha"),
        }
    }
}

impl std::error::Error for AnswerError {}

/// Serializes like Python's `json.dump(data, file, ensure_ascii=False)`: on one line, with a space after each comma and
/// colon. So an update changes only the numbers in a file that a Python crawler has written.
#[must_use]
pub fn to_python_json(data: &Value) -> String {
    let mut bytes = Vec::new();
    let written = data.serialize(&mut Serializer::with_formatter(&mut bytes, Spaced));
    debug_assert!(written.is_ok(), "values are always written to memory");
    String::from_utf8(bytes).unwrap_or_default()
}

/// The contents of `gs_data_shieldsio.json`, from which shields.io creates a badge with the number of citations.
#[must_use]
pub fn shields_endpoint(citations: u64) -> Value {
    json!({ "schemaVersion": 1, "label": "citations", "message": citations.to_string() })
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

pub(crate) fn object<'v>(data: &'v Value, what: &str) -> Result<&'v Map<String, Value>, AnswerError> {
    data.as_object().ok_or_else(|| AnswerError::Shape(format!("{what} is not a JSON object")))
}

/// The string under `key`, trimmed. `None` if the key is missing, or if its value is blank or not a string.
pub(crate) fn text(map: &Map<String, Value>, key: &str) -> Option<String> {
    map.get(key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// The non-negative integer in a JSON value: 1234 for `1234`, `1234.0` and `"1,234"`. `None` for all other values.
pub(crate) fn unsigned(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64().or_else(|| number.as_f64().and_then(whole)),
        Value::String(text) => text.trim().replace(',', "").parse().ok(),
        _ => None,
    }
}

fn whole(number: f64) -> Option<u64> {
    (number >= 0.0 && number.fract() == 0.0 && number < 9e15).then_some(number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_look_as_python_writes_them() {
        let data = json!({ "a": [1, 2], "b": { "c": "ü" }, "d": [], "e": {} });
        assert_eq!(to_python_json(&data), r#"{"a": [1, 2], "b": {"c": "ü"}, "d": [], "e": {}}"#);
    }

    #[test]
    fn numbers_may_be_written_as_text() {
        assert_eq!(unsigned(&json!("1,204")), Some(1204));
        assert_eq!(unsigned(&json!(12.0)), Some(12));
        for odd in [json!(-1), json!(1.5), json!("N/A"), json!(null), json!([1])] {
            assert_eq!(unsigned(&odd), None, "{odd}");
        }
    }
}
