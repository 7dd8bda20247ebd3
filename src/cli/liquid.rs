//! `hastie liquid`: renders single templates with Liquid's and Jekyll's filters and tags.

use super::{Context, jsonl};
use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::registry;
use crate::render::Setup;
use crate::render::{LogEvent, RenderContext, location};
use crate::site::set_up;
use crate::world::World;
use hastie_liquid::{Abort, Engine, Error, Hash, ParseOptions, RenderOptions, Template, Value};
use hastie_value::number::strict_integer;
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::io::Read;
use std::process::ExitCode;
use std::sync::Arc;

/// Options of `hastie liquid`. `--jsonl` makes the other options ineffective.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The file to read; without it, standard input
    file: Option<String>,
    /// A JSON file with the variables
    #[arg(long, value_name = "FILE")]
    data: Option<String>,
    /// A folder of includes; by default, the includes of the site in the current folder
    #[arg(long, value_name = "DIR")]
    includes: Option<String>,
    /// Read one JSON request per line on standard input, and write one response per line
    #[arg(long)]
    jsonl: bool,
}

/// Renders a template from a file or standard input. With `--jsonl`, answers one request after another.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    if args.jsonl {
        let mut setups = Setups::new(context.world.clone());
        return jsonl::serve(|request| answer(&mut setups, request));
    }
    match render_file(args, context) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            context.printer.log().push(*message);
            ExitCode::FAILURE
        }
    }
}

/// Sites without content, one for each requested configuration.
struct Setups {
    world: World,
    made: HashMap<String, Result<Arc<Setup>, String>>,
}

impl Setups {
    fn new(world: World) -> Self {
        Setups { world, made: HashMap::new() }
    }

    /// The setup of a site without content, for a configuration given as JSON. Equal configurations share one setup.
    fn of(&mut self, config: Option<&Json>) -> Result<Arc<Setup>, String> {
        let key = config.map(Json::to_string).unwrap_or_default();
        if let Some(setup) = self.made.get(&key) {
            return setup.clone();
        }
        let values = match config.map(value) {
            Some(Value::Hash(hash)) => (*hash).clone(),
            _ => Hash::new(),
        };
        let setup = Configuration::from_values(&self.world, &values)
            .and_then(|config| set_up(config, &self.world, &registry(), &mut Log::new()))
            .map(|(setup, _)| Arc::new(setup))
            .map_err(|failure| failure.to_string());
        self.made.insert(key, setup.clone());
        setup
    }
}

fn render_file(args: &Args, context: &mut Context) -> Result<String, Box<Message>> {
    let (source, data) = read(args, context).map_err(exception)?;
    let setup = surroundings(args, context).map_err(|failure| exception(failure.to_string()))?;
    let mut rendering = RenderContext::detached(&setup);
    let mut options = ParseOptions::default();
    options.name = args.file.as_deref().map(Into::into);
    let rendered = Template::parse(&setup.engine, source, options)
        .map_err(Abort::from)
        .and_then(|template| Ok((template.render(&mut rendering, RenderOptions::raising(data))?, template)));
    let (rendered, template) = rendered.map_err(|abort| explained(&rendering, &abort))?;
    let mut log = context.printer.log();
    for warning in template.warnings() {
        log.warn("Liquid Warning:", warning.to_string());
    }
    for events in rendering.events {
        if let LogEvent::Message(message) = events {
            log.push(message);
        }
    }
    Ok(rendered.text)
}

/// Reads the template, and its variables from the file in `--data`. Without this option, there are no variables.
fn read(args: &Args, context: &Context) -> Result<(String, Value), String> {
    let file_bytes =
        |file: &str| context.world.read_named(&context.world.expand(file)).map_err(|error| format!("{file}: {error}"));
    let bytes = match &args.file {
        Some(file) => file_bytes(file)?,
        None => {
            let mut bytes = Vec::new();
            std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| format!("standard input: {error}"))?;
            bytes
        }
    };
    let source = String::from_utf8(bytes).map_err(|_| "the template is not UTF-8".to_string())?;
    let data = match &args.data {
        Some(file) => value(&serde_json::from_slice(&file_bytes(file)?).map_err(|error| format!("{file}: {error}"))?),
        None => Value::hash(Hash::new()),
    };
    Ok((source, data))
}

