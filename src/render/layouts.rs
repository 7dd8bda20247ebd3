//! Mirrors `Renderer#place_in_layouts`: a content placed in its layout, that in its own, and so on.

use super::document::{Leftovers, render_template};
use super::payload::Payload;
use super::{Item, Turn};
use crate::config::merge;
use crate::diagnostic::{Level, Message};
use crate::model::Layout;
use hastie_liquid::{Abort, Hash, Str, Value};
use std::sync::Arc;

/// The layout of that name; `nil` names the empty string's, as `to_s` makes of it.
fn find(turn: &Turn, name: &Value) -> Option<Arc<Layout>> {
    let name = match name {
        Value::Str(name) => name.clone(),
        other => turn.setup().text(other).into(),
    };
    turn.view.layouts.get(&*name).cloned()
}

/// What `layout` holds while the body is rendered: the front matter of the layout that the front
/// matter names, with the previous document's `layout` laid over it.
pub fn before_body(turn: &Turn, item: Item<'_>, previous: &Value) -> Value {
    // Unlike below, the name is not made a string here: only strings name layouts.
    match item.field("layout") {
        Value::Str(name) => match turn.view.layouts.get(&*name) {
            Some(layout) => merged(&layout.data, previous),
            None => previous.clone(),
        },
        _ => previous.clone(),
    }
}

fn merged(data: &Hash, over: &Value) -> Value {
    match over {
        Value::Hash(over) => Value::hash(merge::deep_merge(data, over)),
        _ => Value::hash(data.clone()),
    }
}

/// Places `content` in the item's layouts, from the inside out. A layout that comes a second time
/// ends the chain.
///
/// # Errors
/// What a layout's rendering raises.
pub fn place(
    turn: &mut Turn,
    item: Item<'_>,
    content: Str,
    payload: &Payload,
    leftovers: &mut Leftovers,
) -> Result<Str, Abort> {
    let wanted = item.field("layout");
    let mut next = find(turn, &wanted);
    if next.is_none() && !wanted.is_nil() {
        warn_of_missing(turn, item, &wanted);
    }
    let mut output = content;
    let mut used: Vec<Arc<Layout>> = next.iter().cloned().collect();
    leftovers.layout = Value::Nil;
    while let Some(layout) = next {
        leftovers.content = Value::Str(output.clone());
        leftovers.layout = merged(&layout.data, &leftovers.layout);
        let payload =
            Payload { content: leftovers.content.clone(), layout: leftovers.layout.clone(), ..payload.clone() };
        let source = layout.content.clone();
        output = render_template(turn, &layout.path, source, payload, leftovers)?.into();
        next = match layout.data.get("layout") {
            Some(Value::Str(name)) => turn.view.layouts.get(&**name).cloned(),
            _ => None,
        };
        match &next {
            Some(parent) if used.iter().any(|seen| Arc::ptr_eq(seen, parent)) => break,
            Some(parent) => used.push(Arc::clone(parent)),
            None => {}
        }
    }
    Ok(output)
}

fn warn_of_missing(turn: &mut Turn, item: Item<'_>, wanted: &Value) {
    let name = turn.setup().text(wanted);
    let text = format!("Layout '{name}' requested in {} does not exist.", item.relative_path());
    turn.say(Message::new(Level::Warn, "Build Warning:", text));
}
