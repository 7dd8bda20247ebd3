//! What Ruby's Liquid 4.0.4 made of our own templates, one file a subject in `recorded/`.
//!
//! Each line there holds a template, its data, and what Ruby gave: the text, or the error; the warnings
//! with their lines; for errors also the message with its line, and the text where errors are printed
//! in place. Recorded with `tools/record/cases liquid`.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // the cases are our own

use hastie_liquid::{Abort, Engine, Hash, Host, ParseOptions, RenderOptions, Template, Value};
use serde_json::Value as Json;
use std::any::Any;
use std::path::Path;

struct Program(jiff::tz::TimeZone);

impl Host for Program {
    fn as_any(&mut self) -> &mut dyn Any {
        self
    }
    fn now(&mut self) -> (i64, u32) {
        (1_768_478_400, 0)
    }
    fn zone(&self) -> &jiff::tz::TimeZone {
        &self.0
    }
}

fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Nil,
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Number(number) => match number.as_i64() {
            Some(integer) => Value::Int(integer),
            None => Value::Float(number.as_f64().unwrap()),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => Value::array(items.iter().map(value).collect()),
        Json::Object(entries) => {
            Value::hash(entries.iter().map(|(key, item)| (key.as_str(), value(item))).collect::<Hash>())
        }
    }
}

/// The text, or the first error's message.
fn rendered(case: &Json, line_numbers: bool, raise: bool) -> Result<String, String> {
    let options = ParseOptions { line_numbers, ..ParseOptions::default() };
    let template = Template::parse(&Engine::standard(), case["template"].as_str().unwrap(), options)
        .map_err(|error| error.to_string())?;
    let options = RenderOptions { raise, ..RenderOptions::new(value(&case["data"])) };
    match template.render(&mut Program(jiff::tz::TimeZone::UTC), options) {
        Ok(rendered) => Ok(rendered.text),
        Err(Abort::Error(error)) => Err(error.to_string()),
        Err(needs) => panic!("{needs}"),
    }
}

fn warnings(case: &Json) -> Vec<String> {
    let template = Template::parse(&Engine::standard(), case["template"].as_str().unwrap(), ParseOptions::default());
    template.unwrap().warnings().iter().map(ToString::to_string).collect()
}

/// Compares every line of a file, and tells all differences at once.
fn check(subject: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/recorded/{subject}.jsonl"));
    let cases: Vec<Json> =
        std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(cases.len() >= least);
    let mut differences = Vec::new();
    for case in &cases {
        let mut compare = |what: &str, expected: &Json, got: Json| {
            if *expected != got {
                differences.push(format!("{}: {what}\n  Ruby {expected}\n  ours {got}", case["id"]));
            }
        };
        match (&case["result"], rendered(case, false, true)) {
            (Json::Null, Ok(text)) => compare("an error", &case["error"], Json::from(text)),
            (Json::Null, Err(error)) => compare("the error", &case["error"], Json::from(error)),
            (text, result) => compare("the text", text, Json::from(result.unwrap_or_else(|error| error))),
        }
        if let Some(error) = case.get("error_with_line") {
            compare("the error and its line", error, rendered(case, true, true).unwrap_err().into());
        }
        if let Some(text) = case.get("printed") {
            compare("the error in the text", text, rendered(case, true, false).unwrap_or_else(|error| error).into());
        }
        if let Some(expected) = case.get("warnings") {
            compare("the warnings", expected, warnings(case).into());
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn loose_markup_is_read_as_ruby_reads_it_with_the_same_warnings() {
    check("warnings", 80);
}

#[test]
fn errors_have_rubys_words_and_lines() {
    check("errors", 45);
}

#[test]
fn variables_literals_and_conditions_are_read_as_ruby_reads_them() {
    check("reading", 50);
}

#[test]
fn tags_and_blocks_do_what_rubys_do() {
    check("tags", 45);
}
