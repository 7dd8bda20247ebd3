//! Input that no tool writes: each function returns a result or an error, without a panic, and in time.

use hastie_minify::{css, html, javascript, json};

/// Texts that open something again and again.
fn repeated() -> Vec<String> {
    let parts = [
        "<",
        "<a",
        "<a ",
        "<a b='",
        "<!--",
        "<!--[if a]>",
        "<!-- {{{ -->",
        "<pre>",
        "<script>",
        "<![",
        "<a b=\"'",
        "(",
        "[",
        "{",
        "!",
        "a=>",
        "a+",
        "\"",
        "'",
        "`${",
        "else ",
        "if(a)",
        "new ",
        "/*",
        "//\n",
        "@media a{",
        "a{",
        "\\",
        "\u{0}",
        "é",
    ];
    parts.iter().map(|part| part.repeat(60_000 / part.len())).collect()
}

#[test]
fn repeated_openings_are_answered() {
    let scripts = javascript::Options::default();
    for text in repeated() {
        let _ = html::minify(&text, &html::Options::default());
        let _ = json::minify(&text);
        let _ = css::minify(&text);
        let _ = javascript::minify(&text, &scripts);
    }
}

#[test]
fn scripts_that_nest_as_deep_as_is_let_through_are_answered() {
    let scripts = javascript::Options::default();
    for (open, inside, close) in [("(", "1", ")"), ("[", "", "]"), ("!", "1", ""), ("a=>", "1", ""), ("x=", "1", "")] {
        let depth = 7_800 / open.len();
        let text = format!("{}{inside}{}", open.repeat(depth), close.repeat(depth));
        let _ = javascript::minify(&text, &scripts);
    }
    let branches = format!("{}b()", "if(a){}else ".repeat(2_500));
    let _ = javascript::minify(&branches, &scripts);
}

#[test]
fn long_flat_scripts_are_shortened() {
    let scripts = javascript::Options::default();
    let lines = "function f(a) { return a + 1 }\n".repeat(20_000);
    assert_eq!(javascript::minify(&lines, &scripts).is_ok(), javascript::IS_AVAILABLE);
    let list = format!("x = [{}0]", "1, ".repeat(100_000));
    assert_eq!(javascript::minify(&list, &scripts).is_ok(), javascript::IS_AVAILABLE);
}
