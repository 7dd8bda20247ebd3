//! Mirrors `Renderer#run`, cut in two: [`body`] and [`wrap`].

use super::layouts;
use super::payload::Payload;
use super::profile;
use super::shared_state::SharedState;
use super::turn::Pace;
use super::{Item, Thing, Turn};
use crate::diagnostic::{Level, Message};
use hastie_liquid::{Abort, Error, RenderOptions, State, Str, Value};
use std::sync::Arc;

/// State passed from [`body`] to [`wrap`]: the variables that the body began with.
#[derive(Debug)]
pub struct BodyState {
    payload: Payload,
}

/// The body of the entry at the turn's place: Liquid, converters, `post_convert`. Leaves the content
/// in the entry's cell.
///
/// # Errors
/// What the rendering raises, and [`Abort::Needs`].
pub fn body(turn: &mut Turn, shared_state: &mut SharedState) -> Result<BodyState, Abort> {
    let view = Arc::clone(&turn.view);
    let entry = &view.entries[turn.place];
    let item = entry.item();
    if let (Some(sheet), None) = (view.sheet_of(turn.place), entry.body.get()) {
        // The style sheet's converter leaves the source map's text here.
        if turn.pace == Pace::Together && view.entries[sheet].body.get().is_none() {
            return Err(Abort::Needs(super::turn::need_body(sheet)));
        }
    }
    turn.trace("Rendering:", || item.relative_path());
    if let Item::Page(page) = item {
        // Ruby makes the whole hash of a page before anything is rendered.
        page.url().map_err(super::drops::no_url)?;
        if page.excerpt.is_some() {
            turn.excerpt(turn.place)?;
        }
    }
    let mut payload = begin(turn, item, shared_state);
    turn.trace("Pre-Render Hooks:", || item.relative_path());
    let mut source = item.source();
    let plugins = &view.setup.plugins;
    if let Some(replaced) = plugins.pre_render(item, &mut payload.extras, turn)? {
        source = replaced.into();
        // The template that was looked over for its effects is not the one to render.
        view.templates.forget(&view.setup, &item.path());
    }
    let converted = render_source(turn, item, source, payload.clone(), shared_state)?;
    turn.trace("Post-Convert Hooks:", || item.relative_path());
    let content = plugins.post_convert(item, converted, turn)?;
    let _ = entry.body.set(content.into());
    Ok(BodyState { payload })
}

/// The output of the entry at the turn's place: its content in layouts, `post_render`. Leaves the
/// output in the entry's cell.
///
/// # Errors
/// What the rendering raises, and [`Abort::Needs`].
pub fn wrap(turn: &mut Turn, body_state: &BodyState, shared_state: &mut SharedState) -> Result<(), Abort> {
    let view = Arc::clone(&turn.view);
    let entry = &view.entries[turn.place];
    let item = entry.item();
    turn.page = body_state.payload.page.clone();
    let content = entry.body.get().cloned().unwrap_or_default();
    let mut output = content.clone();
    if item.is_placed() {
        turn.trace("Rendering Layout:", || item.relative_path());
        output = layouts::place(turn, item, content, &body_state.payload, shared_state)?;
    }
    if view.setup.plugins.has_hooks() {
        output = view.setup.plugins.post_render(item, output.to_string(), turn)?.into();
    }
    let _ = entry.output.set(output);
    Ok(())
}

/// The variables a rendering begins with.
fn begin(turn: &mut Turn, item: Item<'_>, shared_state: &mut SharedState) -> Payload {
    let page = match &turn.view.entries[turn.place].thing {
        Thing::Document(document) => Value::drop(super::drops::DocumentDrop(document.id)),
        Thing::Page(page) => Value::drop(super::drops::OwnPageDrop(page.id)),
    };
    turn.page = page.clone();
    shared_state.layout = layouts::before_body(&turn.view, item, &shared_state.layout);
    let mut payload = Payload::new(page);
    payload.content = shared_state.content.clone();
    payload.layout = shared_state.layout.clone();
    payload.paginator = match item {
        Item::Page(page) => page.pager.clone().unwrap_or(Value::Nil),
        Item::Document(_) => Value::Nil,
    };
    payload.margin = turn.setup().converters.of(item.extname()).next().and_then(|first| first.highlighter_margin());
    payload
}

