//! Tests of the compiler through its public API.

mod bad_input;
mod cached_results;
mod extensions;
mod loading;
mod media_queries;
mod numbers;
mod recorded;
mod reports;
mod selectors;
mod source_maps;
mod warnings;

use hastie_sass::{Compiler, Glyphs, Loader, Options, report};
use std::collections::HashMap;
use std::io;

/// Files in memory.
#[derive(Default)]
struct Files(HashMap<String, Vec<u8>>);

impl Files {
    fn file(mut self, path: &str, text: &str) -> Files {
        self.0.insert(path.to_owned(), text.as_bytes().to_vec());
        self
    }
}

impl Loader for Files {
    fn is_file(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    fn is_folder(&self, path: &str) -> bool {
        self.0.keys().any(|file| file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        self.0.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// The CSS of a file, or the formatted error.
fn compile_file(path: &str, files: &Files) -> Result<String, String> {
    let compiler = Compiler::new();
    let mut options = Options::default();
    options.load_paths = vec!["lib".to_owned()];
    let compiled = compiler.compile_file(path, &options, files);
    compiled.map(|done| done.css).map_err(|failed| report(&failed.error, compiler.sources(), Glyphs::Ascii))
}

/// The CSS of a text, or the formatted error.
fn compile(text: &str) -> Result<String, String> {
    let compiler = Compiler::new();
    let compiled = compiler.compile(text, &Options::default(), &Files::default());
    compiled.map(|done| done.css).map_err(|failed| report(&failed.error, compiler.sources(), Glyphs::Ascii))
}
