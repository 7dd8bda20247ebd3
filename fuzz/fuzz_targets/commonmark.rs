//! Any text with all extensions: a tree or the word that it is nested too deeply, never a fault.
#![no_main]

use hastie_commonmark::{Options, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for smart in [false, true] {
        let mut options = Options::default();
        options.smart = smart;
        options.footnotes = true;
        options.liberal_tags = smart;
        options.double_tilde = smart;
        options.counts_columns = smart;
        options.tables = true;
        options.strikethrough = true;
        options.autolink = true;
        options.task_lists = 1;
        if let Some(tree) = parse(text, &options) {
            assert!(tree.node(hastie_commonmark::Tree::ROOT).parent.is_none());
        }
    }
});
