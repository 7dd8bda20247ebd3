//! A page in templates: front matter defaults, then front matter, then the attributes `content dir excerpt name path
//! url`. Mirrors `Convertible#to_liquid` of pages, which builds a new Hash on each access.
//!
//! Reading one key copies nothing. The whole Hash is built only if a template needs all of it.

use super::super::context::rendering_of;
use super::{inherited, is_inherited, key_names, keys_with, no_url};
use crate::config::merge;
use crate::model::page::{DropAttributes, PageKind};
use crate::model::{Page, PageId};
use crate::render::filters::json;
use crate::render::{LogEvent, RenderContext, SiteView};
use hastie_liquid::{Abort, Drop, Hash, Host, Str, Value};
use hastie_value::sharing::Stability;
use std::any::Any;
use std::sync::Arc;

/// A page as other pages and documents see it, and as `site.pages` contains it. Pages before the reading item show
/// their converted content, and later pages their unconverted content.
#[derive(Debug, Clone, Copy)]
pub struct PageDrop(pub PageId);

/// A page as its own templates see it. In Jekyll, this is a Hash that is built before the page is converted, so
/// `page.content` is the unconverted content.
#[derive(Debug, Clone, Copy)]
pub struct OwnPageDrop(pub PageId);

const ATTRIBUTES: [&str; 6] = ["content", "dir", "excerpt", "name", "path", "url"];
/// The attributes in Jekyll 3, whose pages have no excerpts.
const OLDER_ATTRIBUTES: [&str; 5] = ["content", "dir", "name", "path", "url"];

fn attributes(view: &SiteView) -> &'static [&'static str] {
    if view.setup.context.reference().rendering.pages_show_excerpts { &ATTRIBUTES } else { &OLDER_ATTRIBUTES }
}

/// The value of a page's attribute, such as `dir`. With `own`, `content` is the source text instead of the converted
/// content. nil if the page has no such value.
fn attribute(page: &Page, index: usize, key: &str, own: bool, rendering: &mut RenderContext) -> Result<Value, Abort> {
    Ok(match key {
        "content" if own && page.lacks_content => Value::Nil,
        "content" if own => Value::Str(page.content.text()),
        "content" => rendering.content(index)?.map_or(Value::Nil, |text| rendering.lend(text, "content")),
        "dir" => Value::Str(page.url_dir().map_err(no_url)?),
        "excerpt" => match rendering.excerpt(index)? {
            Some(text) => Value::Str(text),
            None => match page.field("excerpt") {
                excerpt if excerpt.truthy() => Value::Str(excerpt.to_s(rendering)?),
                _ => Value::Nil,
            },
        },
        "name" => rendering.lend(Str::from(page.name.as_str()), "name"),
        "path" => match page.path() {
            Value::Str(path) => rendering.lend(path, "path"),
            path => path,
        },
        _ => rendering.lend(page.url().map_err(no_url)?, "url"),
    })
}

/// The drop that replaces the page's Hash, if any.
fn drop_attributes(view: &SiteView, id: PageId) -> Option<(&Page, &DropAttributes)> {
    let (_, page) = view.page(id)?;
    Some((page, page.liquid_attributes.as_ref()?.drop.as_ref()?))
}

/// The URL or a front matter value of a page without special attributes. Unlike `read`, does not copy the reference to
/// the site, because all threads would change its reference count. The outer `None` means that only `read` can find the
/// value.
fn read_plain(id: PageId, own: bool, key: &str, rendering: &RenderContext) -> Option<Option<Value>> {
    if rendering.lent_texts.is_some() {
        return None;
    }
    let view = &*rendering.view;
    let (index, page) = view.page(id)?;
    let has_variables = own && index == rendering.index && !rendering.page_variables.is_empty();
    if has_variables || page.added.is_some() || page.liquid_attributes.is_some() || page.excerpt.is_some() {
        return None;
    }
    match key {
        "url" => page.url().ok().map(|url| Some(Value::Str(url))),
        key if attributes(view).contains(&key) => None,
        key => Some(page.value_over_defaults(key)),
    }
}

