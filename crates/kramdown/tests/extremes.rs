//! Documents that are large or deep without saying much: they come to an end, and mean what they mean when small.

use hastie_kramdown::{Error, Options, convert};

fn html(source: &str) -> String {
    convert(source, &Options::jekyll(), None).expect("a document that is not too deep").html
}

#[test]
fn marks_that_nothing_closes_are_text() {
    for mark in ["[", "*a ", "_a ", "<a ", "~~a ", "[a](", "![a] "] {
        let few = html(&mark.repeat(3));
        let many = html(&mark.repeat(20_000));
        let text = |html: &str| html.trim_start_matches("<p>").trim_end().trim_end_matches("</p>").len() + 1;
        assert!(text(&many) / text(&few) > 4_000, "{mark:?}");
        assert!(!many.contains("<em>") && !many.contains("<a"), "{mark:?}");
    }
}

#[test]
fn quotes_nest_to_a_thousand_levels() {
    let out = html(&format!("{}deep", "> ".repeat(1_000)));
    assert_eq!(out.matches("<blockquote>").count(), 1_000);
    assert_eq!(out.matches("</blockquote>").count(), 1_000);
}

#[test]
fn lists_nest_to_a_thousand_levels() {
    let source: String = (0..1_000).map(|level| format!("{}* item\n", "  ".repeat(level))).collect();
    assert_eq!(html(&source).matches("<ul>").count(), 1_000);
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    let source = format!("{}deep", "> ".repeat(10_000));
    assert!(matches!(convert(&source, &Options::jekyll(), None), Err(Error::TooDeep { .. })));
}
