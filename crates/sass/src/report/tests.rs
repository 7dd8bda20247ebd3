//! The formats of dart-sass 1.104.1.

use super::*;

const TEXT: &str = "a {\n\tb: c;\n  d: e\n    f;\n}\n";

fn span_of(sources: &Sources, url: Option<&str>, text: &str, part: &str) -> Span {
    let source = sources.add(url.map(Into::into), text.into());
    let start = text.find(part).unwrap() as u32;
    Span { source, start, end: start + part.len() as u32 }
}

fn reported(part: &str) -> String {
    let sources = Sources::default();
    let span = span_of(&sources, Some("a.scss"), TEXT, part);
    report(&Error::at("Wrong.", span), &sources, Glyphs::Ascii)
}

#[test]
fn a_word_is_underlined_with_tabs_as_four_spaces() {
    assert_eq!(reported("c"), "Error: Wrong.\n  ,\n2 |     b: c;\n  |        ^\n  '\n  a.scss 2:5  root stylesheet");
}

#[test]
fn several_lines_are_framed() {
    assert_eq!(
        reported("e\n    f"),
        "Error: Wrong.\n  ,\n3 |     d: e\n  | ,------^\n4 | |     f;\n  | '-----^\n  '\n  a.scss 3:6  root stylesheet"
    );
}

#[test]
fn whole_lines_need_no_arrows() {
    assert_eq!(
        reported(TEXT),
        "Error: Wrong.\n  ,\n1 | / a {\n2 | |     b: c;\n3 | |   d: e\n4 | |     f;\n5 | \\ }\n  '\n  \
         a.scss 1:1  root stylesheet"
    );
}

#[test]
fn stack_traces_are_aligned() {
    let sources = Sources::default();
    let inner = span_of(&sources, Some("lib/inner.scss"), TEXT, "c");
    let outer = span_of(&sources, None, TEXT, "d");
    let mut error = Error::at("Wrong.", inner);
    error.trace = vec![
        Frame { span: inner, member: "f()".to_owned() },
        Frame { span: outer, member: "root stylesheet".to_owned() },
    ];
    assert!(
        report(&error, &sources, Glyphs::Unicode)
            .ends_with("╵\n  lib/inner.scss 2:5  f()\n  - 3:3               root stylesheet")
    );
}

#[test]
fn several_files_are_named() {
    let sources = Sources::default();
    let mut error = Error::at("Wrong.", span_of(&sources, Some("a.scss"), TEXT, "c"));
    error.label = Some("here".to_owned());
    error.secondary.push((span_of(&sources, Some("b.scss"), TEXT, "d"), "and\nthere".to_owned()));
    assert_eq!(
        report(&error, &sources, Glyphs::Ascii),
        "Error: Wrong.\n  ,--> a.scss\n2 |     b: c;\n  |        ^ here\n  '\n  ,--> b.scss\n3 |   d: e\n  |   = and\n  \
         |     there\n  '\n  a.scss 2:5  root stylesheet"
    );
}

#[test]
fn warnings_show_their_location_or_their_trace() {
    let sources = Sources::default();
    let span = span_of(&sources, Some("a.scss"), TEXT, "c");
    let mut warning = Warning {
        message: "Beware.".to_owned(),
        span: Some(span),
        label: None,
        secondary: Vec::new(),
        summary: false,
        trace: Vec::new(),
        deprecation: Some(crate::Deprecation::SlashDiv),
        debug: false,
    };
    assert_eq!(
        report_warning(&warning, &sources, Glyphs::Ascii),
        "DEPRECATION WARNING [slash-div] on line 2, column 5 of a.scss: \nBeware.\n  ,\n2 |     b: c;\n  |        ^\n  \
         '\n\n"
    );
    warning.deprecation = None;
    warning.trace = vec![Frame { span, member: "root stylesheet".to_owned() }];
    assert_eq!(
        report_warning(&warning, &sources, Glyphs::Ascii),
        "WARNING: Beware.\n\n  ,\n2 |     b: c;\n  |        ^\n  '\n    a.scss 2:5  root stylesheet\n\n"
    );
    warning.debug = true;
    assert_eq!(report_warning(&warning, &sources, Glyphs::Ascii), "a.scss:2 DEBUG: Beware.\n");
}
