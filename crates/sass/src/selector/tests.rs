//! Expected results are recorded from npm's sass 1.104.1.

use super::*;
use crate::scanner::SpanMap;
use crate::{Source, Sources};

fn try_parse(text: &str) -> Result<SelectorList, String> {
    let sources = Sources::default();
    let parsed = parse_list(text, &SpanMap::anonymous(text, &sources), SelectorOptions::default(), &sources);
    parsed.map(|parsed| parsed.list).map_err(|error| error.message)
}

fn list(text: &str) -> SelectorList {
    try_parse(text).unwrap()
}

fn nested(parent: &str, child: &str) -> String {
    match list(child).nest_within(Some(&list(parent)), Nesting::SASS, &Budget::new()) {
        Ok(list) => list.to_string(),
        Err(error) => error.message,
    }
}

fn unified(one: &str, other: &str) -> Option<String> {
    list(one).unify(&list(other), &Budget::new()).unwrap().map(|list| list.to_string())
}

fn extended(selector: &str, target: &str, extender: &str) -> String {
    let span = list(selector).span();
    crate::extend::extend(&list(selector), &list(extender), &list(target), span, &Budget::new()).unwrap().to_string()
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
        (r".\31 a", r".\31 a"),
        ("a,", "a"),
        ("a, , b", "a, b"),
        ("> a + ~ b >", "> a + ~ b >"),
    ] {
        assert_eq!(list(source).to_string(), text, "{source}");
    }
}

#[test]
fn invalid_selectors_have_the_errors_of_dart_sass() {
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
        assert_eq!(try_parse(source).unwrap_err(), message, "{source}");
    }
}

#[test]
fn the_parent_selector_is_replaced() {
    for (parent, child, result) in [
        (".a, .b", ".c, .d", ".a .c, .a .d, .b .c, .b .d"),
        (".a", "&.b", ".a.b"),
        (".a", "&-b, & + &", ".a-b, .a + .a"),
        (".a .b", ".c &", ".c .a .b"),
        (".a, .b", ":not(&)", ":not(.a, .b)"),
        (".a >", "+ .b", ".a > + .b"),
        ("a[b]", "&-c", "Selector \"[b]\" can't have a suffix"),
        ("a >", "&.b", "Selector \"a >\" can't be used as a parent in a compound selector."),
    ] {
        assert_eq!(nested(parent, child), result, "{child} in {parent}");
    }
}

#[test]
fn unification_intersects_selectors() {
    for (one, other, result) in [
        ("a", ".b", Some("a.b")),
        ("a", "b", None),
        ("#a", "#b", None),
        (".a .b", ".c .d", Some(".a .c .b.d, .c .a .b.d")),
        (".a > .b", ".c .d", Some(".c .a > .b.d")),
        (".a ~ .b", ".c + .d", Some(".a ~ .c + .b.d, .a.c + .b.d")),
        (":before", ".a", Some(".a:before")),
        ("ns|a", "*|a", Some("ns|a")),
    ] {
        assert_eq!(unified(one, other).as_deref(), result, "{one} and {other}");
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
        assert_eq!(extended(selector, target, extender), result, "{target} of {selector} by {extender}");
    }
}

#[test]
fn exponentially_many_parents_are_an_error() {
    let mut parent = list(".a, .b");
    let child = list("&.a, &.b");
    let error = (0..40).find_map(|_| match child.nest_within(Some(&parent), Nesting::SASS, &Budget::new()) {
        Ok(longer) => {
            parent = longer;
            None
        }
        Err(error) => Some(error.message),
    });
    assert_eq!(error.as_deref(), Some("Too many selectors."));
}

#[test]
fn weaving_many_ancestors_is_an_error() {
    let ancestors = |name: &str| (0..30).map(|n| format!(".{name}{n} ~ ")).collect::<String>();
    let (one, other) = (list(&(ancestors("a") + ".a")), list(&(ancestors("b") + ".b")));
    assert_eq!(one.unify(&other, &Budget::of(100_000)).unwrap_err().message, "Too many selectors.");
}

#[test]
fn deep_nesting_is_an_error() {
    let deep = ":not(".repeat(34_000);
    assert_eq!(try_parse(&deep).unwrap_err(), "Selectors are nested too deeply.");
}

#[test]
fn errors_after_interpolation_show_the_source_and_the_text() {
    let sources = Sources::default();
    let text = "#{$a}b {}";
    let id = sources.add(Some("a.scss".into()), text.into());
    let span = |start, end| crate::Span { source: id, start, end };
    let source: std::sync::Arc<Source> = sources.get(id);
    let mut map = SpanMap::interpolated(span(0, 6), source);
    map.expression(2, span(2, 4));
    map.text(3);
    let error = parse_list(".,b", &map, SelectorOptions::default(), &sources).unwrap_err();
    assert_eq!(
        crate::report::report(&error, &sources, crate::report::Glyphs::Unicode),
        "Error: Expected identifier.\n  ┌──> a.scss\n1 │ #{$a}b {}\n  │   ^^ \n  ╵\n  ╷\n1 │ .,b\n  │  ━ \
         error in interpolated output\n  ╵\n  a.scss 1:3  root stylesheet"
    );
}
