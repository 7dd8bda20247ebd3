//! Renders excerpts on first use, with their own variables. Mirrors the rendering part of `Jekyll::Excerpt` and
//! `PageExcerpt`.

use super::document::{convert_item, in_its_encoding, render_liquid};
use super::drops::{ExcerptDrop, OwnPageDrop};
use super::layout_chain::merged;
use super::own_reads::Parts;
use super::payload::Payload;
use super::shared_state::SharedState;
use super::steps::{self, RenderStep, StepCall, StepItem, StepResult};
use super::{LogEvent, OwnedItem, RenderContext, SiteView, origins};
use crate::model::page::has_liquid;
use crate::path;
use hastie_liquid::marks::Marks;
use hastie_liquid::{Abort, Str, Value};
use std::sync::Arc;

/// A rendered excerpt, with the log events and the cost of its rendering.
#[derive(Debug, Clone)]
pub struct Excerpt {
    /// The excerpt as templates see it.
    pub text: Str,
    /// The log events of the rendering. They are logged with the first item, in site order, that reads the excerpt.
    pub events: Vec<LogEvent>,
    /// The contents and the converted Markdown that the rendering has used. They decide whether the next build can
    /// reuse the excerpt.
    pub(super) parts: Parts,
    /// The number of steps that rendering the templates took.
    pub(super) steps: u64,
}

/// The rendered excerpt of the item in slot `index`. `None` if no excerpt was extracted from the item's content, for
/// example because front matter sets the excerpt.
///
/// # Errors
/// Fails if rendering the excerpt fails, or if the excerpt contains itself. [`Abort::Suspended`] if the excerpt needs
/// an unfinished item.
pub fn text(rendering: &mut RenderContext, index: usize) -> Result<Option<Str>, Abort> {
    let view = Arc::clone(&rendering.view);
    let slot = &view.slots[index];
    let source = match &slot.owned {
        OwnedItem::Document(document) => document.excerpt.clone(),
        OwnedItem::Page(page) => page.excerpt.clone(),
    };
    let Some(source) = source else { return Ok(None) };
    rendering.events.push(LogEvent::Excerpt(index));
    if let Some(excerpt) = slot.excerpt.get() {
        let record = |view: &Arc<SiteView>, marks: &Arc<Marks>| origins::record::excerpt(view, index, source, marks);
        return Ok(Some(rendering.with_marks(&excerpt.text, record)));
    }
    if rendering.excerpts.contains(&index) {
        return Err(Abort::error("SystemStackError", "stack level too deep"));
    }
    let Apart { rendered, events, parts, steps } = render_apart(rendering, index, source);
    match rendered {
        Ok(text) => {
            // Another thread may have rendered the excerpt at the same time. Only one of the two counts.
            if slot.excerpt.set(Box::new(Excerpt { text, events, parts, steps })).is_ok() {
                view.setup.budget.spend_steps(steps)?;
            }
            Ok(slot.excerpt.get().map(|excerpt| excerpt.text.clone()))
        }
        Err(abort) => {
            rendering.events.extend(events);
            Err(abort)
        }
    }
}

/// Renders an excerpt of the item in slot `index` from a source that differs from the item's own excerpt.
///
/// # Errors
/// Same as [`text`].
pub fn of_source(rendering: &mut RenderContext, index: usize, source: Str) -> Result<Str, Abort> {
    if rendering.excerpts.contains(&index) {
        return Err(Abort::error("SystemStackError", "stack level too deep"));
    }
    let apart = render_apart(rendering, index, source);
    rendering.events.extend(apart.events);
    rendering.view.setup.budget.spend_steps(apart.steps)?;
    apart.rendered
}

/// The result of rendering an excerpt, with its log events and cost.
struct Apart {
    rendered: Result<Str, Abort>,
    events: Vec<LogEvent>,
    parts: Parts,
    steps: u64,
}

