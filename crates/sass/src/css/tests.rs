//! Expected results are recorded from npm's sass 1.104.1.

use super::*;
use crate::Sources;
use crate::scanner::SpanMap;

fn queries(text: &str) -> Result<Vec<MediaQuery>, String> {
    let sources = Sources::default();
    parse_media_queries(text, &SpanMap::anonymous(text, &sources), &sources).map_err(|error| error.message)
}

fn merged(one: &str, other: &str) -> String {
    match queries(one).unwrap()[0].merge(&queries(other).unwrap()[0]) {
        MergeResult::Empty => "empty".to_owned(),
        MergeResult::Unrepresentable => "unrepresentable".to_owned(),
        MergeResult::Merged(query) => query.to_string(),
    }
}

#[test]
fn media_queries_are_parsed() {
    for (source, text) in [
        ("screen", "screen"),
        ("only screen and (a: b)", "only screen and (a: b)"),
        ("(a) and (b)", "(a) and (b)"),
        ("(a) or (b)", "(a) or (b)"),
        ("not (a)", "(not (a))"),
        ("screen and not (a)", "screen and (not (a))"),
    ] {
        assert_eq!(queries(source).unwrap()[0].to_string(), text, "{source}");
    }
}

#[test]
fn invalid_media_queries_are_errors() {
    for (source, message) in [
        ("screen and", "Expected whitespace."),
        ("screen and (a", "expected \")\"."),
        ("(a) and b", "expected media condition in parentheses."),
        ("screen {", "expected no more input."),
    ] {
        assert_eq!(queries(source).unwrap_err(), message, "{source}");
    }
}

#[test]
fn media_queries_merge_to_their_intersection() {
    for (one, other, result) in [
        ("(a)", "(b)", "(a) and (b)"),
        ("screen", "(a)", "screen and (a)"),
        ("screen", "print", "empty"),
        ("not screen", "print", "print"),
        ("not screen", "screen", "empty"),
        ("not screen", "not print", "unrepresentable"),
        ("only screen and (a)", "Screen and (b)", "only screen and (a) and (b)"),
        ("all and (a)", "print", "print and (a)"),
        ("(a) or (b)", "(c)", "unrepresentable"),
    ] {
        assert_eq!(merged(one, other), result, "{one} and {other}");
    }
}

#[test]
fn keyframe_selectors_are_parsed() {
    let read = |text: &str| {
        let sources = Sources::default();
        parse_keyframe_selectors(text, &SpanMap::anonymous(text, &sources), &sources)
            .map(|selectors| selectors.join(", "))
            .map_err(|error| error.message)
    };
    assert_eq!(read("FROM , 12.5%, 1e+1%,To").as_deref(), Ok("from, 12.5%, 1e+1%, to"));
    assert_eq!(read("half"), Err("Expected \"to\" or \"from\".".to_owned()));
    assert_eq!(read("10"), Err("expected \"%\".".to_owned()));
}
