//! What stands in a feed: the gem's template, line after line.

use crate::ask::Ask;
use crate::duck::to_i;
use hastie_liquid::{Abort, Str, Value};
use hastie_site::model::Page;
use hastie_site::render::RenderContext;
use hastie_site::render::producer::Producer;

/// The content of a feed.
#[derive(Debug)]
pub(super) struct FeedXml;

impl Producer for FeedXml {
    fn produce(&self, _page: &Page, rendering: &mut RenderContext) -> Result<Str, Abort> {
        feed(rendering).map_err(|abort| match abort {
            // The gem's template has one line.
            Abort::Error(mut error) if error.is_liquid() => {
                error.line = error.line.or(Some(1));
                Abort::Error(error)
            }
            other => other,
        })
    }
}

fn feed(rendering: &mut RenderContext) -> Result<Str, Abort> {
    let engine = rendering.setup().engine.clone();
    let mut ask = Ask::new(&engine, rendering);
    let (site, page) = (ask.variable("site")?, ask.variable("page")?);
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    head(&mut ask, &site, &page, &mut xml)?;
    let posts = posts(&mut ask, &site, &page)?;
    let limit = ask.dig(&site, &["feed", "posts_limit"])?;
    let limit = ask.or(limit, Value::Int(10))?;
    let limit = count(&mut ask, &limit)?;
    for post in items(&posts).iter().take(limit) {
        entry(&mut ask, &site, post, &mut xml)?;
    }
    xml.push_str("</feed>");
    Ok(xml.into())
}

/// What `for` walks over.
fn items(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items.to_vec(),
        Value::Hash(hash) => hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect(),
        Value::Str(text) if !text.is_empty() => vec![value.clone()],
        _ => Vec::new(),
    }
}

/// A limit as Ruby's `to_i` reads it; none below zero.
fn count(ask: &mut Ask<'_>, limit: &Value) -> Result<usize, Abort> {
    let number = to_i(limit).ok_or_else(|| ask.no_method("to_i", limit))?;
    Ok(usize::try_from(number).unwrap_or(0))
}

/// Everything before the entries.
fn head(ask: &mut Ask<'_>, site: &Value, page: &Value, xml: &mut String) -> Result<(), Abort> {
    if ask.get(page, "xsl")?.truthy() {
        let href = ask.text(&Value::from("/feed.xslt.xml"), &["absolute_url"])?;
        xml.push_str(&format!("<?xml-stylesheet type=\"text/xml\" href=\"{href}\"?>"));
    }
    let lang = ask.get(site, "lang")?;
    let shown_lang = ask.printed(&lang)?;
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
        person(ask, &name, &[("email", email), ("uri", uri)], xml)?;
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

/// `<author>` with a name, and what else is known.
fn person(ask: &mut Ask<'_>, name: &Value, known: &[(&str, Value)], xml: &mut String) -> Result<(), Abort> {
    let name = ask.text(name, &["xml_escape"])?;
    xml.push_str(&format!("<author><name>{name}</name>"));
    for (key, value) in known {
        if value.truthy() {
            let value = ask.text(value, &["xml_escape"])?;
            xml.push_str(&format!("<{key}>{value}</{key}>"));
        }
    }
    xml.push_str("</author>");
    Ok(())
}

/// The posts or documents of a feed, the latest first.
fn posts(ask: &mut Ask<'_>, site: &Value, page: &Value) -> Result<Value, Abort> {
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
        posts = ask.filter(&posts, "where", &["categories".into(), category])?;
    }
    if !ask.get(site, "show_drafts")?.truthy() {
        posts = ask.filter(&posts, "where_exp", &["post".into(), "post.draft != true".into()])?;
    }
    posts = ask.filter(&posts, "sort", &["date".into()])?;
    ask.filter(&posts, "reverse", &[])
}

fn entry(ask: &mut Ask<'_>, site: &Value, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let lang = ask.get(post, "lang")?;
    xml.push_str("<entry");
    if lang.truthy() {
        xml.push_str(&format!(" xml:lang=\"{}\"", ask.printed(&lang)?));
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

/// The post's author: by name or by a key of `site.content.data.authors`, or the site's.
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
    let mut known = Vec::new();
    for key in ["email", "uri"] {
        let value = ask.get(&author, key)?;
        known.push((key, ask.or(value, Value::Nil)?));
    }
    person(ask, &name, &known, xml)
}

fn categories(ask: &mut Ask<'_>, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let category = ask.get(post, "category")?;
    let mut terms: Vec<Value> = Vec::new();
    if category.truthy() {
        terms.push(category);
    } else {
        terms.extend(items(&ask.get(post, "categories")?));
    }
    terms.extend(items(&ask.get(post, "tags")?));
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
    let is_empty = match &summary {
        Value::Str(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        _ => false,
    };
    if summary.truthy() && !is_empty {
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
    let has_scheme = match &image {
        Value::Str(text) => text.contains("://"),
        Value::Array(items) => items.iter().any(|item| item.as_str() == Some("://")),
        Value::Hash(hash) => hash.contains_key("://"),
        _ => false,
    };
    if !has_scheme {
        image = ask.filter(&image, "absolute_url", &[])?;
    }
    let image = ask.text(&image, &["xml_escape"])?;
    let space = "xmlns:media=\"http://search.yahoo.com/mrss/\"";
    xml.push_str(&format!(
        "<media:thumbnail {space} url=\"{image}\" /><media:content medium=\"image\" url=\"{image}\" {space} />"
    ));
    Ok(())
}
