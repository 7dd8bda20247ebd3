//! Media queries and keyframes. Expected results are recorded from npm's sass 1.104.1.

use crate::compile;

fn first_line(css: Result<String, String>) -> String {
    css.unwrap_or_else(|report| report).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn media_queries_are_parsed_after_interpolation() {
    for query in ["screen", "only screen and (a: b)", "(a) and (b)", "(a) or (b)", "not (a)", "screen and not (a)"] {
        let css = compile(&format!("$query: \"{query}\"; @media #{{$query}} {{a {{b: c}}}}"));
        assert_eq!(first_line(css), format!("@media {query} {{"));
    }
}

#[test]
fn invalid_media_queries_are_errors() {
    for (query, message) in [
        ("screen and", "Expected whitespace."),
        ("screen and (a", "expected \")\"."),
        ("(a) and b", "expected media condition in parentheses."),
        ("screen {", "expected no more input."),
    ] {
        let css = compile(&format!("$query: \"{query}\"; @media #{{$query}} {{a {{b: c}}}}"));
        assert_eq!(first_line(css), format!("Error: {message}"), "{query}");
    }
}

#[test]
fn nested_media_queries_merge_to_their_intersection() {
    for (outer, inner, merged) in [
        ("(a)", "(b)", "@media (a) and (b) {"),
        ("screen", "(a)", "@media screen and (a) {"),
        ("screen", "print", ""),
        ("not screen", "print", "@media print {"),
        ("not screen", "screen", ""),
        ("only screen and (a)", "Screen and (b)", "@media only screen and (a) and (b) {"),
        ("all and (a)", "print", "@media print and (a) {"),
    ] {
        let css = compile(&format!("@media {outer} {{@media {inner} {{a {{b: c}}}}}}"));
        assert_eq!(first_line(css), merged, "{inner} in {outer}");
    }
}

#[test]
fn media_queries_without_a_common_form_stay_nested() {
    for (outer, inner) in [("not screen", "not print"), ("(a) or (b)", "(c)")] {
        let css = compile(&format!("@media {outer} {{@media {inner} {{a {{b: c}}}}}}"));
        let nested = format!("@media {outer} {{\n  @media {inner} {{\n    a {{\n      b: c;\n    }}\n  }}\n}}");
        assert_eq!(css, Ok(nested));
    }
}

#[test]
fn keyframe_selectors_are_parsed() {
    let keyframes = |selector: &str| compile(&format!("@keyframes k {{{selector} {{a: b}}}}"));
    let css = "@keyframes k {\n  from, 12.5%, 1e+1%, to {\n    a: b;\n  }\n}";
    assert_eq!(keyframes("FROM , 12.5%, 1e+1%,To").as_deref(), Ok(css));
    assert_eq!(first_line(keyframes("half")), "Error: Expected \"to\" or \"from\".");
    assert_eq!(first_line(keyframes("10")), "Error: expected \"%\".");
}
