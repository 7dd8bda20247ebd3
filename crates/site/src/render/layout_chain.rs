//! Finds the layouts of an item: its own, the layout of this layout, and so on.

use super::{Item, SiteView};
use crate::config::merge;
use crate::model::Layout;
use hastie_liquid::{Hash, Value};
use std::sync::Arc;

/// The layout called `name`. `nil` finds the layout with an empty name, because Ruby calls `to_s`.
fn find(view: &SiteView, name: &Value) -> Option<Arc<Layout>> {
    let name = match name {
        Value::Str(name) => name.clone(),
        other => view.setup.context.text(other).into(),
    };
    view.layouts.get(&*name).cloned()
}

/// The layouts of an item, innermost first. The chain ends before a layout that it already contains.
pub(super) fn chain(view: &SiteView, item: Item<'_>) -> Vec<Arc<Layout>> {
    let mut chain: Vec<Arc<Layout>> = Vec::new();
    let mut next = if item.is_placed_in_layouts() { find(view, &item.field("layout")) } else { None };
    while let Some(layout) = next {
        next = match layout.data.get("layout") {
            Some(Value::Str(name)) => view.layouts.get(&**name).cloned(),
            _ => None,
        };
        chain.push(layout);
        next = next.filter(|parent| !chain.iter().any(|seen| Arc::ptr_eq(seen, parent)));
    }
    chain
}

/// The variable `layout` while the body is rendered: the front matter of the item's layout, with `previous` merged over
/// it. `previous` is the variable that the item before has left. If the item names no existing layout, the result is
/// `previous`.
pub(super) fn before_body(view: &SiteView, item: Item<'_>, previous: &Value) -> Value {
    // Unlike below, the name is not converted to a string here: only strings name layouts.
    match item.field("layout") {
        Value::Str(name) => match view.layouts.get(&*name) {
            Some(layout) => merged(&layout.data, previous),
            None => previous.clone(),
        },
        _ => previous.clone(),
    }
}

/// The front matter of a layout (`data`), with the hash `over` merged over it. Nested hashes are merged, too. If `over`
/// is not a hash, returns `data`.
pub(super) fn merged(data: &Hash, over: &Value) -> Value {
    match over {
        Value::Hash(over) => Value::hash(merge::deep_merge(data, over)),
        _ => Value::hash(data.clone()),
    }
}
