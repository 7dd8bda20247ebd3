//! Mirrors the gem jekyll-feed 0.17: Atom feeds of posts and collections, and `{% feed_meta %}`.

use super::ask::Ask;
use super::{Generator, Plugin, priority};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::Page;
use crate::render::Turn;
use crate::render::producer::Producer;
use crate::render::turn_of;
use crate::setup::Setup;
use crate::site::Site;
use hastie_liquid::{Abort, Cx, Engine, Hash, Str, Tag, Value};
use std::path::Path;
use std::sync::Arc;

/// The plugin.
#[derive(Debug)]
pub struct Feed;

impl Plugin for Feed {
    fn name(&self) -> &'static str {
        "jekyll-feed"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("feed_meta", |_| Ok(Box::new(FeedMeta)));
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(FeedGenerator)]
    }
}

/// `{% feed_meta %}`: the link to the feed for a page's head.
#[derive(Debug)]
struct FeedMeta;

impl Tag for FeedMeta {
    fn render(&self, cx: &mut Cx<'_>, out: &mut String) -> Result<(), Abort> {
        let setup = Arc::clone(turn_of(cx.host)?.setup());
        let path = setup.config("feed").as_hash().and_then(|feed| feed.get("path")).filter(|path| path.truthy());
        let path = path.cloned().unwrap_or_else(|| Value::from("feed.xml"));
        let url = cx.invoke("absolute_url", &path, &[])?;
        let title = [setup.config("title"), setup.config("name")].into_iter().find(|title| title.truthy());
        let mut attributes = vec![("type", "application/atom+xml".to_string()), ("rel", "alternate".to_string())];
        attributes.push(("href", setup.text(&url)));
        attributes.extend(title.map(|title| ("title", setup.text(title))));
        let shown = attributes.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
        out.push_str(&format!("<link {} />", shown.collect::<Vec<_>>().join(" ")));
        Ok(())
    }
}

/// Ruby's `encode(xml: :attr)`.
fn quoted(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    format!("\"{escaped}\"")
}

struct FeedGenerator;

/// One feed to be made.
struct Wanted<'a> {
    path: String,
    collection: &'a str,
    category: Option<String>,
    tag: Option<String>,
}

impl Generator for FeedGenerator {
    fn class(&self) -> &'static str {
        "JekyllFeed::Generator"
    }

    fn priority(&self) -> i32 {
        priority::LOWEST
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let setup = Arc::clone(&site.setup);
        let config = setup.config("feed").as_hash().cloned().unwrap_or_default();
        let development = setup.world.variable("JEKYLL_ENV").unwrap_or("development") == "development";
        if development && config.get("disable_in_development").is_some_and(Value::truthy) {
            log.info("Jekyll Feed:", "Skipping feed generation in development");
            return Ok(());
        }
        for (name, meta) in collections(&config) {
            log.info("Jekyll Feed:", format!("Generating feed for {name}"));
            let mut categories: Vec<Option<String>> = Vec::new();
            for category in meta.get("categories").and_then(Value::as_array).unwrap_or_default() {
                let category = Some(setup.text(category));
                if !categories.contains(&category) {
                    categories.push(category);
                }
            }
            categories.push(None);
            for category in categories {
                let path = feed_path(&setup, &name, &meta, category.as_deref());
                add(site, Wanted { path, collection: &name, category, tag: None });
            }
        }
        if let Some(tags) = config.get("tags").filter(|tags| tags.truthy()) {
            by_tag(site, tags, log);
        }
        Ok(())
    }
}

/// The collections that get feeds, and what the configuration says of each. Posts always have one.
fn collections(config: &Hash) -> Vec<(String, Hash)> {
    let mut all: Vec<(String, Hash)> = match config.get("collections") {
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).map(|name| (name.to_string(), Hash::new())).collect()
        }
        Some(Value::Hash(entries)) => entries
            .iter()
            .filter_map(|(name, meta)| Some((name.as_str()?.to_string(), meta.as_hash().cloned().unwrap_or_default())))
            .collect(),
        _ => Vec::new(),
    };
    if !all.iter().any(|(name, _)| name == "posts") {
        all.push(("posts".to_string(), Hash::new()));
    }
    for (_, meta) in all.iter_mut().filter(|(name, _)| name == "posts") {
        for key in ["path", "categories"] {
            if !meta.get(key).is_some_and(Value::truthy) {
                meta.set(key, config.get(key).cloned().unwrap_or(Value::Nil));
            }
        }
    }
    all
}

