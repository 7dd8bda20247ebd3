//! Writes the text of a feed, line by line as in the gem's template.

use crate::evaluation::Evaluation;
use crate::ruby_methods::to_i;
use hastie_liquid::{Abort, Str, Value};
use hastie_site::model::Page;
use hastie_site::render::RenderContext;
use hastie_site::render::producer::Producer;

/// Writes a feed as jekyll-feed's template does.
#[derive(Debug)]
pub(super) struct FeedXml;

impl Producer for FeedXml {
    fn produce(&self, _page: &Page, rendering: &mut RenderContext) -> Result<Str, Abort> {
        feed(rendering).map_err(|abort| match abort {
            // The gem's template consists of one line.
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
    let mut evaluation = Evaluation::new(&engine, rendering);
    let (site, page) = (evaluation.variable("site")?, evaluation.variable("page")?);
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>");
    head(&mut evaluation, &site, &page, &mut xml)?;
    let posts = posts(&mut evaluation, &site, &page)?;
    let limit = evaluation.dig(&site, &["feed", "posts_limit"])?;
    let limit = evaluation.or(limit, Value::Int(10))?;
    let limit = count(&mut evaluation, &limit)?;
    for post in items(&posts).iter().take(limit) {
        entry(&mut evaluation, &site, post, &mut xml)?;
    }
    xml.push_str("</feed>");
    Ok(xml.into())
}

/// The items over which Liquid's `for` iterates: elements of an array, or pairs of a hash. A text counts as one item
/// unless it is empty.
fn items(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(items) => items.to_vec(),
        Value::Hash(hash) => hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect(),
        Value::Str(text) if !text.is_empty() => vec![value.clone()],
        _ => Vec::new(),
    }
}

/// The maximum number of posts in a feed: the setting, converted by Ruby's `to_i`, or 0 if it is negative.
fn count(evaluation: &mut Evaluation<'_>, limit: &Value) -> Result<usize, Abort> {
    let number = to_i(limit).ok_or_else(|| evaluation.no_method("to_i", limit))?;
    Ok(usize::try_from(number).unwrap_or(0))
}

/// Writes everything before the entries.
fn head(evaluation: &mut Evaluation<'_>, site: &Value, page: &Value, xml: &mut String) -> Result<(), Abort> {
    if evaluation.get(page, "xsl")?.truthy() {
        let href = evaluation.text(&Value::from("/feed.xslt.xml"), &["absolute_url"])?;
        xml.push_str(&format!("<?xml-stylesheet type=\"text/xml\" href=\"{href}\"?>"));
    }
    let lang = evaluation.get(site, "lang")?;
    let shown_lang = evaluation.printed(&lang)?;
    let (xml_lang, href_lang) = match lang.truthy() {
        true => (format!("xml:lang=\"{shown_lang}\""), format!("hreflang=\"{shown_lang}\" ")),
        false => (String::new(), String::new()),
    };
    let jekyll = evaluation.variable("jekyll")?;
    let version = evaluation.get(&jekyll, "version")?;
    let (version, url) = (evaluation.text(&version, &[])?, evaluation.get(page, "url")?);
    let own = evaluation.text(&url, &["absolute_url"])?;
    let root = evaluation.text(&Value::from("/"), &["absolute_url"])?;
    let time = evaluation.get(site, "time")?;
    let time = evaluation.text(&time, &["date_to_xmlschema"])?;
    let id = evaluation.text(&url, &["absolute_url", "xml_escape"])?;
    xml.push_str(&format!(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\" {xml_lang}>\
         <generator uri=\"https://jekyllrb.com/\" version=\"{version}\">Jekyll</generator>\
         <link href=\"{own}\" rel=\"self\" type=\"application/atom+xml\" />\
         <link href=\"{root}\" rel=\"alternate\" type=\"text/html\" {href_lang}/>\
         <updated>{time}</updated><id>{id}</id>"
    ));
    let title = feed_title(evaluation, site, page)?;
    if title.truthy() {
        let title = evaluation.text(&title, &["smartify", "xml_escape"])?;
        xml.push_str(&format!("<title type=\"html\">{title}</title>"));
    }
    let description = evaluation.get(site, "description")?;
    if description.truthy() {
        let description = evaluation.text(&description, &["xml_escape"])?;
        xml.push_str(&format!("<subtitle>{description}</subtitle>"));
    }
    let author = evaluation.get(site, "author")?;
    if author.truthy() {
        let name = evaluation.get(&author, "name")?;
        let name = evaluation.or(name, author.clone())?;
        let (email, uri) = (evaluation.get(&author, "email")?, evaluation.get(&author, "uri")?);
        person(evaluation, &name, &[("email", email), ("uri", uri)], xml)?;
    }
    Ok(())
}

/// The site's title with the names of the collection and the category.
fn feed_title(evaluation: &mut Evaluation<'_>, site: &Value, page: &Value) -> Result<Value, Abort> {
    let (title, name) = (evaluation.get(site, "title")?, evaluation.get(site, "name")?);
    let mut title = evaluation.or(title, name)?;
    let collection = evaluation.get(page, "collection")?;
    let category = evaluation.get(page, "category")?;
    for part in [Some(collection).filter(|name| name.as_str() != Some("posts")), Some(category).filter(Value::truthy)]
        .into_iter()
        .flatten()
    {
        let part = evaluation.filter(&part, "capitalize", &[])?;
        title = evaluation.filter(&title, "append", &[Value::from(" | ")])?;
        title = evaluation.filter(&title, "append", &[part])?;
    }
    Ok(title)
}

/// Writes `<author>` with `<name>` and an element for each pair in `known` whose value is neither nil nor false.
fn person(
    evaluation: &mut Evaluation<'_>,
    name: &Value,
    known: &[(&str, Value)],
    xml: &mut String,
) -> Result<(), Abort> {
    let name = evaluation.text(name, &["xml_escape"])?;
    xml.push_str(&format!("<author><name>{name}</name>"));
    for (key, value) in known {
        if value.truthy() {
            let value = evaluation.text(value, &["xml_escape"])?;
            xml.push_str(&format!("<{key}>{value}</{key}>"));
        }
    }
    xml.push_str("</author>");
    Ok(())
}

/// The posts or documents of a feed, newest first.
fn posts(evaluation: &mut Evaluation<'_>, site: &Value, page: &Value) -> Result<Value, Abort> {
    let tag = evaluation.get(page, "tags")?;
    let mut posts = if tag.truthy() {
        let tags = evaluation.get(site, "tags")?;
        tags.as_hash().and_then(|tags| tags.get_value(&tag)).cloned().unwrap_or(Value::Nil)
    } else {
        let collection = evaluation.get(page, "collection")?;
        let collection = evaluation.text(&collection, &[])?;
        evaluation.get(site, &collection)?
    };
    let category = evaluation.get(page, "category")?;
    if category.truthy() {
        posts = evaluation.filter(&posts, "where", &["categories".into(), category])?;
    }
    if !evaluation.get(site, "show_drafts")?.truthy() {
        posts = evaluation.filter(&posts, "where_exp", &["post".into(), "post.draft != true".into()])?;
    }
    posts = evaluation.filter(&posts, "sort", &["date".into()])?;
    evaluation.filter(&posts, "reverse", &[])
}

fn entry(evaluation: &mut Evaluation<'_>, site: &Value, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let lang = evaluation.get(post, "lang")?;
    xml.push_str("<entry");
    if lang.truthy() {
        xml.push_str(&format!(" xml:lang=\"{}\"", evaluation.printed(&lang)?));
    }
    let title = evaluation.get(post, "title")?;
    let title = evaluation.text(&title, &["smartify", "strip_html", "normalize_whitespace", "xml_escape"])?;
    let (url, date, id) = (evaluation.get(post, "url")?, evaluation.get(post, "date")?, evaluation.get(post, "id")?);
    let changed = evaluation.get(post, "last_modified_at")?;
    let changed = evaluation.or(changed, date.clone())?;
    let link = evaluation.text(&url, &["absolute_url"])?;
    let published = evaluation.text(&date, &["date_to_xmlschema"])?;
    let updated = evaluation.text(&changed, &["date_to_xmlschema"])?;
    let id = evaluation.text(&id, &["absolute_url", "xml_escape"])?;
    xml.push_str(&format!(
        "><title type=\"html\">{title}</title>\
         <link href=\"{link}\" rel=\"alternate\" type=\"text/html\" title=\"{title}\" />\
         <published>{published}</published><updated>{updated}</updated><id>{id}</id>"
    ));
    let excerpt_only = evaluation.dig(post, &["feed", "excerpt_only"])?;
    let of_site = evaluation.dig(site, &["feed", "excerpt_only"])?;
    if !evaluation.or(excerpt_only, of_site)?.truthy() {
        let content = evaluation.get(post, "content")?;
        let content = evaluation.text(&content, &["strip"])?;
        let base = evaluation.text(&url, &["absolute_url", "xml_escape"])?;
        xml.push_str(&format!("<content type=\"html\" xml:base=\"{base}\"><![CDATA[{content}]]></content>"));
    }
    author(evaluation, site, post, xml)?;
    categories(evaluation, post, xml)?;
    summary(evaluation, post, xml)?;
    image(evaluation, post, xml)?;
    xml.push_str("</entry>");
    Ok(())
}

/// Writes the author of a post, given by name or by a key of `site.data.authors`. Falls back to the site's author.
fn author(evaluation: &mut Evaluation<'_>, site: &Value, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let own = evaluation.get(post, "author")?;
    let first = Evaluation::items(&evaluation.get(post, "authors")?).first().cloned().unwrap_or(Value::Nil);
    let of_site = evaluation.get(site, "author")?;
    let author = evaluation.or(own, first)?;
    let author = evaluation.or(author, of_site)?;
    let authors = evaluation.dig(site, &["data", "authors"])?;
    let known = match &authors {
        Value::Hash(authors) => authors.get_value(&author).cloned().unwrap_or(Value::Nil),
        _ => Value::Nil,
    };
    let author = evaluation.or(known, author)?;
    let name = evaluation.get(&author, "name")?;
    let name = evaluation.or(name, author.clone())?;
    let name = evaluation.or(name, Value::from(""))?;
    let mut known = Vec::new();
    for key in ["email", "uri"] {
        let value = evaluation.get(&author, key)?;
        known.push((key, evaluation.or(value, Value::Nil)?));
    }
    person(evaluation, &name, &known, xml)
}

fn categories(evaluation: &mut Evaluation<'_>, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let category = evaluation.get(post, "category")?;
    let mut terms: Vec<Value> = Vec::new();
    if category.truthy() {
        terms.push(category);
    } else {
        terms.extend(items(&evaluation.get(post, "categories")?));
    }
    terms.extend(items(&evaluation.get(post, "tags")?));
    for term in terms {
        let term = evaluation.text(&term, &["xml_escape"])?;
        xml.push_str(&format!("<category term=\"{term}\" />"));
    }
    Ok(())
}

fn summary(evaluation: &mut Evaluation<'_>, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let description = evaluation.get(post, "description")?;
    let excerpt = evaluation.get(post, "excerpt")?;
    let summary = evaluation.or(description, excerpt)?;
    let is_empty = match &summary {
        Value::Str(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        _ => false,
    };
    if summary.truthy() && !is_empty {
        let summary = evaluation.text(&summary, &["strip_html", "normalize_whitespace"])?;
        xml.push_str(&format!("<summary type=\"html\"><![CDATA[{summary}]]></summary>"));
    }
    Ok(())
}

fn image(evaluation: &mut Evaluation<'_>, post: &Value, xml: &mut String) -> Result<(), Abort> {
    let whole = evaluation.get(post, "image")?;
    let path = evaluation.get(&whole, "path")?;
    let mut image = evaluation.or(path, whole)?;
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
        image = evaluation.filter(&image, "absolute_url", &[])?;
    }
    let image = evaluation.text(&image, &["xml_escape"])?;
    let space = "xmlns:media=\"http://search.yahoo.com/mrss/\"";
    xml.push_str(&format!(
        "<media:thumbnail {space} url=\"{image}\" /><media:content medium=\"image\" url=\"{image}\" {space} />"
    ));
    Ok(())
}
