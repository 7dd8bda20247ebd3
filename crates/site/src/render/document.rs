//! Renders an item in two phases, [`body`] and [`wrap`]. Together they mirror `Renderer#run`.

use super::context::Schedule;
use super::convert::MARKDOWN;
use super::layout_chain;
use super::layouts;
use super::lent::LayoutVariables;
use super::payload::Payload;
use super::profile;
use super::shared_state::{LayoutState, SharedState};
use super::steps::{self, RenderStep, StepCall, StepItem, StepResult};
use super::{Item, OwnedItem, RenderContext};
use crate::diagnostic::{Level, Message};
use hastie_liquid::{Abort, Error, Hash, RenderOptions, State, Str, Value};
use hastie_value::scheduling::{Step, Suspension};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The variables that [`body`] returns for [`wrap`], including those that tags have set on the page.
#[derive(Debug)]
pub struct BodyState {
    payload: Payload,
    /// Variables that tags have set on the page.
    page_variables: Hash,
}

/// Renders an item completely: its body and its layouts. Plugins in Ruby may have replaced `Renderer#run` or
/// `Renderer#render_document`. Then Hastie calls the replacement, which may call the original method.
///
/// # Errors
/// Fails if rendering fails. [`Abort::Suspended`] if the rendering needs an unfinished item.
pub fn render(rendering: &mut RenderContext, shared_state: &mut SharedState) -> Result<(), Abort> {
    let plugins = Arc::clone(&rendering.setup().plugins);
    if !plugins.replaces(RenderStep::Run) && !plugins.replaces(RenderStep::Document) {
        let body_state = body(rendering, shared_state)?;
        return wrap(rendering, &body_state, shared_state);
    }
    let view = Arc::clone(&rendering.view);
    let slot = &view.slots[rendering.index];
    let source = slot.item().source();
    let call = whole(rendering, RenderStep::Run, source.to_string());
    let rendered = steps::run(rendering, call, &mut |rendering, source, extras| {
        let (mut payload, source) = begin_body(rendering, shared_state, source.into())?;
        extend(&mut payload, extras);
        let call = whole(rendering, RenderStep::Document, source.to_string());
        steps::run(rendering, call, &mut |rendering, source, extras| {
            extend(&mut payload, extras);
            finish_body(rendering, &payload, source.into(), shared_state)?;
            update_page_hash(rendering, &mut payload);
            let page_variables = std::mem::take(&mut rendering.page_variables);
            let body_state = BodyState { payload: payload.clone(), page_variables };
            let output = place_in_layouts(rendering, &body_state, shared_state)?;
            let slot = &rendering.view.slots[rendering.index];
            Ok(StepResult { output: output.to_string(), content: slot.body.get() })
        })
    })?;
    // A replacement that does not call the original leaves the content as it was.
    slot.body.set(source);
    finish(rendering, rendered.output.into())
}

fn whole(rendering: &RenderContext, step: RenderStep, text: String) -> StepCall<'static> {
    StepCall { step, item: StepItem { index: rendering.index, is_excerpt: false }, text, path: "" }
}

/// Adds to `payload` the variables that a plugin's replacement of a step has set.
pub(super) fn extend(payload: &mut Payload, extras: &Hash) {
    extras.iter().for_each(|(key, value)| payload.extras.set_value(key.clone(), value.clone()));
}

/// Renders the body of an item: `pre_render` hooks, Liquid, converters, `post_convert` hooks. Stores the content in the
/// item's slot.
///
/// # Errors
/// Fails if rendering fails. [`Abort::Suspended`] if the rendering needs an unfinished item.
pub fn body(rendering: &mut RenderContext, shared_state: &mut SharedState) -> Result<BodyState, Abort> {
    let view = Arc::clone(&rendering.view);
    let source = view.slots[rendering.index].item().source();
    let (mut payload, source) = begin_body(rendering, shared_state, source)?;
    finish_body(rendering, &payload, source, shared_state)?;
    update_page_hash(rendering, &mut payload);
    Ok(BodyState { payload, page_variables: std::mem::take(&mut rendering.page_variables) })
}

