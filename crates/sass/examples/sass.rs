//! Compiles style sheets from the command line.
//!
//! `sass [--style=compressed] [--load-path=DIR]... [--ascii] FILE` writes CSS to standard output.
//!
//! - `--batch` reads file paths from standard input, one per line. For each, it writes a line `STATUS CSS_BYTES
//!   STDERR_BYTES` followed by both texts.
//! - `--source-map` writes the source map instead of the CSS.
//! - `--bench=N` compiles the file N times and prints the time of the fastest run.
#![allow(clippy::disallowed_methods)] // The files of the command line are read here.

use hastie_sass::{
    Compiler, Failed, Glyphs, Loader, Options, SourceMapOptions, Style, report, report_warning, source_map_json,
};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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

fn compile(compiler: &Compiler, folder: &Path, file: &str, options: &Options, glyphs: Glyphs) -> (u8, String, String) {
    let loader = Folder(folder.to_owned());
    let (status, css, warnings, error) = match compiler.compile_file(file, options, &loader) {
        Ok(compiled) => {
            let mut css = compiled.css;
            if let Some(mappings) = &compiled.mappings {
                let url = |id| compiler.sources().get(id).url.as_deref().unwrap_or("-").to_owned();
                css = source_map_json(mappings, SourceMapOptions::default(), compiler.sources(), &url);
            }
            (0, css, compiled.warnings, None)
        }
        Err(failed) => {
            let Failed { error, warnings } = *failed;
            (65, String::new(), warnings, Some(error))
        }
    };
    let mut messages = String::new();
    for warning in &warnings {
        messages.push_str(&report_warning(warning, compiler.sources(), glyphs));
    }
    if let Some(error) = error {
        messages.push_str(&report(&error, compiler.sources(), glyphs));
        messages.push('\n');
    }
    (status, css, messages)
}

fn batch(options: &Options, glyphs: Glyphs) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let path = Path::new(&line);
        let (folder, file) = (path.parent().unwrap_or(Path::new(".")), path.file_name().unwrap_or_default());
        let compiler = Compiler::new();
        let (status, mut css, messages) = compile(&compiler, folder, &file.to_string_lossy(), options, glyphs);
        if !css.is_empty() {
            css.push('\n');
        }
        writeln!(out, "{status} {} {}", css.len(), messages.len())?;
        out.write_all(css.as_bytes())?;
        out.write_all(messages.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}

fn bench(runs: usize, file: &str, options: &Options) {
    let mut best = [Duration::MAX; 2];
    let warm = Compiler::new();
    for _ in 0..runs {
        for (index, best) in best.iter_mut().enumerate() {
            let cold = Compiler::new();
            let compiler = if index == 0 { &cold } else { &warm };
            let start = Instant::now();
            let result = compiler.compile_file(file, options, &Folder(PathBuf::new()));
            *best = (*best).min(start.elapsed());
            assert!(result.is_ok());
        }
    }
    println!("cold {:?}, with parsed files {:?}", best[0], best[1]);
}

fn main() -> io::Result<()> {
    let mut options = Options::default();
    let mut glyphs = Glyphs::Unicode;
    let (mut file, mut is_batch, mut runs) = (None, false, 0);
    for argument in std::env::args().skip(1) {
        match argument.split_once('=').unwrap_or((&argument, "")) {
            ("--batch", _) => is_batch = true,
            ("--ascii", _) => glyphs = Glyphs::Ascii,
            ("--quiet", _) => options.warnings = false,
            ("--source-map", _) => options.source_map = true,
            ("--bench", count) => runs = count.parse().unwrap_or(10),
            ("--style", "compressed") => options.style = Style::Compressed,
            ("--load-path", path) => options.load_paths.push(path.to_owned()),
            _ => file = Some(argument),
        }
    }
    if is_batch {
        return batch(&options, glyphs);
    }
    let Some(file) = file else {
        eprintln!("sass: which file?");
        std::process::exit(64);
    };
    if runs > 0 {
        bench(runs, &file, &options);
        return Ok(());
    }
    let (status, css, messages) = compile(&Compiler::new(), Path::new(""), &file, &options, glyphs);
    eprint!("{messages}");
    if status == 0 {
        println!("{css}");
    }
    std::process::exit(i32::from(status));
}
