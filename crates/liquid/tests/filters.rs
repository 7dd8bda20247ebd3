//! What Ruby's Liquid 4.0.4 made of our own inputs to each standard filter: the files in `filters/`, one a
//! family of filters. A case is a template, its variables, and the answer: `->` a text, `!!` an error.
//! Recorded with `tools/record/filters`.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // the cases are our own

use hastie_liquid::value::number::strict_integer;
use hastie_liquid::{Abort, Engine, Hash, Host, ParseOptions, RenderOptions, Template, Value};
use serde_json::Value as Json;
use std::any::Any;

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
        Json::Number(number) => match strict_integer(number.as_str()) {
            Some(integer) => integer.into(),
            None => Value::Float(number.as_f64().unwrap()),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(items) => Value::array(items.iter().map(value).collect()),
        Json::Object(entries) => {
            Value::hash(entries.iter().map(|(key, item)| (key.as_str(), value(item))).collect::<Hash>())
        }
    }
}

/// The answer to a template, in the words of the files.
fn answer(template: &str, data: Hash) -> String {
    let options = ParseOptions { line_numbers: false, ..ParseOptions::default() };
    let rendered = Template::parse(&Engine::standard(), template, options).map_err(Abort::from).and_then(|template| {
        template.render(&mut Program(jiff::tz::TimeZone::UTC), RenderOptions::raising(Value::hash(data)))
    });
    match rendered {
        Ok(rendered) => format!("-> {}", Json::from(rendered.text)),
        Err(Abort::Error(error)) if error.is_liquid() => format!("!! {error}"),
        Err(Abort::Error(error)) => format!("!! {}: {}", error.class, error.message),
        Err(needs) => panic!("{needs}"),
    }
}

/// Compares every case of a file, and tells all differences at once.
fn check(family: &str, least: usize) {
    let path = format!("{}/tests/filters/{family}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut differences = Vec::new();
    let mut count = 0;
    for block in text.split("\n\n") {
        let mut lines = block.trim().lines().filter(|line| !line.starts_with('#')).peekable();
        let Some(template) = lines.next() else { continue };
        let mut data = Hash::new();
        let mut expected = "";
        for line in lines {
            match line.split_once(" = ") {
                Some((name, json)) if !line.starts_with(['-', '!']) => {
                    data.set(name, value(&serde_json::from_str(json).unwrap()));
                }
                _ => expected = line,
            }
        }
        // JSON has more than one spelling for a text: compare what it stands for.
        let meant = |line: &str| {
            line.strip_prefix("-> ")
                .map_or_else(|| line.to_string(), |json| format!("-> {}", serde_json::from_str::<Json>(json).unwrap()))
        };
        let got = answer(template, data);
        if meant(expected) != got {
            differences.push(format!("{block}\n   ours {got}"));
        }
        count += 1;
    }
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
    assert!(count >= least, "only {count} cases");
}

#[test]
fn numbers_are_computed_as_ruby_computes_them() {
    check("arithmetic", 99);
}

#[test]
fn texts_are_cut_and_changed_as_in_ruby() {
    check("text", 121);
}

#[test]
fn arrays_are_sorted_and_sifted_as_in_ruby() {
    check("arrays", 55);
}

#[test]
fn dates_are_read_and_written_as_ruby_does() {
    check("dates", 39);
}
