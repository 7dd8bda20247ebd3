//! The layers of the architecture: a lower layer never imports a higher one.
//!
//! Between crates, the compiler ensures this as long as the manifests are right. Within `crates/site`, whose modules
//! are layers too, this test reads the imports.

use crate::tree::rust_files;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The modules of `crates/site` from lowest to highest. Each may use the modules before it.
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

/// The crates that know about sites, with their dependencies. All others are engines, which only know the data model.
const ABOVE: &[(&str, &[&str])] = &[
    ("site", &["commonmark", "kramdown", "liquid", "rouge", "ruby_sass", "sass", "value", "yaml"]),
    (
        "plugins",
        &["bibtex", "citeproc", "commonmark", "html", "liquid", "minify", "rouge", "scholar", "site", "value", "yaml"],
    ),
    ("ruby_plugins", &["html", "liquid", "plugins", "rouge", "ruby", "site", "value", "yaml"]),
    ("minify", &["sass"]),
    ("ruby_sass", &["sass_core"]),
    ("sass", &["sass_core"]),
    ("scholar", &["bibtex"]),
];

#[test]
fn modules_of_the_site_use_only_lower_ones() {
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
fn every_module_of_the_site_is_in_a_layer() {
    let lib = fs::read_to_string(root().join("crates/site/src/lib.rs")).unwrap();
    let modules = lib.lines().filter_map(|line| line.strip_prefix("pub mod ").or(line.strip_prefix("mod ")));
    let unknown: Vec<&str> =
        modules.map(|module| module.trim_end_matches(';')).filter(|module| !SITE.contains(module)).collect();
    assert!(unknown.is_empty(), "without a level: {unknown:?}");
}

#[test]
fn engines_depend_neither_on_sites_nor_on_each_other() {
    let mut wrong = Vec::new();
    for (name, needs) in manifests() {
        let allowed = ABOVE.iter().find(|(other, _)| *other == name).map_or(&["value"] as &[&str], |(_, below)| below);
        let more = needs.iter().filter(|need| !allowed.contains(&need.as_str()));
        wrong.extend(more.map(|need| format!("crates/{name} depends on {need}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_site_suspends_rendering() {
    let mut wrong = Vec::new();
    for folder in ["crates", "src"] {
        for file in rust_files(&root().join(folder)) {
            let below = file.strip_prefix(root()).unwrap();
            let allowed = below.starts_with("crates/value/src") || below.starts_with("crates/site/src/render");
            if !allowed && fs::read_to_string(&file).unwrap().contains("Suspension::until") {
                wrong.push(below.display().to_string());
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Options that only the user can set come from the command line or the environment. Both end in `BuildOptions`.
#[test]
fn variables_that_set_build_options_are_read_in_one_place() {
    let quoted = ["\"", "HASTIE_"].concat();
    let allowed = ["crates/site/src/world/options.rs", "src/cli/serve.rs", "src/serve/editor.rs"];
    let mut wrong = Vec::new();
    for file in ["crates", "src"].iter().flat_map(|folder| rust_files(&root().join(folder))) {
        let below = file.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
        let is_test = below.contains("/tests/") || below.ends_with("/tests.rs");
        if !is_test && !allowed.contains(&below.as_str()) && fs::read_to_string(&file).unwrap().contains(&quoted) {
            wrong.push(below);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The crates of the workspace with their dependencies, without those for tests.
fn manifests() -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let table = manifest.split("\n[dependencies]").nth(1).unwrap_or_default();
        let table = table.split("\n[").next().unwrap_or_default();
        let needs = table.lines().filter_map(|line| line.strip_prefix("hastie-")?.split([' ', '.', '=']).next());
        let needs = needs.map(|name| name.replace('-', "_"));
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        all.insert(name, needs.collect());
    }
    all
}

/// The top-level modules in the `crate::` imports of a file, alone or in braces, ignoring comments.
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

/// Tests must not depend on the user's caches and settings, and so start programs with `story::program` alone.
#[test]
fn tests_start_programs_in_a_fixed_environment() {
    let start = ["Command", "new("].join("::");
    let mut wrong = Vec::new();
    for folder in ["tests/suite", "tests/recorded"] {
        for file in rust_files(&root().join(folder)) {
            if file.file_name().is_some_and(|name| name != "story.rs")
                && fs::read_to_string(&file).unwrap().contains(&start)
            {
                wrong.push(file.display().to_string());
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
