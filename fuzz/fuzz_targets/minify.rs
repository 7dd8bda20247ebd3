//! Any text as a page, a style sheet, a script and JSON: shortened or refused, never a fault.
#![no_main]

use hastie_minify::{css, html, javascript, json};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut options = html::Options::default();
    let page = html::minify(text, &options);
    assert_eq!(page, html::minify(text, &options));
    options.remove_intertag_spaces = true;
    options.remove_quotes = true;
    options.preserve_line_breaks = true;
    let _ = html::minify(text, &options);
    let _ = css::minify(text);
    let _ = javascript::minify(text, &javascript::Options::default());
    if let Ok(short) = json::minify(text) {
        assert_eq!(json::minify(&short), Ok(short.clone()));
    }
});
