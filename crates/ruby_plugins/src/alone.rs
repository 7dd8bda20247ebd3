//! A page or document that a plugin renders by itself, before its rendering.

use super::bridge::{Bridge, Stage};
use super::changes;
use super::names;
use hastie_liquid::{Abort, Hash, Str, Value};
use hastie_site::render::drops::DocumentDrop;
use hastie_site::render::shared_state::SharedState;
use hastie_site::render::{RenderContext, Schedule, SiteView, document};
use std::sync::{Arc, OnceLock};

/// Renders a thing with its layouts: its output, and the content before them. It need not be part of the site.
pub fn render(bridge: &mut Bridge<'_, '_, '_, '_>, thing: &Value, fields: &Value) -> Result<Value, Abort> {
    let shared = bridge.shared;
    let Stage::Site(site) = &mut bridge.stage else {
        return Err(Abort::error("NotImplementedError", "a page cannot be rendered by itself while others are"));
    };
    let Value::Drop(object) = thing else { return Ok(Value::Nil) };
    let page = names::page_of(&**object);
    let is_known = page.is_none_or(|id| site.content.pages.iter().any(|page| page.id == id));
    if let (Some(id), Value::Hash(fields)) = (page, fields) {
        changes::add_page(site, id, fields);
    }
    let mut view = site.view(Hash::new());
    if !is_known {
        // It is not one of the site's pages, and they do not see it.
        view.pages.end = view.pages.end.saturating_sub(1);
    }
    let view = Arc::new(view);
    let place = match (page, object.as_any().downcast_ref()) {
        (Some(id), _) => view.page(id).map(|(place, _)| place),
        (_, Some(DocumentDrop(id))) => view.document(*id).map(|(place, _)| place),
        _ => None,
    };
    let output = place.map_or(Ok(Value::Nil), |place| at(&view, place, shared));
    if let Some(view) = Arc::into_inner(view) {
        site.restore_content(view);
    }
    if !is_known {
        site.content.pages.retain(|other| Some(other.id) != page);
    }
    output
}

fn at(view: &Arc<SiteView>, place: usize, shared: &super::shared::Shared) -> Result<Value, Abort> {
    let mut shared_state = SharedState::default();
    let mut rendering = RenderContext::new(view, place, Schedule::Sequential);
    let begun = document::body(&mut rendering, &mut shared_state)?;
    document::wrap(&mut rendering, &begun, &mut shared_state)?;
    for said in rendering.events {
        if let hastie_site::render::LogEvent::Message(message) = said {
            shared.say(message);
        }
    }
    let text = |of: &OnceLock<Str>| of.get().map_or(Value::Nil, |text| Value::Str(text.clone()));
    let slot = &view.slots[place];
    Ok(Value::array(vec![text(&slot.output), text(&slot.body)]))
}
