//! Computes the values that `{% seo %}` prints, from a page's front matter and the configuration.

use super::message;
use crate::evaluation::Evaluation;
use hastie_liquid::{Abort, Hash, Value};
use hastie_site::failure::Failure;
use hastie_site::render::filters::uri::Uri;
use hastie_value::text::is_ascii_space;

const TITLE_SEPARATOR: &str = " | ";

/// The data for the HTML elements that `{% seo %}` writes.
pub(super) struct Facts {
    pub page: Value,
    pub site: Value,
    pub paginator: Value,
    pub title: Option<String>,
    pub page_title: Option<String>,
    pub site_title: Option<String>,
    pub description: Option<String>,
    pub locale: String,
    pub canonical_url: Value,
    /// The author, from the page, the data files or the configuration.
    pub author: Value,
    pub author_name: Value,
    pub author_twitter: Option<String>,
    pub image: Option<Image>,
    pub date_published: Value,
    pub date_modified: Value,
    pub name: Value,
    pub kind: Value,
    pub links: Value,
    pub logo: Value,
}

/// The image of a page: its URL, and its front matter, such as `height` and `alt`.
pub(super) struct Image {
    /// The URL of the image, absolute if it is a string.
    pub path: Value,
    /// The image's front matter, starting with `path`.
    pub data: Value,
}

impl Facts {
    /// Reads the facts about the page. `is_older` selects version 2.8.0 of jekyll-seo-tag.
    pub(crate) fn of(evaluation: &mut Evaluation<'_>, paginator: &Value, is_older: bool) -> Result<Self, Abort> {
        let page = evaluation.variable("page")?;
        let site = evaluation.variable("site")?;
        let seo = sub_hash(evaluation, &page, "seo")?;
        let social = sub_hash(evaluation, &site, "social")?;
        let url = evaluation.get(&page, "url")?;
        let is_home = url.as_str().is_some_and(is_home_or_about);

        let site_title = first(evaluation, &site, &["title", "name"])?;
        let site_title = formatted(evaluation, &site_title)?;
        let site_description = own_text(evaluation, &site, "description")?;
        let page_title = page_title(evaluation, &page, is_older)?.or_else(|| site_title.clone());
        let tagline = match own_text(evaluation, &site, "tagline")? {
            Some(tagline) => Some(tagline),
            None => site_description.clone(),
        };
        let title = full_title(page_title.as_deref(), site_title.as_deref(), &site_description, tagline.as_deref());
        let title = match (page_number(evaluation, &site, paginator)?, title) {
            (Some(number), Some(title)) => Some(number + &title),
            (Some(_), None) => return Err(Failure::no_conversion_of("nil", "String").into()),
            (None, title) => title,
        };

        let author = author(evaluation, &page, &site)?;
        let date = evaluation.get(&page, "date")?;
        let kind = evaluation.get(&seo, "type")?;
        let facts = Facts {
            description: description(evaluation, &page, site_description, is_older)?,
            locale: locale(evaluation, &page, &site)?,
            canonical_url: canonical_url(evaluation, &page, &url)?,
            author_name: evaluation.get(&author, "name")?,
            author_twitter: twitter(evaluation, &author)?,
            image: image(evaluation, &page, (!is_older).then_some(&url))?,
            date_published: xmlschema(evaluation, &date)?,
            date_modified: date_modified(evaluation, &page, &seo, &date)?,
            name: name(evaluation, &seo, &social, is_home, site_title.as_deref())?,
            kind: if kind.truthy() {
                kind
            } else if is_home {
                "WebSite".into()
            } else if date.truthy() {
                "BlogPosting".into()
            } else {
                "WebPage".into()
            },
            links: links(evaluation, &seo, &social, is_home)?,
            logo: logo(evaluation, &site)?,
            paginator: paginator.clone(),
            page,
            site,
            title,
            page_title,
            site_title,
            author,
        };
        Ok(facts)
    }
}

