//! The form of error reports. Expected results are recorded from npm's sass 1.104.1.

use crate::{Files, compile, compile_file};
use hastie_sass::{Compiler, Glyphs, NoFiles, Options, report};

fn assert_report(source: &str, expected: &str) {
    assert_eq!(compile(source), Err(expected.to_owned()));
}

#[test]
fn an_expression_is_underlined_with_tabs_as_four_spaces() {
    assert_report(
        "a {\n\tb: $c;\n}\n",
        "Error: Undefined variable.\n  ,\n2 |     b: $c;\n  |        ^^\n  '\n  - 2:5  root stylesheet",
    );
}

#[test]
fn several_lines_are_framed() {
    assert_report(
        "a {\n  b: (1px\n    + 1s);\n}\n",
        "Error: 1px and 1s have incompatible units.\n  ,\n2 |     b: (1px\n  | ,-------^\n3 | |     + 1s);\n  \
         | '--------^\n  '\n  - 2:7  root stylesheet",
    );
}

#[test]
fn whole_lines_need_no_arrows() {
    assert_report(
        "a {\n  @include b {\n    c: d;\n  }\n}\n",
        "Error: Undefined mixin.\n  ,\n2 | /   @include b {\n3 | |     c: d;\n4 | \\   }\n  '\n  - 2:3  root stylesheet",
    );
}

#[test]
fn stack_traces_are_aligned() {
    assert_report(
        "@function f() {\n  @return $c;\n}\na {b: f()}\n",
        "Error: Undefined variable.\n  ,\n2 |   @return $c;\n  |           ^^\n  '\n  - 2:11  f()\n  \
         - 4:7   root stylesheet",
    );
}

#[test]
fn several_files_are_named() {
    let files =
        Files::default().file("a.scss", "@use \"b\"; a {@include b.f()}").file("_b.scss", "@mixin f($a) {c: $a}\n");
    assert_eq!(
        compile_file("a.scss", &files).unwrap_err(),
        "Error: Missing argument $a.\n  ,--> a.scss\n1 | @use \"b\"; a {@include b.f()}\n  |              ^^^^^^^^^^^^^^ \
         invocation\n  '\n  ,--> _b.scss\n1 | @mixin f($a) {c: $a}\n  |        ===== declaration\n  '\n  \
         a.scss 1:14  f()\n  a.scss 1:14  root stylesheet"
    );
}

#[test]
fn frames_may_be_drawn_with_unicode() {
    let compiler = Compiler::new();
    let failed = compiler.compile("a {b: $c}", &Options::default(), &NoFiles).expect_err("an error");
    assert_eq!(
        report(&failed.error, compiler.sources(), Glyphs::Unicode),
        "Error: Undefined variable.\n  ╷\n1 │ a {b: $c}\n  │       ^^\n  ╵\n  - 1:7  root stylesheet"
    );
}

#[test]
fn snippets_within_messages_have_the_glyphs_of_the_report() {
    assert_report(
        &format!("{}@media print {{.a {{@extend .b;}}}}\n.b {{c: d}}\n", "\n".repeat(11)),
        "Error: From line 12, column 19: \n   ,\n12 | @media print {.a {@extend .b;}}\n   |                   ^^^^^^^^^^\n   '\n\
         You may not @extend selectors across media queries.\n   ,\n12 | @media print {.a {@extend .b;}}\n   \
         |                   ^^^^^^^^^^\n   '\n  - 12:19  root stylesheet",
    );
}