fn feed_path(setup: &Setup, collection: &str, meta: &Hash, category: Option<&str>) -> String {
    let prefix = if collection == "posts" { "/feed".to_string() } else { format!("/feed/{collection}") };
    match (category, meta.get("path")) {
        (Some(category), _) => format!("{prefix}/{category}.xml"),
        (None, Some(path)) if path.truthy() => setup.text(path),
        (None, _) => format!("{prefix}.xml"),
    }
}

/// A feed for each tag, or for those that the configuration lets through.
fn by_tag(site: &mut Site, tags: &Value, log: &mut Log) {
    let setup = Arc::clone(&site.setup);
    let options = tags.as_hash().cloned().unwrap_or_default();
    let list = |key: &str| {
        options
            .get(key)
            .and_then(Value::as_array)
            .map(|items| items.iter().map(|tag| setup.text(tag)).collect::<Vec<_>>())
    };
    let mut used: Vec<String> = Vec::new();
    for post in site.posts() {
        for tag in Ask::items(&post.field("tags")).iter().map(|tag| setup.text(tag)) {
            if !used.contains(&tag) {
                used.push(tag);
            }
        }
    }
    if used.is_empty() {
        return;
    }
    let except = list("except").unwrap_or_default();
    let folder = match options.get("path") {
        Some(path) if path.truthy() => setup.text(path),
        _ => "/feed/by_tag/".to_string(),
    };
    for tag in list("only").unwrap_or(used).into_iter().filter(|tag| !except.contains(tag)) {
        if tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            log.info("Jekyll Feed:", format!("Generating feed for posts tagged {tag}"));
            add(
                site,
                Wanted { path: format!("{folder}{tag}.xml"), collection: "posts", category: None, tag: Some(tag) },
            );
        }
    }
}

/// Adds a feed, unless the source has a file in its place.
fn add(site: &mut Site, wanted: Wanted<'_>) {
    let setup = Arc::clone(&site.setup);
    let there = |path: &str| setup.world.exists(Path::new(&setup.in_source(path)));
    if there(&wanted.path) {
        return;
    }
    let text = |text: Option<String>| text.map_or(Value::Nil, Value::from);
    let mut page = Page::without_file(&setup, "", &wanted.path);
    page.data.set("layout", Value::Nil);
    page.data.set("sitemap", false);
    page.data.set("xsl", there("feed.xslt.xml"));
    page.data.set("collection", wanted.collection);
    page.data.set("category", text(wanted.category));
    page.data.set("tags", text(wanted.tag));
    page.producer = Some(Arc::new(FeedXml));
    site.pages.push(page);
}

/// The content of a feed.
#[derive(Debug)]
struct FeedXml;

impl Producer for FeedXml {
    fn produce(&self, _page: &Page, turn: &mut Turn) -> Result<Str, Abort> {
        let engine = turn.setup().engine.clone();
        let mut ask = Ask::new(&engine, turn);
        let (site, page) = (ask.variable("site")?, ask.variable("page")?);
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
        head(&mut ask, &site, &page, &mut xml)?;
        let posts = posts(&mut ask, &site, &page)?;
        let limit = ask.dig(&site, &["feed", "posts_limit"])?;
        let limit = match ask.or(limit, Value::Int(10))? {
            Value::Int(limit) => usize::try_from(limit).unwrap_or(0),
            other => ask.text(&other, &[])?.parse().unwrap_or(0),
        };
        for post in posts.iter().take(limit) {
            entry(&mut ask, &site, post, &mut xml)?;
        }
        xml.push_str("</feed>");
        Ok(xml.into())
    }
}

