//! The gem jekyll-feed 0.17: Atom feeds of posts and collections, and `{% feed_meta %}`.

mod xml;

use super::evaluation::Evaluation;
use hastie_liquid::{Abort, Context, Engine, Hash, Tag, Value};
use hastie_site::config::Configuration;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::{Page, SiteContext};
use hastie_site::plugin::{Generator, Plugin, priority};
use hastie_site::render::rendering_of;
use hastie_site::site::Site;
use hastie_site::world::World;
use hastie_value::text::{Apostrophe, escape_html};
use std::path::Path;
use std::sync::Arc;

/// Registers the tag `feed_meta`, and generates the feeds, in a generator with the lowest priority.
#[derive(Debug)]
pub(crate) struct Feed;

impl Plugin for Feed {
    fn name(&self) -> &'static str {
        "jekyll-feed"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("feed_meta", |_| Ok(Box::new(FeedMeta)));
    }

    /// If only the posts' feed has a `path`, also sets it as the `path` of the whole section `feed`. The gem does the
    /// same, because it writes this path into the configuration.
    fn configure(&self, config: &mut Configuration, world: &World, _log: &mut Log) -> Result<(), Failure> {
        let Some(feed) = config.get("feed").as_hash() else { return Ok(()) };
        let posts = feed.get("collections").and_then(Value::as_hash).and_then(|all| all.get("posts"));
        let path = posts.and_then(Value::as_hash).and_then(|posts| posts.get("path")).filter(|path| path.truthy());
        let is_own = feed.get("path").is_some_and(Value::truthy);
        if let Some(path) = path.cloned().filter(|_| !is_own && !is_skipped(feed, world)) {
            let mut feed = feed.clone();
            feed.set("path", path);
            config.values.set("feed", Value::hash(feed));
        }
        Ok(())
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(FeedGenerator)]
    }
}

/// `{% feed_meta %}`: the link to the feed in a page's head.
#[derive(Debug)]
struct FeedMeta;

impl Tag for FeedMeta {
    fn is_repeatable(&self) -> bool {
        true
    }

    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let context = Arc::clone(&rendering_of(cx.host)?.setup().context);
        let path = context.config("feed").as_hash().and_then(|feed| feed.get("path")).filter(|path| path.truthy());
        let path = path.cloned().unwrap_or_else(|| Value::from("feed.xml"));
        let url = cx.invoke("absolute_url", &path, &[])?;
        let title = [context.settings().title(), context.config("name")].into_iter().find(|title| title.truthy());
        let mut attributes = vec![("type", "application/atom+xml".to_string()), ("rel", "alternate".to_string())];
        attributes.push(("href", context.text(&url)));
        attributes.extend(title.map(|title| ("title", context.text(title))));
        let shown = attributes.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
        out.push_str(&format!("<link {} />", shown.collect::<Vec<_>>().join(" ")));
        Ok(())
    }
}

/// Ruby's `encode(xml: :attr)`: the escaped text in double quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", escape_html(text, Apostrophe::Name))
}

/// Whether `disable_in_development` disables the feeds in this build.
fn is_skipped(config: &Hash, world: &World) -> bool {
    let is_development = world.variable("JEKYLL_ENV").unwrap_or("development") == "development";
    is_development && config.get("disable_in_development").is_some_and(Value::truthy)
}

struct FeedGenerator;

/// A feed to generate: its path, and the collection, category and tag of its posts.
struct FeedPage {
    path: String,
    collection: Value,
    category: Value,
    tag: Value,
}

impl Generator for FeedGenerator {
    fn class(&self) -> &'static str {
        "JekyllFeed::Generator"
    }

    fn priority(&self) -> i32 {
        priority::LOWEST
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let context = Arc::clone(&site.setup.context);
        let config = config(&context)?;
        if is_skipped(&config, &context.world) {
            log.info("Jekyll Feed:", "Skipping feed generation in development");
            return Ok(());
        }
        for collection in collections(&context, &config)? {
            log.info("Jekyll Feed:", format!("Generating feed for {}", context.text(&collection.name)));
            for category in &collection.categories {
                let path = feed_path(&context, &collection, category)?;
                let (collection, category) = (collection.name.clone(), category.clone());
                add(site, FeedPage { path, collection, category, tag: Value::Nil });
            }
        }
        match config.get("tags").filter(|tags| tags.truthy()) {
            Some(tags) => by_tag(site, tags, log),
            None => Ok(()),
        }
    }
}

/// The section `feed` of the configuration. Empty if it is not set. Fails if it is a value that Ruby cannot read with
/// `[]`.
fn config(context: &SiteContext) -> Result<Hash, Failure> {
    match context.config("feed") {
        Value::Hash(config) => Ok(config.as_ref().clone()),
        Value::Nil | Value::Bool(false) => Ok(Hash::new()),
        Value::Str(_) => Err(Failure::raised("IndexError", "string not matched")),
        Value::Array(_) | Value::Int(_) => Err(Failure::no_conversion_of("String", "Integer")),
        other => Err(context.no_method("[]", other)),
    }
}

/// A collection with feeds. `path` is nil if the feed of the whole collection has its default path.
struct FeedCollection {
    name: Value,
    path: Value,
    /// The categories with their own feed. nil means the feed of the whole collection.
    categories: Vec<Value>,
}