/// Ruby's `object[a] || object[b]`. The last value if none is truthy.
fn first(evaluation: &mut Evaluation<'_>, object: &Value, keys: &[&str]) -> Result<Value, Abort> {
    let mut value = Value::Nil;
    for key in keys {
        value = evaluation.get(object, key)?;
        if value.truthy() {
            break;
        }
    }
    Ok(value)
}

/// The value of a key if it is a hash, otherwise an empty hash.
fn sub_hash(evaluation: &mut Evaluation<'_>, object: &Value, key: &str) -> Result<Value, Abort> {
    let value = evaluation.get(object, key)?;
    Ok(if value.as_hash().is_some() { value } else { Value::hash(Hash::new()) })
}

/// Renders Markdown, and removes tags and line breaks. `None` if nothing is left.
fn formatted(evaluation: &mut Evaluation<'_>, value: &Value) -> Result<Option<String>, Abort> {
    let text = evaluation.text(value, &["markdownify", "strip_html", "normalize_whitespace", "escape_once"])?;
    Ok((!text.is_empty()).then(|| text.to_string()))
}

fn own_text(evaluation: &mut Evaluation<'_>, object: &Value, key: &str) -> Result<Option<String>, Abort> {
    let value = evaluation.get(object, key)?;
    formatted(evaluation, &value)
}

fn page_title(evaluation: &mut Evaluation<'_>, page: &Value, is_older: bool) -> Result<Option<String>, Abort> {
    let title = own_text(evaluation, page, "title")?;
    if is_older {
        return Ok(title);
    }
    let category = own_text(evaluation, page, "title_category")?;
    Ok(match (title, category) {
        (Some(title), Some(category)) if title != category => Some(title + TITLE_SEPARATOR + &category),
        (title, category) => title.or(category),
    })
}

fn full_title(
    page_title: Option<&str>,
    site_title: Option<&str>,
    site_description: &Option<String>,
    tagline: Option<&str>,
) -> Option<String> {
    match (page_title, site_title) {
        (Some(page), Some(site)) if page != site => Some(format!("{page}{TITLE_SEPARATOR}{site}")),
        (_, Some(site)) if site_description.is_some() => {
            Some(format!("{site}{TITLE_SEPARATOR}{}", tagline.unwrap_or_default()))
        }
        (page, site) => page.or(site).map(str::to_owned),
    }
}

/// `Page 2 of 5 for `, on all pages of a pagination except the first.
fn page_number(evaluation: &mut Evaluation<'_>, site: &Value, paginator: &Value) -> Result<Option<String>, Abort> {
    let Value::Int(current) = evaluation.get(paginator, "page")? else { return Ok(None) };
    if current <= 1 {
        return Ok(None);
    }
    let total = evaluation.get(paginator, "total_pages")?;
    let total = evaluation.text(&total, &[])?;
    match evaluation.get(site, "seo_paginator_message")? {
        Value::Nil | Value::Bool(false) => Ok(Some(format!("Page {current} of {total} for "))),
        Value::Str(format) => message::filled(&format, &current.to_string(), &total).map(Some),
        other => Err(Failure::no_conversion_of(other.class_name(), "String").into()),
    }
}

fn description(
    evaluation: &mut Evaluation<'_>,
    page: &Value,
    site_description: Option<String>,
    is_older: bool,
) -> Result<Option<String>, Abort> {
    let own = first(evaluation, page, &["description", "excerpt"])?;
    let Some(text) = formatted(evaluation, &own)?.or(site_description) else { return Ok(None) };
    if is_older {
        return Ok(Some(text));
    }
    let most = most_words(evaluation, page)?;
    Ok(Some(snippet(text, most)))
}

/// The number of words to show of a description. A negative number counts from the end.
fn most_words(evaluation: &mut Evaluation<'_>, page: &Value) -> Result<i64, Abort> {
    match evaluation.get(page, "seo_description_max_words")? {
        Value::Nil | Value::Bool(false) => Ok(100),
        Value::Int(most) => Ok(most),
        Value::Float(most) => Ok(most as i64),
        Value::Str(_) => Err(Failure::no_conversion_of("Integer", "String").into()),
        Value::Array(_) => Err(Failure::no_conversion_of("Integer", "Array").into()),
        other => Err(evaluation.no_method("+", &other)),
    }
}

