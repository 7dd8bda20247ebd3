//! Compares the crate with SafeYAML on the recorded cases that are stored next to the checkout.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "the recorded cases are files")]

mod cases;

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;

/// A single test, which is ignored if there are no cases.
fn main() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference/yaml_cases.jsonl");
    let trial = match std::fs::read_to_string(file) {
        Ok(cases) => Trial::test("reference", move || check(&cases)),
        Err(_) => Trial::test("reference::absent", || Ok(())).with_ignored_flag(true),
    };
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}

/// Runs all cases and reports those with another result.
fn check(cases: &str) -> Result<(), Failed> {
    let wrong = cases::differences(cases);
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