/// The collections with feeds, each with its configuration. Posts always have one.
fn collections(context: &SiteContext, section: &Hash) -> Result<Vec<FeedCollection>, Failure> {
    let mut all = match section.get("collections") {
        Some(Value::Array(names)) => {
            let mut all = Hash::new();
            names.iter().for_each(|name| all.set_value(name.clone(), Value::hash(Hash::new())));
            all
        }
        Some(Value::Hash(entries)) => entries.as_ref().clone(),
        _ => Hash::new(),
    };
    let mut posts = match all.get("posts") {
        Some(Value::Hash(posts)) => posts.as_ref().clone(),
        None | Some(Value::Nil | Value::Bool(false)) => Hash::new(),
        Some(other) => return Err(context.no_method("[]", other)),
    };
    for key in ["path", "categories"] {
        if !posts.get(key).is_some_and(Value::truthy) {
            posts.set(key, section.get(key).cloned().unwrap_or(Value::Nil));
        }
    }
    all.set("posts", Value::hash(posts));
    let mut collections = Vec::new();
    for (name, meta) in all.iter() {
        let Value::Hash(meta) = meta else { return Err(context.no_method("[]", meta)) };
        let get = |key| meta.get(key).cloned().unwrap_or(Value::Nil);
        collections.push(FeedCollection {
            name: name.clone(),
            path: get("path"),
            categories: categories(context, &get("categories"))?,
        });
    }
    Ok(collections)
}

/// The categories with their own feed, without duplicates. nil means the feed of the whole collection.
fn categories(context: &SiteContext, listed: &Value) -> Result<Vec<Value>, Failure> {
    let mut all = match listed {
        Value::Nil | Value::Bool(false) => Vec::new(),
        Value::Array(names) => names.to_vec(),
        Value::Hash(pairs) => pairs.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect(),
        other => return Err(context.no_method("to_set", other)),
    };
    all.push(Value::Nil);
    let mut seen = Vec::new();
    all.retain(|category| {
        let shown = context.inspect(category);
        let is_new = !seen.contains(&shown);
        seen.push(shown);
        is_new
    });
    Ok(all)
}

fn feed_path(context: &SiteContext, collection: &FeedCollection, category: &Value) -> Result<String, Failure> {
    let prefix = match collection.name.as_str() {
        Some("posts") => "/feed".to_owned(),
        _ => format!("/feed/{}", context.text(&collection.name)),
    };
    if category.truthy() {
        return Ok(format!("{prefix}/{}.xml", context.text(category)));
    }
    match &collection.path {
        Value::Nil | Value::Bool(false) => Ok(format!("{prefix}.xml")),
        Value::Str(path) => Ok(path.to_string()),
        other => Err(context.no_method("start_with?", other)),
    }
}

/// Adds a feed for each tag, or for those selected by the configuration.
fn by_tag(site: &mut Site, tags: &Value, log: &mut Log) -> Result<(), Failure> {
    let context = Arc::clone(&site.setup.context);
    let used = used_tags(site);
    if used.is_empty() {
        return Ok(());
    }
    let options = tags.as_hash().cloned().unwrap_or_default();
    let get = |key: &str| options.get(key).filter(|value| value.truthy());
    let only = match get("only") {
        None => used,
        Some(Value::Array(only)) => only.to_vec(),
        Some(other) => return Err(context.no_method("-", other)),
    };
    let except: Vec<String> = match get("except") {
        None => Vec::new(),
        Some(Value::Array(except)) => except.iter().map(|tag| context.inspect(tag)).collect(),
        Some(other) => return Err(Failure::no_conversion(other, "Array")),
    };
    let folder = get("path").map_or("/feed/by_tag/".to_owned(), |path| context.text(path));
    for tag in only.into_iter().filter(|tag| !except.contains(&context.inspect(tag))) {
        let name = match &tag {
            Value::Nil => "",
            Value::Str(name) => name,
            other => return Err(Failure::no_conversion(other, "String")),
        };
        if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            log.info("Jekyll Feed:", format!("Generating feed for posts tagged {name}"));
            let path = format!("{folder}{name}.xml");
            add(site, FeedPage { path, collection: "posts".into(), category: Value::Nil, tag });
        }
    }
    Ok(())
}

/// Ruby's `site.tags.keys`: the tags of all posts, without duplicates.
fn used_tags(site: &Site) -> Vec<Value> {
    let mut used = Hash::new();
    for post in site.content.posts() {
        for tag in Evaluation::items(&post.field("tags")).iter() {
            used.set_value(tag.clone(), Value::Nil);
        }
    }
    used.keys().cloned().collect()
}

/// Adds a feed unless the source contains a file with the same path.
fn add(site: &mut Site, feed: FeedPage) {
    let context = Arc::clone(&site.setup.context);
    let there = |path: &str| context.world.exists(Path::new(&context.in_source(path)));
    if there(&feed.path) {
        return;
    }
    let mut page = Page::without_file(&context, "", &feed.path);
    page.data.set("layout", Value::Nil);
    page.data.set("sitemap", false);
    page.data.set("xsl", there("feed.xslt.xml"));
    page.data.set("collection", feed.collection);
    page.data.set("category", feed.category);
    page.data.set("tags", feed.tag);
    site.add_produced(page, Arc::new(xml::FeedXml));
}
