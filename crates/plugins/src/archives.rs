//! The gem jekyll-archives 2.2: pages that list the posts of a tag, a category, a year, a month or a day.

mod page;
mod singular;
pub(crate) mod v2;

use super::ruby_methods;
use hastie_liquid::{Hash, Value};
use hastie_site::config::merge;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::{Document, SiteContext};
use hastie_site::plugin::{Generator, Hooks, Plugin};
use hastie_site::site::Site;
use indexmap::IndexMap;
use page::{Archive, Subject};
use std::sync::Arc;

/// Generates a page for each archive. If the setting `jekyll-archives` exists but is not a hash, the build fails.
#[derive(Debug)]
pub(crate) struct Archives;

impl Plugin for Archives {
    fn name(&self) -> &'static str {
        "jekyll-archives"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(ConfigCheck)]
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(ArchiveGenerator)]
    }
}

/// Fails if the setting `jekyll-archives` is invalid. Ruby checks it when it creates the generator, before anything is
/// read.
struct ConfigCheck;

impl Hooks for ConfigCheck {
    fn after_init(&self, context: &SiteContext, _log: &mut Log) -> Result<(), Failure> {
        config(context).map(drop)
    }
}

struct ArchiveGenerator;

impl Generator for ArchiveGenerator {
    fn class(&self) -> &'static str {
        "Jekyll::Archives::Archives"
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let config = config(&site.setup.context)?;
        let wanted = Wanted::of(config.get("enabled"));
        let mut archives = Vec::new();
        for (kind, attribute) in [("tag", "tags"), ("category", "categories")] {
            if wanted.has(attribute) {
                for (title, posts) in by_attribute(&site.setup.context, site.content.posts(), attribute)? {
                    archives.push(Archive { kind, subject: Subject::Title(title), posts });
                }
            }
        }
        let posts: Vec<&Document> = site.content.posts().iter().collect();
        each_date(&posts, "", &mut |date, posts| {
            let kind = page::date_kind(date);
            if wanted.has(kind) {
                archives.push(Archive { kind, subject: Subject::Date(date.to_vec()), posts: posts.to_vec() });
            }
        });
        let pages = archives.iter().map(|archive| archive.page(&site.setup.context, &config, log));
        let pages = pages.collect::<Result<Vec<_>, _>>()?;
        page::add(site, config, pages);
        Ok(())
    }
}

/// `jekyll-archives` in the configuration, merged over the defaults.
fn config(context: &SiteContext) -> Result<Hash, Failure> {
    let mut permalinks = Hash::new();
    permalinks.set("year", "/:year/");
    permalinks.set("month", "/:year/:month/");
    permalinks.set("day", "/:year/:month/:day/");
    permalinks.set("tag", "/tag/:name/");
    permalinks.set("category", "/category/:name/");
    let mut defaults = Hash::new();
    defaults.set("layout", "archive");
    defaults.set("enabled", Value::array(Vec::new()));
    defaults.set("permalinks", Value::hash(permalinks));
    match context.config.values.get("jekyll-archives") {
        None => Ok(defaults),
        Some(own) => Ok(merge::deep_merge(&defaults, ruby_methods::hash(own)?)),
    }
}

/// All archive types, or only the types that the option `enabled` lists.
enum Wanted {
    All,
    These(Vec<String>),
}

impl Wanted {
    fn of(enabled: Option<&Value>) -> Self {
        match enabled {
            Some(Value::Bool(true)) => Wanted::All,
            Some(Value::Str(all)) if &**all == "all" => Wanted::All,
            Some(Value::Array(names)) => {
                Wanted::These(names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect())
            }
            _ => Wanted::These(Vec::new()),
        }
    }

    fn has(&self, name: &str) -> bool {
        match self {
            Wanted::All => true,
            Wanted::These(names) => names.iter().any(|own| own == name),
        }
    }
}

/// The values of an attribute, such as tags, each with the documents that have the value.
type Groups<'a> = Vec<(Value, Vec<&'a Document>)>;

/// `Site#post_attr_hash`: groups the documents by each value of an attribute, newest first.
fn by_attribute<'a>(context: &SiteContext, documents: &'a [Document], attribute: &str) -> Result<Groups<'a>, Failure> {
    let mut groups = Hash::new();
    let mut members: Groups<'a> = Vec::new();
    for document in documents {
        let values = match document.field(attribute) {
            Value::Nil => continue,
            values => ruby_methods::each(context, &values)?,
        };
        for value in values {
            let index = match groups.get_value(&value) {
                Some(Value::Int(index)) => usize::try_from(*index).unwrap_or_default(),
                _ => {
                    groups.set_value(value.clone(), Value::Int(i64::try_from(members.len()).unwrap_or_default()));
                    members.push((value, Vec::new()));
                    members.len() - 1
                }
            };
            members[index].1.push(document);
        }
    }
    for (_, documents) in &mut members {
        latest_first(documents);
    }
    Ok(members)
}

/// Calls `found` for each year, its months and their days. The arguments are the parts of the date, such as `["2024",
/// "05"]`, and the documents of that period, newest first. `above` is the period that contains `documents`, such as
/// `2024`.
fn each_date<'a>(documents: &[&'a Document], above: &str, found: &mut impl FnMut(&[String], &[&'a Document])) {
    const FORMATS: [&str; 3] = ["%Y", "%m", "%d"];
    let above: Vec<String> = above.split(' ').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let Some(format) = FORMATS.get(above.len()) else { return };
    let mut groups: IndexMap<String, Vec<&Document>> = IndexMap::new();
    for document in documents {
        let part = document.context().strftime(&document.date(), format);
        groups.entry(part).or_default().push(document);
    }
    for (part, mut documents) in groups {
        latest_first(&mut documents);
        let mut date = above.clone();
        date.push(part);
        found(&date, &documents);
        each_date(&documents, &date.join(" "), found);
    }
}

fn latest_first(documents: &mut Vec<&Document>) {
    hastie_site::model::sort(documents, |a: &&Document, b: &&Document| a.compare(b));
    documents.reverse();
}
