//! `@extend`. Expected results are recorded from npm's sass 1.104.1.

use crate::compile;

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
        assert_eq!(compile(source).as_deref(), Ok(css), "{source}");
    }
}

#[test]
fn selectors_with_lower_specificity_are_trimmed() {
    assert_eq!(compile("a > #i {x: y} .z a:focus {@extend a}").as_deref(), Ok("a > #i {\n  x: y;\n}"));
}

#[test]
fn an_extension_without_target_is_an_error_unless_optional() {
    let report = "Error: The target selector was not found.\nUse \"@extend .b !optional\" to avoid this error.\n  ,\n\
                  1 | .a {@extend .b}\n  |     ^^^^^^^^^^\n  '\n  - 1:5  root stylesheet";
    assert_eq!(compile(".a {@extend .b}"), Err(report.to_owned()));
}

#[test]
fn extension_across_media_queries_is_an_error() {
    let source = "@media a {.x {y: z}} @media b {.w {@extend .x}}";
    let report = format!(
        "Error: From line 1, column 11: \n  ,\n1 | {source}\n  |           ^^^\n  '\nYou may not @extend selectors across \
         media queries.\n  ,\n1 | {source}\n  |                                    ^^^^^^^^^^\n  '\n  - 1:36  root stylesheet"
    );
    assert_eq!(compile(source), Err(report));
}
