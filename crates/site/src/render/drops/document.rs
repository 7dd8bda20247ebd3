//! A document in templates. Its values change as its rendering proceeds. Mirrors `Jekyll::Drops::DocumentDrop`.

use super::super::context::rendering_of;
use super::{content_methods, inherited, is_inherited, keys_with, no_url, with_plugin_keys};
use crate::model::{DocId, Document};
use crate::reference::Reference;
use crate::render::filters::json;
use crate::render::{LogEvent, OwnedItem, RenderContext};
use hastie_liquid::{Abort, Drop, Hash, Host, Str, Value};
use hastie_value::sharing::Stability;
use std::any::Any;
use std::cmp::Ordering;
use std::sync::Arc;

/// A document as templates read it. Mirrors `DocumentDrop`.
#[derive(Debug, Clone, Copy)]
pub struct DocumentDrop(pub DocId);

/// The names of the Ruby class's methods, in Ruby's order.
const METHODS: [&str; 15] = [
    "name",
    "id",
    "tags",
    "collection",
    "next",
    "url",
    "relative_path",
    "excerpt",
    "previous",
    "title",
    "path",
    "content",
    "output",
    "date",
    "categories",
];

/// The names of the Ruby class's methods in Jekyll 3, in Ruby's order.
const OLDER_METHODS: [&str; 10] =
    ["id", "collection", "next", "url", "relative_path", "excerpt", "previous", "path", "content", "output"];

/// The names of the methods of a document's drop in the reproduced version of Jekyll.
fn methods(reference: &Reference) -> &'static [&'static str] {
    if reference.rendering.documents_have_later_keys { &METHODS } else { &OLDER_METHODS }
}

impl DocumentDrop {
    fn with<T>(
        self,
        host: &mut dyn Host,
        read: impl FnOnce(&Document, usize, &mut RenderContext) -> Result<T, Abort>,
    ) -> Result<Option<T>, Abort> {
        let rendering = rendering_of(host)?;
        let view = Arc::clone(&rendering.view);
        match view.document(self.0) {
            Some((index, document)) => read(document, index, rendering).map(Some),
            None => Ok(None),
        }
    }
}

/// The value of a key that the drops of a document and of its excerpt define in the same way, such as `next`. `None`
/// for all other keys. `index` is the slot of the document.
pub(super) fn shared(
    rendering: &RenderContext,
    document: &Document,
    index: usize,
    key: &str,
) -> Result<Option<Value>, Abort> {
    let view = &*rendering.view;
    if !view.setup.context.reference().rendering.documents_have_later_keys {
        match key {
            "date" => return Ok(Some(view.seen_date(document, index, rendering))),
            "name" => return Ok(None),
            _ => {}
        }
    }
    Ok(Some(match key {
        "title" | "categories" | "tags" => document.field(key),
        "date" => document.date(),
        "collection" => Value::from(document.collection.label.as_str()),
        "next" => view.neighbour(index, true).map_or(Value::Nil, |other| view.value(other)),
        "previous" => view.neighbour(index, false).map_or(Value::Nil, |other| view.value(other)),
        "name" => match document.field("name") {
            name if name.truthy() => name,
            _ => Value::from(document.basename()),
        },
        _ => return Ok(None),
    }))
}

/// The document's identifier for the key `id`, otherwise its URL. Logs the warnings that computing the URL gave.
/// `index` is the slot of the document.
pub(super) fn located(
    document: &Document,
    index: usize,
    key: &str,
    rendering: &mut RenderContext,
) -> Result<Value, Abort> {
    let value = if key == "id" { document.identifier() } else { document.url() };
    if !document.url_messages().is_empty() {
        rendering.events.push(LogEvent::Url(index));
    }
    value.map(Value::Str).map_err(no_url)
}

/// Keys that Ruby omits from nested documents in JSON to prevent endless recursion.
const NESTED: [&str; 5] = ["content", "output", "excerpt", "next", "previous"];

/// `DocumentDrop#hash_for_json`: the keys and values of a document or excerpt for JSON. Inside two or more arrays or
/// hashes, `previous` and `next` have no content, output, excerpt or neighbours of their own.
pub(super) fn json(object: &dyn Drop, depth: usize, host: &mut dyn Host) -> Result<Vec<(Str, Value)>, Abort> {
    let mut entries = Vec::new();
    for key in object.keys(host)? {
        let mut value = object.get(&key, host)?.unwrap_or(Value::Nil);
        if depth >= 2
            && matches!(&*key, "previous" | "next")
            && let Value::Drop(neighbour) = &value
        {
            value = collapsed(&**neighbour, host)?;
        }
        entries.push((key, value));
    }
    Ok(entries)
}

fn collapsed(document: &dyn Drop, host: &mut dyn Host) -> Result<Value, Abort> {
    let mut hash = Hash::new();
    for key in document.keys(host)?.into_iter().filter(|key| !NESTED.contains(&&**key)) {
        let value = document.get(&key, host)?.unwrap_or(Value::Nil);
        hash.set(key, value);
    }
    Ok(Value::hash(hash))
}

/// Records the document in slot `index` if its URL, which a template reads, contains a part of the date. Reading such a
/// URL gives the document the fallback date, as in Jekyll 3.
fn note_date_of_url(rendering: &mut RenderContext, index: usize) {
    let view = Arc::clone(&rendering.view);
    if let OwnedItem::Document(document) = &view.slots[index].owned
        && document.url_has_date()
        && !rendering.dated_by_url.contains(&index)
    {
        rendering.dated_by_url.push(index);
    }
}

