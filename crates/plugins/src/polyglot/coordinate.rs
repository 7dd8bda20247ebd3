//! Selects the documents and pages of a pass: among the translations of a page, the one in the pass's language, or
//! otherwise in the default language.

use super::languages::Languages;
use super::texts;
use super::translations::{Candidate, Translations, language, normalized};
use hastie_liquid::{Hash, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::model::permalink::PermalinkError;
use hastie_site::model::{Document, Page};
use hastie_site::render::Item;
use hastie_site::site::Site;
use indexmap::IndexMap;
use regex::Regex;
use std::collections::HashMap;
use std::sync::Arc;

/// A document or page, which may be one of several translations of the same content.
pub(super) trait Translatable {
    fn item(&self) -> Item<'_>;
    fn data_mut(&mut self) -> &mut Hash;
    /// The path that may contain a language.
    fn language_path(&self) -> String;
    fn shown_path(&self) -> &str;

    fn candidate(&self, setup: &SiteContext) -> Candidate {
        let item = self.item();
        let text = |key: &str| match item.field(key) {
            Value::Nil | Value::Bool(false) => String::new(),
            value => setup.text(&value),
        };
        let url = item.url().map(|url| url.to_string()).unwrap_or_default();
        Candidate { lang: text("lang"), path: self.language_path(), permalink: item.field("permalink"), url }
    }
}

impl Translatable for Document {
    fn item(&self) -> Item<'_> {
        Item::Document(self)
    }

    fn data_mut(&mut self) -> &mut Hash {
        &mut self.data
    }

    fn language_path(&self) -> String {
        self.path.to_string()
    }

    fn shown_path(&self) -> &str {
        &self.relative_path
    }
}

impl Translatable for Page {
    fn item(&self) -> Item<'_> {
        Item::Page(self)
    }

    fn data_mut(&mut self) -> &mut Hash {
        &mut self.data
    }

    fn language_path(&self) -> String {
        self.path().as_str().unwrap_or_default().to_owned()
    }

    fn shown_path(&self) -> &str {
        self.relative_path()
    }
}

/// Keeps one translation of each document and page: in the language of this pass, otherwise in the default language,
/// otherwise in any language. Also removes documents and pages whose language is unknown, or that `lang-exclusive`
/// excludes. Adds front matter for templates, such as `rendered_lang` and `permalink_lang`.
pub(super) fn coordinate(site: &mut Site, languages: &Languages, log: &mut Log) -> Result<(), Failure> {
    let setup = Arc::clone(&site.setup);
    let mut coordinator =
        Coordinator { setup: &setup.context, languages, marks: marks(languages), taken: HashMap::new() };
    for collection in &mut site.content.collections {
        collection.docs = coordinator.choose(std::mem::take(&mut collection.docs), log)?;
    }
    site.content.pages = coordinator.choose(std::mem::take(&mut site.content.pages), log)?;
    Ok(())
}

/// A pattern that matches a language between dots and slashes in a URL.
fn marks(languages: &Languages) -> Option<Regex> {
    let alternatives: Vec<String> =
        languages.all.iter().map(|lang| format!("[/.]{}[/.]", regex::escape(lang))).collect();
    Regex::new(&alternatives.join("|")).ok()
}

struct Coordinator<'a> {
    setup: &'a SiteContext,
    languages: &'a Languages,
    marks: Option<Regex>,
    /// The language selected so far for each page, by the id that its translations share.
    taken: HashMap<String, String>,
}

