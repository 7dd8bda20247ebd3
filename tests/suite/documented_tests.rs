//! COMPATIBILITY.md and SECURITY.md name the tests that demonstrate their statements. These tests check that each row of
//! the tables names a test, and that the tests exist.

use crate::tree::{repository, rust_files};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The paths of all tests: the modules of the file and the function, such as `suite::serve::redirects_stay_on_the_host`.
fn all_tests() -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for folder in ["tests", "crates", "src"] {
        for file in rust_files(&repository().join(folder)) {
            let text = fs::read_to_string(&file).unwrap();
            let modules = modules(file.strip_prefix(repository()).unwrap());
            for test in text.split("#[test]\n").skip(1).filter_map(|rest| rest.split("fn ").nth(1)?.split('(').next()) {
                paths.insert(format!("{modules}::{test}"));
                paths.insert(format!("{modules}::tests::{test}"));
            }
        }
    }
    paths
}

/// The module path of a file.
fn modules(file: &Path) -> String {
    let path = file.with_extension("");
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).filter(|part| part != "mod").collect();
    parts.join("::")
}

/// The code spans of a text.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a name belongs to a test, a script of the repository or a fuzz target.
fn exists(name: &str, tests: &BTreeSet<String>) -> bool {
    if name.contains("::") {
        return tests.iter().any(|test| test == name || test.ends_with(&format!("::{name}")));
    }
    repository().join(name).is_file() || repository().join(format!("fuzz/fuzz_targets/{name}.rs")).is_file()
}

/// The rows of the tables that have a column `test`: the first cell and the last one.
fn rows(page: &str) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let mut has_tests = false;
    for line in page.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        match cells.last() {
            _ if !line.starts_with('|') => has_tests = false,
            Some(&"test") => has_tests = true,
            Some(last) if has_tests && !line.starts_with("|---") => {
                rows.push((cells[0].to_owned(), (*last).to_owned()))
            }
            _ => {}
        }
    }
    rows
}

/// Checks the tables of a page. Returns how many rows they have.
fn check(page: &str) -> usize {
    let text = fs::read_to_string(repository().join(page)).unwrap();
    let (tests, rows) = (all_tests(), rows(&text));
    let mut wrong = Vec::new();
    for (what, named) in &rows {
        if code(named).next().is_none() {
            wrong.push(format!("{what}: names no test"));
        }
        wrong.extend(code(named).filter(|name| !exists(name, &tests)).map(|name| format!("{what}: {name}")));
    }
    assert!(wrong.is_empty(), "{page}:\n{}", wrong.join("\n"));
    rows.len()
}

#[test]
fn every_intentional_difference_names_an_existing_test() {
    assert!(check("COMPATIBILITY.md") > 30);
}

#[test]
fn every_statement_about_security_names_an_existing_test() {
    assert!(check("SECURITY.md") > 20);
    let text = fs::read_to_string(repository().join("SECURITY.md")).unwrap();
    let tests = all_tests();
    let missing: Vec<&str> = code(&text).filter(|name| name.contains("::") && !exists(name, &tests)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
