//! Recorded templates and Markdown that need more than one engine, if they are next to the checkout: Jekyll's filters, and
//! highlighted code. The crates of the engines run the other cases.

use crate::story::Site;
use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The tests: one for each file of cases.
pub(crate) fn trials() -> Vec<Trial> {
    let is_highlighted = |case: &Json| case["html"].as_str().is_some_and(|html| html.contains("highlight"));
    let has_filters = |case: &Json| case["template"].as_str().is_some_and(uses_jekylls_filters);
    [
        trial("filters", "filter_cases", "liquid", |_| true),
        trial("liquid_with_jekylls_filters", "liquid_cases", "liquid", has_filters),
        trial("highlighted_markdown", "kramdown_cases", "kramdown", is_highlighted),
    ]
    .into()
}

/// Whether a template uses a filter that Jekyll adds to Liquid or replaces.
fn uses_jekylls_filters(template: &str) -> bool {
    let names =
        template.split('|').skip(1).map(|rest| rest.trim_start().split(|c: char| !c.is_alphabetic() && c != '_'));
    names.filter_map(|mut words| words.next()).any(|name| ["find", "sort", "where"].contains(&name))
}

fn trial(name: &str, file: &str, command: &'static str, applies: impl Fn(&Json) -> bool + Send + 'static) -> Trial {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../shared/reference/{file}.jsonl"));
    match fs::read_to_string(file) {
        Ok(cases) => Trial::test(format!("engines::{name}"), move || check(command, &cases, applies)),
        Err(_) => Trial::test(format!("engines::{name}::absent"), || Ok(())).with_ignored_flag(true),
    }
}

/// Runs the cases that apply through a batch command, and compares its responses with the recorded results.
fn check(command: &str, cases: &str, applies: impl Fn(&Json) -> bool) -> Result<(), Failed> {
    let cases: Vec<Json> =
        cases.lines().map(|line| serde_json::from_str(line).expect("one case for each line")).collect();
    let cases: Vec<Json> = cases.into_iter().filter(applies).collect();
    let requests: Vec<String> = cases.iter().map(Json::to_string).collect();
    let site = Site::empty().file("requests.jsonl", requests.join("\n"));
    let mut batch = site.command(&[command, "--jsonl"]);
    batch.stdin(fs::File::open(site.folder().join("requests.jsonl"))?);
    let output = site.outcome(batch).succeeds().out;
    let responses: Vec<Json> = output.lines().map(|line| serde_json::from_str(line).expect("a response")).collect();
    let responses: BTreeMap<&str, &Json> =
        responses.iter().map(|response| (response["id"].as_str().expect("the id"), response)).collect();
    let wrong: Vec<String> = cases
        .iter()
        .filter(|case| {
            !responses.get(case["id"].as_str().expect("an id")).is_some_and(|response| is_same(case, response))
        })
        .map(Json::to_string)
        .collect();
    match wrong.len() {
        0 => Ok(()),
        count => Err(format!("{count} of {} cases differ:\n{}", cases.len(), wrong.join("\n")).into()),
    }
}

/// Whether a response has the recorded result, or the recorded error. Of some errors, only the class is recorded.
fn is_same(case: &Json, response: &Json) -> bool {
    match case.get("error") {
        Some(error) => response.get("error").is_some_and(|got| case["error_class_only"] == true || got == error),
        None => ["result", "html"].iter().all(|field| case.get(field) == response.get(field)),
    }
}
