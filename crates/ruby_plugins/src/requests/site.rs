//! Requests about the site: its objects, files and log.

use super::liquid::change_value;
use super::{fields, http};
use crate::bridge::{Bridge, Stage};
use crate::interpreter::Interpreter;
use crate::objects::{self, names};
use crate::protocol::SiteRequest;
use hastie_liquid::{Abort, ErrorKind, Hash, Time, Value, Zone};
use hastie_plugins::git::{self, NoAnswer};
use hastie_site::diagnostic::{Level, Log, Message, Stream};
use hastie_site::model::{CollectionInfo, Document, excerpt};
use hastie_site::read;
use hastie_site::render::drops::DocumentDrop;
use hastie_site::render::{SiteView, excerpts};
use std::sync::Arc;

/// Answers a request of Ruby about the site.
///
/// # Errors
/// Fails if the request itself fails, or if the stage of the build or the sandbox does not allow it.
pub(crate) fn handle(bridge: &mut Bridge<'_, '_>, request: &SiteRequest<'_>) -> Result<Value, Abort> {
    match *request {
        SiteRequest::Print { text, is_error } => {
            bridge.ruby.console.print(if is_error { Stream::Error } else { Stream::Output }, text);
            Ok(Value::Nil)
        }
        SiteRequest::Log { level, line } => {
            bridge.ruby.console.log(log_message(level, line));
            Ok(Value::Bool(true))
        }
        SiteRequest::Numbers => numbers(bridge),
        SiteRequest::Fields { object } => fields::fields(bridge, object),
        SiteRequest::Content { object } => fields::content(bridge, object),
        SiteRequest::Output { object } => fields::output(bridge, object),
        SiteRequest::Url { object } => fields::url(bridge, object),
        SiteRequest::Pages
        | SiteRequest::SourceMaps
        | SiteRequest::StaticFiles
        | SiteRequest::Docs { .. }
        | SiteRequest::Files { .. }
        | SiteRequest::Layouts
        | SiteRequest::Data => list(bridge, request),
        SiteRequest::Changes { changes } => bridge.apply(changes).map(|()| Value::Nil),
        SiteRequest::Defaults { path, kind } => Ok(Value::Hash(bridge.setup()?.context.defaults.all(path, kind))),
        SiteRequest::ReadYaml { path } => read_yaml(bridge, path),
        SiteRequest::ReadDocument { path, label, data } => read_document(bridge, path, label, data),
        SiteRequest::ExcerptOf { content, separator, name } => excerpt_of(bridge, content, separator, name),
        SiteRequest::Excerpt { document, source } => excerpt(bridge, document, source),
        SiteRequest::PageHash { page } => page_hash(bridge, page),
        SiteRequest::RegisteredPage => bridge.with_rendering(|rendering| Ok(rendering.page.clone())),
        SiteRequest::DropKey { name, key } => drop_key(bridge, name, key),
        SiteRequest::ChangeKey { name, key, changes } => change_key(bridge, name, key, changes),
        SiteRequest::DropKeys { name } => drop_keys(bridge, name),
        SiteRequest::NumberedDropKey { number, key } => numbered_drop_key(bridge, number, key),
        SiteRequest::ZoneAt { seconds, is_wall } => Ok(zone_at(bridge, seconds, is_wall)),
        SiteRequest::FileChanges => {
            let changes = bridge.ruby.overlay.as_ref().and_then(|overlay| i64::try_from(overlay.changes()).ok());
            Ok(changes.map_or(Value::Nil, Value::Int))
        }
        SiteRequest::Git { command } => git(bridge, command),
        SiteRequest::Http { method, url, headers, body, limits, location } => {
            http::send(bridge, http::request(method, url, headers, body, limits), location)
        }
        SiteRequest::RougeLoaded => {
            bridge.with_rendering(|rendering| Ok(Value::Bool(has_highlighted(&rendering.view))))
        }
        SiteRequest::Readable { path } => bridge.ruby.check_read(path).map(|()| Value::Nil),
        SiteRequest::Writable { path } => bridge.ruby.check_write(path).map(|_| Value::Nil),
    }
}

/// Whether any page or document whose body is finished contains highlighted code.
fn has_highlighted(view: &SiteView) -> bool {
    let marks = ["highlighter-rouge", "<figure class=\"highlight\">"];
    let bodies = view.slots().iter().filter_map(|slot| slot.body.get());
    bodies.into_iter().any(|body| marks.iter().any(|mark| body.contains(mark)))
}