/// Renders an excerpt with its own variables. The item that is being rendered keeps its variables.
fn render_apart(rendering: &mut RenderContext, index: usize, source: Str) -> Apart {
    rendering.excerpts.push(index);
    let outer_page = std::mem::replace(&mut rendering.page, Value::Nil);
    let outer_hash = rendering.page_hash.take();
    let outer_variables = std::mem::take(&mut rendering.page_variables);
    let outer_payload = std::mem::take(&mut rendering.excerpt_variables);
    let outer_events = std::mem::take(&mut rendering.events);
    let outer_steps = std::mem::take(&mut rendering.steps);
    let outer_parts = std::mem::take(&mut rendering.parts);
    let outer_varying = rendering.own_reads.take_varying();
    let rendered = render(rendering, index, source);
    let steps = std::mem::replace(&mut rendering.steps, outer_steps);
    rendering.report_varying();
    rendering.own_reads.add_varying(outer_varying);
    let parts = std::mem::replace(&mut rendering.parts, outer_parts);
    let events = std::mem::replace(&mut rendering.events, outer_events);
    rendering.page = outer_page;
    rendering.page_hash = outer_hash;
    rendering.page_variables = outer_variables;
    rendering.excerpt_variables = outer_payload;
    rendering.excerpts.pop();
    Apart { rendered, events, parts, steps }
}

/// Renders an excerpt. Calls the plugins' replacements for `Renderer#run` and `Renderer#render_document`, if there are
/// any.
pub(super) fn render(rendering: &mut RenderContext, index: usize, source: Str) -> Result<Str, Abort> {
    let plugins = &rendering.setup().plugins;
    if !plugins.replaces(RenderStep::Run) && !plugins.replaces(RenderStep::Document) {
        return render_source(rendering, index, source);
    }
    let call = |step, text: &str| {
        let item = StepItem { index, is_excerpt: true };
        StepCall { step, item, text: text.to_string(), path: "" }
    };
    let run = call(RenderStep::Run, &source);
    let rendered = steps::run(rendering, run, &mut |rendering, source, _| {
        let document = call(RenderStep::Document, &source);
        steps::run(rendering, document, &mut |rendering, source, _| {
            let output = render_source(rendering, index, source.into())?;
            Ok(StepResult { output: output.to_string(), content: Some(output) })
        })
    })?;
    Ok(rendered.output.into())
}

/// The variable `layout` of an excerpt. Ruby deletes the layout from the excerpt's data, which leaves the one in front
/// matter defaults.
fn layout(view: &SiteView, index: usize) -> Value {
    let default = match &view.slots[index].owned {
        OwnedItem::Document(document) => document.default_of("layout"),
        OwnedItem::Page(page) => page.default_of("layout"),
    };
    match default {
        Value::Str(name) => view.layouts.get(&*name).map_or(Value::Nil, |layout| merged(&layout.data, &Value::Nil)),
        _ => Value::Nil,
    }
}

fn render_source(rendering: &mut RenderContext, index: usize, source: Str) -> Result<Str, Abort> {
    let view = Arc::clone(&rendering.view);
    let later = view.setup.context.reference().rendering.has_render_with_liquid;
    let (page, name, relative, ext, liquid) = match &view.slots[index].owned {
        OwnedItem::Document(document) => (
            Value::drop(ExcerptDrop(document.id)),
            path::join(&document.path, "#excerpt"),
            path::join(&document.relative_path, "#excerpt"),
            document.extname().to_string(),
            !(later && matches!(document.field("render_with_liquid"), Value::Bool(false)))
                && document.extname() != ".coffee"
                && has_liquid(&source),
        ),
        OwnedItem::Page(page) => (
            Value::drop(OwnPageDrop(page.id)),
            path::join(&view.setup.context.text(&page.path()), "#excerpt"),
            path::join(page.relative_path(), "#excerpt"),
            page.ext.clone(),
            !matches!(page.field("render_with_liquid"), Value::Bool(false)) && has_liquid(&source),
        ),
    };
    rendering.trace("Rendering:", || relative.clone());
    rendering.trace("Pre-Render Hooks:", || relative.clone());
    rendering.page = page.clone();
    let item = StepItem { index, is_excerpt: true };
    let mut payload = Payload::new(page);
    payload.margin = view.setup.converters.highlighter_margin(&ext);
    payload.layout = layout(&view, index);
    let rendered = if liquid {
        // Excerpts have their own payload, so counters and registers start afresh.
        rendering.trace("Rendering Liquid:", || relative.clone());
        render_liquid(rendering, item, (&name, &name), source, payload, &mut SharedState::default())?
    } else {
        rendering.ascii_source = false;
        rendering.annotated(&name, &source)
    };
    rendering.trace("Rendering Markup:", || relative.clone());
    let converted = convert_item(rendering, item, &ext, &relative, rendered)?;
    rendering.trace("Post-Convert Hooks:", || relative.clone());
    Ok(in_its_encoding(rendering, converted))
}
