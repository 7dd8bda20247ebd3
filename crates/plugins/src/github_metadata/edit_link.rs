//! Mirrors `GitHubMetadata::EditLinkTag`: `{% github_edit_link ["TEXT"] %}`.

use hastie_liquid::{Abort, Context, Error, Frame, Str, Tag, TagParse, Value};
use hastie_site::diagnostic::{Level, Message};
use hastie_site::failure::Failure;
use hastie_site::render::filters::uri::Uri;
use hastie_site::render::location::log_about;
use hastie_site::render::rendering_of;

#[derive(Debug)]
struct EditLink {
    text: Option<Str>,
    place: Frame,
}

/// Creates the tag from its markup. A text in quotes becomes the text of a link. Without quotes, the tag prints only
/// the URL.
///
/// # Errors
/// Never fails.
pub(crate) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let markup = tag.markup();
    let quoted = |quote: char| {
        let start = markup.find(quote)?;
        let end = markup.rfind(quote).filter(|end| *end > start)?;
        Some((start, Str::from(&markup[start + 1..end])))
    };
    let found = [quoted('"'), quoted('\'')].into_iter().flatten().min_by_key(|(start, _)| *start);
    Ok(Box::new(EditLink { text: found.map(|(_, text)| text), place: tag.place() }))
}

impl Tag for EditLink {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let uri = uri(cx, &self.place)?;
        match &self.text {
            Some(text) => out.push_str(&format!("<a href=\"{uri}\">{text}</a>")),
            None => out.push_str(&uri),
        }
        Ok(())
    }
}

fn uri(cx: &mut Context<'_>, place: &Frame) -> Result<String, Abort> {
    let site = cx.find_variable("site")?;
    let page = rendering_of(cx.host)?.registered_page();
    let github = get(cx, &site, "github")?;
    let source = get(cx, &github, "source")?;
    let parts = [
        get(cx, &github, "repository_url")?,
        Value::from("edit/"),
        get(cx, &source, "branch")?,
        get(cx, &source, "path")?,
        get(cx, &page, "path")?,
    ];
    if parts.iter().any(|part| !part.truthy()) {
        let text = "Cannot generate edit URLs due to missing site.github data";
        log_about(cx, place, Message::new(Level::Warn, "JekyllEditLink: ", text))?;
        return Ok(String::new());
    }
    let mut address = String::new();
    for (index, part) in parts.iter().enumerate() {
        let part = part.to_s(cx.host)?;
        let part = part.strip_prefix('/').unwrap_or(&part);
        address.push_str(part);
        if index + 1 < parts.len() && !part.is_empty() && !part.ends_with('/') {
            address.push('/');
        }
    }
    Ok(Uri::parse(&address).and_then(|uri| uri.normalize()).map_or(address, |uri| uri.to_string()))
}

/// Ruby's `object[key]`. For a string, this is `key` if the string contains it. nil for objects without such a method.
fn get(cx: &mut Context<'_>, object: &Value, key: &str) -> Result<Value, Abort> {
    Ok(match object {
        Value::Str(text) if text.contains(key) => Value::from(key),
        Value::Int(_) | Value::Array(_) => return Err(Failure::no_conversion_of("String", "Integer").into()),
        Value::Hash(hash) => hash.get(key).cloned().unwrap_or(Value::Nil),
        Value::Drop(object) => object.get(key, cx.host)?.unwrap_or(Value::Nil),
        _ => Value::Nil,
    })
}
