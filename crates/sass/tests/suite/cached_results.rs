//! The cache of function results does not affect the CSS.

use super::{Files, compile, compile_file};

/// The CSS is recorded from npm's sass. Its functions read and assign global variables, use `&`, check what exists, and
/// are redeclared. They are called with arguments that are equal but written differently, with named arguments and with
/// rest arguments.
#[test]
fn cached_results_are_never_stale() {
    let sheet = include_str!("../recorded/kept_results.scss");
    let files = Files::default().file("a.scss", sheet).file("_m.scss", "$size: 5px !default;\n");
    let css = compile_file("a.scss", &files).unwrap();
    assert_eq!(css, include_str!("../recorded/kept_results.css").trim_end());
}

#[test]
fn random_numbers_are_not_cached() {
    let css = compile("@function f() { @return unique-id() } a { b: f() == f(); c: f() != f() }").unwrap();
    assert_eq!(css, "a {\n  b: false;\n  c: true;\n}");
}

#[test]
fn warnings_are_reported_for_every_call() {
    let options = hastie_sass::Options::default();
    let sheet = "@function f($a) { @warn $a; @return 1 } a { b: f(1); c: f(1); d: f(2) }";
    let compiled = hastie_sass::Compiler::new().compile(sheet, &options, &hastie_sass::NoFiles).unwrap();
    let messages: Vec<&str> = compiled.warnings.iter().map(|warning| warning.message.as_str()).collect();
    assert_eq!(messages, ["1", "1", "2"]);
}

#[test]
fn errors_have_the_trace_of_their_own_call() {
    let sheet = "@function f($a) { @if $a == 2 { @error \"two\" } @return $a }\na { b: f(1) f(1);\n c: f(2) }";
    let message = compile(sheet).unwrap_err();
    assert!(message.contains("two") && message.contains("3:5"), "{message}");
}

#[test]
fn repeated_work_takes_no_time() {
    let sheet = "@function slow($n) { $a: 0; @for $i from 1 through $n { $a: $a + $i } @return $a }\n\
                 @for $i from 1 through 20000 { @if slow(2000) != 2001000 { a { b: c } } }\n";
    assert_eq!(compile(sheet).unwrap(), "");
}

/// Caching all of these results would take gigabytes.
#[test]
fn large_results_are_not_cached() {
    let sheet = "@use 'sass:list'; $all: ();\n@function long($n) { $s: 'abcdefgh'; @for $i from 1 through 14 { $s: $s + $s } \
                 @return $s + $n }\n@function last() { @return list.length($all) }\n\
                 @for $i from 1 through 4000 { $all: list.append($all, $i); $x: long($i % 1000) + last() + last(); }\n\
                 a { b: last() }";
    assert_eq!(compile(sheet).unwrap(), "a {\n  b: 4000;\n}");
}
