//! Renders a page or document before the site is rendered, as plugins do with `page.render`.

use crate::bridge::{Bridge, Stage};
use crate::changes;
use crate::interpreter::Interpreter;
use crate::objects::names;
use hastie_liquid::{Abort, Str, Value};
use hastie_site::render::drops::DocumentDrop;
use hastie_site::render::shared_state::SharedState;
use hastie_site::render::{RenderContext, Schedule, SiteView, document};
use std::sync::Arc;

/// Renders an item with its layouts. Returns its output and its converted content. `fields` are Ruby's changes to a
/// page of the site. A page that the site lacks is created from `fields`, and other pages do not see this page.
/// `extras` are further variables for the item's templates.
///
/// # Errors
/// Fails at any other stage than [`Stage::Site`], and if the rendering fails.
pub(crate) fn render(
    bridge: &mut Bridge<'_, '_>,
    item: &Value,
    fields: &Value,
    extras: &Value,
) -> Result<Value, Abort> {
    let ruby = bridge.ruby;
    let Stage::Site(site) = &mut bridge.stage else {
        return Err(Abort::error(
            "NotImplementedError",
            "a page cannot be rendered by itself while other pages are rendered",
        ));
    };
    let Value::Drop(object) = item else { return Ok(Value::Nil) };
    let page = names::page_of(&**object);
    let is_known = page.is_none_or(|id| site.content.pages.iter().any(|page| page.id == id));
    if let (Some(id), Value::Hash(fields)) = (page, fields) {
        changes::add_page(site, id, fields);
    }
    let mut view = site.view(extras.as_hash().cloned().unwrap_or_default());
    view.hide_source_maps();
    if !is_known {
        view.hide_last_page();
    }
    let view = Arc::new(view);
    let index = match (page, object.as_any().downcast_ref()) {
        (Some(id), _) => view.page(id).map(|(index, _)| index),
        (_, Some(DocumentDrop(id))) => view.document(*id).map(|(index, _)| index),
        _ => None,
    };
    let output = index.map_or(Ok(Value::Nil), |index| render_at(&view, index, ruby));
    if let Some(view) = Arc::into_inner(view) {
        site.restore_content(view);
    }
    if !is_known {
        site.content.pages.retain(|other| Some(other.id) != page);
    }
    output
}

/// Renders the item at an index of the view. Returns its output and its converted content.
fn render_at(view: &Arc<SiteView>, index: usize, ruby: &Interpreter) -> Result<Value, Abort> {
    let mut shared_state = SharedState::default();
    let mut rendering = RenderContext::new(view, index, Schedule::Sequential);
    document::render(&mut rendering, &mut shared_state)?;
    ruby.console.log_events(rendering.events);
    let text = |of: Option<Str>| of.map_or(Value::Nil, Value::Str);
    let slot = &view.slots()[index];
    Ok(Value::array(vec![text(slot.output().cloned()), text(slot.body.get())]))
}
