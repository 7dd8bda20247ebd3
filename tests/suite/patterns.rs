//! Checks that all regular expressions of the program compile. At run time, they are only compiled on first use.

use crate::tree::rust_files;
use regex::Regex;
use std::fs;
use std::path::Path;

#[test]
fn every_pattern_compiles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for folder in ["crates/site/src", "crates/plugins/src", "crates/ruby_plugins/src", "src"] {
        for file in rust_files(&root.join(folder)) {
            for source in sources(&fs::read_to_string(&file).unwrap()) {
                assert!(Regex::new(&source).is_ok(), "{}: {source}", file.display());
                count += 1;
            }
        }
    }
    assert!(count > 15, "only {count} patterns were found");
}

/// The raw strings after `Pattern::new(`.
fn sources(code: &str) -> Vec<String> {
    let texts = code.split("Pattern::new(").skip(1);
    texts
        .filter_map(|rest| {
            let raw = rest.trim_start().strip_prefix('r')?;
            let hashes = &raw[..raw.find('"')?];
            let text = &raw[hashes.len() + 1..];
            Some(text[..text.find(&format!("\"{hashes}"))?].to_owned())
        })
        .collect()
}