/// A list of the site's objects. Before the site exists, all lists are empty.
fn list(bridge: &mut Bridge<'_, '_>, request: &SiteRequest<'_>) -> Result<Value, Abort> {
    let is_data = matches!(request, SiteRequest::Data);
    if matches!(bridge.stage, Stage::Load) {
        return Ok(if is_data { Value::hash(Hash::new()) } else { Value::array(Vec::new()) });
    }
    let state = bridge.site_state()?;
    Ok(match *request {
        SiteRequest::Pages => state.pages(),
        SiteRequest::SourceMaps => state.source_maps(),
        SiteRequest::StaticFiles => state.static_files(),
        SiteRequest::Docs { label } => state.docs(label),
        SiteRequest::Files { label } => state.files(label),
        SiteRequest::Layouts => state.layouts(),
        _ => state.data(),
    })
}

/// The UTC offset of the site's zone at a time, in seconds, and the zone's abbreviation. `is_wall` is whether `seconds`
/// is local time instead of UTC. nil without `seconds`.
fn zone_at(bridge: &Bridge<'_, '_>, seconds: Option<i64>, is_wall: bool) -> Value {
    let Some(seconds) = seconds else { return Value::Nil };
    let zone = bridge.ruby.zone();
    let time = if is_wall { Time::from_civil(seconds, 0, &zone) } else { Time::local(seconds, 0, &zone) };
    let name = match &time.zone {
        Zone::Local(name) => Value::Str(name.clone()),
        _ => "UTC".into(),
    };
    // Clocks skip some local times. Their instants are shown with another offset than the one with which they are read.
    let offset = if is_wall { seconds - time.seconds } else { time.offset.into() };
    Value::array(vec![Value::Int(offset), name])
}

/// A line of `Jekyll.logger`, which the shim has formatted.
fn log_message(level: &str, line: &str) -> Message {
    let level = match level {
        "debug" => Level::Debug,
        "warn" => Level::Warn,
        "error" => Level::Error,
        _ => Level::Info,
    };
    Message { bare: Some(Stream::Output), ..Message::plain(level, line).coloured() }
}

/// New numbers for objects that Ruby creates (`page:12`). Returns 32 at once, so that few new objects need a request.
fn numbers(bridge: &mut Bridge<'_, '_>) -> Result<Value, Abort> {
    const COUNT: usize = 32;
    let setup = bridge.setup()?;
    Ok(Value::array((0..COUNT).map(|_| Value::Int(i64::from(setup.context.next_number()))).collect()))
}

fn read_yaml(bridge: &mut Bridge<'_, '_>, file: &str) -> Result<Value, Abort> {
    let setup = bridge.setup()?;
    let world = bridge.ruby.readable(file, &setup.context.world)?;
    let mut log = Log::new();
    let read = read::pages::read_yaml_in(world, &setup.context, file, &mut log);
    pass_on(bridge, &log);
    let read = read?;
    let mut hash = Hash::new();
    hash.set("data", read.data);
    hash.set("content", read.content);
    Ok(Value::hash(hash))
}

/// Logs messages as if a plugin had logged them.
fn pass_on(bridge: &Bridge<'_, '_>, log: &Log) {
    log.messages().iter().for_each(|message| bridge.ruby.console.log(message.clone()));
}

/// `Document#read`: the front matter and content of a document that Ruby has created.
fn read_document(bridge: &mut Bridge<'_, '_>, path: &str, label: &str, data: &Value) -> Result<Value, Abort> {
    let setup = bridge.setup()?;
    let world = bridge.ruby.readable(path, &setup.context.world)?;
    let collection = bridge.site_state()?.collection_info(label);
    let collection = collection.unwrap_or_else(|| {
        let collections = Some(setup.context.settings().collections());
        Arc::new(CollectionInfo::new(label, collections, &setup.context.collections_path, &setup.context.style))
    });
    let mut document = Document::new(&setup.context, &collection, path);
    if let Value::Hash(data) = data {
        document.data = (**data).clone().into();
    }
    let mut log = Log::new();
    let read = read::documents::read_in(world, &mut document, &mut log);
    pass_on(bridge, &log);
    read?;
    let Value::Hash(fields) = objects::fields::of_document(&document) else { return Ok(Value::Nil) };
    let mut fields = (*fields).clone();
    fields.set("content", document.content.get().map_or(Value::Nil, Value::Str));
    Ok(Value::hash(fields))
}

