//! Any text compiles or is refused by Ruby Sass's compiler, in both syntaxes and all styles.
#![no_main]

use hastie_ruby_sass::{Compiler, Loader, Options, Style, Syntax};
use libfuzzer_sys::fuzz_target;
use std::io;

/// Every file is the input itself, so that imports meet loops.
struct Same<'a>(&'a str);

impl Loader for Same<'_> {
    fn is_file(&self, path: &str) -> bool {
        matches!(path, "a.scss" | "_b.sass")
    }

    fn is_folder(&self, _path: &str) -> bool {
        false
    }

    fn read(&self, _path: &str) -> io::Result<Vec<u8>> {
        Ok(self.0.as_bytes().to_vec())
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let mut options = Options::default();
    options.style = match first & 3 {
        0 => Style::Nested,
        1 => Style::Expanded,
        2 => Style::Compact,
        _ => Style::Compressed,
    };
    options.syntax = if first & 4 == 0 { Syntax::Scss } else { Syntax::Indented };
    options.load_paths = vec![String::new()];
    let _ = Compiler::new().compile(text, &options, &Same(text));
});
