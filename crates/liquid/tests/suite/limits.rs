//! Tests of Liquid's own resource limits, which Jekyll does not set: what each of them counts, and the error when a
//! rendering exceeds one. Recorded from Ruby's Liquid 4.0.4.

use crate::program::{render, value};
use hastie_liquid::{Engine, Limits, ParseOptions, RenderOptions};
use serde_json::json;

const EXCEEDED: &str = "Liquid error: Memory limits exceeded";

/// The text of a rendering that prints errors in place. If a limit is reached, nothing else is printed.
fn rendered(source: &str, limits: Limits) -> String {
    let mut engine = Engine::standard();
    engine.set_limits(limits);
    let data = value(&json!({"x": "0123456789", "a": [1, 2, 3]}));
    render(&engine, source, ParseOptions::default(), RenderOptions::new(data)).unwrap()
}

#[test]
fn render_length_counts_characters_again_at_every_level() {
    let limit = |length| {
        let mut limits = Limits::default();
        limits.render_length = Some(length);
        limits
    };
    assert_eq!(rendered("0123456789", limit(9)), EXCEEDED);
    assert_eq!(rendered("0123456789", limit(10)), "0123456789");
    let twice = "{% for i in (1..10) %}ab{% endfor %}";
    assert_eq!(rendered(twice, limit(30)), EXCEEDED);
    assert_eq!(rendered(twice, limit(40)), "ab".repeat(10));
    assert_eq!(rendered("{% for i in (1..10) %}é{% endfor %}", limit(30)), "é".repeat(10));
    let nested = "{% if true %}{{ x }}{% endif %}";
    assert_eq!(rendered(nested, limit(15)), EXCEEDED);
    assert_eq!(rendered(nested, limit(20)), "0123456789");
}

#[test]
fn render_score_counts_the_nodes_of_every_block_rendered() {
    let limit = |score| {
        let mut limits = Limits::default();
        limits.render_score = Some(score);
        limits
    };
    let source = "{% for i in (1..10) %} foo {% endfor %}";
    assert_eq!(rendered(source, limit(5)), EXCEEDED);
    assert_eq!(rendered(source, limit(10)), EXCEEDED);
    assert_eq!(rendered(source, limit(11)), " foo ".repeat(10));
}

#[test]
fn assign_score_counts_what_is_assigned_and_captured() {
    let limit = |score| {
        let mut limits = Limits::default();
        limits.assign_score = Some(score);
        limits
    };
    for (source, score) in [
        ("{% assign foo = 42 %}{% assign bar = 23 %}", 2),
        ("{% assign foo = 'aaaa' %}", 4),
        ("{% capture foo %}aaaaé{% endcapture %}", 5),
        ("{% assign foo = a %}", 4),
    ] {
        assert_eq!(rendered(source, limit(score - 1)), EXCEEDED, "{source}");
        assert_eq!(rendered(source, limit(score)), "", "{source}");
    }
}

#[test]
fn where_errors_are_raised_a_limit_is_one() {
    let mut engine = Engine::standard();
    let mut limits = Limits::default();
    limits.render_length = Some(5);
    engine.set_limits(limits);
    let options = RenderOptions::raising(value(&json!({})));
    let error = render(&engine, "0123456789", ParseOptions::default(), options).unwrap_err();
    assert_eq!(error.to_string(), EXCEEDED);
}
