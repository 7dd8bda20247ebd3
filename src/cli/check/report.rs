//! Writes the faults of a site as text, as JSON, as annotations of GitHub Actions or as SARIF.

use super::Fault;
use crate::check::RULES;
use crate::diagnostic::{escaped, escaped_json};
use crate::percent;
use serde_json::{Value as Json, json};
use std::fmt::Write;

/// The report for people: one line for each fault, and a summary.
pub(super) fn text(faults: &[Fault], pages: usize) -> String {
    let mut text = String::new();
    for fault in faults {
        let on = match fault.pages.len() {
            1 => String::new(),
            count => format!(" (on {count} pages)"),
        };
        let line = format!("{}:{}: {}: {}{on}", fault.file, fault.line, fault.rule, fault.message);
        let _ = writeln!(text, "{}", escaped(&line));
    }
    let _ = match faults.len() {
        0 => writeln!(text, "{pages} pages, no faults"),
        1 => writeln!(text, "{pages} pages, 1 fault"),
        count => writeln!(text, "{pages} pages, {count} faults"),
    };
    text
}

/// The report of `--format json`: one line for each fault, with a JSON object.
pub(super) fn json(faults: &[Fault]) -> String {
    let mut text = String::new();
    for Fault { rule, file, line, message, pages } in faults {
        let object = json!({ "rule": rule, "file": file, "line": line, "message": message, "pages": pages });
        let _ = writeln!(text, "{}", escaped_json(&object.to_string()));
    }
    text
}

/// The report as workflow commands of GitHub Actions, which shows each fault as an annotation of its file.
pub(super) fn github(faults: &[Fault]) -> String {
    let value = |text: &str| escaped(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| value(text).replace(':', "%3A").replace(',', "%2C");
    let mut text = String::new();
    for fault in faults {
        let (file, message) = (property(&fault.file), value(&fault.message));
        let _ = writeln!(text, "::error file={file},line={},title={}::{message}", fault.line, fault.rule);
    }
    text
}

/// The report as SARIF 2.1.0, for GitHub's code scanning.
pub(super) fn sarif(faults: &[Fault]) -> String {
    let rules: Vec<Json> =
        RULES.iter().map(|rule| json!({ "id": rule.name, "shortDescription": { "text": rule.about } })).collect();
    let results: Vec<Json> = faults
        .iter()
        .map(|fault| {
            let location = json!({ "physicalLocation": {
                "artifactLocation": { "uri": address(&fault.file) },
                "region": { "startLine": fault.line },
            } });
            json!({
                "ruleId": fault.rule,
                "level": "error",
                "message": { "text": fault.message },
                "locations": [location],
            })
        })
        .collect();
    let driver = json!({ "name": "hastie", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "results": results }],
    });
    format!("{}\n", escaped_json(&format!("{log:#}")))
}

/// The URI of a path: a `file:` URI if the path is absolute, and a relative URI otherwise.
fn address(path: &str) -> String {
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte);
    format!("{scheme}{}", percent::encoded(path, is_plain))
}
