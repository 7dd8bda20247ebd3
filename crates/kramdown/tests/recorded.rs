//! Compares the converter with kramdown 2.5.1 and kramdown-parser-gfm 1.1.0, construct by construct.
//!
//! A file contains cases: `%% title`, the source, `%% html`, and the result of Ruby's kramdown with Jekyll's options
//! and without highlighting. `html_to_native.txt` was recorded with that option, `html_input.txt` with `input: html`, `markdown_input.txt` with `input: markdown`, `release_2_4*.txt` with kramdown
//! 2.4.0, and `transliterated_ids.txt` with kramdown alone, that option, and the tables of stringex 2.8.6.

use hastie_kramdown::{Input, Options, Setting, Version, convert};

fn check(name: &str, cases: &str) {
    let mut options = if name == "transliterated_ids" { Options::default() } else { Options::jekyll() };
    options.transliterated_header_ids = name == "transliterated_ids";
    options.html_to_native = name.contains("native");
    match name {
        "html_input" => options.input = Input::Html,
        "markdown_input" => options.input = Input::Markdown,
        _ => {}
    }
    if name.starts_with("release_2_4") {
        options.version = Version::V2_4;
    }
    options.set("syntax_highlighter", &Setting::Nil).expect("an option of kramdown's");
    let mut count = 0;
    let mut sections = cases.split("%% ").skip(1);
    while let (Some(source), Some(html)) = (sections.next(), sections.next()) {
        let (title, source) = source.split_once('\n').expect("a title");
        let expected = html.strip_prefix("html\n").expect("the recorded HTML");
        let output = convert(source, &options, None).expect("a document that is not too deep");
        assert_eq!(output.html, expected, "{title}");
        count += 1;
    }
    assert!(count > 0, "no cases");
}

macro_rules! recorded {
    ($($name:ident),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name), include_str!(concat!("recorded/", stringify!($name), ".txt")));
            }
        )*
    };
}

recorded!(
    abbreviations,
    attributes,
    code,
    contents,
    definitions,
    emphasis,
    footnotes,
    headers,
    html,
    html_input,
    html_to_native,
    links,
    lists,
    markdown_input,
    math,
    quotes_and_rules,
    release_2_4,
    release_2_4_native,
    repeated,
    tables,
    transliterated_ids,
    typography,
);
