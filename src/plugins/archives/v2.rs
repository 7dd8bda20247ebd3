//! Mirrors the gem jekyll-archives-v2: archives of any collection, by date and by any attribute that is a list.

use super::page::{self, Subject};
use super::{by_attribute, each_date};
use crate::config::merge;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::model::page::Guise;
use crate::model::permalink;
use crate::model::slug::{Mode, slugify};
use crate::model::{Document, Page};
use crate::plugins::{Generator, Plugin};
use crate::site::Site;
use hastie_liquid::{Hash, Value};
use std::sync::Arc;

/// The plugin.
#[derive(Debug)]
pub struct ArchivesV2;

impl Plugin for ArchivesV2 {
    fn name(&self) -> &'static str {
        "jekyll-archives-v2"
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(ArchiveGenerator)]
    }
}

struct ArchiveGenerator;

impl Generator for ArchiveGenerator {
    fn class(&self) -> &'static str {
        "Jekyll::ArchivesV2::Archives"
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let Some(config) = config(site, log) else { return Ok(()) };
        let mut pages = Vec::new();
        for (name, options) in config.iter() {
            let (Some(name), Some(options)) = (name.as_str(), options.as_hash()) else {
                let text = format!("`jekyll-archives`: {} has to be a collection's options", site.setup.inspect(name));
                return Err(Failure::raised("TypeError", text));
            };
            let found = site.collections.iter().find(|collection| collection.label() == name);
            let documents = found.map(|collection| collection.docs.as_slice());
            Shelf { site, name, options, documents }.archives(&mut pages)?;
        }
        page::add(site, config, pages);
        Ok(())
    }
}

/// `jekyll-archives` of the configuration, over what applies to each collection without.
fn config(site: &Site, log: &mut Log) -> Option<Hash> {
    let mut defaults = Hash::new();
    let names = site.setup.config("collections").as_hash().map(|names| names.keys().cloned().collect::<Vec<_>>());
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
    match site.setup.config.values.get("jekyll-archives") {
        None => Some(defaults),
        Some(Value::Hash(own)) => Some(merge::deep_merge(&defaults, own)),
        Some(other) => {
            let text = format!("Expected a hash but got {}", site.setup.inspect(other));
            log.push(Message::new(Level::Warn, "Archives:", text));
            log.push(Message::new(Level::Warn, "", "Archives will not be generated for this site."));
            None
        }
    }
}

/// One collection on its way to archives.
struct Shelf<'a> {
    site: &'a Site,
    name: &'a str,
    options: &'a Hash,
    documents: Option<&'a [Document]>,
}

impl<'a> Shelf<'a> {
    fn archives(&self, pages: &mut Vec<Page>) -> Result<(), Failure> {
        let (dates, attributes) = match self.options.get("enabled") {
            Some(Value::Array(names)) => {
                let names: Vec<String> = names.iter().map(|name| self.site.setup.text(name)).collect();
                names.into_iter().partition(|name| matches!(name.as_str(), "year" | "month" | "day"))
            }
            Some(Value::Bool(true)) => self.everything()?,
            Some(Value::Str(all)) if &**all == "all" => self.everything()?,
            _ => (Vec::new(), Vec::new()),
        };
        if !dates.is_empty() {
            self.by_date(&dates, pages)?;
        }
        for attribute in attributes {
            for (title, documents) in by_attribute(self.documents()?, &attribute) {
                pages.push(self.page(&attribute, Subject::Title(title), &documents)?);
            }
        }
        Ok(())
    }

