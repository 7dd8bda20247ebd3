//! `hastie kramdown`: converts Markdown in kramdown's dialect to HTML.

use super::{Context, jsonl};
use crate::render::convert::highlighter;
use hastie_kramdown::{Highlighter, Options, Output, Setting, convert};
use hastie_rouge::Version;
use serde_json::{Map, Value as Json};
use std::io::Read;
use std::process::ExitCode;

/// Options of `hastie kramdown`. Any `--option` replaces Jekyll's defaults by kramdown's defaults.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The file to read; without it, standard input
    file: Option<String>,
    /// Set an option by kramdown's name; without any, Jekyll's defaults are used
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Read one JSON request per line on standard input, and write one response per line
    #[arg(long)]
    jsonl: bool,
}

/// Converts a file or standard input. With `--jsonl`, answers one request after another.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    if args.jsonl {
        return jsonl::serve(answer);
    }
    match convert_file(args, context) {
        Ok(output) => {
            for warning in output.warnings {
                context.printer.log().warn("Kramdown warning:", warning);
            }
            print!("{}", output.html);
            ExitCode::SUCCESS
        }
        Err(problem) => {
            context.printer.log().error("Error:", problem);
            ExitCode::FAILURE
        }
    }
}

fn convert_file(args: &Args, context: &mut Context) -> Result<Output, String> {
    let bytes = match &args.file {
        Some(file) => context.world.read_named(&context.world.expand(file)),
        None => {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        }
    };
    let name = args.file.as_deref().unwrap_or("standard input");
    let bytes = bytes.map_err(|error| format!("{name}: {error}"))?;
    let source = String::from_utf8(bytes).map_err(|_| format!("{name}: not UTF-8"))?;
    let mut options = if args.options.is_empty() { Options::jekyll() } else { Options::default() };
    for option in &args.options {
        let (key, value) =
            option.split_once('=').ok_or_else(|| format!("--option {option}: write it as NAME=VALUE"))?;
        options.set(key, &Setting::from(value)).map_err(|error| error.to_string())?;
    }
    convert(&source, &options, configured_highlighter(&options).as_deref()).map_err(|error| format!("{name}: {error}"))
}

/// The highlighter that the option `syntax_highlighter` names. `None` without this option, and for an unknown name.
fn configured_highlighter(options: &Options) -> Option<Box<dyn Highlighter>> {
    options.syntax_highlighter.as_deref().and_then(|name| highlighter(name, Version::default()))
}

fn answer(request: &Map<String, Json>) -> Map<String, Json> {
    let source = request.get("input").and_then(Json::as_str).unwrap_or_default();
    let options = match request.get("options") {
        Some(Json::String(word)) if word == "jekyll" => Ok(Options::jekyll()),
        Some(Json::Object(entries)) => options_of(entries),
        _ => Ok(Options::default()),
    };
    let converted = options.and_then(|options| {
        convert(source, &options, configured_highlighter(&options).as_deref()).map_err(|error| error.to_string())
    });
    match converted {
        Ok(output) => {
            let mut fields = jsonl::field("html", output.html);
            if !output.warnings.is_empty() {
                fields.insert("warnings".to_owned(), output.warnings.into());
            }
            fields
        }
        Err(problem) => jsonl::field("error", problem),
    }
}

/// Options with kramdown's names, merged over kramdown's defaults.
fn options_of(entries: &Map<String, Json>) -> Result<Options, String> {
    let mut options = Options::default();
    for (name, value) in entries {
        options.set(name, &setting_from_json(value)).map_err(|error| error.to_string())?;
    }
    Ok(options)
}

fn setting_from_json(value: &Json) -> Setting {
    match value {
        Json::Null => Setting::Nil,
        Json::Bool(truth) => Setting::Bool(*truth),
        Json::Number(number) => number.as_i64().map_or_else(|| Setting::Text(number.to_string()), Setting::Int),
        Json::String(text) => Setting::Text(text.clone()),
        Json::Array(items) => Setting::List(items.iter().map(setting_from_json).collect()),
        Json::Object(entries) => {
            Setting::Map(entries.iter().map(|(key, value)| (key.clone(), setting_from_json(value))).collect())
        }
    }
}