fn exception(text: String) -> Box<Message> {
    Box::new(Message::new(Level::Error, "Liquid Exception:", text))
}

/// The setup for the template, from the configuration in the current folder, if any. `--includes` overrides the
/// configured folders of includes.
fn surroundings(args: &Args, context: &Context) -> Result<Arc<Setup>, Failure> {
    let config = Configuration::load(&context.world, &Hash::new(), &mut Log::new())?;
    let (mut setup, _) = set_up(config, &context.world, &registry(), &mut Log::new())?;
    if let (Some(folder), Some(shared)) = (&args.includes, Arc::get_mut(&mut setup.context)) {
        shared.includes = vec![context.world.expand(folder).to_string_lossy().into_owned()];
    }
    Ok(Arc::new(setup))
}

/// The message for an error, with its location. Adds a hint to an error about missing documents, because a single
/// template has no documents.
fn explained(rendering: &RenderContext, abort: &Abort) -> Box<Message> {
    let mut text = abort.to_string();
    if text.starts_with("Could not find document") || text.starts_with("Could not find post") {
        text = format!(
            "{} A single template has no posts and documents. Build the site to try this tag.",
            text.trim_end()
        );
    }
    let location = match abort {
        Abort::Error(error) => location::of_template(&rendering.view, error),
        _ => None,
    };
    let message = exception(text);
    match location {
        Some(location) => Box::new(message.at(location)),
        None => message,
    }
}

/// Answers a request with `template`, `data` and `config`. The response contains `result` or `error`, and `warnings`.
fn answer(setups: &mut Setups, request: &Map<String, Json>) -> Map<String, Json> {
    let source = request.get("template").and_then(Json::as_str).unwrap_or_default();
    let data = match request.get("data").map(value) {
        Some(Value::Hash(hash)) => hash,
        _ => Arc::default(),
    };
    let setup = match setups.of(request.get("config")) {
        Ok(setup) => setup,
        Err(message) => return jsonl::field("error", message),
    };
    let mut rendering = RenderContext::detached(&setup);
    rendering.page = data.get("page").cloned().unwrap_or_else(|| Value::hash(Hash::new()));
    // Templates in requests are short, so errors need no line numbers. Warnings contain them anyway.
    let options = ParseOptions::default().without_line_numbers();
    let parsed = Template::parse(&setup.engine, source, options);
    let warnings = match &parsed {
        Ok(template) if !template.warnings().is_empty() => warnings(&setup.engine, source),
        _ => Vec::new(),
    };
    let result = parsed
        .map_err(Abort::from)
        .and_then(|template| template.render(&mut rendering, RenderOptions::raising(Value::Hash(data))));
    let mut answer = match result {
        Ok(rendered) => jsonl::field("result", rendered.text),
        Err(Abort::Error(error)) => failure(&error),
        Err(suspended) => jsonl::field("error", suspended.to_string()),
    };
    if !warnings.is_empty() {
        answer.insert("warnings".into(), warnings.into());
    }
    answer
}

fn warnings(engine: &Engine, source: &str) -> Vec<Json> {
    let parsed = Template::parse(engine, source, ParseOptions::default());
    parsed.map_or_else(
        |_| Vec::new(),
        |template| template.warnings().iter().map(|warning| Json::from(warning.to_string())).collect(),
    )
}

/// The fields of the response for an error. For errors that are not Liquid's own, the field `error` starts with the
/// Ruby class of the error, and `error_class_only` is true.
fn failure(error: &Error) -> Map<String, Json> {
    if error.is_liquid() {
        return jsonl::field("error", error.to_string());
    }
    let mut answer = jsonl::field("error", format!("{}: {}", error.kind, error.message));
    answer.insert("error_class_only".into(), true.into());
    answer
}

/// Converts JSON to a value as Ruby's parser does.
fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Nil,
        Json::Bool(truth) => Value::Bool(*truth),
        Json::String(text) => Value::str(text.as_str()),
        Json::Array(items) => Value::array(items.iter().map(value).collect()),
        Json::Object(entries) => {
            Value::hash(entries.iter().map(|(key, item)| (key.as_str(), value(item))).collect::<Hash>())
        }
        Json::Number(number) => {
            let text = number.as_str();
            match strict_integer(text) {
                Some(integer) => integer.into(),
                None => Value::Float(text.parse().unwrap_or(f64::NAN)),
            }
        }
    }
}
