//! `hastie sass`: compilation of a single style sheet.

use crate::story::Site;
use serde_json::Value;
use std::fs::File;

fn folder() -> Site {
    Site::empty()
        .file("a.scss", "@use \"sizes\";\n.a { width: sizes.$w; .b { c: d } }\n")
        .file("lib/_sizes.scss", "$w: 8px;\n")
        .file("b.sass", ".a\n  b: c\n")
}

#[test]
fn a_file_is_compiled_in_either_style() {
    let site = folder();
    let expanded = ".a {\n  width: 8px;\n}\n.a .b {\n  c: d;\n}\n";
    assert_eq!(site.run(&["sass", "a.scss", "-I", "lib"]).succeeds().out, expanded);
    let compressed = site.run(&["sass", "a.scss", "--load-path", "lib", "--style", "compressed"]).succeeds();
    assert_eq!(compressed.out, ".a{width:8px}.a .b{c:d}\n");
    assert_eq!(site.run(&["sass", "b.sass"]).succeeds().out, ".a {\n  b: c;\n}\n");
}

#[test]
fn a_source_map_replaces_the_css() {
    let site = folder();
    let map: Value = serde_json::from_str(&site.run(&["sass", "b.sass", "--source-map"]).succeeds().out).unwrap();
    assert_eq!(map["version"], 3);
    assert!(map["mappings"].as_str().is_some_and(|mappings| !mappings.is_empty()), "{map}");
}

#[test]
fn an_error_is_reported_with_its_location() {
    let site = folder().file("wrong.scss", "a { b: 1px + 1s }\n");
    let outcome = site.run(&["sass", "wrong.scss"]);
    assert_eq!(outcome.code(), Some(65), "{}", outcome.all());
    assert!(outcome.err.starts_with("Error: 1px and 1s have incompatible units."), "{}", outcome.err);
    assert!(outcome.err.contains("wrong.scss 1:8"), "{}", outcome.err);
    let outcome = site.run(&["sass", "nowhere.scss"]);
    assert_eq!(outcome.code(), Some(65), "{}", outcome.all());
}

#[test]
fn warnings_are_shown_unless_disabled() {
    let site = folder().file("w.scss", "@warn \"mind\";\na { b: c }\n");
    let outcome = site.run(&["sass", "w.scss"]).succeeds();
    assert!(outcome.err.contains("mind"), "{}", outcome.err);
    assert_eq!(site.run(&["sass", "w.scss", "--quiet"]).succeeds().err, "");
}

#[test]
fn standard_input_is_scss() {
    let site = folder().file("lib/in.txt", "@use \"lib/sizes\";\na { b: sizes.$w }\n");
    let mut command = site.command(&["sass"]);
    command.stdin(File::open(site.folder().join("lib/in.txt")).expect("a file"));
    assert_eq!(site.outcome(command).succeeds().out, "a {\n  b: 8px;\n}\n");
}

#[test]
fn requests_are_processed_line_by_line() {
    let requests = "{\"input\": \"a { b: 1 + 1 }\", \"style\": \"compressed\"}\n\
                    {\"input\": \"a\\n  b: c\", \"syntax\": \"sass\"}\n\
                    {\"input\": \"a {\"}\n\
                    {\"input\": \"@warn x; a { b: c }\"}\n";
    let site = folder().file("requests.jsonl", requests);
    let mut command = site.command(&["sass", "--jsonl"]);
    command.stdin(File::open(site.folder().join("requests.jsonl")).expect("a file"));
    let outcome = site.outcome(command).succeeds();
    let answers: Vec<Value> = outcome.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [first, second, third, fourth] = answers.as_slice() else { panic!("{}", outcome.out) };
    assert_eq!(first["css"], "a{b:2}");
    assert_eq!(second["css"], "a {\n  b: c;\n}");
    assert!(third["error"].as_str().is_some_and(|error| error.contains("expected end of rule.")), "{third}");
    assert!(fourth["warnings"][0].as_str().is_some_and(|warning| warning.contains('x')), "{fourth}");
}
