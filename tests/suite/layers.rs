//! The plan of the house: a lower layer never imports an upper one.
//!
//! Between crates the compiler sees to that, as long as their manifests name only crates below them. Within
//! `crates/site`, whose folders are layers too, the imports are read here.

use crate::tree::rust_files;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The modules of `crates/site` from the lowest to the highest: each may use those before it.
const SITE: &[&str] = &[
    "locks",
    "reference",
    "path",
    "pattern",
    "percent",
    "priority",
    "progress",
    "diagnostic",
    "failure",
    "world",
    "glob",
    "config",
    "model",
    "read",
    "sass",
    "render",
    "write",
    "site",
];

/// The crates that know sites; all others are engines, which know nothing but the data model.
const ABOVE: &[(&str, &[&str])] = &[
    ("site", &["commonmark", "kramdown", "liquid", "rouge", "sass", "value", "yaml"]),
    (
        "plugins",
        &["bibtex", "citeproc", "commonmark", "liquid", "minify", "rouge", "ruby", "scholar", "site", "value", "yaml"],
    ),
    ("minify", &["sass"]),
    ("scholar", &["bibtex"]),
];

#[test]
fn folders_of_the_site_use_only_those_below_them() {
    let source = root().join("crates/site/src");
    let level = |name: &str| SITE.iter().position(|module| *module == name);
    let mut wrong = Vec::new();
    for file in rust_files(&source) {
        let below = file.strip_prefix(&source).unwrap();
        let first = below.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
        let Some(own) = level(first.trim_end_matches(".rs")) else { continue };
        let text = fs::read_to_string(&file).unwrap();
        let upper = imports(&text).into_iter().filter(|name| level(name).is_some_and(|other| other > own));
        wrong.extend(upper.map(|name| format!("{} uses crate::{name}", below.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_module_of_the_site_has_its_level() {
    let lib = fs::read_to_string(root().join("crates/site/src/lib.rs")).unwrap();
    let modules = lib.lines().filter_map(|line| line.strip_prefix("pub mod ").or(line.strip_prefix("mod ")));
    let unknown: Vec<&str> =
        modules.map(|module| module.trim_end_matches(';')).filter(|module| !SITE.contains(module)).collect();
    assert!(unknown.is_empty(), "without a level: {unknown:?}");
}

#[test]
fn engines_know_neither_sites_nor_each_other() {
    let mut wrong = Vec::new();
    for (name, needs) in manifests() {
        let allowed = ABOVE.iter().find(|(other, _)| *other == name).map_or(&["value"] as &[&str], |(_, below)| below);
        let more = needs.iter().filter(|need| !allowed.contains(&need.as_str()));
        wrong.extend(more.map(|need| format!("crates/{name} depends on {need}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The crates of the workspace, and which of them each depends on (not in tests).
fn manifests() -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let table = manifest.split("\n[dependencies]").nth(1).unwrap_or_default();
        let table = table.split("\n[").next().unwrap_or_default();
        let needs = table.lines().filter_map(|line| line.strip_prefix("hastie-")?.split([' ', '.', '=']).next());
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        all.insert(name, needs.map(str::to_owned).collect());
    }
    all
}

/// The top-level modules that a file names by `crate::`, one or several in braces, outside of comments.
fn imports(text: &str) -> Vec<String> {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut names = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let listed = match rest.strip_prefix('{') {
            Some(group) => group.split('}').next().unwrap_or_default(),
            None => rest,
        };
        let count = if rest.starts_with('{') { usize::MAX } else { 1 };
        let words =
            listed.split(',').take(count).map(|item| item.trim().split(|c: char| !c.is_alphanumeric() && c != '_'));
        names.extend(words.filter_map(|mut words| words.next().map(str::to_owned)));
    }
    names
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
