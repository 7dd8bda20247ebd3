//! Renders a page with marks. The results in the slots of the view stay as they are.

use crate::render::document::{begin, convert, pre_render, render_template};
use crate::render::payload::Payload;
use crate::render::shared_state::SharedState;
use crate::render::{Item, RenderContext, Schedule, SiteView, excerpts, layouts};
use hastie_liquid::marks::Marks;
use hastie_liquid::{Abort, Str};
use std::sync::Arc;

/// The output of the item in slot `index`, with marks.
///
/// # Errors
/// Fails if the item cannot be rendered.
pub(super) fn page(view: &Arc<SiteView>, index: usize, marks: &Arc<Marks>) -> Result<String, Abort> {
    let mut rendering = context(view, index, marks, true);
    let mut shared_state = SharedState::default();
    let (payload, marked) = content(&mut rendering, &mut shared_state)?;
    let item = view.slots[index].item();
    let content = view.slots[index].body.get().unwrap_or_default();
    let content = marks.keep(&content, &super::carry::carry(&marked, &content));
    let output = match item.is_placed_in_layouts() {
        true => layouts::apply(&mut rendering, item, content, &payload, &mut shared_state)?,
        false => content,
    };
    Ok(marks.marked(&output).unwrap_or(output).to_string())
}

/// The content of the item in slot `index`, with marks, for a page that shows this content.
///
/// # Errors
/// Fails if the item cannot be rendered.
pub(in crate::render) fn body(view: &Arc<SiteView>, index: usize, marks: &Arc<Marks>) -> Result<String, Abort> {
    let mut rendering = context(view, index, marks, false);
    content(&mut rendering, &mut SharedState::default()).map(|(_, marked)| marked)
}

/// The excerpt of the item in slot `index`, with marks, for a page that shows the excerpt. `source` is the excerpt
/// before rendering.
///
/// # Errors
/// Fails if the excerpt cannot be rendered.
pub(in crate::render) fn excerpt(
    view: &Arc<SiteView>,
    index: usize,
    source: Str,
    marks: &Arc<Marks>,
) -> Result<String, Abort> {
    let mut rendering = context(view, index, marks, false);
    excerpts::render(&mut rendering, index, source).map(|text| text.to_string())
}

/// Stores the marks of `marked` for the text `clean`. Returns a copy of `clean` by which the marks are found again.
pub(in crate::render) fn keep(marks: &Marks, clean: &Str, marked: &str) -> Str {
    marks.keep(clean, &super::carry::carry(marked, clean))
}

fn context(view: &Arc<SiteView>, index: usize, marks: &Arc<Marks>, is_page: bool) -> RenderContext {
    let mut rendering = RenderContext::new(view, index, Schedule::Sequential);
    rendering.marks = Some(Arc::clone(marks));
    rendering.marks_others = is_page;
    rendering
}

/// The body of the item with marks, and the variables for its layouts.
fn content(rendering: &mut RenderContext, shared_state: &mut SharedState) -> Result<(Payload, String), Abort> {
    let view = Arc::clone(&rendering.view);
    let item = view.slots[rendering.index].item();
    let mut payload = begin(rendering, item, shared_state);
    let mut source = item.source();
    if let Some(replaced) = pre_render(rendering, item, &mut payload, shared_state)? {
        source = replaced.into();
    }
    let path = item.path();
    let produced = match item {
        Item::Page(page) => view.producers.contains_key(&page.id),
        Item::Document(_) => false,
    };
    let rendered = if produced {
        String::new()
    } else if item.renders_liquid_of(&source) {
        render_template(rendering, (&path, &path), source, payload.clone(), shared_state)?
    } else {
        rendering.ascii_source = false;
        rendering.annotated(&path, &source)
    };
    let converted = convert(rendering, item.extname(), &item.relative_path(), rendered)?;
    Ok((payload, converted))
}
