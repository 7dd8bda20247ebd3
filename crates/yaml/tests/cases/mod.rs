//! Cases recorded from SafeYAML 1.0.5 (Ruby 3.1, Psych 4.0.3, libyaml 0.2.5).
//!
//! Each line is a case: `yaml`, and `value` in the tagged format of `hastie yaml`, or `error` with Ruby's message. Recorded
//! with `SafeYAML.load(text)`.

use hastie_value::{Time, Value, float_to_s};
use hastie_yaml::load;
use serde_json::{Value as Json, json};

/// The cases with another value or error than in Ruby.
pub fn differences(cases: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for line in cases.lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let yaml = case["yaml"].as_str().unwrap();
        let (got, expected) = match load(yaml.as_bytes(), None) {
            Ok(value) => (tagged(&value), &case["value"]),
            // Of some errors, only the class is recorded.
            Err(error) if case["error"] == error.kind.class() => continue,
            Err(error) => (json!(error.message), &case["error"]),
        };
        if got != *expected {
            wrong.push(format!("{yaml:?}\n   got {got}\n  want {expected}"));
        }
    }
    wrong
}

/// Converts a value to the tagged format.
fn tagged(value: &Value) -> Json {
    match value {
        Value::Bool(truth) => json!(truth),
        Value::Int(number) if number.unsigned_abs() <= 1 << 53 => json!(number),
        Value::Int(number) => json!({ "$int": number.to_string() }),
        Value::Big(number) => json!({ "$int": number.to_string() }),
        Value::Float(number) => json!({ "$float": float_to_s(*number) }),
        Value::Str(text) => json!(text.as_str()),
        Value::Date(date) => json!({ "$date": date.to_string() }),
        Value::Time(time) => {
            let utc = Time::utc(time.seconds, time.nanos);
            let text = hastie_value::time::strftime(&utc, "%Y-%m-%d %H:%M:%S.%N");
            json!({ "$time": text, "$offset": time.offset })
        }
        Value::Array(items) => items.iter().map(tagged).collect(),
        Value::Hash(hash) => {
            let pairs: Vec<Json> = hash.iter().map(|(key, value)| json!([tagged(key), tagged(value)])).collect();
            json!({ "$map": pairs })
        }
        _ => Json::Null,
    }
}
