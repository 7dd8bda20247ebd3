//! Converts YAML values to JSON.

use hastie_liquid::{Time, Value};
use hastie_value::time;
use serde_json::{Number, Value as Json};

/// Converts a value to JSON. Dates, times and keys become strings. Values that JSON lacks become null.
#[must_use]
pub fn of(value: &Value) -> Json {
    match value {
        Value::Bool(truth) => (*truth).into(),
        Value::Int(number) => (*number).into(),
        Value::Big(number) => number.to_string().parse::<Number>().map_or(Json::Null, Json::Number),
        Value::Float(number) => Number::from_f64(*number).map_or(Json::Null, Json::Number),
        Value::Str(text) => text.as_str().into(),
        Value::Date(day) => format!("{:04}-{:02}-{:02}", day.year, day.month, day.day).into(),
        Value::Time(moment) => moment_text(moment).into(),
        Value::Array(items) => items.iter().map(of).collect(),
        Value::Hash(hash) => Json::Object(hash.iter().map(|(key, value)| (key_text(key), of(value))).collect()),
        _ => Json::Null,
    }
}

fn key_text(key: &Value) -> String {
    match of(key) {
        Json::String(text) => text,
        other => other.to_string(),
    }
}

fn moment_text(moment: &Time) -> String {
    time::strftime(moment, "%Y-%m-%dT%H:%M:%S%:z")
}
