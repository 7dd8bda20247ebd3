//! An entry for templates, and its text rendered with the template in `bibliography_template`.

use super::session::Session;
use super::{filters, markup};
use hastie_bibtex::{Bibliography, Entry, Filter, Printing};
use hastie_liquid::{Abort, Context, Drop, Hash, Host, ParseOptions, RenderOptions, State, Str, Template, Value};
use hastie_site::diagnostic::Message;
use hastie_site::render::payload::Payload;
use hastie_site::render::{LogEvent, rendering_of};
use std::any::Any;
use std::sync::Arc;

/// The filters in the form in which the functions of hastie-bibtex take them.
fn borrowed(filters: &[Arc<dyn Filter>]) -> Vec<&dyn Filter> {
    filters.iter().map(AsRef::as_ref).collect()
}

impl Session<'_> {
    /// The entry after the filters in `bibtex_filters` have changed its fields.
    pub(crate) fn converted(&self, entry: &Entry) -> Result<Entry, Abort> {
        Ok(entry.convert(&borrowed(&self.filters("bibtex_filters")?)))
    }

    /// `reference_tag`: the entry formatted by the style, in an HTML element whose id depends on the entry's key.
    /// `converted` is the entry after the filters in `bibtex_filters` were applied.
    pub(crate) fn reference(
        &mut self,
        bibliography: &Bibliography,
        converted: &Entry,
        number: Option<usize>,
        cx: &mut Context<'_>,
    ) -> Result<String, Abort> {
        let text = self.entry_text(bibliography, converted, number, cx)?;
        let name = match self.config().get("reference_tagname") {
            name if name.truthy() => self.setup.context.text(name),
            _ => "span".to_string(),
        };
        Ok(markup::tag(&name, &text, &[("id".to_string(), self.anchor(&converted.key))]))
    }

    /// The id of an entry's element: `PREFIX-KEY` with the tag's option `--prefix`, and otherwise the key.
    pub(crate) fn anchor(&self, key: &str) -> String {
        match &self.options.prefix {
            Some(prefix) => format!("{prefix}-{key}"),
            None => key.to_string(),
        }
    }

    /// `reference_data`: the variables `entry`, `reference`, `key`, `type`, `link` and `links` for the template of an
    /// entry.
    pub(crate) fn data(
        &mut self,
        bibliography: &Bibliography,
        entry: &Entry,
        number: Option<usize>,
        cx: &mut Context<'_>,
    ) -> Result<Hash, Abort> {
        let converted = self.converted(entry)?;
        let mut data = Hash::new();
        data.set("entry", Value::hash(self.fields(entry, &converted)?));
        data.set("reference", self.reference(bibliography, &converted, number, cx)?);
        data.set("key", entry.key.as_str());
        data.set("type", entry.kind.as_str());
        let (link, links) = self.repository_links(&entry.key);
        data.set("link", link);
        data.set("links", links);
        Ok(data)
    }

    /// `liquidify`: the fields of an entry, with names split into parts.
    fn fields(&self, entry: &Entry, converted: &Entry) -> Result<Hash, Abort> {
        let mut fields = Hash::new();
        fields.set("key", entry.key.as_str());
        fields.set("type", entry.kind.as_str());
        let quotes = self.config().list("bibtex_quotes", &self.setup.context);
        let raw = filters::of(self.config(), "raw_bibtex_filters", &self.setup.context)?;
        let skipped = self.config().list("bibtex_skip_fields", &self.setup.context);
        let skipped: Vec<&str> = skipped.iter().map(String::as_str).collect();
        let quotes = match quotes.as_slice() {
            [] => None,
            [both] => Some((both.as_str(), both.as_str())),
            [open, .., close] => Some((open.as_str(), close.as_str())),
        };
        let raw = borrowed(&raw);
        let how = Printing { quotes: Some(quotes.unwrap_or(("", ""))), filters: &raw };
        fields.set("bibtex", entry.print(how, &skipped));
        for (key, value) in &converted.fields {
            fields.set(key.as_str(), value.to_string());
            let Some(names) = value.names() else { continue };
            let mut people = Vec::with_capacity(names.len());
            // The list comes before the expanded names.
            fields.set(format!("{key}_array"), Value::Nil);
            for (index, name) in names.iter().enumerate() {
                let mut person = Hash::new();
                for (part, text) in name.parts() {
                    fields.set(format!("{key}_{index}_{part}"), text.unwrap_or_default());
                    person.set(part, text.unwrap_or_default());
                }
                people.push(Value::hash(person));
            }
            fields.set(format!("{key}_array"), Value::array(people));
        }
        Ok(fields)
    }

    /// `bibliography_tag`: renders an entry with the template in `bibliography_template`. The template sees `number` as
    /// `index`.
    pub(crate) fn entry_by_template(
        &mut self,
        bibliography: &Bibliography,
        entry: &Entry,
        number: usize,
        cx: &mut Context<'_>,
    ) -> Result<String, Abort> {
        let (template, state) = self.template(cx)?;
        let mut own = self.data(bibliography, entry, Some(number), cx)?;
        let (details, messages) = self.page_link(entry)?;
        log_all(messages, cx)?;
        own.set("index", Value::Int(i64::try_from(number).unwrap_or(i64::MAX)));
        own.set("details", details);
        let page = rendering_of(cx.host)?.registered_page();
        let payload = EntryPayload { own, site: Payload::new(page) };
        let options = RenderOptions::new(Value::drop(payload)).with_state(state);
        let rendered = template.render(cx.host, options)?;
        let mut state = rendered.state;
        state.counters = Hash::new();
        self.memo.template = Some((template, state));
        Ok(rendered.text)
    }

    /// The template in `bibliography_template`, and the variables that its earlier renderings have assigned.
    fn template(&mut self, cx: &mut Context<'_>) -> Result<(Template, State), Abort> {
        if let Some((template, state)) = &self.memo.template {
            return Ok((template.clone(), state.clone()));
        }
        let named = match &self.options.template {
            Some(template) => template.clone(),
            None => self.text("bibliography_template"),
        };
        let view = Arc::clone(&rendering_of(cx.host)?.view);
        let source: Str = match view.layouts().get(&named) {
            _ if named.is_empty() => "{{reference}}".into(),
            Some(layout) => layout.content.clone(),
            None => named.as_str().into(),
        };
        let options = ParseOptions::default().without_line_numbers();
        let template = Template::parse(&self.setup.engine, source, options)?;
        let state = State::default();
        self.memo.template = Some((template.clone(), state.clone()));
        Ok((template, state))
    }
}

/// Adds messages to the log of the current rendering.
pub(super) fn log_all(messages: Vec<Message>, cx: &mut Context<'_>) -> Result<(), Abort> {
    rendering_of(cx.host)?.events.extend(messages.into_iter().map(LogEvent::Message));
    Ok(())
}

/// The variables of the template in `bibliography_template`: the variables of the entry and of the site.
#[derive(Debug)]
struct EntryPayload {
    own: Hash,
    site: Payload,
}

impl Drop for EntryPayload {
    fn get(&self, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        match self.own.get(key) {
            Some(value) => Ok(Some(value.clone())),
            None => self.site.get(key, host),
        }
    }

    fn keys(&self, host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        let mut keys: Vec<Str> = self.own.keys().filter_map(Value::as_str).map(Str::from).collect();
        keys.extend(self.site.keys(host)?);
        Ok(keys)
    }

    fn class(&self) -> &'static str {
        "Hash"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