fn read(object: &dyn Drop, id: PageId, own: bool, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
    let rendering = rendering_of(host)?;
    if let Some(value) = read_plain(id, own, key, rendering) {
        return Ok(value);
    }
    let view = Arc::clone(&rendering.view);
    let Some((index, page)) = view.page(id) else { return Ok(None) };
    if own
        && index == rendering.index
        && let Some(variable) = rendering.page_variables.get(key)
    {
        return Ok(Some(variable.clone()));
    }
    if let Some(value) = page.added.as_ref().and_then(|added| added.get(key)) {
        return Ok(Some(value.clone()));
    }
    if let Some(liquid_attributes) = &page.liquid_attributes {
        if let Some(drop) = &liquid_attributes.drop {
            if key == "date"
                && let Some(problem) = &drop.no_date
            {
                return Err(Abort::error("ArgumentError", problem.clone()));
            }
            if is_inherited(key) {
                return inherited(object, key, host);
            }
            let own = drop.methods.contains(&key);
            return Ok(if own { liquid_attributes.attributes.get(key).cloned() } else { page.data.get(key).cloned() });
        }
        return Ok(match liquid_attributes.attributes.get(key) {
            Some(value) if !value.is_nil() => Some(value.clone()),
            _ => page.data_over_defaults().get(key).cloned(),
        });
    }
    // A page's excerpt is built from the page without an excerpt.
    let inside = own && rendering.excerpts.last() == Some(&index);
    if page.excerpt.is_some() && !inside {
        make_excerpt(index, rendering)?;
    }
    if attributes(&view).contains(&key) && !(inside && key == "excerpt") {
        let value = attribute(page, index, key, own, rendering)?;
        return Ok(Some(if value.is_nil() { page.field(key) } else { value }));
    }
    Ok(page.value_over_defaults(key))
}

/// Renders a page's excerpt. The page's Hash contains the excerpt, so Ruby renders it when any key is read. With
/// `page_excerpts`, a page that loops over all pages therefore reads itself.
fn make_excerpt(index: usize, rendering: &mut RenderContext) -> Result<(), Abort> {
    if !matches!(rendering.events.last(), Some(LogEvent::Excerpt(last)) if *last == index) {
        rendering.excerpt(index)?;
    }
    Ok(())
}

fn whole(id: PageId, own: bool, host: &mut dyn Host) -> Result<Hash, Abort> {
    let rendering = rendering_of(host)?;
    let view = Arc::clone(&rendering.view);
    let Some((index, page)) = view.page(id) else { return Ok(Hash::new()) };
    let mut hash = page.data_over_defaults();
    if let Some(liquid_attributes) = &page.liquid_attributes {
        merge::deep_merge_into(&mut hash, &liquid_attributes.attributes);
        return Ok(hash);
    }
    for key in attributes(&view).iter().copied() {
        if own && key == "excerpt" && rendering.excerpts.last() == Some(&index) {
            continue;
        }
        let value = attribute(page, index, key, own, rendering)?;
        if !value.is_nil() || !hash.contains_key(key) {
            hash.set(key, value);
        }
    }
    if let Some(added) = &page.added {
        added.iter().for_each(|(key, value)| add_or_remove(&mut hash, key, value));
    }
    if own && index == rendering.index {
        rendering.page_variables.iter().for_each(|(key, value)| hash.set_value(key.clone(), value.clone()));
    }
    Ok(hash)
}

/// Sets a key that a plugin's `to_liquid` has changed. Removes the key if the value is nil, because the plugin's hash
/// then lacks the key.
fn add_or_remove(hash: &mut Hash, key: &Value, value: &Value) {
    match key.as_str() {
        Some(name) if value.is_nil() => {
            hash.remove(name);
        }
        _ => hash.set_value(key.clone(), value.clone()),
    }
}

fn has_key(view: &SiteView, id: PageId, key: &str) -> bool {
    let Some((_, page)) = view.page(id) else { return false };
    let is_attribute = match &page.liquid_attributes {
        Some(liquid_attributes) => liquid_attributes.attributes.contains_key(key),
        None => attributes(view).contains(&key),
    };
    is_attribute || page.data_over_defaults().contains_key(key)
}