/// Creates the variables and runs the `:pre_render` hooks. Returns the source, which the hooks may have replaced.
fn begin_body(
    rendering: &mut RenderContext,
    shared_state: &mut SharedState,
    mut source: Str,
) -> Result<(Payload, Str), Abort> {
    let view = Arc::clone(&rendering.view);
    let slot = &view.slots[rendering.index];
    let item = slot.item();
    let _activity = view.setup.context.world.begin_activity(|| item.relative_path().to_string());
    if let (Some(sheet), false) = (view.sheet_of(rendering.index), slot.body.is_set()) {
        // The style sheet's converter stores the source map in the slot.
        if rendering.schedule == Schedule::Parallel && !view.slots[sheet].body.is_set() {
            return Err(Suspension::until(Step::Body(sheet)).into());
        }
    }
    rendering.trace("Rendering:", || item.relative_path());
    if let Item::Page(page) = item {
        // Ruby builds the whole hash of a page before rendering starts.
        page.url().map_err(super::drops::no_url)?;
        if page.excerpt.is_some() {
            rendering.excerpt(rendering.index)?;
        }
    }
    if let Some(map) = map_for_hooks(rendering) {
        source = map;
    }
    let mut payload = begin(rendering, item, shared_state);
    rendering.trace("Pre-Render Hooks:", || item.relative_path());
    if let Some(replaced) = pre_render(rendering, item, &mut payload, shared_state)? {
        source = replaced.into();
        // The template that was parsed for its effects is not the one to render.
        view.templates.forget(&view.setup, &item.path());
    }
    follow_page_hash(rendering, &payload);
    Ok((payload, source))
}

/// The source map in the slot of this rendering, if plugins have hooks that may change it. In Jekyll, the map is the
/// source of its page.
fn map_for_hooks(rendering: &RenderContext) -> Option<Str> {
    let view = &rendering.view;
    view.source_map(rendering.index).filter(|_| view.setup.plugins.has_hooks())
}

/// Begins to record how plugins change objects in the hash that replaces `page`, if there is one.
fn follow_page_hash(rendering: &mut RenderContext, payload: &Payload) {
    rendering.page_hash = payload.extras.get("page").map(|page| [page.clone(), page.clone()]);
}

/// Copies the changed hash of [`follow_page_hash`] to the payload.
fn update_page_hash(rendering: &mut RenderContext, payload: &mut Payload) {
    if let Some([_, now]) = rendering.page_hash.take() {
        payload.extras.set("page", now);
    }
}

/// Runs the `:pre_render` hooks. Returns the new source, or `None` if the hooks keep the source. Variables that the
/// hooks set are in `payload` afterwards. The variables `content` and `layout` last until the next layout, so they are
/// also in `shared_state`.
pub(super) fn pre_render(
    rendering: &mut RenderContext,
    item: Item<'_>,
    payload: &mut Payload,
    shared_state: &mut SharedState,
) -> Result<Option<String>, Abort> {
    let plugins = Arc::clone(&rendering.setup().plugins);
    rendering.layout_state = plugins.has_hooks().then(|| LayoutState::of(shared_state));
    let hooked = plugins.pre_render(item, &mut payload.extras, rendering);
    let replaced = hooked.map_err(|failure| rendering.fail(failure))?;
    rendering.layout_state = None;
    if let Some(content) = payload.extras.remove("content") {
        shared_state.content.clone_from(&content);
        payload.content = content;
    }
    if let Some(layout) = payload.extras.remove("layout") {
        shared_state.layout.clone_from(&layout);
        payload.layout = layout;
    }
    Ok(replaced)
}

/// Runs Liquid, the converters and the `:post_convert` hooks.
fn finish_body(
    rendering: &mut RenderContext,
    payload: &Payload,
    source: Str,
    shared_state: &mut SharedState,
) -> Result<(), Abort> {
    let view = Arc::clone(&rendering.view);
    let slot = &view.slots[rendering.index];
    let item = slot.item();
    let _activity = view.setup.context.world.begin_activity(|| item.relative_path().to_string());
    let plugins = &view.setup.plugins;
    let converted = render_source(rendering, item, source, payload.clone(), shared_state)?;
    rendering.trace("Post-Convert Hooks:", || item.relative_path());
    let hooked = plugins.post_convert(item, converted, rendering);
    let content = hooked.map_err(|failure| rendering.fail(failure))?;
    spend_steps(rendering)?;
    view.setup.budget.spend_bytes(content.len())?;
    let content = in_its_encoding(rendering, content);
    match map_for_hooks(rendering) {
        Some(_) => slot.body.replace(content),
        None => slot.body.set(content),
    }
    Ok(())
}

