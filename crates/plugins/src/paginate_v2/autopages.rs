//! Creates a page for each tag, category and collection, from a layout. Mirrors `PaginateV2::AutoPages`.

use super::posts::{lower, values};
use super::{configured, get, is_set};
use crate::ruby_methods;
use hastie_liquid::{Hash, Value, filters};
use hastie_site::config::merge;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::page::PageKind;
use hastie_site::model::slug::{self, Mode, slugify};
use hastie_site::model::{Page, SiteContext};
use hastie_site::path;
use hastie_site::read::pages;
use hastie_site::site::Site;
use hastie_value::text::strip;
use indexmap::IndexMap;
use std::sync::Arc;

/// One of the three types of generated pages: for tags, for categories or for collections.
struct Kind {
    /// The key under `autopages` with the options for these pages.
    key: &'static str,
    /// The attribute whose values get pages.
    attribute: &'static str,
    /// The placeholder for the value in permalinks and titles.
    word: &'static str,
    /// The pagination option that selects the documents of a page.
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

/// Generates the pages that the options request for tags, categories and collections.
pub(crate) fn create(site: &mut Site, pagination: &Hash, log: &mut Log) -> Result<(), Failure> {
    let context = Arc::clone(&site.setup.context);
    let options = configured(&context, "autopages", defaults())?;
    if !is_set(&options, "enabled") {
        log.info("AutoPages:", "Disabled/Not configured in site.config.");
        return Ok(());
    }
    for collection in &mut site.content.collections {
        let label = collection.info.label.clone();
        for document in collection.docs.iter_mut().filter(|document| document.data.get("pagination").is_none()) {
            document.data.set("__coll", label.as_str());
        }
    }
    for kind in &KINDS {
        let own = get(&options, kind.key);
        if !ruby_methods::index(&context, own, "enabled")?.truthy() {
            log.info("AutoPages:", format!("{} pages are disabled/not configured in site.config.", kind.key));
            continue;
        }
        log.info("AutoPages:", format!("Generating {} pages", kind.key));
        for (value, shown) in found(site, kind)? {
            for layout in ruby_methods::each(&context, &ruby_methods::index(&context, own, "layouts")?)? {
                let layout = ruby_methods::text(&context, &layout, "start_with?")?;
                site.content.pages.push(page(&context, kind, own, pagination, layout, (&value, &shown), log)?);
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

/// `ap_index_posts_by`: all values of the attribute in the site's documents, such as all tags. The keys are the values
/// in lower case, and each has the spelling that occurs first.
fn found(site: &Site, kind: &Kind) -> Result<IndexMap<String, String>, Failure> {
    let mut found: IndexMap<String, String> = IndexMap::new();
    let documents = site.content.collections.iter().flat_map(|collection| &collection.docs);
    for document in documents.filter(|document| document.data.get("pagination").is_none()) {
        for value in values(&site.setup.context, document, kind.attribute)? {
            let value = strip(ruby_methods::text(&site.setup.context, &value, "strip")?);
            for piece in ruby_methods::split(value, |c| matches!(c, ';' | ',')) {
                found.entry(lower(&piece)).or_insert(piece);
            }
        }
    }
    Ok(found)
}

/// `BaseAutoPage.new`: creates the page for a tag, category or collection from a layout.
fn page(
    context: &Arc<SiteContext>,
    kind: &Kind,
    options: &Value,
    pagination: &Hash,
    layout: &str,
    (value, shown): (&str, &str),
    log: &mut Log,
) -> Result<Page, Failure> {
    let read = pages::read_yaml(context, &context.in_source(&format!("_layouts/{layout}")), log)?;
    let over = |base: &Hash, key: &str| match read.data.get(key) {
        None | Some(Value::Nil | Value::Bool(false)) => Ok(base.clone()),
        Some(own) => Ok(merge::deep_merge(base, ruby_methods::hash(own)?)),
    };
    let base = ruby_methods::hash(options)?;
    let mut pagination = over(pagination, "pagination")?;
    let own = over(base, "autopages")?;
    pagination.set(kind.option, value);
    // The slug depends only on the site's options.
    let slug = slug_of(context, get(base, "slugify"), value, log)?;
    let permalink = filters::sub(ruby_methods::text(context, get(&own, "permalink"), "sub")?, kind.word, &slug);
    let slug = slug_of(context, get(base, "slugify"), value, log)?;
    let title = filters::sub(ruby_methods::text(context, get(&own, "title"), "sub")?, kind.word, &slug);
    // Ruby reads the layout before the page has a folder, and does not update it.
    let mut page = Page::new(context, PageKind::Generated(kind.class), &context.source, "", "index.html");
    page.set_url(&path::join(&permalink, "index.html"));
    page.defaults_of = Some(format!("_layouts/{layout}"));
    page.data = read.data.into();
    page.content = read.content.into();
    page.lacks_content = !read.is_read;
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

fn slug_of(context: &SiteContext, options: &Value, value: &str, log: &mut Log) -> Result<String, Failure> {
    let Value::Hash(options) = options else { return Err(context.no_method("has_key?", options)) };
    let mode = match get(options, "mode") {
        Value::Nil | Value::Bool(false) => Mode::Default,
        Value::Str(mode) => Mode::named(mode),
        _ => Mode::None,
    };
    let slug = slugify(value, mode, is_set(options, "cased"));
    if slug.is_empty() && mode != Mode::None {
        log.push(slug::empty(value, mode));
    }
    Ok(slug)
}