/// `Page#inspect`: the class and the path, for example `#<Jekyll::Page @relative_path="a.md">`.
fn shown(id: PageId, host: &mut dyn Host) -> Result<String, Abort> {
    let view = Arc::clone(&rendering_of(host)?.view);
    let Some((_, page)) = view.page(id) else { return Ok(String::new()) };
    let class = match page.kind {
        PageKind::File => "Jekyll::Page",
        PageKind::Generated(class) => class,
    };
    if page.is_source_map() {
        let name = Value::from(page.name.as_str()).inspect(host)?;
        return Ok(format!("#<{class} @name={name}>"));
    }
    if let Some(own) = page.liquid_attributes.as_ref().and_then(|attributes| attributes.inspect.clone()) {
        return Ok(own);
    }
    let path = Value::from(page.relative_path()).inspect(host)?;
    Ok(format!("#<{class} @relative_path={path}>"))
}

macro_rules! page_drop {
    ($name:ident, $own:expr) => {
        impl Drop for $name {
            fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
                read(self, self.0, $own, key, host)
            }

            fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
                if let Some((page, drop)) = drop_attributes(&rendering_of(host)?.view, self.0) {
                    return Ok(keys_with(drop.methods, &page.data));
                }
                Ok(whole(self.0, $own, host)?.keys().filter_map(Value::as_str).map(Str::from).collect())
            }

            fn contains_key(&self, key: &str, host: &mut dyn Host) -> Result<bool, Abort> {
                let view = Arc::clone(&rendering_of(host)?.view);
                Ok(drop_attributes(&view, self.0).is_none() && has_key(&view, self.0, key))
            }

            fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
                if drop_attributes(&rendering_of(host)?.view, self.0).is_some() {
                    return key_names(self, host);
                }
                let hash = whole(self.0, $own, host)?;
                let pairs = hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()]));
                Ok(Some(pairs.collect()))
            }

            fn print(&self, host: &mut dyn Host) -> Result<Str, Abort> {
                if let Some((_, drop)) = drop_attributes(&rendering_of(host)?.view, self.0) {
                    return Ok(drop.class.into());
                }
                Value::hash(whole(self.0, $own, host)?).to_s(host)
            }

            /// `Page#to_s`: the content.
            fn print_in_array(&self, host: &mut dyn Host) -> Result<Str, Abort> {
                match super::own_text(&PageDrop(self.0), host)? {
                    Some(text) => Ok(text),
                    None => self.print(host),
                }
            }

            fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
                if drop_attributes(&rendering_of(host)?.view, self.0).is_some() {
                    return json::pretty_drop(self, host);
                }
                Value::hash(whole(self.0, $own, host)?).inspect(host)
            }

            fn json(&self, _depth: usize, host: &mut dyn Host) -> Result<Vec<(Str, Value)>, Abort> {
                let is_drop = drop_attributes(&rendering_of(host)?.view, self.0).is_some();
                let mut entries = Vec::new();
                for key in self.keys(host)? {
                    let value = self.get(&key, host)?.unwrap_or(Value::Nil);
                    entries.push((key, if is_drop { with_own_texts(value, host)? } else { value }));
                }
                Ok(entries)
            }

            fn inspect_in_collection(&self, host: &mut dyn Host) -> Result<String, Abort> {
                shown(self.0, host)
            }

            fn identity(&self) -> usize {
                self.0.0 as usize
            }

            fn same(&self, other: &dyn Drop) -> bool {
                page_id_of(other) == Some(self.0)
            }

            fn stability(&self, _host: &mut dyn Host) -> Stability {
                Stability::Fixed
            }

            fn class(&self) -> &'static str {
                "Hash"
            }

            fn as_any(&self) -> &dyn Any {
                self
            }
        }
    };
}

page_drop!(PageDrop, false);
page_drop!(OwnPageDrop, true);

/// Replaces each document and page in a list by its text, as Ruby's JSON does unless the list was converted for Liquid
/// first. Other values stay unchanged.
fn with_own_texts(value: Value, host: &mut dyn Host) -> Result<Value, Abort> {
    let Value::Array(items) = &value else { return Ok(value) };
    let mut texts = Vec::with_capacity(items.len());
    for item in items.iter() {
        let own = match item {
            Value::Drop(object) => super::own_text(&**object, host)?,
            _ => None,
        };
        texts.push(own.map_or_else(|| item.clone(), Value::Str));
    }
    Ok(Value::array(texts))
}

/// The page that a drop of either type represents. `None` for other drops.
fn page_id_of(object: &dyn Drop) -> Option<PageId> {
    let object = object.as_any();
    let other = object.downcast_ref::<PageDrop>().map(|drop| drop.0);
    other.or_else(|| object.downcast_ref::<OwnPageDrop>().map(|drop| drop.0))
}