fn excerpt_of(bridge: &mut Bridge<'_, '_>, content: &str, separator: &str, name: &str) -> Result<Value, Abort> {
    let setup = bridge.setup()?;
    let mut log = Log::new();
    let found = excerpt::extract(&setup.context, content, separator, name, &mut log);
    pass_on(bridge, &log);
    Ok(found.into())
}

/// Renders an excerpt of a document or page from its source, which may differ from the source in the site.
fn excerpt(bridge: &mut Bridge<'_, '_>, document: &Value, source: &str) -> Result<Value, Abort> {
    let Value::Drop(object) = document else { return Ok(Value::Nil) };
    let object = Arc::clone(object);
    bridge.with_rendering(move |rendering| {
        let view = Arc::clone(&rendering.view);
        let id = object.as_any().downcast_ref::<DocumentDrop>();
        if let Some((index, document)) = id.and_then(|DocumentDrop(id)| view.document(*id))
            && document.excerpt.as_deref() != Some(source)
        {
            return excerpts::of_source(rendering, index, source.into()).map(Value::Str);
        }
        Ok(object.get("excerpt", rendering)?.unwrap_or(Value::Nil))
    })
}

fn page_hash(bridge: &mut Bridge<'_, '_>, page: &Value) -> Result<Value, Abort> {
    let Value::Drop(object) = page else { return Ok(Value::Nil) };
    let object = Arc::clone(object);
    bridge.with_rendering(move |rendering| names::page_hash(&*object, rendering))
}

fn drop_key(bridge: &mut Bridge<'_, '_>, name: &str, key: &str) -> Result<Value, Abort> {
    let Some(Value::Drop(object)) = names::resolve(bridge.ruby, name) else { return Ok(Value::Nil) };
    bridge.with_rendering(|rendering| {
        let value = object.get(key, rendering)?.unwrap_or(Value::Nil);
        let stays_object =
            matches!(&value, Value::Drop(inner) if inner.class() == "Jekyll::LastModifiedAt::Determinator");
        if stays_object { Ok(value) } else { value.in_liquid(rendering) }
    })
}

fn change_key(bridge: &mut Bridge<'_, '_>, name: &str, key: &str, changes: &[Value]) -> Result<Value, Abort> {
    let Some(Value::Drop(object)) = names::resolve(bridge.ruby, name) else { return Ok(Value::Nil) };
    change_value(bridge, changes, |cx| Ok(object.get(key, cx.host)?.unwrap_or(Value::Nil)))
}

fn drop_keys(bridge: &mut Bridge<'_, '_>, name: &str) -> Result<Value, Abort> {
    let Some(Value::Drop(object)) = names::resolve(bridge.ruby, name) else {
        return Ok(Value::array(Vec::new()));
    };
    bridge.with_rendering(|rendering| Ok(Value::array(object.keys(rendering)?.into_iter().map(Value::Str).collect())))
}

fn numbered_drop_key(bridge: &mut Bridge<'_, '_>, number: Option<u64>, key: &str) -> Result<Value, Abort> {
    let object = number.and_then(|number| bridge.ruby.objects.lock().drops.get(&number).cloned());
    let Some(object) = object else { return Ok(Value::Nil) };
    bridge.with_rendering(|rendering| Ok(object.get(key, rendering)?.unwrap_or(Value::Nil)))
}

fn git(bridge: &mut Bridge<'_, '_>, command: &str) -> Result<Value, Abort> {
    bridge.ruby.expected_commands.note(command);
    git_output(bridge.ruby, command).map(Value::from)
}

/// Computes the output of a git command without running `git`. Empty outside of a repository.
///
/// # Errors
/// Fails if the command is not supported, or if its repository cannot be read. Also fails if the repository is outside
/// of the folders that the sandbox may use.
pub(crate) fn git_output(ruby: &Interpreter, command: &str) -> Result<String, Abort> {
    let world = &ruby.world;
    if let Some(folder) = git::folder(command, world.folder()) {
        ruby.check_repository(&folder)?;
    }
    git::answer(command, world.folder(), world, &ruby.last_repository).map_err(|error| match error {
        NoAnswer::Unsupported => {
            let text = format!("the command {command:?} is not available in the sandbox");
            Abort::error(ErrorKind::NotImplemented, text)
        }
        NoAnswer::Unreadable(why) => Abort::error("RuntimeError", format!("the git repository cannot be read: {why}")),
    })
}
