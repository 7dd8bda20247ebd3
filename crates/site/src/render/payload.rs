//! The initial variables of every template. Mirrors `Jekyll::Drops::UnifiedPayloadDrop`.

use super::Item;
use super::RenderContext;
use super::context::rendering_of;
use super::drops::{JekyllDrop, SiteDrop, ThemeDrop, inherited};
use crate::model::SharedHash;
use hastie_liquid::{Abort, Drop, Hash, Host, Str, Value};
use std::any::Any;
use std::sync::Arc;

/// The initial variables of one rendering. The body and each layout get their own payload, so a payload never changes
/// while it is read.
#[derive(Debug, Clone)]
pub struct Payload {
    /// `page`: the page or document that is being rendered.
    pub page: Value,
    /// `content`: the text that a layout wraps.
    pub content: Value,
    /// `layout`: the merged front matter of the layouts applied so far.
    pub layout: Value,
    /// `paginator`: the pager of the page. Nil without pagination.
    pub paginator: Value,
    /// `highlighter_prefix` and `highlighter_suffix`: the texts around highlighted code.
    pub margin: (Value, Value),
    /// `site`: the drop of the whole site.
    pub site: Value,
    /// Variables set by hooks for this page or document.
    pub extras: Hash,
}

/// The variables that plugins add to all templates of the site. An excerpt has a payload of its own in Jekyll, so its
/// template does not see the variables that tags and hooks have set.
#[derive(Debug)]
pub struct SitePayload {
    variables: SharedHash,
    /// The variables of a plugin's own `Site#site_payload`, which excerpts see, too.
    of_site: Hash,
}

impl SitePayload {
    /// The payload with the `variables` that hooks have set, and those `of_site`.
    pub(super) fn new(variables: Hash, of_site: Hash) -> Self {
        SitePayload { variables: variables.into(), of_site }
    }

    /// The variables of a plugin's own `Site#site_payload`.
    pub(super) fn of_site(&self) -> &Hash {
        &self.of_site
    }

    /// The value of a variable, outside of excerpts.
    pub fn get(&self, key: &str) -> Option<Value> {
        self.variables.get(key)
    }

    /// Calls `work` with all variables.
    pub fn read<T>(&self, work: impl FnOnce(&Hash) -> T) -> T {
        self.variables.read(work)
    }

    /// Calls `work` to change the variables.
    pub fn change(&self, work: impl FnOnce(&mut Hash)) {
        self.variables.change(work);
    }

    /// Sets a variable for a tag in the template that is being rendered. In an excerpt, the variable is set for the
    /// excerpt only.
    pub fn set_in_template(rendering: &mut RenderContext, key: &str, value: Value) {
        if rendering.excerpts.is_empty() {
            let view = Arc::clone(&rendering.view);
            view.payload.variables.change(|variables| variables.set(key, value));
        } else {
            rendering.excerpt_variables.set(key, value);
        }
    }

    /// The value of a variable in the template that is being rendered.
    fn get_in_template(rendering: &RenderContext, key: &str) -> Option<Value> {
        let payload = &rendering.view.payload;
        if rendering.excerpts.is_empty() {
            return payload.get(key);
        }
        rendering.excerpt_variables.get(key).or_else(|| payload.of_site.get(key)).cloned()
    }
}

/// The names of the Ruby class's methods, in Ruby's order.
const KEYS: [&str; 9] =
    ["paginator", "jekyll", "theme", "layout", "content", "site", "highlighter_prefix", "highlighter_suffix", "page"];

impl Payload {
    /// A payload in which `page` and `site` are set. The variables `content`, `layout`, `paginator`,
    /// `highlighter_prefix` and `highlighter_suffix` are nil.
    pub fn new(page: Value) -> Self {
        Payload {
            page,
            content: Value::Nil,
            layout: Value::Nil,
            paginator: Value::Nil,
            margin: (Value::Nil, Value::Nil),
            site: Value::drop(SiteDrop),
            extras: Hash::new(),
        }
    }

