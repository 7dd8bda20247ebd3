//! Compares style sheets with the recorded output of `rougify style THEME [--scope SCOPE]` (`tests/themes/`).

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test over files of its own")]

use hastie_rouge::theme::{find, themes};
use std::fs;
use std::path::Path;

#[test]
fn style_sheets_are_those_that_rougify_prints() {
    let mut seen = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/themes")).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let (theme, scope) = stem.split_once(" in ").unwrap_or((stem, ".highlight"));
        assert_eq!(find(theme).unwrap().css(scope), fs::read_to_string(&path).unwrap(), "{stem}");
        seen += 1;
    }
    assert_eq!(seen, 8);
}

#[test]
fn every_theme_of_rouge_has_its_name_and_its_modes() {
    let names: Vec<&str> = themes().map(|theme| theme.name).collect();
    assert_eq!(names.len(), 25);
    for name in ["base16", "github", "gruvbox"] {
        for mode in ["dark", "light"] {
            assert!(names.contains(&format!("{name}.{mode}").as_str()), "{name}.{mode}");
        }
    }
    assert!(find("no such theme").is_none());
}
