//! Compares `psych` with Ruby. `psych.jsonl` has the cases, which `tools/record/psych` records.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first problem")]

use hastie_yaml::psych::{dump, safe_load};
use serde_json::Value as Json;

/// The YAML written for the value of a text, or the error with its class.
fn rewritten(text: &str) -> Result<String, String> {
    let value = safe_load(text.as_bytes()).map_err(|error| format!("{}: {}", error.kind.class(), error.message))?;
    dump(&value).ok_or_else(|| "not written".to_owned())
}

#[test]
fn values_are_read_and_written_as_in_ruby() {
    let mut wrong = Vec::new();
    for line in include_str!("psych.jsonl").lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let text = case["yaml"].as_str().unwrap();
        let expected = match case["dump"].as_str() {
            Some(dump) => Ok(dump.to_owned()),
            None => Err(case["error"].as_str().unwrap().to_owned()),
        };
        let got = rewritten(text);
        if got != expected {
            wrong.push(format!("{text:?}\n  expected {expected:?}\n  got      {got:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn values_that_are_nested_too_deeply_are_errors() {
    assert!(safe_load("[".repeat(100_000).as_bytes()).is_err());
}
