//! Expected results are recorded from npm's sass 1.104.1.

use crate::{Compiler, Glyphs, NoFiles, Options, report};

fn compiled(source: &str) -> String {
    let compiler = Compiler::new();
    match compiler.compile(source, &Options::default(), &NoFiles) {
        Ok(compiled) => compiled.css,
        Err(failed) => report(&failed.error, compiler.sources(), Glyphs::Unicode),
    }
}

#[test]
fn extensions_apply_to_selectors_extenders_and_each_other() {
    for (source, css) in [
        (".a {x: y} .b {@extend .a} .c {@extend .b}", ".a, .b, .c {\n  x: y;\n}"),
        ("%p {x: y} .a .b {@extend %p} %q {z: w}", ".a .b {\n  x: y;\n}"),
        ("a:not(.b):not(.c) {x: y} .d {@extend .b}", "a:not(.b):not(.d):not(.c) {\n  x: y;\n}"),
        (".a {@extend .b !optional; x: y}", ".a {\n  x: y;\n}"),
        (
            ".c {x: y; @extend .a} .x.y.a {@extend .b} .z.b {@extend .c}",
            ".c, .z.b, .z.x.y.a, .z.x.y.c, .z.x.y.b {\n  x: y;\n}",
        ),
    ] {
        assert_eq!(compiled(source), css, "{source}");
    }
}

#[test]
fn selectors_with_lower_specificity_are_trimmed() {
    assert_eq!(compiled("a > #i {x: y} .z a:focus {@extend a}"), "a > #i {\n  x: y;\n}");
}

#[test]
fn an_extension_without_target_is_an_error_unless_optional() {
    assert_eq!(
        compiled(".a {@extend .b}"),
        "Error: The target selector was not found.\nUse \"@extend .b !optional\" to avoid this error.\n  ╷\n\
         1 │ .a {@extend .b}\n  │     ^^^^^^^^^^\n  ╵\n  - 1:5  root stylesheet"
    );
}

#[test]
fn extension_across_media_queries_is_an_error() {
    let line = "1 │ @media a {.x {y: z}} @media b {.w {@extend .x}}";
    assert_eq!(
        compiled("@media a {.x {y: z}} @media b {.w {@extend .x}}"),
        format!(
            "Error: From line 1, column 11: \n  ╷\n{line}\n  │           ^^^\n  ╵\nYou may not @extend selectors across \
             media queries.\n  ╷\n{line}\n  │                                    ^^^^^^^^^^\n  ╵\n  - 1:36  root stylesheet"
        )
    );
}
