//! Mirrors `PaginateV2::AutoPages`: a page for each tag, category and collection, made of a layout.

use super::posts::split;
use super::{NAME, configured, get, is_set, wrong};
use crate::config::merge;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::page::PageKind;
use crate::model::slug::{self, Mode, slugify};
use crate::model::{Page, path};
use crate::read::pages;
use crate::setup::Setup;
use crate::site::Site;
use hastie_liquid::{Hash, Value};
use indexmap::IndexMap;
use std::sync::Arc;

/// A kind of automatic pages.
struct Kind {
    /// The key of its options.
    key: &'static str,
    /// The attribute whose values have pages.
    attribute: &'static str,
    /// The word that permalinks and titles have for the value.
    word: &'static str,
    /// The pagination's option that is set.
    option: &'static str,
    layout: &'static str,
    title: &'static str,
    permalink: &'static str,
    class: &'static str,
}

const KINDS: [Kind; 3] = [
    Kind {
        key: "tags",
        attribute: "tags",
        word: ":tag",
        option: "tag",
        layout: "autopage_tags.html",
        title: "Posts tagged with :tag",
        permalink: "/tag/:tag",
        class: "Jekyll::PaginateV2::AutoPages::TagAutoPage",
    },
    Kind {
        key: "categories",
        attribute: "categories",
        word: ":cat",
        option: "category",
        layout: "autopage_category.html",
        title: "Posts in category :cat",
        permalink: "/category/:cat",
        class: "Jekyll::PaginateV2::AutoPages::CategoryAutoPage",
    },
    Kind {
        key: "collections",
        attribute: "__coll",
        word: ":coll",
        option: "collection",
        layout: "autopage_collection.html",
        title: "Posts in collection :coll",
        permalink: "/collection/:coll",
        class: "Jekyll::PaginateV2::AutoPages::CollectionAutoPage",
    },
];

/// Adds the pages to the site.
pub fn create(site: &mut Site, pagination: &Hash, log: &mut Log) -> Result<(), Failure> {
    let setup = Arc::clone(&site.setup);
    let options = configured(&setup, "autopages", defaults())?;
    if !is_set(&options, "enabled") {
        log.info("AutoPages:", "Disabled/Not configured in site.config.");
        return Ok(());
    }
    for collection in &mut site.collections {
        let label = collection.shelf.label.clone();
        for document in collection.docs.iter_mut().filter(|document| document.data.get("pagination").is_none()) {
            document.data.set("__coll", label.as_str());
        }
    }
    for kind in &KINDS {
        let Some(own) = get(&options, kind.key).as_hash() else {
            return Err(wrong(&setup, kind.key, "a hash", get(&options, kind.key)));
        };
        if !is_set(own, "enabled") {
            log.info("AutoPages:", format!("{} pages are disabled/not configured in site.config.", kind.key));
            continue;
        }
        log.info("AutoPages:", format!("Generating {} pages", kind.key));
        for (value, shown) in values(site, kind)? {
            let Value::Array(layouts) = get(own, "layouts") else {
                return Err(wrong(&setup, "layouts", "a list", get(own, "layouts")));
            };
            for layout in layouts.iter() {
                let page = page(&setup, kind, own, pagination, &setup.text(layout), (&value, &shown), log)?;
                site.pages.push(page);
            }
        }
    }
    Ok(())
}

fn defaults() -> Hash {
    let mut defaults = Hash::new();
    defaults.set("enabled", false);
    for kind in &KINDS {
        let mut slugify = Hash::new();
        slugify.set("mode", "none");
        slugify.set("cased", false);
        let mut options = Hash::new();
        options.set("layouts", Value::array(vec![Value::from(kind.layout)]));
        options.set("title", kind.title);
        options.set("permalink", kind.permalink);
        options.set("enabled", true);
        options.set("slugify", Value::hash(slugify));
        defaults.set(kind.key, Value::hash(options));
    }
    defaults
}

/// `ap_index_posts_by`: the values in lower case, each with how it was first written.
fn values(site: &Site, kind: &Kind) -> Result<IndexMap<String, String>, Failure> {
    let setup = &site.setup;
    let mut found: IndexMap<String, String> = IndexMap::new();
    let documents = site.collections.iter().flat_map(|collection| &collection.docs);
    for document in documents.filter(|document| document.data.get("pagination").is_none()) {
        let raw: Vec<String> = match document.data.get(kind.attribute) {
            None | Some(Value::Nil) => continue,
            Some(Value::Str(text)) => split(text, |c| matches!(c, ';' | ',') || c.is_ascii_whitespace()),
            Some(Value::Array(items)) if items.iter().all(|item| item.as_str().is_some()) => {
                items.iter().map(|item| setup.text(item)).collect()
            }
            Some(other) => {
                let text = format!("{NAME}: `{}` of {}", kind.attribute, document.relative_path);
                let text = format!("{text} has to be a list of texts, and is {}", setup.inspect(other));
                return Err(Failure::raised("NoMethodError", text));
            }
        };
        for piece in raw.iter().flat_map(|value| split(value.trim(), |c| matches!(c, ';' | ','))) {
            found.entry(slug::downcase(&piece).trim().to_owned()).or_insert(piece);
        }
    }
    Ok(found)
}

/// `BaseAutoPage.new`
fn page(
    setup: &Arc<Setup>,
    kind: &Kind,
    options: &Hash,
    pagination: &Hash,
    layout: &str,
    (value, shown): (&str, &str),
    log: &mut Log,
) -> Result<Page, Failure> {
    let slug = slug_of(setup, options, value);
    let read = pages::read_yaml(setup, &setup.in_source(&format!("_layouts/{layout}")), log)?;
    let over = |base: &Hash, key: &str| match read.data.get(key) {
        Some(Value::Hash(own)) => merge::deep_merge(base, own),
        _ => base.clone(),
    };
    let mut pagination = over(pagination, "pagination");
    pagination.set(kind.option, value);
    let options = over(options, "autopages");
    let filled = |key: &str| setup.text(get(&options, key)).replacen(kind.word, &slug, 1);
    let permalink = filled("permalink");
    let title = filled("title");
    // Ruby reads the layout before the page has a folder, and never looks again.
    let mut page = Page::new(setup, PageKind::Generated(kind.class), &setup.source, "", "index.html");
    page.serve_at(&path::join(&permalink, "index.html"));
    page.defaults_of = Some(format!("_layouts/{layout}"));
    page.data = read.data;
    page.content = read.content.into();
    page.data.set("permalink", permalink);
    page.data.set("layout", path::stem(layout));
    page.data.set("title", title);
    page.data.set("pagination", Value::hash(pagination));
    let mut about = Hash::new();
    about.set("layout_path", format!("_layouts/{layout}"));
    about.set("display_name", shown);
    page.data.set("autopage", Value::hash(about));
    Ok(page)
}

fn slug_of(setup: &Setup, options: &Hash, value: &str) -> String {
    let slugs = get(options, "slugify").as_hash().cloned().unwrap_or_default();
    let mode = match get(&slugs, "mode") {
        Value::Nil | Value::Bool(false) => Mode::Default,
        mode => Mode::named(&setup.text(mode)),
    };
    slugify(value, mode, is_set(&slugs, "cased"))
}