    fn documents(&self) -> Result<&'a [Document], Failure> {
        self.documents.ok_or_else(|| {
            let text = format!("`jekyll-archives`: the site has no collection {}", self.name);
            Failure::raised("NoMethodError", text)
        })
    }

    /// All dates, and the attributes that are lists in any document.
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

    fn by_date(&self, wanted: &[String], pages: &mut Vec<Page>) -> Result<(), Failure> {
        let documents: Vec<&Document> = self.documents()?.iter().collect();
        let mut found = Vec::new();
        each_date(&documents, "", &mut |date, documents| found.push((date.to_vec(), documents.to_vec())));
        for (date, documents) in found {
            let kind = page::date_kind(&date);
            if wanted.iter().any(|wanted| wanted == kind) {
                pages.push(self.page(kind, Subject::Date(date), &documents)?);
            }
        }
        Ok(())
    }

    fn page(&self, kind: &str, subject: Subject, documents: &[&Document]) -> Result<Page, Failure> {
        let template = page::of_kind(self.options, "permalinks", kind).filter(|template| template.truthy());
        let template = template.map_or_else(|| "/:collection/:type/:name/".to_owned(), |t| self.site.setup.text(t));
        let slug = match &subject {
            Subject::Title(Value::Str(title)) => Some(slugify(title, self.slug_mode(), false)),
            _ => None,
        };
        let singular = singular(kind);
        let mut values = Vec::new();
        if let Subject::Date(date) = &subject {
            values.extend(["year", "month", "day"].into_iter().zip(date.iter().map(|part| Some(part.as_str()))));
        }
        values.push(("collection", Some(self.name)));
        if let Subject::Title(_) = &subject {
            values.push(("name", slug.as_deref()));
        }
        values.push(("type", Some(singular.as_str())));
        let invalid = |_| Failure::raised("ArgumentError", format!("Template {template:?} provided is invalid."));
        let url = permalink::fill_in_order(&template, &values).map_err(invalid)?;
        let layout = page::of_kind(self.options, "layouts", kind).filter(|layout| layout.truthy());
        let layout = layout.or_else(|| self.options.get("layout")).cloned().unwrap_or(Value::Nil);
        let mut page = page::at(&self.site.setup, "Jekyll::ArchivesV2::Archive", &url);
        page.data.set("layout", layout);
        let mut attributes = Hash::new();
        attributes.set("collection_name", self.name);
        attributes.set("documents", page::drops(documents));
        attributes.set("type", kind);
        page::describe(&mut attributes, &subject, &page, &url);
        page.guise = Some(Box::new(Guise { attributes, defaults_type: None }));
        Ok(page)
    }

    fn slug_mode(&self) -> Mode {
        match self.options.get("slug_mode") {
            Some(Value::Str(mode)) => Mode::named(mode),
            _ => Mode::Default,
        }
    }
}

/// The singular of an attribute's name, as Active Support's inflector has it for the words that lists go by.
fn singular(word: &str) -> String {
    const IRREGULAR: [(&str, &str); 7] = [
        ("people", "person"),
        ("men", "man"),
        ("children", "child"),
        ("movies", "movie"),
        ("databases", "database"),
        ("indices", "index"),
        ("matrices", "matrix"),
    ];
    const UNCHANGED: [&str; 6] = ["news", "series", "species", "status", "equipment", "information"];
    if let Some((plural, singular)) = IRREGULAR.iter().find(|(plural, _)| word.ends_with(plural)) {
        return format!("{}{singular}", &word[..word.len() - plural.len()]);
    }
    if UNCHANGED.iter().any(|same| word.ends_with(same)) || word.ends_with("ss") {
        return word.to_owned();
    }
    let stem = |ending: &str| word.strip_suffix(ending);
    let after_vowel = |stem: &str| stem.ends_with(['a', 'e', 'i', 'o', 'u', 'y']) && !stem.ends_with("qu");
    if let Some(stem) = stem("ies").filter(|stem| !stem.is_empty() && !after_vowel(stem)) {
        return format!("{stem}y");
    }
    let hissing =
        |stem: &&str| ["x", "ch", "ss", "sh", "o", "status", "alias", "bus"].iter().any(|end| stem.ends_with(end));
    if let Some(stem) = stem("es").filter(hissing) {
        return stem.to_owned();
    }
    stem("s").unwrap_or(word).to_owned()
}