/// Everything before the entries.
fn head(ask: &mut Ask<'_>, site: &Value, page: &Value, xml: &mut String) -> Result<(), Abort> {
    if ask.get(page, "xsl")?.truthy() {
        let href = ask.text(&Value::from("/feed.xslt.xml"), &["absolute_url"])?;
        xml.push_str(&format!("<?xml-stylesheet type=\"text/xml\" href=\"{href}\"?>"));
    }
    let lang = ask.get(site, "lang")?;
    let shown_lang = ask.text(&lang, &[])?;
    let (xml_lang, href_lang) = match lang.truthy() {
        true => (format!("xml:lang=\"{shown_lang}\""), format!("hreflang=\"{shown_lang}\" ")),
        false => (String::new(), String::new()),
    };
    let jekyll = ask.variable("jekyll")?;
    let version = ask.get(&jekyll, "version")?;
    let (version, url) = (ask.text(&version, &[])?, ask.get(page, "url")?);
    let own = ask.text(&url, &["absolute_url"])?;
    let root = ask.text(&Value::from("/"), &["absolute_url"])?;
    let time = ask.get(site, "time")?;
    let time = ask.text(&time, &["date_to_xmlschema"])?;
    let id = ask.text(&url, &["absolute_url", "xml_escape"])?;
    xml.push_str(&format!(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" {xml_lang}>\
         <generator uri=\"https://jekyllrb.com/\" version=\"{version}\">Jekyll</generator>\
         <link href=\"{own}\" rel=\"self\" type=\"application/atom+xml\" />\
         <link href=\"{root}\" rel=\"alternate\" type=\"text/html\" {href_lang}/>\
         <updated>{time}</updated><id>{id}</id>"
    ));
    let title = feed_title(ask, site, page)?;
    if title.truthy() {
        let title = ask.text(&title, &["smartify", "xml_escape"])?;
        xml.push_str(&format!("<title type=\"html\">{title}</title>"));
    }
    let description = ask.get(site, "description")?;
    if description.truthy() {
        let description = ask.text(&description, &["xml_escape"])?;
        xml.push_str(&format!("<subtitle>{description}</subtitle>"));
    }
    let author = ask.get(site, "author")?;
    if author.truthy() {
        let name = ask.get(&author, "name")?;
        let name = ask.or(name, author.clone())?;
        let (email, uri) = (ask.get(&author, "email")?, ask.get(&author, "uri")?);
        person(ask, &name, [("email", email), ("uri", uri)], xml)?;
    }
    Ok(())
}

/// The site's title, with the collection's and the category's names.
fn feed_title(ask: &mut Ask<'_>, site: &Value, page: &Value) -> Result<Value, Abort> {
    let (title, name) = (ask.get(site, "title")?, ask.get(site, "name")?);
    let mut title = ask.or(title, name)?;
    let collection = ask.get(page, "collection")?;
    let category = ask.get(page, "category")?;
    for part in [Some(collection).filter(|name| name.as_str() != Some("posts")), Some(category).filter(Value::truthy)]
        .into_iter()
        .flatten()
    {
        let part = ask.filter(&part, "capitalize", &[])?;
        title = ask.filter(&title, "append", &[Value::from(" | ")])?;
        title = ask.filter(&title, "append", &[part])?;
    }
    Ok(title)
}

/// `<author>` with a name, and an address of each kind that is there.
fn person(ask: &mut Ask<'_>, name: &Value, addresses: [(&str, Value); 2], xml: &mut String) -> Result<(), Abort> {
    let name = ask.text(name, &["xml_escape"])?;
    xml.push_str(&format!("<author><name>{name}</name>"));
    for (key, value) in addresses.iter().filter(|(_, value)| value.truthy()) {
        let value = ask.text(value, &["xml_escape"])?;
        xml.push_str(&format!("<{key}>{value}</{key}>"));
    }
    xml.push_str("</author>");
    Ok(())
}

/// The posts or documents of a feed, the latest first.
fn posts(ask: &mut Ask<'_>, site: &Value, page: &Value) -> Result<Arc<Vec<Value>>, Abort> {
    let tag = ask.get(page, "tags")?;
    let mut posts = if tag.truthy() {
        let tags = ask.get(site, "tags")?;
        tags.as_hash().and_then(|tags| tags.get_value(&tag)).cloned().unwrap_or(Value::Nil)
    } else {
        let collection = ask.get(page, "collection")?;
        let collection = ask.text(&collection, &[])?;
        ask.get(site, &collection)?
    };
    let category = ask.get(page, "category")?;
    if category.truthy() {
        posts = ask.filter(&posts, "where", &[Value::from("categories"), category])?;
    }
    if !ask.get(site, "show_drafts")?.truthy() {
        let mut shown = Vec::new();
        for post in Ask::items(&posts).iter() {
            if !matches!(ask.get(post, "draft")?, Value::Bool(true)) {
                shown.push(post.clone());
            }
        }
        posts = Value::array(shown);
    }
    posts = ask.filter(&posts, "sort", &[Value::from("date")])?;
    posts = ask.filter(&posts, "reverse", &[])?;
    Ok(Ask::items(&posts))
}