/// Converts the result of a template or converter to a value. If the source had Ruby's encoding US-ASCII and the result
/// is ASCII, the result has this encoding, too. Any other result is in UTF-8.
pub(super) fn in_its_encoding(rendering: &RenderContext, text: String) -> Str {
    if rendering.ascii_source && text.is_ascii() { Str::us_ascii(&text) } else { text.into() }
}

/// Renders the output of an item: applies layouts and runs the `post_render` hooks. Stores the output in the item's
/// slot.
///
/// # Errors
/// Fails if rendering fails. [`Abort::Suspended`] if the rendering needs an unfinished item.
pub fn wrap(
    rendering: &mut RenderContext,
    body_state: &BodyState,
    shared_state: &mut SharedState,
) -> Result<(), Abort> {
    let output = place_in_layouts(rendering, body_state, shared_state)?;
    finish(rendering, output)
}

/// Applies the layouts to an item whose body is rendered.
fn place_in_layouts(
    rendering: &mut RenderContext,
    body_state: &BodyState,
    shared_state: &mut SharedState,
) -> Result<Str, Abort> {
    let view = Arc::clone(&rendering.view);
    let slot = &view.slots[rendering.index];
    let item = slot.item();
    let _activity = view.setup.context.world.begin_activity(|| item.relative_path().to_string());
    rendering.page = body_state.payload.page.clone();
    rendering.page_variables.clone_from(&body_state.page_variables);
    follow_page_hash(rendering, &body_state.payload);
    let content = slot.body.get().unwrap_or_default();
    if !item.is_placed_in_layouts() {
        return Ok(content);
    }
    rendering.trace("Rendering Layout:", || item.relative_path());
    if !view.setup.plugins.replaces(RenderStep::Layouts) {
        return layouts::apply(rendering, item, content, &body_state.payload, shared_state);
    }
    let call = whole(rendering, RenderStep::Layouts, content.to_string());
    let placed = steps::run(rendering, call, &mut |rendering, content, extras| {
        let mut payload = body_state.payload.clone();
        extend(&mut payload, extras);
        let output = layouts::apply(rendering, item, content.into(), &payload, shared_state)?;
        Ok(StepResult { output: output.to_string(), content: None })
    })?;
    Ok(placed.output.into())
}

/// Runs the `:post_render` hooks and stores the output.
fn finish(rendering: &mut RenderContext, mut output: Str) -> Result<(), Abort> {
    let view = Arc::clone(&rendering.view);
    let slot = &view.slots[rendering.index];
    let item = slot.item();
    if view.setup.plugins.has_hooks() {
        let hooked = view.setup.plugins.post_render(item, output.to_string(), rendering);
        output = hooked.map_err(|failure| rendering.fail(failure))?.into();
    }
    spend_steps(rendering)?;
    if item.is_placed_in_layouts() {
        view.setup.budget.spend_bytes(output.len())?;
    }
    view.store_output(rendering.index, output);
    Ok(())
}

/// Counts the steps of a finished phase, for its item and for the budget of the build.
fn spend_steps(rendering: &mut RenderContext) -> Result<(), Abort> {
    rendering.report_varying();
    let steps = std::mem::take(&mut rendering.steps);
    rendering.view.slots[rendering.index].steps.fetch_add(steps, Ordering::AcqRel);
    rendering.setup().budget.spend_steps(steps)
}

/// Prepares a rendering: sets its page and the shared `layout`, and returns the variables for its templates.
pub(super) fn begin(rendering: &mut RenderContext, item: Item<'_>, shared_state: &mut SharedState) -> Payload {
    let page = match &rendering.view.slots[rendering.index].owned {
        OwnedItem::Document(document) => Value::drop(super::drops::DocumentDrop(document.id)),
        OwnedItem::Page(page) => Value::drop(super::drops::OwnPageDrop(page.id)),
    };
    rendering.page = page.clone();
    shared_state.layout = layout_chain::before_body(&rendering.view, item, &shared_state.layout);
    let mut payload = Payload::of_item(rendering, page);
    payload.content = shared_state.content.clone();
    payload.layout = shared_state.layout.clone();
    payload
}

