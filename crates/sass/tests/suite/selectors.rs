//! Selectors. Expected results are recorded from npm's sass 1.104.1.

use crate::compile;

/// What an expression with functions of `sass:selector` evaluates to, or the first line of its error.
fn evaluate(expression: &str) -> Result<String, String> {
    match compile(&format!("@use \"sass:selector\"; a {{b: {expression}}}")) {
        Ok(css) => {
            Ok(css.strip_prefix("a {\n  b: ").and_then(|css| css.strip_suffix(";\n}")).unwrap_or(&css).to_owned())
        }
        Err(report) => Err(report.lines().next().unwrap_or_default().trim_start_matches("Error: ").to_owned()),
    }
}

#[test]
fn text_is_normalized_as_it_is_read() {
    for (source, text) in [
        ("a>b", "a > b"),
        ("a  b,c", "a b, c"),
        ("[ a ~= 'b' ]", "[a~=b]"),
        ("[a='b'i]", "[a=b i]"),
        ("[a='b c']", "[a=\"b c\"]"),
        ("[a='--b']", "[a=\"--b\"]"),
        (":nth-child( 2n + 1 of .a )", ":nth-child(2n+1 of .a)"),
        (":NOT(.a)", ":NOT(.a)"),
        ("*|a ns|* |b", "*|a ns|* |b"),
        ("a,", "a"),
        ("a, , b", "a, b"),
        ("> a + ~ b >", "> a + ~ b >"),
    ] {
        assert_eq!(evaluate(&format!("selector.parse(\"{source}\")")).as_deref(), Ok(text), "{source}");
    }
}

#[test]
fn invalid_selectors_are_errors() {
    for (source, message) in [
        ("", "expected selector."),
        (".", "Expected identifier."),
        ("[a", "expected more input."),
        ("[a=", "Expected identifier."),
        (":not(", "expected selector."),
        (":not(.a", "expected \")\"."),
        ("a{}", "expected selector."),
        ("a&", "\"&\" may only used at the beginning of a compound selector."),
        (":nth-child(2n+)", "Expected a number."),
    ] {
        assert_eq!(
            evaluate(&format!("selector.parse(\"{source}\")")),
            Err(format!("$selector: {message}")),
            "{source}"
        );
    }
}

#[test]
fn the_parent_selector_is_replaced() {
    for (parent, child, selector) in [
        (".a, .b", ".c, .d", ".a .c, .a .d, .b .c, .b .d"),
        (".a", "&.b", ".a.b"),
        (".a", "&-b, & + &", ".a-b, .a + .a"),
        (".a .b", ".c &", ".c .a .b"),
        (".a, .b", ":not(&)", ":not(.a, .b)"),
    ] {
        let css = compile(&format!("{parent} {{{child} {{x: y}}}}"));
        assert_eq!(css, Ok(format!("{selector} {{\n  x: y;\n}}")), "{child} in {parent}");
    }
    for (parent, child, message) in [
        ("a[b]", "&-c", "Selector \"[b]\" can't have a suffix"),
        ("a >", "&.b", "Selector \"a >\" can't be used as a parent in a compound selector."),
    ] {
        let report = compile(&format!("{parent} {{{child} {{x: y}}}}")).expect_err("an error");
        assert!(report.starts_with(&format!("Error: {message}\n")), "{report}");
    }
}

#[test]
fn unification_intersects_selectors() {
    for (one, other, result) in [
        ("a", ".b", "(a.b,)"),
        ("a", "b", "null"),
        ("#a", "#b", "null"),
        (".a .b", ".c .d", ".a .c .b.d, .c .a .b.d"),
        (".a > .b", ".c .d", "(.c .a > .b.d,)"),
        (".a ~ .b", ".c + .d", ".a ~ .c + .b.d, .a.c + .b.d"),
        (":before", ".a", "(.a:before,)"),
        ("ns|a", "*|a", "(ns|a,)"),
    ] {
        let expression = format!("inspect(selector.unify(\"{one}\", \"{other}\"))");
        assert_eq!(evaluate(&expression).as_deref(), Ok(result), "{one} and {other}");
    }
}

#[test]
fn extension_weaves_and_trims() {
    for (selector, target, extender, result) in [
        (".a .b", ".b", ".c .d", ".a .b, .a .c .d, .c .a .d"),
        (".a.b", ".a", "x", ".a.b, x.b"),
        (":not(.a)", ".a", ".b", ":not(.a):not(.b)"),
        (":is(.a)", ".a", ".b .c", ":is(.a, .b .c)"),
        (".a", ".a", ".a.b", ".a"),
        (".a > .b", ".a", ".c .d", ".a > .b, .c .d > .b"),
    ] {
        let expression = format!("selector.extend(\"{selector}\", \"{target}\", \"{extender}\")");
        assert_eq!(evaluate(&expression).as_deref(), Ok(result), "{target} of {selector} by {extender}");
    }
}

#[test]
fn weaving_many_ancestors_is_an_error() {
    let ancestors = |name: &str| (0..30).map(|n| format!(".{name}{n} ~ ")).collect::<String>();
    let expression = format!("selector.unify(\"{}.a\", \"{}.b\")", ancestors("a"), ancestors("b"));
    assert_eq!(evaluate(&expression), Err("Too many selectors.".to_owned()));
}

#[test]
fn errors_after_interpolation_show_the_source_and_the_text() {
    let report = "Error: Expected identifier.\n  ,\n1 | $a: \".,\"; #{$a}b {c: d}\n  |             ^^ \n  '\n  ,\n1 | .,b \n  \
                  |  = error in interpolated output\n  '\n  - 1:13  root stylesheet";
    assert_eq!(compile("$a: \".,\"; #{$a}b {c: d}"), Err(report.to_owned()));
}
