//! The answers to Ruby's questions, by name: each one function.

use super::bridge::{Bridge, Stage};
use super::fields;
use super::http;
use super::kramdown;
use super::liquid;
use super::names;
use hastie_liquid::{Abort, ErrorKind, Hash, Time, Value, Zone};
use hastie_plugins::git::{self, NoAnswer};
use hastie_site::diagnostic::{Level, Log, Message, Stream};
use hastie_site::model::{CollectionInfo, Document};
use hastie_site::read;
use hastie_site::render::{RenderContext, document};
use std::sync::Arc;

/// The answer to a question.
pub fn answer(bridge: &mut Bridge<'_, '_, '_, '_>, operation: &str, arguments: &[Value]) -> Result<Value, Abort> {
    let at = |place: usize| arguments.get(place).unwrap_or(&Value::Nil);
    let text = |place: usize| at(place).as_str().unwrap_or_default();
    match operation {
        "print" => {
            let stream = if at(1).truthy() { Stream::Error } else { Stream::Output };
            bridge.shared.print(stream, text(0));
            Ok(Value::Nil)
        }
        "log" => {
            bridge.shared.say(logged(text(0), text(1)));
            Ok(Value::Bool(true))
        }
        "numbers" => numbers(bridge),
        "fields" => fields::fields(bridge, at(0)),
        "content" => fields::content(bridge, at(0)),
        "output" => fields::output(bridge, at(0)),
        "url" => fields::url(bridge, at(0)),
        "pages" | "static_files" | "docs" | "files" | "layouts" if matches!(bridge.stage, Stage::Load) => {
            Ok(Value::array(Vec::new()))
        }
        "data" if matches!(bridge.stage, Stage::Load) => Ok(Value::hash(Hash::new())),
        "pages" => Ok(bridge.model()?.pages()),
        "static_files" => Ok(bridge.model()?.static_files()),
        "docs" => Ok(bridge.model()?.docs(text(0))),
        "files" => Ok(bridge.model()?.files(text(0))),
        "data" => Ok(bridge.model()?.data()),
        "layouts" => Ok(bridge.model()?.layouts()),
        "changes" => bridge.apply(at(0)).map(|()| Value::Nil),
        "defaults" => defaults(bridge, text(0), at(1)),
        "read_yaml" => read_yaml(bridge, text(0)),
        "read_document" => read_document(bridge, text(1), text(2), at(3)),
        "yaml" => hastie_yaml::load(text(0).as_bytes(), None).map_err(|error| Abort::error(error.kind, error.message)),
        "excerpt_of" => excerpt_of(bridge, text(0), text(1), text(2)),
        "excerpt" => excerpt(bridge, at(0)),
        "output_ext" => Ok(Value::Str(bridge.setup()?.converters.output_ext(text(0), None))),
        "page_hash" => page_hash(bridge, at(0)),
        "registered_page" => bridge.with_rendering(|rendering| Ok(rendering.page.clone())),
        "drop_key" => drop_key(bridge, text(0), text(1)),
        "drop_keys" => drop_keys(bridge, text(0)),
        "key" => held_key(bridge, at(0), text(1)),
        "converts" => converts(bridge, text(0), text(1)),
        "converted_ext" => converted_ext(bridge, text(0), text(1)),
        "convert" => convert(bridge, text(0), text(1)),
        "convert_all" => {
            let (ext, source) = (text(0).to_string(), text(1).to_string());
            bridge.with_rendering(move |rendering| document::convert(rendering, &ext, "", source)).map(Value::from)
        }
        "kramdown" => kramdown::html(bridge, text(0), at(1)),
        "kramdown_tree" => kramdown::tree(text(0), at(1)),
        "kramdown_code" => kramdown::code(bridge, text(0), at(1), text(2), at(3)),
        "html" => bridge.shared.documents.perform(text(0), arguments.get(1..).unwrap_or_default()),
        "zone_at" => Ok(zone_at(bridge, at(0), at(1).truthy())),
        "git" => git(bridge, text(0)),
        "http" => http::answer(bridge, arguments),
        "readable" => bridge.shared.check_read(text(0)).map(|()| Value::Nil),
        "writable" => bridge.shared.check_write(text(0)).map(|_| Value::Nil),
        "transliterate" => Ok(Value::from(hastie_site::model::slug::transliterate(text(0)))),
        "lexer" => Ok(Value::Bool(hastie_rouge::lex(text(0), "").is_some())),
        "highlight" => Ok(highlight(text(0), text(1))),
        _ => liquid::answer(bridge, operation, arguments),
    }
}

