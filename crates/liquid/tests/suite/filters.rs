//! Compares the standard filters with Ruby's Liquid 4.0.4. Each file in `filters/` covers a family of filters. A case
//! is a template, its variables, and the result: `->` for a text, `!!` for an error. Recorded with
//! `tools/record/filters`.

use crate::program::{Differences, render, value};
use hastie_liquid::{Engine, Hash, ParseOptions, RenderOptions, Value};
use serde_json::{Value as Json, json};

/// The result of a template in the files' format: a JSON string or an error.
fn answer(template: &str, data: Hash) -> Json {
    let mut options = ParseOptions::default();
    options.line_numbers = false;
    match render(&Engine::standard(), template, options, RenderOptions::raising(Value::hash(data))) {
        Ok(text) => json!({ "text": text }),
        Err(error) if error.is_liquid() => json!(format!("!! {error}")),
        Err(error) => json!(format!("!! {}: {}", error.kind, error.message)),
    }
}

/// The expected result in a line of a file.
fn expected(line: &str) -> Json {
    match line.strip_prefix("-> ") {
        Some(text) => json!({ "text": serde_json::from_str::<Json>(text).unwrap() }),
        None => json!(line),
    }
}

/// Checks all cases of a file.
fn check(family: &str, least: usize) {
    let path = format!("{}/tests/filters/{family}.txt", env!("CARGO_MANIFEST_DIR"));
    let mut differences = Differences::default();
    for block in std::fs::read_to_string(path).unwrap().split("\n\n") {
        let mut lines = block.trim().lines().filter(|line| !line.starts_with('#'));
        let Some(template) = lines.next() else { continue };
        let mut data = Hash::new();
        let mut recorded = "";
        for line in lines {
            match line.split_once(" = ") {
                Some((name, json)) if !line.starts_with(['-', '!']) => {
                    data.set(name, value(&serde_json::from_str(json).unwrap()));
                }
                _ => recorded = line,
            }
        }
        differences.case();
        differences.compare(block, &expected(recorded), &answer(template, data));
    }
    differences.none_in(least);
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
