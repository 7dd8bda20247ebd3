//! Any text compiles or is refused, in every syntax and style, with a report that can be written.
#![no_main]

use hastie_sass::{Compiler, Glyphs, Loader, Options, Style, Syntax, report, report_warning};
use libfuzzer_sys::fuzz_target;
use std::io;

/// Every file is the input itself, so that loads meet loops.
struct Same<'a>(&'a str);

impl Loader for Same<'_> {
    fn is_file(&self, path: &str) -> bool {
        matches!(path, "a.scss" | "_b.sass" | "c.css")
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
    options.style = if first & 1 == 0 { Style::Expanded } else { Style::Compressed };
    options.syntax = match first >> 1 & 3 {
            0 | 3 => Syntax::Scss,
            1 => Syntax::Indented,
            _ => Syntax::Css,
        };
    options.source_map = first & 8 != 0;
    options.url = Some("d.scss".into());
    let compiler = Compiler::new();
    let warnings = match compiler.compile(text, &options, &Same(text)) {
        Ok(compiled) => compiled.warnings,
        Err(failed) => {
            let _ = report(&failed.error, compiler.sources(), Glyphs::Unicode);
            failed.warnings
        }
    };
    for warning in &warnings {
        let _ = report_warning(warning, compiler.sources(), Glyphs::Ascii);
    }
});