/// The offset of the site's zone at an instant, or where its clocks show something, with the abbreviation.
fn zone_at(bridge: &Bridge<'_, '_, '_, '_>, seconds: &Value, is_wall: bool) -> Value {
    let Value::Int(seconds) = *seconds else { return Value::Nil };
    let zone = bridge.shared.zone();
    let time = if is_wall { Time::from_civil(seconds, 0, &zone) } else { Time::local(seconds, 0, &zone) };
    let name = match &time.zone {
        Zone::Local(name) => Value::Str(name.clone()),
        _ => "UTC".into(),
    };
    Value::array(vec![Value::Int(time.offset.into()), name])
}

/// A line of the logger, which comes whole.
fn logged(level: &str, line: &str) -> Message {
    let level = match level {
        "debug" => Level::Debug,
        "warn" => Level::Warn,
        "error" => Level::Error,
        _ => Level::Info,
    };
    Message { bare: Some(Stream::Output), ..Message::plain(level, line).coloured() }
}

/// Numbers for objects that Ruby makes.
fn numbers(bridge: &mut Bridge<'_, '_, '_, '_>) -> Result<Value, Abort> {
    let setup = bridge.setup()?;
    Ok(Value::array((0..32).map(|_| Value::Int(i64::from(setup.next_number()))).collect()))
}

fn defaults(bridge: &mut Bridge<'_, '_, '_, '_>, path: &str, kind: &Value) -> Result<Value, Abort> {
    Ok(Value::Hash(bridge.setup()?.defaults.all(path, kind.as_str())))
}

fn read_yaml(bridge: &mut Bridge<'_, '_, '_, '_>, file: &str) -> Result<Value, Abort> {
    let setup = bridge.setup()?;
    let world = bridge.shared.readable(file, &setup.world)?;
    let mut log = Log::new();
    let read = read::pages::read_yaml_in(world, &setup, file, &mut log);
    pass_on(bridge, &log);
    let read = read?;
    let mut hash = Hash::new();
    hash.set("data", read.data);
    hash.set("content", read.content);
    Ok(Value::hash(hash))
}

fn pass_on(bridge: &Bridge<'_, '_, '_, '_>, log: &Log) {
    log.messages().iter().for_each(|message| bridge.shared.say(message.clone()));
}

/// `Document#read` of one that Ruby has made.
fn read_document(bridge: &mut Bridge<'_, '_, '_, '_>, path: &str, label: &str, data: &Value) -> Result<Value, Abort> {
    let setup = bridge.setup()?;
    let world = bridge.shared.readable(path, &setup.world)?;
    let shelf = bridge.model()?.shelf(label);
    let shelf = shelf.unwrap_or_else(|| {
        let entry = Some(setup.config("collections"));
        Arc::new(CollectionInfo::new(label, entry, &setup.collections_path, &setup.style))
    });
    let mut document = Document::new(&setup.context, &shelf, path);
    if let Value::Hash(data) = data {
        document.data = (**data).clone().into();
    }
    let mut log = Log::new();
    let read = read::documents::read_in(world, &mut document, &mut log);
    pass_on(bridge, &log);
    read?;
    let Value::Hash(found) = fields::of_document(&document) else { return Ok(Value::Nil) };
    let mut found = (*found).clone();
    found.set("content", document.content.map_or(Value::Nil, Value::Str));
    Ok(Value::hash(found))
}

fn excerpt_of(bridge: &mut Bridge<'_, '_, '_, '_>, content: &str, separator: &str, name: &str) -> Result<Value, Abort> {
    let setup = bridge.setup()?;
    let mut log = Log::new();
    let found = hastie_site::model::excerpt::extract(&setup, content, separator, name, &mut log);
    pass_on(bridge, &log);
    Ok(found.into())
}

fn excerpt(bridge: &mut Bridge<'_, '_, '_, '_>, document: &Value) -> Result<Value, Abort> {
    let Value::Drop(object) = document else { return Ok(Value::Nil) };
    let object = Arc::clone(object);
    bridge.with_rendering(move |rendering| Ok(object.get("excerpt", rendering)?.unwrap_or(Value::Nil)))
}

