//! A comparison with the crate sasso, for style sheets that are not part of this repository.
//!
//! `SASS_SHEETS="FILE[:LOAD_PATH]... FILE..." cargo bench --bench sass` measures each style sheet in three ways: with
//! a new compiler, with a compiler that has already parsed the files, and with sasso. Both write expanded CSS without
//! warnings.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, reason = "a program of its own, over files of its own")]

use criterion::Criterion;
use hastie_sass::{Compiler, Loader, Options};
use std::io;
use std::path::Path;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

struct Disk;

impl Loader for Disk {
    fn is_file(&self, path: &str) -> bool {
        Path::new(path).is_file()
    }

    fn is_folder(&self, path: &str) -> bool {
        Path::new(path).is_dir()
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

fn ours(compiler: &Compiler, file: &str, load_paths: &[&str]) -> usize {
    let load_paths = load_paths.iter().map(|path| (*path).to_owned()).collect();
    let mut options = Options::default();
    options.load_paths = load_paths;
    options.warnings = false;
    compiler.compile_file(file, &options, &Disk).unwrap().css.len()
}

fn sassos(file: &str, load_paths: &[&str]) -> usize {
    let source = std::fs::read_to_string(file).unwrap();
    let importer = sasso::FsImporter::new(load_paths.iter().map(Into::into).collect());
    let quiet = std::rc::Rc::new(|_: &sasso::WarnEvent<'_>| {});
    let options = sasso::Options::new().with_importer(&importer).with_url(file).with_warn_handler(quiet);
    sasso::compile(&source, &options).unwrap().len()
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let sheets = std::env::var("SASS_SHEETS").unwrap_or_default();
    for sheet in sheets.split_whitespace() {
        let (file, load_paths) = sheet.split_once(':').unwrap_or((sheet, ""));
        let load_paths: Vec<&str> = load_paths.split(':').filter(|path| !path.is_empty()).collect();
        let mut group = criterion.benchmark_group(file.rsplit('/').take(3).collect::<Vec<_>>().join("<"));
        group.sample_size(20);
        let warm = Compiler::new();
        group.bench_function("new", |bench| bench.iter(|| ours(&Compiler::new(), file, &load_paths)));
        group.bench_function("parsed", |bench| bench.iter(|| ours(&warm, file, &load_paths)));
        group.bench_function("sasso", |bench| bench.iter(|| sassos(file, &load_paths)));
        group.finish();
    }
    criterion.final_summary();
}