impl Coordinator<'_> {
    fn choose<T: Translatable>(&mut self, mut items: Vec<T>, log: &mut Log) -> Result<Vec<T>, Failure> {
        let mut chosen: IndexMap<String, usize> = IndexMap::new();
        for (index, item) in items.iter_mut().enumerate() {
            if let Some(id) = self.admit(item, log)? {
                chosen.insert(id, index);
            }
        }
        let places: Vec<usize> = chosen.into_values().collect();
        let of_page = |item: &T| page_id(self.setup, &item.item().field("page_id"));
        let candidates: Vec<(String, Candidate)> =
            items.iter().map(|item| (of_page(item), item.candidate(self.setup))).collect();
        let translations = Translations::of(self.setup, self.languages, &candidates);
        for index in &places {
            let (id, candidate) = &candidates[*index];
            let item = &mut items[*index];
            self.redirect(item, id, candidate, &candidates);
            self.tell_translations(item, &translations.of_page(id, &normalized(self.setup, candidate)));
        }
        let mut items: Vec<Option<T>> = items.into_iter().map(Some).collect();
        Ok(places.into_iter().filter_map(|index| items.get_mut(index).and_then(Option::take)).collect())
    }

    /// Sets the language of a page. Returns the id shared with its translations, if the page is in this pass.
    fn admit<T: Translatable>(&mut self, item: &mut T, log: &mut Log) -> Result<Option<String>, Failure> {
        let (setup, languages) = (self.setup, self.languages);
        let own = item.item().field("lang");
        let own = own.truthy().then(|| setup.text(&own));
        let explicit = own.clone().or_else(|| languages.in_path(&item.language_path()).cloned());
        if let Some(lang) = &explicit {
            let valid = languages.valid();
            if !valid.iter().any(|known| known.to_lowercase() == lang.to_lowercase()) {
                let list = setup.inspect(&texts(&valid));
                let path = item.shown_path();
                let text = format!("Skipping {path} - lang '{lang}' not in configured languages {list}");
                log.warn_about(path, 0, "Polyglot:", text);
                return Ok(None);
            }
        }
        let lang = explicit.unwrap_or_else(|| languages.default.clone());
        let spelt = languages.spelt(&lang).cloned();
        if let (Some(_), Some(spelt)) = (&own, &spelt) {
            item.data_mut().set("lang", spelt.as_str());
        }
        let lang = spelt.unwrap_or(lang);
        let url = item.item().url().map_err(PermalinkError::into_failure)?;
        let url = match &self.marks {
            Some(marks) => marks.replace_all(&url, "/").into_owned(),
            None => url.to_string(),
        };
        let given = page_id(setup, &item.item().field("page_id"));
        let id = if item.item().field("page_id").truthy() { given } else { url.clone() };
        let has_permalink = !setup.text(&item.item().field("permalink")).is_empty();
        if !has_permalink && own.as_ref().is_some_and(|own| !own.is_empty()) {
            item.data_mut().set("permalink", url.as_str());
        }
        item.data_mut().set("rendered_lang", lang.as_str());
        let taken = self.taken.get(&id);
        let is_taken =
            taken == Some(&languages.active) || (taken == Some(&languages.default) && lang != languages.active);
        if is_taken || self.is_elsewhere(&item.item().field("lang-exclusive")) {
            return Ok(None);
        }
        self.taken.insert(id.clone(), lang);
        Ok(Some(id))
    }

    /// Whether `lang-exclusive` is not empty and lacks the active language.
    fn is_elsewhere(&self, exclusive: &Value) -> bool {
        let active = self.languages.active.as_str();
        match exclusive {
            Value::Array(langs) => !langs.is_empty() && !langs.iter().any(|lang| lang.as_str() == Some(active)),
            Value::Str(lang) => !lang.is_empty() && !lang.contains(active),
            _ => false,
        }
    }

    /// Sets `redirect_from` to the paths in the front matter, below the folder of the page's language, and to the
    /// permalinks of the page's translations.
    fn redirect<T: Translatable>(&self, item: &mut T, id: &str, own: &Candidate, all: &[(String, Candidate)]) {
        let mut from: Vec<Value> = match item.item().field("redirect_from") {
            Value::Array(items) => items.to_vec(),
            Value::Nil | Value::Bool(false) => Vec::new(),
            single => vec![single],
        };
        let lang = language(self.languages, own);
        if lang != self.languages.default {
            for path in &mut from {
                let text = self.setup.text(path);
                let text = if text.starts_with('/') { text } else { format!("/{text}") };
                let prefix = format!("/{lang}/");
                *path = Value::from(if text.starts_with(&prefix) { text } else { format!("/{lang}{text}") });
            }
        }
        if !id.is_empty() {
            let permalinks = all.iter().filter(|(other, _)| other == id).map(|(_, other)| &other.permalink);
            let own = self.setup.inspect(&own.permalink);
            from.extend(permalinks.filter(|permalink| self.setup.inspect(permalink) != own).cloned());
        }
        let mut once: Vec<Value> = Vec::new();
        for path in from {
            let shown = self.setup.inspect(&path);
            if !once.iter().any(|known| self.setup.inspect(known) == shown) {
                once.push(path);
            }
        }
        if !once.is_empty() {
            item.data_mut().set("redirect_from", Value::array(once));
        }
    }

    fn tell_translations<T: Translatable>(&self, item: &mut T, found: &Hash) {
        let there: Vec<String> = found.keys().filter_map(|lang| lang.as_str().map(str::to_owned)).collect();
        let missing: Vec<String> = if found.len() > 1 {
            self.languages.valid().into_iter().filter(|lang| !there.contains(lang)).collect()
        } else {
            Vec::new()
        };
        let data = item.data_mut();
        data.set("permalink_lang", Value::hash(found.clone()));
        data.set("available_languages", texts(&there));
        data.set("missing_languages", texts(&missing));
    }
}

/// `page_id` as a string. Empty if the value is nil or false.
pub(super) fn page_id(setup: &SiteContext, value: &Value) -> String {
    match value {
        Value::Nil | Value::Bool(false) => String::new(),
        value => setup.text(value),
    }
}
