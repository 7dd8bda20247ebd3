//! Compares the engine with Ruby's Liquid 4.0.4 on our own templates, one file for each subject in `recorded/`.
//!
//! Each line contains a template, its data, and Ruby's result: the text or the error, and the warnings with their
//! lines. Errors also have the message with its line, and the text with errors printed in place. Recorded with
//! `tools/record/cases liquid`.

use crate::program::{Differences, render, value};
use hastie_liquid::{Engine, ParseOptions, RenderOptions, Template};
use serde_json::Value as Json;
use std::path::Path;

/// The text, or the first error's message.
fn rendered(case: &Json, line_numbers: bool, raise: bool) -> Result<String, String> {
    let mut options = ParseOptions::default();
    options.line_numbers = line_numbers;
    let source = case["template"].as_str().unwrap();
    let mut start = RenderOptions::new(value(&case["data"]));
    start.raise = raise;
    render(&Engine::standard(), source, options, start).map_err(|error| error.to_string())
}

fn warnings(case: &Json) -> Vec<String> {
    let template = Template::parse(&Engine::standard(), case["template"].as_str().unwrap(), ParseOptions::default());
    template.unwrap().warnings().iter().map(ToString::to_string).collect()
}

/// Checks all lines of a file.
fn check(subject: &str, least: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/recorded/{subject}.jsonl"));
    let mut differences = Differences::default();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        differences.case();
        let mut compare = |what: &str, expected: &Json, got: Json| {
            differences.compare(format_args!("{}: {what}", case["id"]), expected, &got);
        };
        match (&case["result"], rendered(&case, false, true)) {
            (Json::Null, Ok(text)) => compare("an error", &case["error"], Json::from(text)),
            (Json::Null, Err(error)) => compare("the error", &case["error"], Json::from(error)),
            (text, result) => compare("the text", text, Json::from(result.unwrap_or_else(|error| error))),
        }
        if let Some(error) = case.get("error_with_line") {
            compare("the error and its line", error, rendered(&case, true, true).unwrap_err().into());
        }
        if let Some(text) = case.get("printed") {
            compare("the error in the text", text, rendered(&case, true, false).unwrap_or_else(|error| error).into());
        }
        if let Some(expected) = case.get("warnings") {
            compare("the warnings", expected, warnings(&case).into());
        }
    }
    differences.none_in(least);
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