/// Runs Liquid, or the producer of a generated page, and then the converters.
fn render_source(
    rendering: &mut RenderContext,
    item: Item<'_>,
    source: Str,
    payload: Payload,
    shared_state: &mut SharedState,
) -> Result<String, Abort> {
    let view = Arc::clone(&rendering.view);
    let producer = match item {
        Item::Page(page) => view.producers.get(&page.id).map(|producer| (page, producer)),
        Item::Document(_) => None,
    };
    if item.is_invalid() {
        // Ruby fails on invalid UTF-8 when Liquid splits the text into tokens, or in kramdown. The invalid bytes cannot
        // be passed on here.
        let is_markdown = rendering.setup().converters.of(item.extname()).any(|it| it.class() == MARKDOWN);
        return Err(if is_markdown && !item.renders_liquid_of(&source) {
            let text = "The source text contains invalid characters for the used encoding UTF-8";
            conversion_error(rendering, MARKDOWN, &item.relative_path(), Error::new("RuntimeError", text))
        } else {
            not_utf8(rendering, &item.path())
        });
    }
    let rendered = if let Some((page, producer)) = producer {
        rendering.trace("Rendering Liquid:", || item.relative_path());
        let running = profile::begin(rendering);
        let produced = match producer.produce(page, rendering) {
            Ok(text) => text.to_string(),
            Err(Abort::Error(error)) => return Err(exception(rendering, *error, &item.path())),
            Err(needs) => return Err(needs),
        };
        profile::end(rendering, running, &item.path(), produced.len());
        rendering.ascii_source = false;
        produced
    } else if item.renders_liquid_of(&source) {
        rendering.trace("Rendering Liquid:", || item.relative_path());
        let item = StepItem { index: rendering.index, is_excerpt: false };
        let path = view.slots[rendering.index].item().path();
        render_liquid(rendering, item, (&path, &path), source, payload, shared_state)?
    } else {
        rendering.ascii_source = false;
        source.to_string()
    };
    rendering.trace("Rendering Markup:", || item.relative_path());
    let step_item = StepItem { index: rendering.index, is_excerpt: false };
    convert_item(rendering, step_item, item.extname(), &item.relative_path(), rendered)
}

/// Converts the text of an item or excerpt with all converters for `ext`. Calls the plugins' replacement for
/// `Renderer#convert` instead, if there is one. Error messages contain `name`.
pub(super) fn convert_item(
    rendering: &mut RenderContext,
    item: StepItem,
    ext: &str,
    name: &str,
    source: String,
) -> Result<String, Abort> {
    if !rendering.setup().plugins.replaces(RenderStep::Convert) {
        return convert(rendering, ext, name, source);
    }
    let call = StepCall { step: RenderStep::Convert, item, text: source, path: "" };
    let converted = steps::run(rendering, call, &mut |rendering, source, _| {
        Ok(StepResult { output: convert(rendering, ext, name, source)?, content: None })
    })?;
    Ok(converted.output)
}

/// Renders a template of an item or excerpt. Calls the plugins' replacement for `Renderer#render_liquid` instead, if
/// there is one. For the arguments, see [`render_template`].
///
/// # Errors
/// Fails if the template fails. [`Abort::Suspended`] if the template needs an unfinished item.
pub(super) fn render_liquid(
    rendering: &mut RenderContext,
    item: StepItem,
    path: (&str, &str),
    source: Str,
    payload: Payload,
    shared_state: &mut SharedState,
) -> Result<String, Abort> {
    let variables = rendering.lent_texts.is_some().then(|| LayoutVariables::new(&payload.content, &payload.layout));
    let outer = std::mem::replace(&mut rendering.layout_variables, variables);
    let rendered = run_liquid(rendering, item, path, source, payload, shared_state);
    if let Some(variables) = std::mem::replace(&mut rendering.layout_variables, outer) {
        for value in [&mut shared_state.content, &mut shared_state.layout] {
            *value = variables.current(value).unwrap_or_else(|| value.clone());
        }
    }
    rendered
}

fn run_liquid(
    rendering: &mut RenderContext,
    item: StepItem,
    (path, shown): (&str, &str),
    source: Str,
    payload: Payload,
    shared_state: &mut SharedState,
) -> Result<String, Abort> {
    let view = Arc::clone(&rendering.view);
    if !view.setup.plugins.replaces(RenderStep::Liquid) {
        return render_template(rendering, (path, shown), source, payload, shared_state);
    }
    let call = StepCall { step: RenderStep::Liquid, item, text: source.to_string(), path };
    rendering.layout_state = Some(LayoutState::new(payload.layout.clone(), payload.content.clone()));
    let rendered = steps::run(rendering, call, &mut |rendering, text, extras| {
        let mut payload = payload.clone();
        extend(&mut payload, extras);
        if *text != *source {
            view.templates.forget(&view.setup, path);
        }
        let output = render_template(rendering, (path, shown), text.into(), payload, shared_state)?;
        Ok(StepResult { output, content: None })
    });
    rendering.layout_state = None;
    Ok(rendered?.output)
}

