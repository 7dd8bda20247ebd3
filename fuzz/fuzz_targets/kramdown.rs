//! Any text in each dialect: HTML or a clear error, never a fault, and the same again.
#![no_main]

use hastie_kramdown::{Input, Options, convert};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for input in [Input::Kramdown, Input::Gfm, Input::SmartyPants] {
        let mut options = Options::jekyll();
        options.input = input;
        assert_eq!(convert(text, &options, None), convert(text, &options, None));
    }
});
