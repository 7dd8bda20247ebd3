//! Compares the converter with the recorded cases of kramdown's own suite, which are stored next to the checkout.
//!
//! A case has the `options`, the `input` and the `html`. Cases with highlighted code need a highlighter, so the program's
//! tests run them (`tests/recorded/engines.rs`).
#![allow(clippy::disallowed_methods, reason = "the recorded cases are files")]

use hastie_kramdown::{Options, Setting, convert};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value as Json;
use std::path::Path;

/// The options of a case. They are Jekyll's if the case names them so, otherwise kramdown's with changes.
fn options(json: &Json) -> Options {
    let mut options = if json == "jekyll" { Options::jekyll() } else { Options::default() };
    for (name, value) in json.as_object().into_iter().flatten() {
        options.set(name, &setting(value)).expect("an option of kramdown's");
    }
    options.set("syntax_highlighter", &Setting::Nil).expect("an option of kramdown's");
    options
}

fn setting(value: &Json) -> Setting {
    match value {
        Json::Null => Setting::Nil,
        Json::Bool(truth) => Setting::Bool(*truth),
        Json::Number(number) => Setting::Int(number.as_i64().expect("an integer")),
        Json::String(text) => Setting::Text(text.clone()),
        Json::Array(items) => Setting::List(items.iter().map(setting).collect()),
        Json::Object(entries) => {
            Setting::Map(entries.iter().map(|(key, value)| (key.clone(), setting(value))).collect())
        }
    }
}

/// A single test, which is ignored if there are no cases.
fn main() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/kramdown_cases.jsonl");
    let trial = match std::fs::read_to_string(file) {
        Ok(cases) => Trial::test("reference", move || check(&cases)),
        Err(_) => Trial::test("reference::absent", || Ok(())).with_ignored_flag(true),
    };
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}

/// Runs all cases and reports those with another result.
fn check(cases: &str) -> Result<(), Failed> {
    let (mut count, mut wrong) = (0, Vec::new());
    for line in cases.lines() {
        let case: Json = serde_json::from_str(line).expect("one case for each line");
        let (source, html) = (case["input"].as_str().expect("a source"), case["html"].as_str().expect("the HTML"));
        if html.contains("highlight") {
            continue;
        }
        let output = convert(source, &options(&case["options"]), None).map(|output| output.html);
        if output.as_deref() != Ok(html) {
            wrong.push(format!("{}\n  Ruby {html:?}\n  ours {output:?}", case["id"]));
        }
        count += 1;
    }
    match wrong.len() {
        0 if count > 600 => Ok(()),
        0 => Err(format!("only {count} cases").into()),
        many => Err(format!("{many} of {count} cases differ:\n{}", wrong.join("\n")).into()),
    }
}
