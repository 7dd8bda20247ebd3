//! The page's data in schema.org's vocabulary, for the script in `{% seo %}`.

use super::facts::{Facts, Image};
use crate::evaluation::Evaluation;
use hastie_liquid::{Abort, Hash, Value};

/// The JSON-LD object, with keys in the order of jekyll-seo-tag. Values that are nil are omitted.
pub(super) fn of(evaluation: &mut Evaluation<'_>, facts: &Facts) -> Result<Value, Abort> {
    let text = |text: &Option<String>| text.clone().map_or(Value::Nil, Value::from);
    let is_work = matches!(facts.kind.as_str(), Some("BlogPosting" | "CreativeWork"));
    let entries = [
        ("@context", "https://schema.org".into()),
        ("@type", facts.kind.clone()),
        ("author", author(evaluation, facts)?),
        ("dateModified", facts.date_modified.clone()),
        ("datePublished", facts.date_published.clone()),
        ("description", text(&facts.description)),
        ("headline", text(&facts.page_title)),
        ("image", facts.image.as_ref().map_or(Value::Nil, image)),
        ("mainEntityOfPage", if is_work { main_entity(facts) } else { Value::Nil }),
        ("name", facts.name.clone()),
        ("publisher", publisher(facts)),
        ("sameAs", facts.links.clone()),
        ("url", facts.canonical_url.clone()),
    ];
    Ok(Value::hash(entries.into_iter().filter(|(_, value)| !value.is_nil()).collect::<Hash>()))
}

fn author(evaluation: &mut Evaluation<'_>, facts: &Facts) -> Result<Value, Abort> {
    if !facts.author_name.truthy() {
        return Ok(Value::Nil);
    }
    let kind = evaluation.get(&facts.author, "type")?;
    if kind.truthy() && !matches!(kind.as_str(), Some("Organization" | "Person")) {
        return Ok(Value::Nil);
    }
    let mut entry = Hash::new();
    entry.set("@type", if kind.truthy() { kind } else { "Person".into() });
    entry.set("name", facts.author_name.clone());
    let url = evaluation.get(&facts.author, "url")?;
    if url.truthy() {
        entry.set("url", url);
    }
    Ok(Value::hash(entry))
}

/// The URL of an image. If the image's front matter has other properties, an object with these and the URL.
fn image(image: &Image) -> Value {
    let Some(data) = image.data.as_hash().filter(|data| data.len() > 1) else { return image.path.clone() };
    let mut entry = data.clone();
    entry.remove("path");
    entry.set("url", image.path.clone());
    entry.set("@type", "imageObject");
    Value::hash(entry)
}

fn main_entity(facts: &Facts) -> Value {
    let mut entry = Hash::new();
    entry.set("@type", "WebPage");
    entry.set("@id", facts.canonical_url.clone());
    Value::hash(entry)
}

fn publisher(facts: &Facts) -> Value {
    if !facts.logo.truthy() {
        return Value::Nil;
    }
    let mut logo = Hash::new();
    logo.set("@type", "ImageObject");
    logo.set("url", facts.logo.clone());
    let mut entry = Hash::new();
    entry.set("@type", "Organization");
    entry.set("logo", Value::hash(logo));
    if facts.author_name.truthy() {
        entry.set("name", facts.author_name.clone());
    }
    Value::hash(entry)
}
