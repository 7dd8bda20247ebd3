//! `hastie sass`: compiles a style sheet.

use super::{Context, jsonl};
use crate::diagnostic::escaped;
use crate::world::World;
use hastie_sass::{
    Compiled, Compiler, Failed, Glyphs, Loader, Options, SourceMapOptions, Style, Syntax, report, report_warning,
    source_map_json,
};
use serde_json::{Map, Value as Json};
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie sass`. A style sheet on standard input can import files from the current folder.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The file to read; without it, SCSS on standard input
    file: Option<String>,
    /// The layout of the CSS
    #[arg(long, value_name = "STYLE", default_value = "expanded", value_parser = ["expanded", "compressed"])]
    style: String,
    /// Also search this folder for files
    #[arg(short = 'I', long = "load-path", value_name = "FOLDER")]
    load_paths: Vec<String>,
    /// Write the source map instead of the CSS
    #[arg(long)]
    source_map: bool,
    /// Do not show warnings
    #[arg(short, long)]
    quiet: bool,
    /// Read one JSON request per line on standard input, and write one response per line
    #[arg(long)]
    jsonl: bool,
}

/// Provides the files of a world to the Sass compiler.
struct Files<'a>(&'a World);

impl Loader for Files<'_> {
    fn is_file(&self, path: &str) -> bool {
        self.0.is_file(Path::new(path))
    }

    fn is_folder(&self, path: &str) -> bool {
        self.0.is_folder(Path::new(path))
    }

    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        self.0.read(Path::new(path))
    }
}

/// Compiles a file or standard input. With `--jsonl`, answers one request after another.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let compiler = Compiler::with_folder(&context.world.folder().to_string_lossy());
    if args.jsonl {
        let world = context.world.clone();
        return jsonl::serve(|request| answer(request, &compiler, &world));
    }
    let mut options = Options::default();
    options.style = style(&args.style);
    options.load_paths = args.load_paths.iter().map(|path| absolute(&context.world, path)).collect();
    options.source_map = args.source_map;
    options.warnings = !args.quiet;
    let result = match &args.file {
        Some(file) => compiler.compile_file(&absolute(&context.world, file), &options, &Files(&context.world)),
        None => {
            let mut source = String::new();
            if let Err(error) = std::io::stdin().lock().read_to_string(&mut source) {
                context.printer.log().error("Error:", format!("standard input: {error}"));
                return ExitCode::FAILURE;
            }
            let mut options = options;
            options.load_paths = with_folder(&context.world, options.load_paths.clone());
            compiler.compile(&source, &options, &Files(&context.world))
        }
    };
    match result {
        Ok(compiled) => {
            for warning in &compiled.warnings {
                eprint!("{}", escaped(&report_warning(warning, compiler.sources(), Glyphs::Unicode)));
            }
            println!("{}", if args.source_map { source_map(&compiled, &compiler) } else { compiled.css });
            ExitCode::SUCCESS
        }
        Err(failed) => {
            let Failed { error, warnings } = *failed;
            for warning in &warnings {
                eprint!("{}", escaped(&report_warning(warning, compiler.sources(), Glyphs::Unicode)));
            }
            eprintln!("{}", escaped(&report(&error, compiler.sources(), Glyphs::Unicode)));
            ExitCode::from(65)
        }
    }
}

fn style(name: &str) -> Style {
    if name == "compressed" { Style::Compressed } else { Style::Expanded }
}

fn absolute(world: &World, path: &str) -> String {
    world.expand(path).to_string_lossy().into_owned()
}

/// Adds the current folder to the load paths, so that a style sheet from standard input can import files from this
/// folder.
fn with_folder(world: &World, mut load_paths: Vec<String>) -> Vec<String> {
    load_paths.insert(0, absolute(world, "."));
    load_paths
}

fn source_map(compiled: &Compiled, compiler: &Compiler) -> String {
    let mappings = compiled.mappings.as_deref().unwrap_or_default();
    let url = |id| {
        compiler.sources().find(id).and_then(|source| source.url.clone()).map_or("-".into(), |url| url.to_string())
    };
    source_map_json(mappings, SourceMapOptions::default(), compiler.sources(), &url)
}

/// Answers a request with `input` and optionally `syntax` (`scss`, `sass` or `css`), `style` and `load_paths`.
fn answer(request: &Map<String, Json>, compiler: &Compiler, world: &World) -> Map<String, Json> {
    let text = |name: &str| request.get(name).and_then(Json::as_str).unwrap_or_default();
    let load_paths = request.get("load_paths").and_then(Json::as_array);
    let load_paths = load_paths.into_iter().flatten().filter_map(Json::as_str);
    let mut options = Options::default();
    options.style = style(text("style"));
    options.syntax = match text("syntax") {
        "sass" => Syntax::Indented,
        "css" => Syntax::Css,
        _ => Syntax::Scss,
    };
    options.load_paths = load_paths.map(|path| absolute(world, path)).collect();
    let (mut fields, warnings) = match compiler.compile(text("input"), &options, &Files(world)) {
        Ok(compiled) => (jsonl::field("css", compiled.css), compiled.warnings),
        Err(failed) => {
            let Failed { error, warnings } = *failed;
            (jsonl::field("error", report(&error, compiler.sources(), Glyphs::Unicode)), warnings)
        }
    };
    if !warnings.is_empty() {
        let texts = warnings.iter().map(|warning| report_warning(warning, compiler.sources(), Glyphs::Unicode));
        fields.insert("warnings".to_owned(), texts.collect::<Vec<_>>().into());
    }
    fields
}
