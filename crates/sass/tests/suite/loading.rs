//! Tests of loading: how files are found and shared.

use super::{Files, compile_file};
use hastie_sass::{Compiler, Options};

#[test]
fn partials_next_to_the_file_take_precedence_over_load_paths() {
    let files = Files::default()
        .file("a.scss", "@use 'b';\na { c: b.$d }\n")
        .file("_b.scss", "$d: near;\n")
        .file("lib/_b.scss", "$d: far;\n");
    assert_eq!(compile_file("a.scss", &files).unwrap(), "a {\n  c: near;\n}");
}

#[test]
fn folders_may_have_an_index_and_import_only_files() {
    let files = Files::default()
        .file("a.scss", "@import 'b';\n@use 'c';\n")
        .file("b/_index.scss", "b { d: used }\n")
        .file("b/_index.import.scss", "b { d: imported }\n")
        .file("lib/c.sass", "c\n  d: e\n");
    let message = compile_file("a.scss", &files).unwrap_err();
    assert!(message.contains("@use rules must be written before any other rules."), "{message}");
    let files = files.file("a.scss", "@use 'c';\n@import 'b';\n");
    assert_eq!(compile_file("a.scss", &files).unwrap(), "c {\n  d: e;\n}\n\nb {\n  d: imported;\n}");
}

#[test]
fn two_candidates_are_an_error_that_lists_both() {
    let files = Files::default().file("a.scss", "@use 'b';\n").file("_b.scss", "").file("b.sass", "");
    let message = compile_file("a.scss", &files).unwrap_err();
    assert_eq!(
        message,
        "Error: It's not clear which file to import. Found:\n  b.sass\n  _b.scss\n  ,\n1 | @use 'b';\n  | ^^^^^^^^\n  '\n  \
         a.scss 1:1  root stylesheet"
    );
}

#[test]
fn a_changed_file_is_parsed_again() {
    let compiler = Compiler::new();
    let css = |files: &Files| compiler.compile_file("a.scss", &Options::default(), files).unwrap().css;
    let files = Files::default().file("a.scss", "@use 'b'").file("_b.scss", "b { c: d }");
    assert_eq!(css(&files), "b {\n  c: d;\n}");
    let files = files.file("_b.scss", "b { c: e }");
    assert_eq!(css(&files), "b {\n  c: e;\n}");
}

#[test]
fn loaded_files_are_listed_in_order() {
    let files =
        Files::default().file("a.scss", "@use 'b'; @use 'c';").file("_b.scss", "@use 'c';").file("lib/_c.scss", "");
    let mut options = Options::default();
    options.load_paths = vec!["lib".into()];
    let compiled = Compiler::new().compile_file("a.scss", &options, &files).unwrap();
    let loaded: Vec<&str> = compiled.loaded.iter().map(|path| &**path).collect();
    assert_eq!(loaded, ["a.scss", "_b.scss", "lib/_c.scss"]);
}

/// An empty URL refers to the file itself.
#[test]
fn a_file_cannot_load_itself_by_an_empty_url() {
    let files = Files::default().file("a.scss", "@import \"\"").file("b.scss", "@forward \"\"");
    assert!(compile_file("a.scss", &files).unwrap_err().starts_with("Error: This file is already being loaded."));
    assert!(compile_file("b.scss", &files).unwrap_err().contains("this module is already being loaded."));
}

#[test]
fn a_namespace_before_an_argument_name_is_ignored() {
    let files = Files::default()
        .file("a.scss", "@use 'tide' as t;\n@function wide($by) { @return $by * 2 }\na { b: wide(t.$by: 4px) }\n")
        .file("_tide.scss", "$by: 1px;\n");
    assert_eq!(compile_file("a.scss", &files).unwrap(), "a {\n  b: 8px;\n}");
}