fn page_hash(bridge: &mut Bridge<'_, '_, '_, '_>, page: &Value) -> Result<Value, Abort> {
    let Value::Drop(object) = page else { return Ok(Value::Nil) };
    let object = Arc::clone(object);
    bridge.with_rendering(move |rendering| names::page_hash(&*object, rendering))
}

/// The value of a key of one of Jekyll's drops.
fn drop_key(bridge: &mut Bridge<'_, '_, '_, '_>, name: &str, key: &str) -> Result<Value, Abort> {
    let Some(Value::Drop(object)) = names::resolve(bridge.shared, name) else { return Ok(Value::Nil) };
    bridge.with_rendering(|rendering| object.get(key, rendering)?.unwrap_or(Value::Nil).in_liquid(rendering))
}

fn drop_keys(bridge: &mut Bridge<'_, '_, '_, '_>, name: &str) -> Result<Value, Abort> {
    let Some(Value::Drop(object)) = names::resolve(bridge.shared, name) else { return Ok(Value::array(Vec::new())) };
    bridge.with_rendering(|rendering| Ok(Value::array(object.keys(rendering)?.into_iter().map(Value::Str).collect())))
}

/// A key of an object that is held for Ruby.
fn held_key(bridge: &mut Bridge<'_, '_, '_, '_>, number: &Value, key: &str) -> Result<Value, Abort> {
    let Value::Int(number) = number else { return Ok(Value::Nil) };
    let object = bridge.shared.held().objects.get(&number.cast_unsigned()).cloned();
    let Some(object) = object else { return Ok(Value::Nil) };
    bridge.with_rendering(|rendering| Ok(object.get(key, rendering)?.unwrap_or(Value::Nil)))
}

fn converts(bridge: &mut Bridge<'_, '_, '_, '_>, class: &str, ext: &str) -> Result<Value, Abort> {
    let setup = bridge.setup()?;
    Ok(Value::Bool(setup.converters.native(class).is_some_and(|converter| converter.matches(ext))))
}

fn converted_ext(bridge: &mut Bridge<'_, '_, '_, '_>, class: &str, ext: &str) -> Result<Value, Abort> {
    let setup = bridge.setup()?;
    let found = setup.converters.native(class).and_then(|converter| converter.output_ext(ext));
    Ok(found.map_or(Value::Nil, Value::Str))
}

fn convert(bridge: &mut Bridge<'_, '_, '_, '_>, class: &str, source: &str) -> Result<Value, Abort> {
    let setup = bridge.setup()?;
    let Some(converter) = setup.converters.native(class).map(Arc::clone) else {
        return Err(Abort::error(ErrorKind::Runtime, format!("No Converters found for {class}")));
    };
    bridge
        .with_rendering(|rendering| plainly(rendering, |rendering| converter.convert(source, rendering)))
        .map(Value::from)
}

/// Converts text that Ruby has in UTF-8.
pub(super) fn plainly<T>(rendering: &mut RenderContext, work: impl FnOnce(&mut RenderContext) -> T) -> T {
    let outer = std::mem::replace(&mut rendering.ascii_source, false);
    let result = work(rendering);
    rendering.ascii_source = outer;
    result
}

/// The output of a git command.
fn git(bridge: &mut Bridge<'_, '_, '_, '_>, command: &str) -> Result<Value, Abort> {
    let world = &bridge.shared.world;
    if let Some(folder) = git::folder(command, world.folder()) {
        bridge.shared.check_repository(&folder)?;
    }
    match git::answer(command, world.folder(), world) {
        Ok(text) => Ok(Value::from(text)),
        Err(NoAnswer::Unknown) => Err(not_there(command)),
        Err(NoAnswer::Unreadable(why)) => {
            Err(Abort::error("RuntimeError", format!("the git repository cannot be read: {why}")))
        }
    }
}

fn not_there(command: &str) -> Abort {
    let text = format!("the command {command:?} is not available in the sandbox");
    Abort::error(ErrorKind::NotImplemented, text)
}

fn highlight(tag: &str, source: &str) -> Value {
    match hastie_rouge::lex(tag, source) {
        Some(tokens) => Value::from(hastie_rouge::html::spans(&tokens)),
        None => {
            let mut escaped = String::new();
            hastie_rouge::html::escape(source, &mut escaped);
            Value::from(escaped)
        }
    }
}
