//! What Ruby's Liquid 4.0.4 made of our own inputs to each standard filter: the files in `filters/`, one a
//! family of filters. A case is a template, its variables, and the answer: `->` a text, `!!` an error.
//! Recorded with `tools/record/filters`.

use crate::program::{render, value};
use hastie_liquid::{Engine, Hash, ParseOptions, RenderOptions, Value};
use serde_json::Value as Json;

/// The answer to a template, in the words of the files.
fn answer(template: &str, data: Hash) -> String {
    let options = ParseOptions { line_numbers: false, ..ParseOptions::default() };
    match render(&Engine::standard(), template, options, RenderOptions::raising(Value::hash(data))) {
        Ok(text) => format!("-> {}", Json::from(text)),
        Err(error) if error.is_liquid() => format!("!! {error}"),
        Err(error) => format!("!! {}: {}", error.class, error.message),
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
