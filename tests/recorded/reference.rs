//! Cases recorded from Ruby Jekyll that are stored next to the checkout, if they are present.
//!
//! `known_failures.txt` is a ratchet: cases on the list must fail and all others must pass, so the list can only
//! shrink.

use crate::story::Site;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const KNOWN_FAILURES: &str = include_str!("known_failures.txt");

/// The tests: one for each case, or a single ignored one if there are no cases.
pub(crate) fn trials() -> Vec<Trial> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/reference/site_cases.jsonl");
    let Ok(cases) = fs::read_to_string(&cases) else {
        return vec![Trial::test("reference::absent", || Ok(())).with_ignored_flag(true)];
    };
    let lines = cases.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let case: serde_json::Value = serde_json::from_str(line).expect("a case a line");
            let id = case["id"].as_str().expect("an id").to_owned();
            Trial::test(format!("reference::{id}"), move || check(&case, &id))
        })
        .collect()
}

/// Checks that a case passes, or fails if it is a known failure.
fn check(case: &serde_json::Value, id: &str) -> Result<(), Failed> {
    let known = KNOWN_FAILURES.lines().any(|line| line == id);
    match (passes(case), known) {
        (true, true) => Err(format!("{id} passes: take it off known_failures.txt").into()),
        (false, false) => Err(format!("{id} is not built as Ruby built it").into()),
        _ => Ok(()),
    }
}

fn passes(case: &serde_json::Value) -> bool {
    let mut site = Site::empty();
    for (path, text) in case["files"].as_object().into_iter().flatten() {
        site = site.file(path, text.as_str().unwrap_or_default());
    }
    let arguments: Vec<&str> = case["args"].as_array().into_iter().flatten().filter_map(|one| one.as_str()).collect();
    let outcome = site.run(&[&["build"], arguments.as_slice()].concat());
    if case["exit"].as_i64() != Some(0) {
        return outcome.code() == Some(1);
    }
    let expected: BTreeMap<String, String> = case["expected"]
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(path, _)| !path.ends_with(".css.map"))
        .map(|(path, text)| (path.clone(), plain(path, text.as_str().unwrap_or_default())))
        .collect();
    let built = site.folder().join("_site");
    let built = if built.is_dir() { crate::tree::files(&built) } else { BTreeMap::new() };
    let built: BTreeMap<String, String> = built
        .into_iter()
        .filter(|(path, _)| !path.ends_with(".css.map"))
        .map(|(path, bytes)| (path.clone(), plain(&path, &String::from_utf8_lossy(&bytes))))
        .collect();
    outcome.code() == Some(0) && built == expected
}

/// Removes the comment with the source map's name from a style sheet.
fn plain(path: &str, text: &str) -> String {
    if !path.ends_with(".css") {
        return text.to_owned();
    }
    text.split("/*# sourceMappingURL=").next().unwrap_or_default().trim_end().to_owned()
}
