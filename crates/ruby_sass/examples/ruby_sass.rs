//! Compiles style sheets from the command line, for comparison with Ruby Sass.
//!
//! `ruby_sass --batch [--style=nested]` reads file paths from standard input, one per line. For each, it writes a line
//! `STATUS CSS_BYTES STDERR_BYTES` followed by both texts. Without `--batch`, it compiles the one file named.
#![allow(clippy::disallowed_methods)] // The files of the command line are read here.

use hastie_ruby_sass::{Compiler, Failed, Loader, Options, Style, Syntax};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

struct Folder(PathBuf);

impl Loader for Folder {
    fn is_file(&self, path: &str) -> bool {
        self.0.join(path).is_file()
    }

    fn is_folder(&self, path: &str) -> bool {
        self.0.join(path).is_dir()
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        std::fs::read(self.0.join(path))
    }
}

/// The exit status, the CSS, and the messages.
fn compile(file: &str, options: &Options) -> io::Result<(u8, String, String)> {
    let folder = Path::new(file).parent().unwrap_or(Path::new("."));
    let mut options = options.clone();
    options.syntax = if file.ends_with(".sass") { Syntax::Indented } else { Syntax::Scss };
    options.load_paths.push(String::new());
    let text = std::fs::read_to_string(file)?;
    let (status, css, messages, error) = match Compiler::new().compile(&text, &options, &Folder(folder.to_owned())) {
        Ok(compiled) => (0, compiled.css, compiled.messages, None),
        Err(failed) => {
            let Failed { error, messages } = *failed;
            (65, String::new(), messages, Some(error))
        }
    };
    let mut shown: String = messages.iter().map(|message| format!("{}\n", message.text)).collect();
    if let Some(error) = error {
        shown.push_str(&format!("Error: {error}\n"));
    }
    Ok((status, css, shown))
}

fn main() -> io::Result<()> {
    let mut options = Options::default();
    let (mut file, mut is_batch) = (None, false);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--batch" => is_batch = true,
            "--style=nested" => options.style = Style::Nested,
            "--style=expanded" => options.style = Style::Expanded,
            "--style=compact" => options.style = Style::Compact,
            "--style=compressed" => options.style = Style::Compressed,
            _ => file = Some(argument),
        }
    }
    if is_batch {
        let mut out = io::stdout().lock();
        for line in io::stdin().lock().lines() {
            let (status, css, messages) = compile(&line?, &options)?;
            write!(out, "{status} {} {}\n{css}{messages}", css.len(), messages.len())?;
            out.flush()?;
        }
        return Ok(());
    }
    let Some(file) = file else {
        eprintln!("ruby_sass: which file?");
        std::process::exit(64);
    };
    let (status, css, messages) = compile(&file, &options)?;
    print!("{css}");
    eprint!("{messages}");
    std::process::exit(i32::from(status));
}