/// `text.split(/\s+/, most + 1)[0...most]`, followed by an ellipsis if this omits something.
fn snippet(text: String, most: i64) -> String {
    let words: Vec<&str> = text.split(is_ascii_space).collect();
    let pieces = if most >= 0 { words.len().min(usize::try_from(most).unwrap_or(usize::MAX)) } else { words.len() };
    let kept = pieces.saturating_sub(usize::try_from(most.saturating_neg()).unwrap_or(0));
    if kept >= words.len() {
        return text;
    }
    words[..kept].join(" ") + "…"
}

fn locale(evaluation: &mut Evaluation<'_>, page: &Value, site: &Value) -> Result<String, Abort> {
    let mut found = Value::from("en_US");
    for (object, key) in [(page, "locale"), (site, "locale"), (page, "lang"), (site, "lang")] {
        let value = evaluation.get(object, key)?;
        if value.truthy() {
            found = value;
            break;
        }
    }
    match found {
        Value::Str(found) => Ok(found.replace('-', "_")),
        other => Err(evaluation.no_method("tr", &other)),
    }
}

fn canonical_url(evaluation: &mut Evaluation<'_>, page: &Value, url: &Value) -> Result<Value, Abort> {
    let own = evaluation.get(page, "canonical_url")?;
    if !evaluation.text(&own, &[])?.is_empty() {
        return Ok(own);
    }
    let url = evaluation.text(url, &["absolute_url"])?;
    Ok(match url.strip_suffix("/index.html") {
        Some(folder) => format!("{folder}/").into(),
        None => Value::Str(url),
    })
}

/// The author: a hash in the page or the site, or a name with its entry in `_data/authors`.
fn author(evaluation: &mut Evaluation<'_>, page: &Value, site: &Value) -> Result<Value, Abort> {
    let mut sources = vec![evaluation.get(page, "author")?];
    if let Value::Array(authors) = evaluation.get(page, "authors")? {
        sources.push(authors.first().cloned().unwrap_or(Value::Nil));
    }
    sources.push(evaluation.get(site, "author")?);
    let mut resolved = Value::Nil;
    for source in sources {
        if !evaluation.text(&source, &[])?.is_empty() {
            resolved = source;
            break;
        }
    }
    match resolved {
        Value::Hash(_) => Ok(resolved),
        Value::Str(ref key) => {
            let mut entry = Hash::new();
            entry.set("name", resolved.clone());
            if let Value::Hash(known) = evaluation.dig(site, &["data", "authors", key])? {
                for (name, value) in known.iter() {
                    entry.set_value(name.clone(), value.clone());
                }
            }
            Ok(Value::hash(entry))
        }
        _ => Ok(Value::hash(Hash::new())),
    }
}

fn twitter(evaluation: &mut Evaluation<'_>, author: &Value) -> Result<Option<String>, Abort> {
    let found = first(evaluation, author, &["twitter", "name"])?;
    Ok(found.as_str().map(|name| name.strip_prefix('@').unwrap_or(name).to_owned()))
}

/// The page's image. A relative URL is relative to the page at `url`, or to the site if `url` is `None`.
fn image(evaluation: &mut Evaluation<'_>, page: &Value, url: Option<&Value>) -> Result<Option<Image>, Abort> {
    let mut data = Hash::new();
    data.set("path", Value::Nil);
    match evaluation.get(page, "image")? {
        Value::Hash(entry) => {
            for (key, value) in entry.iter() {
                data.set_value(key.clone(), value.clone());
            }
        }
        Value::Str(path) => data.set("path", path),
        _ => {}
    }
    let data = Value::hash(data);
    let raw = first(evaluation, &data, &["path", "facebook", "twitter"])?;
    if !raw.truthy() {
        return Ok(None);
    }
    let absolute = match raw.as_str() {
        Some(path) if is_absolute(path) == Some(false) => {
            let joined = match url {
                Some(url) if !path.starts_with('/') => {
                    let url = evaluation.text(url, &[])?;
                    if url.ends_with('/') { format!("{url}{path}") } else { format!("{}/{path}", parent(&url)) }
                }
                _ => path.to_owned(),
            };
            evaluation.filter(&joined.into(), "absolute_url", &[])?
        }
        _ => raw,
    };
    let path = escaped(evaluation, &absolute)?;
    Ok(path.truthy().then_some(Image { path, data }))
}