fn entry(ask: &mut Ask<'_>, site: &Value, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let lang = ask.get(post, "lang")?;
    xml.push_str("<entry");
    if lang.truthy() {
        xml.push_str(&format!(" xml:lang=\"{}\"", ask.text(&lang, &[])?));
    }
    let title = ask.get(post, "title")?;
    let title = ask.text(&title, &["smartify", "strip_html", "normalize_whitespace", "xml_escape"])?;
    let (url, date, id) = (ask.get(post, "url")?, ask.get(post, "date")?, ask.get(post, "id")?);
    let changed = ask.get(post, "last_modified_at")?;
    let changed = ask.or(changed, date.clone())?;
    let link = ask.text(&url, &["absolute_url"])?;
    let published = ask.text(&date, &["date_to_xmlschema"])?;
    let updated = ask.text(&changed, &["date_to_xmlschema"])?;
    let id = ask.text(&id, &["absolute_url", "xml_escape"])?;
    xml.push_str(&format!(
        "><title type=\"html\">{title}</title>\
         <link href=\"{link}\" rel=\"alternate\" type=\"text/html\" title=\"{title}\" />\
         <published>{published}</published><updated>{updated}</updated><id>{id}</id>"
    ));
    let excerpt_only = ask.dig(post, &["feed", "excerpt_only"])?;
    let of_site = ask.dig(site, &["feed", "excerpt_only"])?;
    if !ask.or(excerpt_only, of_site)?.truthy() {
        let content = ask.get(post, "content")?;
        let content = ask.text(&content, &["strip"])?;
        let base = ask.text(&url, &["absolute_url", "xml_escape"])?;
        xml.push_str(&format!("<content type=\"html\" xml:base=\"{base}\"><![CDATA[{content}]]></content>"));
    }
    author(ask, site, post, xml)?;
    categories(ask, post, xml)?;
    summary(ask, post, xml)?;
    image(ask, post, xml)?;
    xml.push_str("</entry>");
    Ok(())
}

/// The post's author: by name or by a key of `site.data.authors`, or the site's.
fn author(ask: &mut Ask<'_>, site: &Value, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let own = ask.get(post, "author")?;
    let first = Ask::items(&ask.get(post, "authors")?).first().cloned().unwrap_or(Value::Nil);
    let of_site = ask.get(site, "author")?;
    let author = ask.or(own, first)?;
    let author = ask.or(author, of_site)?;
    let authors = ask.dig(site, &["data", "authors"])?;
    let known = match &authors {
        Value::Hash(authors) => authors.get_value(&author).cloned().unwrap_or(Value::Nil),
        _ => Value::Nil,
    };
    let author = ask.or(known, author)?;
    let name = ask.get(&author, "name")?;
    let name = ask.or(name, author.clone())?;
    let name = ask.or(name, Value::from(""))?;
    // `default: nil` leaves an empty address out here, which the head of the feed shows.
    let mut shown = [("email", Value::Nil), ("uri", Value::Nil)];
    for (key, value) in &mut shown {
        let given = ask.get(&author, key)?;
        *value = ask.or(given, Value::Nil)?;
    }
    person(ask, &name, shown, xml)
}

fn categories(ask: &mut Ask<'_>, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let category = ask.get(post, "category")?;
    let mut terms: Vec<Value> = Vec::new();
    if category.truthy() {
        terms.push(category);
    } else {
        terms.extend(Ask::items(&ask.get(post, "categories")?).iter().cloned());
    }
    terms.extend(Ask::items(&ask.get(post, "tags")?).iter().cloned());
    for term in terms {
        let term = ask.text(&term, &["xml_escape"])?;
        xml.push_str(&format!("<category term=\"{term}\" />"));
    }
    Ok(())
}

fn summary(ask: &mut Ask<'_>, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let description = ask.get(post, "description")?;
    let excerpt = ask.get(post, "excerpt")?;
    let summary = ask.or(description, excerpt)?;
    if summary.truthy() && summary.as_str() != Some("") {
        let summary = ask.text(&summary, &["strip_html", "normalize_whitespace"])?;
        xml.push_str(&format!("<summary type=\"html\"><![CDATA[{summary}]]></summary>"));
    }
    Ok(())
}

fn image(ask: &mut Ask<'_>, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let whole = ask.get(post, "image")?;
    let path = ask.get(&whole, "path")?;
    let mut image = ask.or(path, whole)?;
    if !image.truthy() {
        return Ok(());
    }
    if !image.as_str().is_some_and(|image| image.contains("://")) {
        image = ask.filter(&image, "absolute_url", &[])?;
    }
    let image = ask.text(&image, &["xml_escape"])?;
    let space = "xmlns:media=\"http://search.yahoo.com/mrss/\"";
    xml.push_str(&format!(
        "<media:thumbnail {space} url=\"{image}\" /><media:content medium=\"image\" url=\"{image}\" {space} />"
    ));
    Ok(())
}
