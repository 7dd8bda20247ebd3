//! The gem jekyll-archives-v2: archives of any collection, by date and by any attribute that is a list.

use super::page::{self, Subject};
use super::singular::singular;
use super::{by_attribute, each_date};
use crate::ruby_methods;
use hastie_liquid::{Hash, Value};
use hastie_site::config::merge;
use hastie_site::diagnostic::{Level, Log, Message};
use hastie_site::failure::Failure;
use hastie_site::model::page::{DropAttributes, LiquidAttributes};
use hastie_site::model::slug::Mode;
use hastie_site::model::{Document, Page, SiteContext};
use hastie_site::plugin::{Generator, Hooks, Plugin};
use hastie_site::site::Site;
use std::sync::Arc;

/// Generates the archives. If the setting `jekyll-archives` exists but is not a hash, warns and generates none.
#[derive(Debug)]
pub(crate) struct ArchivesV2;

impl Plugin for ArchivesV2 {
    fn name(&self) -> &'static str {
        "jekyll-archives-v2"
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(ConfigCheck)]
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(ArchiveGenerator)]
    }
}

/// Warns if the setting `jekyll-archives` is not a hash. Ruby does this when it creates the generator, before anything
/// is read.
struct ConfigCheck;

impl Hooks for ConfigCheck {
    fn after_init(&self, context: &SiteContext, log: &mut Log) -> Result<(), Failure> {
        if let Some(other) = context.config.values.get("jekyll-archives").filter(|own| own.as_hash().is_none()) {
            let text = format!("Expected a hash but got {}", context.inspect(other));
            log.warn_of_setting("jekyll-archives", "Archives:", text);
            log.push(Message::new(Level::Warn, "", "Archives will not be generated for this site."));
        }
        Ok(())
    }
}

struct ArchiveGenerator;

impl Generator for ArchiveGenerator {
    fn class(&self) -> &'static str {
        "Jekyll::ArchivesV2::Archives"
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let Some(config) = config(site) else { return Ok(()) };
        let mut pages = Vec::new();
        for (name, options) in config.iter() {
            let found = site.content.collections.iter().find(|collection| name.as_str() == Some(collection.label()));
            let documents = found.map(|collection| collection.docs.as_slice());
            CollectionInfo { site, name, options, documents }.archives(&mut pages, log)?;
        }
        page::add(site, config, pages);
        Ok(())
    }
}

/// `jekyll-archives` in the configuration, merged over the defaults for each collection. `None` if it is not a hash.
fn config(site: &Site) -> Option<Hash> {
    let mut defaults = Hash::new();
    let names =
        site.setup.context.settings().collections().as_hash().map(|names| names.keys().cloned().collect::<Vec<_>>());
    for name in names.unwrap_or_default() {
        let mut permalinks = Hash::new();
        permalinks.set("year", "/:collection/:year/");
        permalinks.set("month", "/:collection/:year/:month/");
        permalinks.set("day", "/:collection/:year/:month/:day/");
        permalinks.set("tags", "/:collection/:type/:name/");
        let mut options = Hash::new();
        options.set("layout", "archive");
        options.set("enabled", Value::array(Vec::new()));
        options.set("permalinks", Value::hash(permalinks));
        defaults.set_value(name, Value::hash(options));
    }
    match site.setup.context.config.values.get("jekyll-archives") {
        None => Some(defaults),
        Some(Value::Hash(own)) => Some(merge::deep_merge(&defaults, own)),
        Some(_) => None,
    }
}

/// An entry of the setting `jekyll-archives`: the name of a collection and its options. `documents` is `None` if the
/// site lacks the collection.
struct CollectionInfo<'a> {
    site: &'a Site,
    name: &'a Value,
    options: &'a Value,
    documents: Option<&'a [Document]>,
}

impl<'a> CollectionInfo<'a> {
    fn archives(&self, pages: &mut Vec<Page>, log: &mut Log) -> Result<(), Failure> {
        let context = &self.site.setup.context;
        let (dates, attributes) = match ruby_methods::index(context, self.options, "enabled")? {
            Value::Array(names) => {
                let names: Vec<String> = names.iter().map(|name| context.text(name)).collect();
                names.into_iter().partition(|name| matches!(name.as_str(), "year" | "month" | "day"))
            }
            Value::Bool(true) => self.everything()?,
            Value::Str(all) if &*all == "all" => self.everything()?,
            _ => return Ok(()),
        };
        if !dates.is_empty() {
            self.by_date(&dates, pages, log)?;
        }
        for attribute in attributes {
            for (title, documents) in by_attribute(context, self.documents()?, &attribute)? {
                pages.push(self.page(&attribute, Subject::Title(title), &documents, log)?);
            }
        }
        Ok(())
    }