impl Drop for DocumentDrop {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        if let Some(value) = super::value_of_plugin(self, key, host)? {
            return Ok(Some(value));
        }
        let rendering = rendering_of(host)?;
        let Some((index, document)) = rendering.view.document(self.0) else { return inherited(self, key, host) };
        if let Some(value) = shared(rendering, document, index, key)? {
            if key == "date" && document.is_undated() {
                rendering.note_varying();
            }
            return Ok(Some(value));
        }
        if matches!(key, "url" | "id") && document.is_undated() {
            note_date_of_url(rendering, index);
        }
        let Some((index, document)) = rendering.view.document(self.0) else { return Ok(None) };
        if key == "url"
            && document.url_messages().is_empty()
            && let Ok(url) = document.url()
            && document.url_messages().is_empty()
        {
            return Ok(Some(rendering.lend(url, "url")));
        }
        if matches!(key, "url" | "id") {
            let view = Arc::clone(&rendering.view);
            let Some((index, document)) = view.document(self.0) else { return Ok(None) };
            let value = located(document, index, key, rendering)?;
            let key = if key == "url" { "url" } else { "id" };
            return Ok(Some(if let Value::Str(text) = value { rendering.lend(text, key) } else { value }));
        }
        Ok(Some(match key {
            "path" | "relative_path" => {
                let path = document.relative_path.clone();
                rendering.lend(path, "relative_path")
            }
            "content" => rendering.content(index)?.map_or(Value::Nil, |text| rendering.lend(text, "content")),
            "output" => {
                let is_empty = document.has_empty_output;
                let output = rendering.output(index)?.or_else(|| is_empty.then(Str::default));
                output.map_or(Value::Nil, |text| rendering.lend(text, "output"))
            }
            "excerpt" => {
                let own = document.field("excerpt");
                match rendering.excerpt(index)? {
                    Some(text) => rendering.lend(text, "excerpt"),
                    None => Value::Str(own.to_s(rendering)?),
                }
            }
            "content_methods" => content_methods(methods(rendering.setup().context.reference())),
            _ if is_inherited(key) => return inherited(self, key, host),
            _ if index == rendering.index && rendering.page_variables.contains_key(key) => {
                rendering.page_variables.get(key).cloned().unwrap_or(Value::Nil)
            }
            // Front matter defaults are in the data, unless a plugin has removed them or created the document.
            _ => return Ok(document.data.get(key).cloned()),
        }))
    }

    /// The value of a key for filters such as `map`. Unlike a template's variables, they also find values in front matter
    /// defaults that the document's front matter lacks.
    fn index(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        match self.get(key, host)? {
            Some(value) => Ok(Some(value)),
            None => self.with(host, |document, _, _| Ok(document.default_of(key))),
        }
    }

    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        let methods = methods(rendering_of(host)?.setup().context.reference());
        let keys = self.with(host, |document, index, rendering| {
            let mut keys = keys_with(methods, &document.data);
            // In Jekyll 3, the date is part of the data, which contain the fallback date once it was read.
            if !methods.contains(&"date") && document.is_undated() && !keys.iter().any(|key| key == "date") {
                rendering.note_varying();
                let date = Arc::clone(&rendering.view).seen_date(document, index, rendering);
                keys.extend(date.truthy().then(|| Str::from("date")));
            }
            Ok(keys)
        })?;
        keys.map_or(Ok(Vec::new()), |keys| with_plugin_keys(self, methods, keys, host))
    }

    fn first(&self, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        inherited(self, "first", host)
    }

    /// The keys of the document, for a `for` loop over it. Reads the excerpt first, because Ruby reads all values
    /// before such a loop. The loop therefore fails within the excerpt itself.
    fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
        self.get("excerpt", host)?;
        super::key_names(self, host)
    }

    fn json(&self, depth: usize, host: &mut dyn Host) -> Result<Vec<(Str, Value)>, Abort> {
        super::document::json(self, depth, host)
    }

    /// `Document#to_s`: the output, otherwise the content, otherwise `NO CONTENT`.
    fn print(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        let text = self.with(host, |_, index, rendering| {
            if let Some(output) = rendering.output(index)? {
                return Ok(output);
            }
            Ok(rendering.content(index)?.unwrap_or_else(|| "NO CONTENT".into()))
        })?;
        Ok(text.unwrap_or_default())
    }

    fn compare(&self, other: &Value, host: &mut dyn Host) -> Result<Option<Ordering>, Abort> {
        let Value::Drop(other) = other else { return Ok(None) };
        let Some(DocumentDrop(other)) = other.as_any().downcast_ref() else { return Ok(None) };
        let view = Arc::clone(&rendering_of(host)?.view);
        Ok(match (view.document(self.0), view.document(*other)) {
            (Some((_, a)), Some((_, b))) => Some(a.compare(b)),
            _ => None,
        })
    }

    fn inspect(&self, host: &mut dyn Host) -> Result<String, Abort> {
        json::pretty_drop(self, host)
    }

    fn inspect_in_collection(&self, host: &mut dyn Host) -> Result<String, Abort> {
        let shown = self.with(host, |document, _, _| {
            Ok(format!("#<Jekyll::Document {} collection={}>", document.relative_path, document.collection.label))
        })?;
        Ok(shown.unwrap_or_default())
    }

    fn identity(&self) -> usize {
        self.0.0 as usize
    }

    fn same(&self, other: &dyn Drop) -> bool {
        other.as_any().downcast_ref::<DocumentDrop>().is_some_and(|other| other.0 == self.0)
    }

    fn stability(&self, _host: &mut dyn Host) -> Stability {
        Stability::Fixed
    }

    fn wants_names(&self) -> bool {
        true
    }

    fn class(&self) -> &'static str {
        "Jekyll::Drops::DocumentDrop"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