/// Liquid, then the converters.
fn render_source(
    turn: &mut Turn,
    item: Item<'_>,
    source: Str,
    payload: Payload,
    shared_state: &mut SharedState,
) -> Result<String, Abort> {
    let view = Arc::clone(&turn.view);
    let producer = match item {
        Item::Page(page) => view.producers.get(&page.id).map(|producer| (page, producer)),
        Item::Document(_) => None,
    };
    if item.is_invalid() {
        // Ruby fails where it cuts such a text into tokens. Its bytes cannot be passed on as they are here.
        return Err(not_utf8(turn, &item.path()));
    }
    let rendered = if let Some((page, producer)) = producer {
        turn.trace("Rendering Liquid:", || item.relative_path());
        let running = profile::begin(turn);
        let produced = match producer.produce(page, turn) {
            Ok(text) => text.to_string(),
            Err(Abort::Error(error)) => return Err(exception(turn, *error, &item.path())),
            Err(needs) => return Err(needs),
        };
        profile::end(turn, running, &item.path(), produced.len());
        produced
    } else if item.renders_liquid() {
        turn.trace("Rendering Liquid:", || item.relative_path());
        render_template(turn, &item.path(), source, payload, shared_state)?
    } else {
        turn.ascii_source = false;
        source.to_string()
    };
    turn.trace("Rendering Markup:", || item.relative_path());
    convert(turn, item.extname(), &item.relative_path(), rendered)
}

/// `Renderer#convert`: the chain of converters for an extension.
///
/// # Errors
/// What a converter raises, after having said so.
pub fn convert(turn: &mut Turn, ext: &str, name: &str, source: String) -> Result<String, Abort> {
    let setup = Arc::clone(turn.setup());
    let mut text = source;
    for converter in setup.converters.of(ext) {
        turn.ascii_source &= text.is_ascii();
        text = match converter.convert(&text, turn) {
            Ok(converted) => converted,
            Err(Abort::Error(error)) => {
                let what = format!("{} encountered an error while converting '{name}':", converter.class());
                turn.say(Message::new(Level::Error, "Conversion error:", what));
                turn.say(Message::new(Level::Error, "", error.to_string()));
                return Err(Abort::Error(error));
            }
            needs => return needs,
        };
    }
    Ok(text)
}

/// `Renderer#render_liquid`: renders the template of `path`, and says what is wrong with it.
///
/// # Errors
/// What the template raises.
pub fn render_template(
    turn: &mut Turn,
    path: &str,
    source: Str,
    payload: Payload,
    shared_state: &mut SharedState,
) -> Result<String, Abort> {
    let view = Arc::clone(&turn.view);
    let running = profile::begin(turn);
    let template = match view.templates.parse(&view.setup, path, || source) {
        Ok(template) => template,
        Err(error) => return Err(exception(turn, error, path)),
    };
    for warning in template.warnings() {
        let text = format!("{warning} in {path}");
        turn.say(Message::new(Level::Warn, "Liquid Warning:", text));
    }
    let registers = shared_state.registers.get(path).cloned().unwrap_or_default();
    let state = State { registers, counters: shared_state.counters.clone() };
    match template.render(turn, RenderOptions::raising(Value::drop(payload)).with_state(state)) {
        Ok(rendered) => {
            shared_state.registers.insert(path.to_string(), rendered.state.registers);
            shared_state.counters = rendered.state.counters;
            turn.ascii_source = rendered.ascii;
            profile::end(turn, running, path, rendered.text.len());
            Ok(rendered.text)
        }
        Err(Abort::Error(error)) => Err(exception(turn, *error, path)),
        Err(needs) => Err(needs),
    }
}

/// A template that is not UTF-8 fails where Ruby cuts it into tokens.
pub(super) fn not_utf8(turn: &mut Turn, path: &str) -> Abort {
    exception(turn, Error::new("ArgumentError", "invalid byte sequence in UTF-8"), path)
}

/// Says what a template raised, as `Liquid Exception: MESSAGE in PATH`.
fn exception(turn: &mut Turn, error: Error, path: &str) -> Abort {
    let text = format!("{error} in {path}");
    let message = Message::new(Level::Error, "Liquid Exception:", text);
    turn.say(match super::place::of(&turn.view, &error) {
        Some(place) => message.at(place),
        None => message,
    });
    Abort::from(error)
}
