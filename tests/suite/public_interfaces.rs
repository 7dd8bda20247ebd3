//! The public interfaces of the engines, as far as a look at their sources can check them.

use crate::tree::{repository, rust_files};
use std::fs;
use std::path::{Path, PathBuf};

/// The crates that other programs use.
const ENGINES: &[&str] =
    &["value", "liquid", "kramdown", "commonmark", "rouge", "yaml", "sass", "html", "minify", "bibtex", "citeproc"];

#[test]
fn every_public_item_of_an_engine_has_one_path() {
    let mut wrong = Vec::new();
    for engine in ENGINES {
        let found = exported_twice(&repository().join("crates").join(engine).join("src/lib.rs"));
        wrong.extend(found.into_iter().map(|path| format!("hastie-{engine} exports {path} again")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_interfaces_of_liquid_and_its_values_need_no_library_for_dates() {
    let manifest = fs::read_to_string(repository().join("crates/liquid/Cargo.toml")).unwrap();
    assert!(!manifest.contains("jiff"), "hastie-liquid depends on jiff");
    let users = rust_files(&repository().join("crates/value/src"))
        .into_iter()
        .filter(|file| fs::read_to_string(file).unwrap().contains("jiff::"))
        .map(|file| file.file_name().unwrap().to_string_lossy().into_owned());
    assert_eq!(users.collect::<Vec<_>>(), ["zone.rs"], "`TimeZone` hides jiff from everything else");
}

/// The items that a module or one of its public modules exports, although all modules in their paths are public.
fn exported_twice(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let modules: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    let mut found = Vec::new();
    for declaration in text.split("\npub use ").skip(1).filter_map(|rest| rest.split(';').next()) {
        let path = declaration.trim_start_matches("self::");
        if modules.iter().any(|module| path.starts_with(&format!("{module}::")) && is_public(file, path)) {
            found.push(path.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    found.extend(modules.iter().flat_map(|module| exported_twice(&file_of(file, module))));
    found
}

/// Whether all modules of a path are public.
fn is_public(file: &Path, path: &str) -> bool {
    let Some((module, rest)) = path.split_once("::") else { return true };
    let text = fs::read_to_string(file).unwrap();
    if module.starts_with(char::is_uppercase) || module.starts_with('{') {
        return true;
    }
    text.contains(&format!("\npub mod {module};")) && is_public(&file_of(file, module), rest)
}

/// The file of a module.
fn file_of(parent: &Path, module: &str) -> PathBuf {
    let folder = match parent.file_stem().and_then(|name| name.to_str()) {
        Some("lib" | "mod") => parent.with_file_name(module),
        _ => parent.with_extension("").join(module),
    };
    let flat = folder.with_extension("rs");
    if flat.exists() { flat } else { folder.join("mod.rs") }
}