    fn documents(&self) -> Result<&'a [Document], Failure> {
        self.documents.ok_or_else(|| {
            let text =
                format!("`jekyll-archives`: the site has no collection {}", self.site.setup.context.text(self.name));
            Failure::raised("NoMethodError", text)
        })
    }

    /// The types of archives for a collection that enables all: `year`, `month` and `day`, and the names of all
    /// attributes that are lists in some document.
    fn everything(&self) -> Result<(Vec<String>, Vec<String>), Failure> {
        let documents = self.documents()?;
        let mut attributes: Vec<String> = Vec::new();
        for key in documents.iter().flat_map(|document| document.data.keys()).filter_map(Value::as_str) {
            if !attributes.iter().any(|known| known == key) {
                attributes.push(key.to_owned());
            }
        }
        attributes.retain(|key| documents.iter().any(|document| matches!(document.field(key), Value::Array(_))));
        Ok((["year", "month", "day"].map(str::to_owned).to_vec(), attributes))
    }

    fn by_date(&self, wanted: &[String], pages: &mut Vec<Page>, log: &mut Log) -> Result<(), Failure> {
        let documents: Vec<&Document> = self.documents()?.iter().collect();
        let mut found = Vec::new();
        each_date(&documents, "", &mut |date, documents| found.push((date.to_vec(), documents.to_vec())));
        for (date, documents) in found {
            let kind = page::date_kind(&date);
            if wanted.iter().any(|wanted| wanted == kind) {
                pages.push(self.page(kind, Subject::Date(date), &documents, log)?);
            }
        }
        Ok(())
    }

    fn page(&self, kind: &str, subject: Subject, documents: &[&Document], log: &mut Log) -> Result<Page, Failure> {
        let context = &self.site.setup.context;
        let options = ruby_methods::hash(self.options)?;
        let slug = subject.slug(slug_mode(options), log);
        let template = match dig(options, "permalinks", kind)? {
            Value::Nil | Value::Bool(false) => "/:collection/:type/:name/".into(),
            template => template,
        };
        let mut values = subject.placeholders(slug);
        // If the placeholders are a hash, the collection is appended.
        let collection =
            if matches!(subject, Subject::Title(Value::Hash(_)) | Subject::Date(_)) { values.len() } else { 0 };
        values.insert(collection, ("collection".to_owned(), self.name.clone()));
        values.push(("type".to_owned(), singular(kind).into()));
        let url = page::url(context, &template, &values)?;
        let layout = match dig(options, "layouts", kind)? {
            Value::Nil | Value::Bool(false) => options.get("layout").cloned().unwrap_or(Value::Nil),
            layout => layout,
        };
        let mut page = page::at(context, "Jekyll::ArchivesV2::Archive", &url);
        page.data.set("layout", layout);
        let mut attributes = Hash::new();
        attributes.set("collection_name", self.name.clone());
        attributes.set("documents", page::drops(documents));
        attributes.set("type", kind);
        let (date, no_date) = match subject.date(context) {
            Ok(date) => (date, None),
            Err(problem) => (Value::Nil, Some(problem.message)),
        };
        page::describe(&mut attributes, &subject, date, &page, &url);
        let drop = DropAttributes { class: "Jekyll::ArchivesV2::PageDrop", methods: &METHODS, no_date };
        page.liquid_attributes =
            Some(Box::new(LiquidAttributes { attributes, defaults_type: None, drop: Some(drop), inspect: None }));
        Ok(page)
    }
}

/// The methods of Ruby's `PageDrop`, which templates read as keys of an archive page.
const METHODS: [&str; 9] =
    ["documents", "name", "permalink", "title", "date", "path", "type", "url", "collection_name"];

/// Ruby's `options.dig(key, kind)`. nil if `options` lacks `key`.
fn dig(options: &Hash, key: &str, kind: &str) -> Result<Value, Failure> {
    options.get(key).map_or(Ok(Value::Nil), |of_kinds| ruby_methods::dig(of_kinds, kind))
}

fn slug_mode(options: &Hash) -> Mode {
    match options.get("slug_mode") {
        None | Some(Value::Nil | Value::Bool(false)) => Mode::Default,
        Some(Value::Str(mode)) => Mode::named(mode),
        Some(_) => Mode::None,
    }
}