    /// Like `Payload::new`, but with the values of `paginator`, `highlighter_prefix` and `highlighter_suffix` for the
    /// item that `rendering` renders.
    pub fn of_item(rendering: &RenderContext, page: Value) -> Self {
        let mut payload = Payload::new(page);
        let Some(slot) = rendering.view.slots.get(rendering.index) else { return payload };
        let pager = match slot.item() {
            Item::Page(page) => page.pager.as_ref(),
            Item::Document(document) => document.pager.as_deref(),
        };
        if let Some(pager) = pager {
            payload.paginator = pager.clone();
        }
        payload.margin = rendering.setup().converters.highlighter_margin(slot.item().extname());
        payload
    }

    /// The value of a method that the Ruby class inherits. Liquid's counters find such a value like a variable. For
    /// example, a counter with the name `count` starts at the number of the payload's keys. `None` if no method has the
    /// name `key`.
    fn method(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        if !matches!(key, "min" | "max" | "sort") {
            return inherited(self, key, host);
        }
        let mut pairs = Vec::new();
        for name in self.keys(host)? {
            let value = self.get(&name, host)?.unwrap_or(Value::Nil);
            pairs.push((name, value));
        }
        pairs.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut pairs = pairs.into_iter().map(|(name, value)| Value::array(vec![Value::Str(name), value]));
        Ok(match key {
            "min" => pairs.next(),
            "max" => pairs.next_back(),
            _ => Some(Value::array(pairs.collect())),
        })
    }
}

impl Drop for Payload {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        let value = match key {
            // A hook may have replaced it.
            "page" => match self.extras.get("page") {
                None => self.page.clone(),
                Some(page) => match &rendering_of(host)?.page_hash {
                    Some([first, now]) if first.is_same(page) => now.clone(),
                    _ => page.clone(),
                },
            },
            "content" | "layout" => {
                let value = self.extras.get(key).unwrap_or(if key == "content" { &self.content } else { &self.layout });
                let changed = rendering_of(host)?.layout_variables.as_ref().and_then(|layout| layout.current(value));
                changed.unwrap_or_else(|| value.clone())
            }
            "paginator" => self.extras.get("paginator").unwrap_or(&self.paginator).clone(),
            "highlighter_prefix" => self.extras.get(key).unwrap_or(&self.margin.0).clone(),
            "highlighter_suffix" => self.extras.get(key).unwrap_or(&self.margin.1).clone(),
            "site" => self.extras.get("site").unwrap_or(&self.site).clone(),
            "jekyll" => Value::drop(JekyllDrop),
            "theme" if !rendering_of(host)?.setup().context.reference().rendering.has_theme_drop => return Ok(None),
            "theme" => {
                let rendering = rendering_of(host)?;
                match (rendering.view.payload.get("theme"), &rendering.setup().context.theme) {
                    // jekyll-data overrides it.
                    (Some(own), _) => own,
                    (None, Some(_)) => Value::drop(ThemeDrop),
                    (None, None) => Value::Nil,
                }
            }
            _ => match self.extras.get(key) {
                Some(value) => value.clone().in_liquid(host)?,
                None => match SitePayload::get_in_template(rendering_of(host)?, key) {
                    Some(value) => value.in_liquid(host)?,
                    None => return self.method(key, host),
                },
            },
        };
        Ok(Some(value))
    }

    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        let rendering = rendering_of(host)?;
        let has_theme = rendering.setup().context.reference().rendering.has_theme_drop;
        let names = KEYS.iter().filter(|key| has_theme || **key != "theme");
        let mut keys: Vec<Str> = names.map(|key| Str::from(*key)).collect();
        let mut add = |hash: &Hash| keys.extend(hash.keys().filter_map(Value::as_str).map(Str::from));
        add(&self.extras);
        rendering.view.payload.read(add);
        Ok(keys)
    }

    fn wants_names(&self) -> bool {
        true
    }

    fn class(&self) -> &'static str {
        "Jekyll::Drops::UnifiedPayloadDrop"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