/// Applies the filter `uri_escape`. Fails for values that are neither strings nor nil.
fn escaped(evaluation: &mut Evaluation<'_>, address: &Value) -> Result<Value, Abort> {
    match address {
        Value::Nil | Value::Str(_) => evaluation.filter(address, "uri_escape", &[]),
        other => Err(unconvertible(other)),
    }
}

/// Addressable's exception for a value that is not a string.
fn unconvertible(value: &Value) -> Abort {
    Abort::error("TypeError", format!("Can't convert {} into String.", value.class_name()))
}

/// Ruby's `File.dirname`, without the slash of the root.
fn parent(url: &str) -> &str {
    url.rfind('/').map_or(".", |slash| url[..slash].trim_end_matches('/'))
}

/// Whether a URL has a scheme. `None` if it is invalid.
fn is_absolute(address: &str) -> Option<bool> {
    Uri::parse(address).ok().map(|uri| uri.scheme.is_some())
}

fn xmlschema(evaluation: &mut Evaluation<'_>, date: &Value) -> Result<Value, Abort> {
    if date.truthy() { evaluation.filter(date, "date_to_xmlschema", &[]) } else { Ok(Value::Nil) }
}

fn date_modified(evaluation: &mut Evaluation<'_>, page: &Value, seo: &Value, date: &Value) -> Result<Value, Abort> {
    let mut found = evaluation.get(seo, "date_modified")?;
    if !found.truthy() {
        found = evaluation.get(page, "last_modified_at")?;
    }
    if !found.truthy() {
        found = date.clone();
    }
    xmlschema(evaluation, &found)
}

fn name(
    evaluation: &mut Evaluation<'_>,
    seo: &Value,
    social: &Value,
    is_home: bool,
    site_title: Option<&str>,
) -> Result<Value, Abort> {
    let text = |text: Option<String>| text.map_or(Value::Nil, Value::from);
    if let Some(own) = own_text(evaluation, seo, "name")? {
        return Ok(own.into());
    }
    if !is_home {
        return Ok(Value::Nil);
    }
    if evaluation.get(social, "name")?.truthy() {
        return Ok(text(own_text(evaluation, social, "name")?));
    }
    Ok(text(site_title.map(str::to_owned)))
}

fn links(evaluation: &mut Evaluation<'_>, seo: &Value, social: &Value, is_home: bool) -> Result<Value, Abort> {
    let own = evaluation.get(seo, "links")?;
    if own.truthy() || !is_home {
        return Ok(if own.truthy() { own } else { Value::Nil });
    }
    let links = evaluation.get(social, "links")?;
    Ok(if links.truthy() { links } else { Value::Nil })
}

fn logo(evaluation: &mut Evaluation<'_>, site: &Value) -> Result<Value, Abort> {
    let logo = evaluation.get(site, "logo")?;
    if !logo.truthy() {
        return Ok(Value::Nil);
    }
    let Some(text) = logo.as_str() else { return Err(unconvertible(&logo)) };
    let absolute =
        if is_absolute(text) == Some(true) { logo } else { evaluation.filter(&logo, "absolute_url", &[])? };
    escaped(evaluation, &absolute)
}

/// Whether a line of a URL matches `^/(about/)?(index.html?)?$`.
fn is_home_or_about(url: &str) -> bool {
    url.lines().any(|line| {
        let Some(rest) = line.strip_prefix('/') else { return false };
        let rest = rest.strip_prefix("about/").unwrap_or(rest);
        rest.is_empty() || rest.strip_prefix("index").is_some_and(is_any_htm)
    })
}

/// Whether a text matches `.html?`, whose dot matches any character.
fn is_any_htm(rest: &str) -> bool {
    let mut chars = rest.chars();
    chars.next().is_some() && matches!(chars.as_str(), "htm" | "html")
}
