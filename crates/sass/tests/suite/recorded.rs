//! Results of npm's sass for random expressions and style sheets, recorded by `tools/sass_random/record_tests.py`.

use crate::Files;
use hastie_sass::{Compiler, Options, Style, Syntax};

const EXPRESSIONS: &str = include_str!("../recorded/expressions.txt");
const SHEETS: &str = include_str!("../recorded/sheets.txt");
const MODULES: [&str; 7] = ["math", "list", "map", "string", "color", "meta", "selector"];

/// The CSS of a text, or the message of its error.
fn compile(text: &str, style: Style, syntax: Syntax) -> Result<String, String> {
    let mut options = Options::default();
    options.style = style;
    options.syntax = syntax;
    let compiled = Compiler::new().compile(text, &options, &Files::default());
    compiled.map(|done| done.css).map_err(|failed| failed.error.message.clone())
}

#[test]
fn expressions_have_the_values_and_errors_of_dart_sass() {
    let uses: String = MODULES.iter().map(|module| format!("@use \"sass:{module}\"; ")).collect();
    let mut wrong = Vec::new();
    for line in EXPRESSIONS.lines() {
        let mut fields = line.splitn(3, '\t');
        let (style, expression, expected) = (fields.next(), fields.next().unwrap(), fields.next().unwrap());
        let style = if style == Some("compressed") { Style::Compressed } else { Style::Expanded };
        let got = match compile(&format!("{uses}\na {{b: {expression}}}\n"), style, Syntax::Scss) {
            Ok(css) => css.trim_end().replace('\\', "\\\\").replace('\n', "\\n"),
            Err(message) => format!("error: {}", message.lines().next().unwrap_or("").replace('\\', "\\\\")),
        };
        if got != expected {
            wrong.push(format!("{expression}\n  expected {expected}\n  got      {got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn sheets_compile_like_dart_sass() {
    let mut wrong = Vec::new();
    for case in SHEETS.split("=== ").filter(|case| !case.is_empty()) {
        let (syntax, rest) = case.split_once('\n').unwrap();
        let (text, expected) = rest.split_once("--- css\n").unwrap();
        let syntax = match syntax {
            "scss" => Syntax::Scss,
            "css" => Syntax::Css,
            _ => Syntax::Indented,
        };
        let got = compile(text, Style::Expanded, syntax);
        if got.as_ref().map(|css| css.trim_end()) != Ok(expected.trim_end()) {
            wrong.push(format!("{text}\nexpected\n{expected}\ngot\n{got:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} sheets\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn media_queries_that_differ_in_and_and_or_are_equal() {
    let text = include_str!("../recorded/same_features.css");
    let expected = include_str!("../recorded/same_features.out.css");
    assert_eq!(compile(text, Style::Expanded, Syntax::Css).as_deref().map(str::trim_end), Ok(expected.trim_end()));
}
