//! Shortens files from the command line: `minify FILE...` prints each file's size in bytes before and after;
//! `minify --print FILE` writes the shortened file to standard output. The file extension decides which format it has.
#![allow(clippy::disallowed_methods)] // The files of the command line are read here.

use hastie_minify::{Error, css, html, javascript, json};

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let prints = files.iter().position(|file| file == "--print").map(|index| files.remove(index)).is_some();
    for file in files {
        match shortened(&file) {
            Ok(short) if prints => print!("{}", short.1),
            Ok((before, short)) => println!("{file}\t{before}\t{}", short.len()),
            Err(error) => eprintln!("{file}: {error}"),
        }
    }
}

fn shortened(file: &str) -> Result<(usize, String), Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let short: Result<String, Error> = match file.rsplit('.').next() {
        Some("js" | "mjs") => javascript::minify(&text, &javascript::Options::default()),
        Some("css") => css::minify(&text),
        Some("json") => json::minify(&text),
        _ => Ok(html::minify(&text, &html::Options::default())),
    };
    Ok((text.len(), short?))
}
