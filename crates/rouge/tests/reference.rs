//! Compares the lexers with the recorded cases of Rouge's own samples, which are stored next to the checkout: one for each
//! language, with the `html` of the formatter.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "the recorded cases are files")]

use hastie_rouge::{html, lex};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value as Json;
use std::path::Path;

/// A single test, which is ignored if there are no cases.
fn main() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/rouge_cases.jsonl");
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
        let case: Json = serde_json::from_str(line).unwrap();
        let (language, text) = (case["lang"].as_str().unwrap(), case["input"].as_str().unwrap());
        let html = lex(language, text).map(|tokens| html::spans(&tokens));
        if html.as_deref() != case["html"].as_str() {
            wrong.push(language.to_owned());
        }
        count += 1;
    }
    match wrong.len() {
        0 if count > 220 => Ok(()),
        0 => Err(format!("only {count} languages").into()),
        many => Err(format!("{many} of {count} languages differ:\n{}", wrong.join("\n")).into()),
    }
}
