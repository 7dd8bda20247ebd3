//! Jekyll's own configuration keys are read through `config::Settings`, never by name. Plugins name only keys of their
//! own.

use crate::tree::rust_files;
use regex::Regex;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A read of a configuration by a key's name. The first group is the receiver, the second one the key.
const READ: &str = r#"(?x)
    \b(config|configuration|preliminary|overrides|setup|context|site_context|self) (?:\(\))?
    (?:\.(?:setup|context|config|configuration|values|overrides)(?:\(\))?)*
    \s*\.(?:get|is_set|text|strings|config|config_text|contains_key)\(\s*"([\w-]+)""#;

#[test]
fn keys_of_jekyll_are_read_through_the_typed_view() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let view = ["settings.rs", "settings/server.rs"];
    let view = view.map(|file| fs::read_to_string(root.join("crates/site/src/config").join(file)).unwrap());
    let known = keys(&view.concat());
    assert!(known.contains("safe") && known.contains("webrick"), "{known:?}");
    let read = Regex::new(READ).unwrap();
    let mut wrong = Vec::new();
    for folder in ["crates/site/src", "crates/plugins/src", "crates/ruby_plugins/src", "src"] {
        for file in rust_files(&root.join(folder)) {
            let below = file.strip_prefix(root).unwrap();
            if below.starts_with("crates/site/src/config") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            for found in read.captures_iter(&text) {
                let is_in_site = below.starts_with("crates/site");
                // `self` may be the options of a plugin or of a formatter.
                let is_a_method = found[0].starts_with("self") && found[0].matches('.').count() == 1;
                let is_known = known.contains(&found[2]);
                if (is_known && (is_in_site || !is_a_method)) || (is_in_site && !is_a_method) {
                    let line = text[..found.get(0).unwrap().start()].lines().count().max(1);
                    wrong.push(format!("{}:{line}: {}", below.display(), &found[0]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The keys that the view names.
fn keys(source: &str) -> BTreeSet<String> {
    let named = Regex::new(r#"self\.(?:value|is_set|text)\("([\w-]+)"\)"#).unwrap();
    named.captures_iter(source).map(|found| found[1].to_owned()).collect()
}
