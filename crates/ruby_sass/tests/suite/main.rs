//! Results of Ruby Sass 3.7.4 for style sheets in its four styles, recorded by
//! `tools/sass_random/record_ruby_tests.py`, and tests of file loading.

use hastie_ruby_sass::{Compiler, Loader, MessageKind, Options, Style, Syntax};
use std::collections::HashMap;
use std::io;

const SHEETS: &str = include_str!("../recorded/sheets.txt");
const RANDOM: &str = include_str!("../recorded/random.txt");

/// Files in memory.
#[derive(Default)]
struct Files(HashMap<String, Vec<u8>>);

impl Files {
    fn file(mut self, path: &str, text: &str) -> Files {
        self.0.insert(path.to_owned(), text.as_bytes().to_vec());
        self
    }
}

impl Loader for Files {
    fn is_file(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    fn is_folder(&self, path: &str) -> bool {
        self.0.keys().any(|file| file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn options(style: Style, syntax: Syntax) -> Options {
    let mut options = Options::default();
    options.style = style;
    options.syntax = syntax;
    options.load_paths = vec!["/lib".to_owned()];
    options
}

/// The CSS of a text, or its error as shown by Jekyll's converter.
fn compile(text: &str, style: &str, syntax: Syntax, files: &Files) -> String {
    let style = match style {
        "nested" => Style::Nested,
        "compact" => Style::Compact,
        "compressed" => Style::Compressed,
        _ => Style::Expanded,
    };
    let compiled = Compiler::new().compile(text, &options(style, syntax), files);
    compiled.map_or_else(|failed| format!("Error: {failed}\n"), |done| done.css)
}

fn expanded(text: &str, files: &Files) -> String {
    compile(text, "expanded", Syntax::Scss, files)
}

#[test]
fn sheets_become_the_css_of_ruby_sass_in_all_styles() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sheets");
    let mut wrong = Vec::new();
    for case in SHEETS.split("=== ").filter(|case| !case.is_empty()) {
        let (head, expected) = case.split_once('\n').unwrap();
        let (name, style) = head.split_once(' ').unwrap();
        #[expect(clippy::disallowed_methods, reason = "the fixture")]
        let text = std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
        let syntax = if name.ends_with(".sass") { Syntax::Indented } else { Syntax::Scss };
        let got = compile(&text, style, syntax, &Files::default());
        if got != expected {
            wrong.push(format!("{head}\nexpected\n{expected}\ngot\n{got}"));
        }
    }
    assert!(wrong.is_empty(), "{} sheets\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn random_sheets_become_the_css_of_ruby_sass() {
    let mut wrong = Vec::new();
    for case in RANDOM.split("=== ").filter(|case| !case.is_empty()) {
        let (head, rest) = case.split_once('\n').unwrap();
        let (style, syntax) = head.split_once(' ').unwrap();
        let (text, expected) = rest.split_once("--- css\n").unwrap();
        let syntax = if syntax == "indented" { Syntax::Indented } else { Syntax::Scss };
        let got = compile(text, style, syntax, &Files::default());
        if got != expected {
            wrong.push(format!("{text}\nexpected\n{expected}\ngot\n{got}"));
        }
    }
    assert!(wrong.is_empty(), "{} sheets\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn imports_are_found_in_load_paths_and_beside_the_importing_file() {
    let files = Files::default()
        .file("/lib/_a.scss", "@import 'inner/b'; a { c: $b; }")
        .file("/lib/inner/_b.scss", "@import 'near'; $b: $near + 1;")
        .file("/lib/inner/near.sass", "$near: 1px\n");
    assert_eq!(expanded("@import 'a', 'a.scss';", &files), "a {\n  c: 2px;\n}\n\na {\n  c: 2px;\n}\n");
    assert_eq!(
        expanded("\n@import 'missing';", &files),
        "Error: File to import not found or unreadable: missing.\nLoad path: /lib on line 2\n"
    );
}

#[test]
fn a_file_and_a_partial_with_the_same_name_are_an_error() {
    let files = Files::default().file("/lib/a.scss", "").file("/lib/_a.scss", "");
    let error = expanded("@import 'a';", &files);
    assert!(
        error.starts_with("Error: It's not clear which file to import for '@import \"a\"'.\nCandidates:\n"),
        "{error}"
    );
}

#[test]
fn circular_imports_are_an_error() {
    let files = Files::default().file("/lib/_a.scss", "@import 'b';").file("/lib/_b.scss", "@import 'a';");
    let error = expanded("@import 'a';", &files);
    assert!(
        error.starts_with("Error: An @import loop has been found:\n    /lib/_a.scss imports /lib/_b.scss"),
        "{error}"
    );
}

#[test]
fn errors_in_imported_files_have_the_line_of_that_file() {
    let files = Files::default().file("/lib/_a.scss", "a {\n  b: $c;\n}");
    assert_eq!(expanded("\n\n\n@import 'a';", &files), "Error: Undefined variable: \"$c\". on line 2\n");
}

#[test]
fn warnings_have_a_stack_trace() {
    let files = Files::default().file("/lib/_a.scss", "@mixin m { @warn 'careful'; @debug 1 + 1; }\n");
    let options = options(Style::Expanded, Syntax::Scss);
    let done = Compiler::new().compile("@import 'a';\nb { @include m; }", &options, &files).unwrap();
    let messages: Vec<_> = done.messages.iter().map(|message| (message.kind, message.text.as_str())).collect();
    let first =
        "WARNING: careful\n         on line 1 of /lib/_a.scss, in `m'\n         from line 2 of an unknown file\n";
    assert_eq!(messages, [(MessageKind::Warning, first), (MessageKind::Debug, "/lib/_a.scss:1 DEBUG: 2")]);
}

#[test]
fn deprecations_are_reported_once_for_each_location() {
    let files = Files::default()
        .file("/lib/_a.scss", "@function f($c) { @return $c + #010101; }\n")
        .file("/lib/_b.sass", ".b\n  :old property\n  new: one\n");
    let text = "@import 'a', 'b';\n.c.d { e: f(#111) f(#222); }\n.g { @extend .c.d; h: call('f', #333); i: 1 + 2; }\n";
    let done = Compiler::new().compile(text, &options(Style::Expanded, Syntax::Scss), &files).unwrap();
    assert!(done.messages.iter().all(|message| message.kind == MessageKind::Deprecation));
    let messages: Vec<&str> = done.messages.iter().map(|message| message.text.as_str()).collect();
    let expected = [
        "DEPRECATION WARNING on line 2 of /lib/_b.sass: later versions of Sass read \":name value\" as a selector",
        "DEPRECATION WARNING on line 1 of /lib/_a.scss: later versions of Sass cannot compute with colours",
        "DEPRECATION WARNING on line 3: later versions of Sass cannot extend a compound selector",
        "DEPRECATION WARNING on line 3: later versions of Sass call functions, and not their names",
    ];
    assert_eq!(messages, expected);
}

#[test]
fn apparent_old_style_properties_may_be_selectors() {
    let sass = |text: &str| compile(text, "expanded", Syntax::Indented, &Files::default());
    let hint = "If \":not(.a)\" should be a selector, use \"\\:not(.a)\" instead.";
    let error = format!("Error: Invalid property: \":not(.a)\" (no value).\n{hint} on line 2\n");
    assert_eq!(sass("p\n  :not(.a)\n"), error);
    let place = "Properties are only allowed within rules, directives, mixin includes, or other properties.";
    assert_eq!(sass("p\n  a: b\n:not(.a)\n  c: d\n"), format!("Error: {place}\n{hint} on line 3\n"));
}

#[test]
fn escaped_line_breaks_are_removed_from_strings() {
    let text = "a { b: \"c\\\nd\"; e: f \"g\\\nh\"; }";
    assert_eq!(expanded(text, &Files::default()), "a {\n  b: \"cd\";\n  e: f \"gh\";\n}\n");
}

#[test]
fn no_input_panics() {
    let deep = |open: &str, close: &str| open.repeat(5_000) + &close.repeat(5_000);
    let cases = [
        deep("a {", "}"),
        format!("a {{ b: {} }}", deep("(", ")")),
        format!("a {{ b: {}1 }}", "-".repeat(50_000)),
        format!("a {{ b: {} }}", deep("f(", ")")),
        format!("{} {{ b: c }}", deep(":not(", ")")),
        format!("a {{ --b: {} }}", deep("(", ")")),
        format!("@supports {} {{ a {{ b: c }} }}", deep("(", ")")),
        format!("@if {} {{}}", "not ".repeat(20_000)),
        "@function f($x) { @return f($x); } a { b: f(1) }".to_owned(),
        "@mixin m { @include m; } @include m;".to_owned(),
        "@while true { a { b: c } }".replace("a { b: c }", ""),
        "a { b: #{#{#{".to_owned(),
        "a { b: \"#{".to_owned(),
        "a { b: url(#{".to_owned(),
        "@media #{".to_owned(),
        "é { ü: \"\\é".to_owned(),
        "@for $i from 1 through 1e300 { }".to_owned(),
        "a { b: 1e999px * 1e999 }".to_owned(),
        ".a { .b & { .c & { @extend .a; } } }".to_owned(),
        "\u{feff}\r\n\u{c}\0".to_owned(),
    ];
    for case in &cases {
        for syntax in [Syntax::Scss, Syntax::Indented] {
            let compiler = Compiler::new();
            let _ = compiler.compile(case, &options(Style::Expanded, syntax), &Files::default());
        }
    }
}

#[test]
fn sheets_share_parsed_files_and_nothing_of_what_becomes_of_them() {
    let compiler = Compiler::new();
    let css = |text: &str, files: &Files| {
        compiler.compile(text, &options(Style::Nested, Syntax::Scss), files).map(|done| done.css).unwrap()
    };
    let files = Files::default().file("/lib/_a.scss", ".x,\n.y { color: red; & b, i & { c: d; } }");
    let one = css("@import 'a'; @import 'a';", &files);
    assert_eq!(css("@import 'a'; @import 'a';", &files), one);
    assert_eq!(css("@import 'a'; .z { @extend .x; }", &files), css("@import 'a'; .z { @extend .x; }", &files));
    assert_eq!(css("@import 'a'; @import 'a';", &files), one);
    let files = files.file("/lib/_a.scss", "q { c: e; }");
    assert_eq!(css("@import 'a';", &files), "q {\n  c: e; }\n");
}

#[test]
fn an_indented_file_is_parsed_for_the_style_that_it_is_wanted_in() {
    let compiler = Compiler::new();
    let files = Files::default().file("/lib/_a.sass", "a\n  b: 0.5 c\n");
    let css = |style| compiler.compile("@import 'a';", &options(style, Syntax::Scss), &files).unwrap().css;
    assert_eq!(css(Style::Expanded), "a {\n  b: 0.5 c;\n}\n");
    assert_eq!(css(Style::Compressed), "a{b:.5 c}\n");
    assert_eq!(css(Style::Expanded), "a {\n  b: 0.5 c;\n}\n");
}

#[test]
fn a_broken_file_is_an_error_only_where_the_sheet_comes_to_it() {
    let files = Files::default().file("/lib/_broken.scss", "a {");
    assert_eq!(expanded("@error 'first'; @import 'broken';", &files), "Error: first on line 1\n");
    let message = expanded("a { b: c; }\n@import 'broken';", &files);
    assert_eq!(message, "Error: Invalid CSS after \"a {\": expected \"}\", was \"\" on line 1\n");
}

#[test]
fn exponentially_growing_sheets_are_an_error() {
    for text in [
        "$n: 2; @while $n > 0 { .w#{$n} { a: $n; } }",
        "$n: 2; @while $n > 0 { .w:not(.a) .b { } }",
        "@while true { @mixin m { a { b: c } } }",
        "@while true { @warn 'once more'; }",
        "$s: 'ab'; @while true { $s: $s + $s }",
        "$s: (a, b); @while true { $s: ($s, $s) }",
        "$s: (a, b); @while true { $s: join($s, $s) }",
    ] {
        let outcome = Compiler::new().compile(text, &Options::default(), &Files::default());
        assert!(outcome.is_err(), "{text}");
    }
}
