//! Compilation always ends, with CSS or with an error.

use super::{Files, compile, compile_file};
use hastie_sass::{Compiler, Options};

fn assert_error(text: &str, words: &str) {
    let message = compile(text).expect_err("an error");
    assert!(message.contains(words), "{message}");
}

#[test]
fn deep_nesting_is_an_error() {
    for (open, close) in [("(", ")"), ("[", "]"), ("a{", "}"), ("#{", "}"), ("f(", ")"), ("@if (", ")")] {
        for prefix in ["$a: ", "a{b: ", ""] {
            let text = format!("{prefix}{}1{}", open.repeat(34_000), close.repeat(34_000));
            let _ = compile(&text).expect_err("an error");
        }
    }
    assert_error(&format!("$a: {}1{}", "(".repeat(34_000), ")".repeat(34_000)), "Too many levels of nesting.");
    let _ = compile(&format!("a:not({}b{})", ":not(".repeat(34_000), ")".repeat(34_000))).expect_err("an error");
    let _ = compile(&format!("@media {}a{} {{b {{c: d}}}}", "(".repeat(34_000), ")".repeat(34_000)));
    let _ = compile(&format!("@supports {}a: b{} {{b {{c: d}}}}", "(".repeat(34_000), ")".repeat(34_000)));
    let _ = compile(&format!("a {{b: if({}1)}}", "if(".repeat(5_000)));
    let _ = compile(&format!("a {{b: {}1}}", "(1/1 ".repeat(5_000)));
}

#[test]
fn long_chains_of_operators_are_an_error_or_a_value() {
    assert_eq!(compile(&format!("a {{b: 1{}}}", "+1".repeat(1_500))).unwrap(), "a {\n  b: 1501;\n}");
    assert_error(&format!("a {{b: 1{}}}", "+1".repeat(100_000)), "Too many operations in one expression.");
}

#[test]
fn infinite_recursion_is_an_error() {
    assert_error("@function f() { @return f() } a { b: f() }", "Too many levels of calls.");
    assert_error("@mixin m { @include m } a { @include m }", "Too many levels of calls.");
    assert_error("@mixin m { a { @include m } } @include m;", "Too many levels");
}

#[test]
fn circular_loads_are_an_error() {
    let files = Files::default().file("a.scss", "@import 'b'").file("_b.scss", "@import 'a'");
    let message = compile_file("a.scss", &files).unwrap_err();
    assert!(message.contains("This file is already being loaded."), "{message}");
    let files = Files::default().file("a.scss", "@use 'b'").file("_b.scss", "@forward 'a'");
    let message = compile_file("a.scss", &files).unwrap_err();
    assert!(message.contains("Module loop: this module is already being loaded."), "{message}");
}

#[test]
fn exponentially_many_selectors_are_an_error() {
    let text = format!("{}a{{b: c}}{}", "a, b {& & {".repeat(20), "}}".repeat(20));
    let _ = compile(&text).expect_err("an error");
}

#[test]
fn circular_extensions_terminate() {
    let css = compile("a { @extend b; c: d } b { @extend a; c: e }").unwrap();
    assert_eq!(css, "a, b {\n  c: d;\n}\n\nb, a {\n  c: e;\n}");
}

#[test]
fn exponential_extensions_in_pseudo_selectors_are_an_error() {
    let text = "@each $k in (1, 2) { [x] a:focus:where(.a .b) + a.d { @extend .a, .b; c: d } }\n";
    assert_error(&text.repeat(3), "Too many selectors.");
}

#[test]
fn endless_rules_are_an_error_even_if_they_are_empty() {
    assert_error("@for $i from 1 through 100000000 { .c ~ %p a:focus {} }", "This compilation makes too much CSS.");
    let text =
        "$s: 'abcdefgh'; @for $i from 1 through 16 { $s: $s + $s } @for $i from 1 through 100000 { a { b: $s + $i } }";
    assert_error(text, "This compilation makes too much CSS.");
}

#[test]
fn exponentially_growing_values_are_an_error() {
    let _ = compile("$s: 'ab'; @while true { $s: $s + $s }").expect_err("an error");
    let _ = compile("$s: (a, b); @while true { $s: ($s, $s) }").expect_err("an error");
    let _ = compile("@use 'sass:list'; $s: (a, b); @while true { $s: list.join($s, $s) }").expect_err("an error");
}

#[test]
fn invalid_utf8_is_an_error() {
    let mut files = Files::default().file("a.scss", "@use 'b'");
    files.0.insert("_b.scss".into(), vec![b'a', 0xff, b'b']);
    let message = compile_file("a.scss", &files).unwrap_err();
    assert!(message.starts_with("Error: Invalid UTF-8."), "{message}");
}

#[test]
fn nul_is_an_ordinary_character() {
    for text in ["a {b: \0}", "\0", "a\0b {c: d}", "a {b: \"\0\"}", "/*\0*/", "$\0: 1", "@\0", "a {\\0: b}"] {
        let _ = compile(text);
    }
}

#[test]
fn unterminated_constructs_are_an_error() {
    for text in [
        "a {",
        "a {b: \"c",
        "a {b: 'c",
        "/* a",
        "a {b: url(",
        "a {b: #{c",
        "a[b",
        "a {b: (c",
        "@media (a",
        "a {b: c(",
        "@include a(",
        "@function a(",
        "@if",
        "@each $a in",
        "@for $a from 1 through",
        "@use 'a' with (",
        "a:not(b",
        "\\",
        "a {b: \\",
        "a {b: \"\\",
        "@supports (a",
        "@charset \"",
        "@import url(a",
        "a {--b: {c",
        "a {b: if(sass(",
    ] {
        assert!(compile(text).is_err(), "{text}");
    }
}

#[test]
fn truncated_sheets_do_not_panic() {
    let text = "@use 'sass:math';\n$a: 1px !default;\n@mixin m($b, $c...) { @content; d: $b }\n.e > f:not(.g, &h) {\n  \
                @include m(1, $x: \"y#{1 + 2}z\") { k: l }\n  &:hover { o: math.div($a, 2) rgba(#fff, .5); }\n}\n\
                @media screen and (min-width: 1px) { p { q: calc(1px + 2%) } }\n@if 1 == 2 { r: s } @else { t { u: v } }\n";
    for position in 0..text.len() {
        let _ = compile(&text[..position]);
        let _ = compile(&text[position..]);
    }
}

#[test]
fn a_partial_of_20_megabytes_is_compiled() {
    let line = format!("a {{ b: \"{}\" }}\n", "c".repeat(1_000));
    let large = line.repeat(20_000);
    assert!(large.len() > 20_000_000);
    let files = Files::default().file("a.scss", "@use 'b'").file("_b.scss", &large);
    let compiled = Compiler::new().compile_file("a.scss", &Options::default(), &files).unwrap();
    assert!(compiled.css.len() > large.len());
}

#[test]
fn a_large_partial_is_compiled() {
    let large = "a { b: c }\n".repeat(200_000);
    let files = Files::default().file("a.scss", "@use 'b'").file("_b.scss", &large);
    let compiled = Compiler::new().compile_file("a.scss", &Options::default(), &files).unwrap();
    assert!(compiled.css.len() > large.len());
}
