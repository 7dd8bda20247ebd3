//! Lists and hashes that a filter changed in place: whoever holds the same one sees the change, as in Ruby.

use hastie_liquid::{Abort, Context, Value};
use hastie_site::render::{OwnedItem, SiteView, rendering_of};
use std::sync::Arc;

/// Puts what became of a filter's input (the first) and arguments into the place of what they were: in variables, and in
/// front matter.
///
/// # Errors
/// Where nothing is being rendered.
pub fn write_back(cx: &mut Context<'_>, held: &[&Value], mutated: &Value) -> Result<(), Abort> {
    for pair in mutated.as_array().unwrap_or_default() {
        let Some([Value::Int(at), new]) = pair.as_array() else { continue };
        let Some(old) = usize::try_from(*at).ok().and_then(|at| held.get(at)) else { continue };
        cx.replace_same(old, new);
        let view = Arc::clone(&rendering_of(cx.host)?.view);
        in_front_matter(&view, old, new);
    }
    Ok(())
}

fn in_front_matter(view: &SiteView, old: &Value, new: &Value) {
    for slot in &view.slots {
        let data = match &slot.owned {
            OwnedItem::Document(document) => &document.data,
            OwnedItem::Page(page) => &page.data,
        };
        if data.iter().any(|(_, value)| value.is_same(old)) {
            let mut changed = (**data).clone();
            changed.iter_mut().filter(|(_, value)| value.is_same(old)).for_each(|(_, value)| *value = new.clone());
            data.replace(changed);
        }
    }
}
