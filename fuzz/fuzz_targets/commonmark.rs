//! Any text with all extensions: a tree or the word that it is nested too deeply, never a fault.
#![no_main]

use hastie_commonmark::{Options, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for smart in [false, true] {
        let options = Options {
            smart,
            footnotes: true,
            liberal_tags: smart,
            double_tilde: smart,
            counts_columns: smart,
            tables: true,
            strikethrough: true,
            autolink: true,
            task_lists: 1,
        };
        if let Some(tree) = parse(text, &options) {
            assert!(tree.node(hastie_commonmark::Tree::ROOT).parent.is_none());
        }
    }
});
