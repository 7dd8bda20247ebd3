//! Warnings with line numbers, recorded from kramdown 2.5.1.
//!
//! A file contains cases: `%% title`, the source, `%% warnings`, and Ruby's warnings, one per line.

use hastie_kramdown::{MathEngine, Options, Setting, convert};

#[test]
fn problems_are_told_in_kramdowns_words_with_their_lines() {
    let mut sections = include_str!("recorded_warnings.txt").split("%% ").skip(1);
    let mut count = 0;
    while let (Some(source), Some(warnings)) = (sections.next(), sections.next()) {
        let (title, source) = source.split_once('\n').expect("a title");
        let expected: Vec<&str> = warnings.lines().skip(1).collect();
        let output = convert(source, &Options::jekyll(), None).expect("a document that is not too deep");
        assert_eq!(output.warnings, expected, "{title}");
        count += 1;
    }
    assert!(count > 20);
}

#[test]
fn a_math_engine_that_is_not_there_is_told_for_each_formula() {
    let mut options = Options::jekyll();
    options.math_engine = MathEngine::Unknown("katex".to_owned());
    let output = convert("$$a$$\n\nb $$c$$\n", &options, None).expect("a document that is not too deep");
    let expected = "<div class=\"kdmath\">$$\na\n$$</div>\n\n<p>b <span class=\"kdmath\">$c$</span></p>\n";
    assert_eq!(output.html, expected);
    assert_eq!(output.warnings, ["The configured math engine katex is not available."; 2]);
}

#[test]
fn a_highlighter_that_is_not_there_is_told_for_each_code() {
    let mut options = Options::jekyll();
    options.set("syntax_highlighter", &Setting::from("coderay")).expect("an option of kramdown's");
    let output = convert("`a`\n\n~~~ c\nint b;\n~~~\n", &options, None).expect("a document that is not too deep");
    assert_eq!(output.html, "<p><code>a</code></p>\n\n<pre><code class=\"language-c\">int b;\n</code></pre>\n");
    assert_eq!(output.warnings, ["The configured syntax highlighter coderay is not available."; 2]);
}

#[test]
fn values_that_an_option_cannot_take_are_refused_in_kramdowns_words() {
    let refusal = |name: &str, value: &str| {
        Options::default().set(name, &Setting::from(value)).expect_err("a refusal").to_string()
    };
    assert_eq!(refusal("footnote_nr", "one"), "Invalid integer value for option 'footnote_nr': 'one'");
    assert_eq!(refusal("toc_levels", "all"), "Invalid syntax for option toc_levels");
    assert_eq!(refusal("smart_quotes", "lsquo,rsquo"), "Option smart_quotes needs exactly 4 values");
    assert_eq!(refusal("footnote_link_text", "[]"), "option footnote_link_text needs to contain a %s placeholder");
}

#[test]
fn levels_in_a_list_are_read_as_ruby_reads_integers() {
    let levels = |items: &[&str]| {
        let mut options = Options::default();
        let items = items.iter().map(|item| Setting::from(*item)).collect();
        options.set("toc_levels", &Setting::List(items)).map(|()| options.toc_levels).map_err(|error| error.to_string())
    };
    assert_eq!(levels(&["+2", " 3 to 4"]), Ok(vec![2, 3]));
    let refusal = "Level numbers for option toc_levels have to be integers from 1 to 6";
    assert_eq!(levels(&["-2"]), Err(refusal.to_owned()));
}
