//! The variable `site`. Mirrors `Jekyll::Drops::SiteDrop`.

use super::super::context::rendering_of;
use super::{content_methods, inherited, keys_with, with_plugin_keys};
use crate::render::convert::highlighting_options;
use crate::render::filters::json;
use crate::render::{ItemSlot, OwnedItem, RenderContext, SiteView};
use hastie_liquid::{Abort, Drop, Hash, Host, Str, Value};
use hastie_value::sharing::Stability;
use std::any::Any;

/// The variable `site`, through which templates read the content and the configuration of the site.
#[derive(Debug, Clone, Copy)]
pub struct SiteDrop;

/// The names of the Ruby class's methods, in Ruby's order.
const METHODS: [&str; 12] = [
    "time",
    "config",
    "static_files",
    "collections",
    "data",
    "posts",
    "tags",
    "html_pages",
    "documents",
    "related_posts",
    "categories",
    "pages",
];

/// `site.kramdown` as the item at `index` sees it. The first conversion of Markdown adds the highlighter's options.
fn kramdown(view: &SiteView, index: usize) -> Value {
    let typed = view.setup.context.settings().kramdown();
    let is_kramdown = view
        .setup
        .context
        .config
        .settings()
        .markdown()
        .as_str()
        .is_some_and(|name| name.eq_ignore_ascii_case("kramdown"));
    let converts = |slot: &ItemSlot| {
        let item = slot.item();
        let mut converters = view.setup.converters.of(item.extname());
        is_kramdown && converters.any(|converter| converter.class() == "Jekyll::Converters::Markdown")
    };
    let mut before = view.slots.iter().take(index.min(view.slots.len()));
    let own = view.slots.get(index).filter(|slot| slot.body.is_set());
    let (Value::Hash(options), true) = (typed, before.any(converts) || own.is_some_and(converts)) else {
        return typed.clone();
    };
    let mut options = (**options).clone();
    if !options.get("syntax_highlighter").is_some_and(Value::truthy) {
        let highlighter = view.setup.context.settings().highlighter();
        options.set("syntax_highlighter", if highlighter.truthy() { highlighter.clone() } else { "rouge".into() });
    }
    let given = options.get("syntax_highlighter_opts").and_then(Value::as_hash).cloned().unwrap_or_default();
    let guess_lang = options.get("guess_lang").cloned().unwrap_or(Value::Nil);
    let given = highlighting_options(given, guess_lang, &options);
    options.set("syntax_highlighter_opts", given);
    if !options.get("coderay").is_some_and(Value::truthy) {
        options.set("coderay", Hash::new());
    }
    Value::hash(options)
}

impl Drop for SiteDrop {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        if let Some(value) = super::value_of_plugin(self, key, host)? {
            return Ok(Some(value));
        }
        let rendering = rendering_of(host)?;
        if key == "time" {
            rendering.note_varying();
        }
        let view = &*rendering.view;
        if key != "posts" && view.collection(key).is_some() {
            return Ok(Some(view.collection_docs(key)));
        }
        let value = match key {
            "posts" => view.posts(),
            "pages" => view.all_pages(rendering.index),
            "data" => match view.setup.context.settings().data() {
                data if data.truthy() => data.clone(),
                _ => view.data.get(),
            },
            "static_files" => view.all_static_files(),
            "html_pages" => view.html_pages(),
            "collections" => view.all_collections(),
            "documents" => view.documents(),
            "tags" => view.tags(),
            "categories" => view.categories(),
            "time" => Value::time(view.setup.context.time.clone()),
            "config" => Value::Nil,
            "content_methods" => content_methods(&METHODS),
            "kramdown" => {
                rendering.own_reads.note_repeatable("`site.kramdown`, which the first conversion changes");
                kramdown(view, rendering.index)
            }
            "related_posts" => {
                rendering.own_reads.note_repeatable("`site.related_posts`");
                related_posts_of(rendering)?
            }
            _ => match view.added.get(key).or_else(|| view.setup.context.config.values.get(key)) {
                // Ruby looks for methods first, but only these names can collide.
                Some(value) if !matches!(key, "keys" | "count" | "first" | "min" | "max" | "sort" | "include?") => {
                    value.clone()
                }
                _ => return inherited(self, key, host),
            },
        };
        Ok(Some(value))
    }

    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        let view = &rendering_of(host)?.view;
        let added: Vec<(&Value, &Value)> =
            view.added.iter().filter(|(key, _)| view.setup.context.config.values.get_value(key).is_none()).collect();
        if added.is_empty() {
            let keys = keys_with(&METHODS, &view.setup.context.config.values);
            return with_plugin_keys(self, &METHODS, keys, host);
        }
        let mut values = view.setup.context.config.values.clone();
        added.into_iter().for_each(|(key, value)| values.set_value(key.clone(), value.clone()));
        with_plugin_keys(self, &METHODS, keys_with(&METHODS, &values), host)
    }

    fn first(&self, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        inherited(self, "first", host)
    }

    fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
        super::key_names(self, host)
    }

    fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
        json::pretty_drop(self, host)
    }

    fn identity(&self) -> usize {
        0
    }

    fn same(&self, other: &dyn Drop) -> bool {
        other.as_any().is::<SiteDrop>()
    }

    /// All renderings that see the same number of source maps get the same answers. A page before a style sheet does
    /// not see its source map.
    fn stability(&self, host: &mut dyn Host) -> Stability {
        match rendering_of(host) {
            Ok(rendering) => Stability::Common(rendering.view.visible_source_maps(rendering.index) as u64),
            Err(_) => Stability::Changing,
        }
    }

    fn wants_names(&self) -> bool {
        true
    }

    fn class(&self) -> &'static str {
        "Jekyll::Drops::SiteDrop"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn related_posts_of(rendering: &RenderContext) -> Result<Value, Abort> {
    match rendering.view.slots.get(rendering.index).map(|slot| &slot.owned) {
        // An excerpt is not a document, so it has no related posts.
        Some(OwnedItem::Document(_)) if rendering.excerpts.is_empty() => {
            related_posts(&rendering.view, rendering.index)
        }
        _ => Ok(Value::Nil),
    }
}

fn related_posts(view: &SiteView, index: usize) -> Result<Value, Abort> {
    let related = view.related_posts(index);
    let some = related.as_array().is_some_and(|posts| !posts.is_empty());
    if some && view.setup.context.settings().lsi() {
        let message = "'lsi' (related posts by latent semantic indexing) is not supported. Remove it from the \
                       configuration or the command line; related posts are then the most recent ones.";
        return Err(Abort::error("LoadError", message));
    }
    Ok(related)
}
