//! Compares the engine with the recorded cases of Liquid's own suites, which are stored next to the checkout.
//!
//! The filters and tags of Jekyll were available to Ruby, but this engine has only Liquid's. The program's tests run the
//! cases that depend on them (`tests/recorded/engines.rs`).

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "the recorded cases are files")]

#[path = "suite/program.rs"]
mod program;

use hastie_liquid::{Engine, ParseOptions, RenderOptions};
use libtest_mimic::{Arguments, Failed, Trial};
use program::{Differences, render, value};
use serde_json::Value as Json;
use std::path::Path;

/// Whether a template uses a filter that Jekyll adds or replaces.
fn uses_jekylls_filters(template: &str) -> bool {
    let names =
        template.split('|').skip(1).map(|rest| rest.trim_start().split(|c: char| !c.is_alphabetic() && c != '_'));
    names.filter_map(|mut words| words.next()).any(|name| ["find", "sort", "where"].contains(&name))
}

/// A single test, which is ignored if there are no cases.
fn main() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/liquid_cases.jsonl");
    let trial = match std::fs::read_to_string(file) {
        Ok(cases) => Trial::test("reference", move || check(&cases)),
        Err(_) => Trial::test("reference::absent", || Ok(())).with_ignored_flag(true),
    };
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}

/// Runs all cases and reports those with another result.
fn check(cases: &str) -> Result<(), Failed> {
    let engine = Engine::standard();
    let mut differences = Differences::default();
    for line in cases.lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        let template = case["template"].as_str().unwrap();
        if uses_jekylls_filters(template) {
            continue;
        }
        let options = ParseOptions::default().without_line_numbers();
        let start = RenderOptions::raising(value(&case["data"]));
        let got = match render(&engine, template, options, start) {
            Ok(text) => Json::from(text),
            Err(_) if case["error_class_only"] == true => case["error"].clone(),
            Err(error) if error.is_liquid() => Json::from(error.to_string()),
            Err(error) => Json::from(format!("{}: {}", error.kind, error.message)),
        };
        differences.case();
        let expected = case.get("result").unwrap_or(&case["error"]);
        differences.compare(format_args!("{}: {}", case["id"], case["template"]), expected, &got);
    }
    differences.none_in(2900);
    Ok(())
}