/// Logs the error of the converter `class` in Jekyll's words, and returns the error.
fn conversion_error(rendering: &mut RenderContext, class: &str, name: &str, error: Error) -> Abort {
    let what = format!("{class} encountered an error while converting '{name}':");
    rendering.log(Message::new(Level::Error, "Conversion error:", what).about(name, 0));
    rendering.log(Message::new(Level::Error, "", error.to_string()));
    Abort::Error(Box::new(error))
}

/// `Renderer#convert`: runs all converters for an extension. Error messages contain `name`, the path of the item.
///
/// # Errors
/// Fails if a converter fails. The error is already logged. [`Abort::Suspended`] if a converter needs an unfinished
/// item.
pub fn convert(rendering: &mut RenderContext, ext: &str, name: &str, source: String) -> Result<String, Abort> {
    let setup = Arc::clone(rendering.setup());
    let mut text = source;
    for converter in setup.converters.of(ext) {
        rendering.ascii_source &= text.is_ascii();
        text = match converter.convert_owned(text, rendering) {
            Ok(converted) => converted,
            Err(Abort::Error(error)) => {
                return Err(conversion_error(rendering, converter.class(), name, *error));
            }
            needs => return needs,
        };
    }
    Ok(text)
}

/// `Renderer#render_liquid`: renders the template of the file at `path`. `source` is parsed unless the template is
/// cached. Warnings and errors are logged under the name `shown`.
///
/// # Errors
/// Fails if the template fails. [`Abort::Suspended`] if the template needs an unfinished item.
pub fn render_template(
    rendering: &mut RenderContext,
    (path, shown): (&str, &str),
    source: Str,
    payload: Payload,
    shared_state: &mut SharedState,
) -> Result<String, Abort> {
    let view = Arc::clone(&rendering.view);
    let running = profile::begin(rendering);
    let template = match view.templates.parse_own(&view.setup, path, source) {
        Ok(template) => template,
        Err(error) => return Err(exception(rendering, error, shown)),
    };
    for warning in template.warnings() {
        let message = Message::new(Level::Warn, "Liquid Warning:", format!("{warning} in {shown}"));
        rendering.log(match super::location::of_warning(&view, path, warning) {
            Some(location) => message.about(location.file, location.line),
            None => message.about(shown, 0),
        });
    }
    let remembers = view.setup.context.reference().rendering.keeps_template_registers;
    let registers = shared_state.registers.get(path).filter(|_| remembers).cloned().unwrap_or_default();
    let mut state = State::default();
    state.registers = registers;
    state.counters = shared_state.counters.clone();
    let mut options = RenderOptions::raising(Value::drop(payload)).with_state(state);
    options.memo = view.memo.get().cloned();
    options.marks = rendering.marks.clone();
    match template.render(rendering, options) {
        Ok(rendered) => {
            rendering.ascii_source = hastie_liquid::encoding::is_us_ascii(&rendered);
            if remembers {
                shared_state.registers.insert(path.to_string(), rendered.state.registers);
            }
            shared_state.counters = rendered.state.counters;
            rendering.steps = rendering.steps.saturating_add(rendered.steps);
            view.setup.budget.check_steps(rendering.steps)?;
            profile::end(rendering, running, path, rendered.text.len());
            Ok(rendered.text)
        }
        Err(Abort::Error(error)) => Err(exception(rendering, *error, shown)),
        Err(needs) => Err(needs),
    }
}

/// Logs and returns the error for a template that is not UTF-8. Ruby fails when it splits such a template into tokens.
/// `path` names the template in the message.
pub(super) fn not_utf8(rendering: &mut RenderContext, path: &str) -> Abort {
    exception(rendering, Error::new("ArgumentError", "invalid byte sequence in UTF-8"), path)
}

/// Logs and returns a template's error. The message is `Liquid Exception: MESSAGE in PATH`. Logs nothing if the site will
/// be built again because of the error.
fn exception(rendering: &mut RenderContext, error: Error, path: &str) -> Abort {
    if rendering.setup().needs_text_identity.load(Ordering::Acquire) {
        return Abort::from(error);
    }
    let text = format!("{error} in {path}");
    let message = Message::new(Level::Error, "Liquid Exception:", text);
    rendering.log(match super::location::of(&rendering.view, &error) {
        Some(index) => message.at(index),
        None => message,
    });
    Abort::from(error)
}
