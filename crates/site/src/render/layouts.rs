//! Applies layouts: inserts the content into its layout, the result into the layout's own layout, and so on. Mirrors
//! `Renderer#place_in_layouts`.

use super::document::{in_its_encoding, not_utf8, render_liquid};
use super::layout_chain::{chain, merged};
use super::payload::Payload;
use super::shared_state::SharedState;
use super::steps::StepItem;
use super::{Item, RenderContext};
use crate::diagnostic::{Level, Message};
use hastie_liquid::{Abort, Str, Value};

/// Renders the item's layouts around `content`, the innermost one first. Logs a warning if the item's layout does not
/// exist.
///
/// # Errors
/// Fails if a layout is not UTF-8, or if its rendering fails. [`Abort::Suspended`] if a layout needs an unfinished
/// item.
pub fn apply(
    rendering: &mut RenderContext,
    item: Item<'_>,
    content: Str,
    payload: &Payload,
    shared_state: &mut SharedState,
) -> Result<Str, Abort> {
    let chain = chain(&rendering.view, item);
    let wanted = item.field("layout");
    if chain.is_empty() && !wanted.is_nil() {
        warn_of_missing(rendering, item, &wanted);
    }
    let mut output = content;
    shared_state.layout = Value::Nil;
    rendering.layouts_done = 0;
    let full = rendering.setup().context.reference().rendering.shows_full_layout_paths;
    let step_item = StepItem { index: rendering.index, is_excerpt: false };
    for layout in chain {
        if layout.invalid {
            return Err(not_utf8(rendering, if full { &layout.path } else { &layout.relative_path }));
        }
        let changes_texts = rendering.lent_texts.is_some();
        shared_state.content = Value::Str(if changes_texts { output.to_object() } else { output });
        shared_state.layout = merged(&layout.data, &shared_state.layout);
        let payload =
            Payload { content: shared_state.content.clone(), layout: shared_state.layout.clone(), ..payload.clone() };
        let shown = if full { &layout.path } else { &layout.relative_path };
        let rendered =
            render_liquid(rendering, step_item, (&layout.path, shown), layout.content.clone(), payload, shared_state)?;
        output = match &rendering.marks {
            Some(marks) => marks.clean(&rendered),
            None => in_its_encoding(rendering, rendered),
        };
        rendering.layouts_done += 1;
    }
    Ok(output)
}

fn warn_of_missing(rendering: &mut RenderContext, item: Item<'_>, wanted: &Value) {
    let name = rendering.setup().context.text(wanted);
    let text = format!("Layout '{name}' requested in {} does not exist.", item.relative_path());
    rendering.log(Message::new(Level::Warn, "Build Warning:", text).about(item.relative_path(), 0));
}
