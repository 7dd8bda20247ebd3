//! Very large and deeply nested documents: they terminate, and have the same meaning as small ones.
//! `tools/bench/kramdown_extremes.py` measures them.

use hastie_kramdown::{Error, MAX_DEPTH, Options, Output, convert};

fn html(source: &str) -> String {
    convert(source, &Options::jekyll(), None).expect("a document that is not too deep").html
}

/// Converts with a small stack, as in worker threads.
fn with_little_stack(source: String) -> Result<Output, Error> {
    let convert = move || convert(&source, &Options::jekyll(), None);
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(convert).expect("a thread");
    thread.join().expect("no panic")
}

/// Nested constructs: the start and end of a level, and the resulting tag.
const NESTED: &[(&str, &str, &str)] = &[
    ("> ", "", "<blockquote>"),
    ("* ", "", "<ul>"),
    ("1. ", "", "<ol>"),
    ("> * ", "", "<blockquote>"),
    ("<div>", "</div>", "<div>"),
    ("<x>", "</x>", "<x>"),
    ("<div markdown=\"1\">\n", "</div>\n", "<div>"),
    ("a <b>", "</b>", "<b>"),
    ("a <code>", "</code>", "<code>"),
];

fn nested(levels: usize, (open, close, _): &(&str, &str, &str)) -> String {
    format!("{}deep\n{}\n", open.repeat(levels), close.repeat(levels))
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

/// One search finds that no autolink is closed. A search for each of them would take minutes.
#[test]
fn autolinks_that_nothing_closes_are_text() {
    let many = html(&"<http://".repeat(500_000));
    assert_eq!(many.matches("&lt;http://").count(), 500_000);
    assert_eq!(html("<http://a\n<http://b>"), "<p>&lt;http://a\n<a href=\"http://b\">http://b</a></p>\n");
}

// The file `recorded/repeated.txt` contains Ruby's result for four repetitions of each unit.
#[test]
fn what_is_repeated_says_the_same_each_time() {
    for unit in ["a -- b\n\n", "|a|b|\n\n", "> a\n\nb\n\n", "~~~\na\n~~~\n\n", "<br>\n\n", "a `b` [c](d)\n\n"] {
        let once = html(unit);
        let many = html(&unit.repeat(2_000));
        assert_eq!(many.matches(once.trim_end()).count(), 2_000, "{unit:?}");
    }
}

#[test]
fn a_thousand_levels_are_exact() {
    for case in NESTED {
        let out = with_little_stack(nested(1_000, case)).expect("a document that is not too deep").html;
        assert_eq!(out.matches(case.2).count(), 1_000, "{case:?}");
        assert_eq!(out.matches("deep").count(), 1, "{case:?}");
    }
}

#[test]
fn lists_nest_to_a_thousand_levels() {
    let source: String = (0..1_000).map(|level| format!("{}* item\n", "  ".repeat(level))).collect();
    assert_eq!(html(&source).matches("<ul>").count(), 1_000);
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    for case in NESTED {
        let refused = with_little_stack(nested(MAX_DEPTH + 1, case));
        assert!(matches!(refused, Err(Error::TooDeep { .. })), "{case:?}");
    }
    let images = format!("{}a{}\n", "![".repeat(MAX_DEPTH + 1), "](b)".repeat(MAX_DEPTH + 1));
    assert!(matches!(with_little_stack(images), Err(Error::TooDeep { .. })));
}

#[test]
fn links_do_not_nest() {
    let out = html(&format!("{}a{}\n", "[".repeat(10_000), "](b)".repeat(10_000)));
    assert_eq!(out.matches("<a ").count(), 1);
}

#[test]
fn attribute_definitions_may_refer_to_each_other() {
    let circle = html("{:a: b}\n{:b: a .c}\n\ntext\n{:a}\n");
    assert!(circle.contains("class=\"c"), "{circle}");
    let doubling: String = (0..200).map(|n| format!("{{:a{n}: a{next} a{next}}}\n", next = n + 1)).collect();
    assert!(html(&format!("{doubling}\ntext\n{{:a0}}\n")).contains("<p>text</p>"));
}

#[test]
fn code_that_begins_with_a_vertical_tab_comes_to_an_end() {
    assert_eq!(html("    \u{b}code\n\ntext\n"), "<pre><code>\u{b}code\n</code></pre>\n\n<p>text</p>\n");
}
