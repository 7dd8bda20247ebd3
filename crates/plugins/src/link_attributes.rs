//! The gem jekyll-link-attributes 2.0: adds attributes to links to other sites, and URL parameters that show where
//! visitors come from.
//!
//! Each HTML page and each document is parsed and written by libxml2's HTML parser, whether it contains such links or
//! not.

use super::libxml::Document;
use super::web_form::{decoded, encoded};
use fancy_regex::Regex;
use hastie_liquid::{Hash, Value};
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::model::permalink::PermalinkError;
use hastie_site::plugin::{Hooks, Plugin};
use hastie_site::render::{Item, RenderContext};
use std::sync::Arc;

/// Changes the output of each HTML page and of each document: adds attributes and URL parameters to links to other
/// sites. Does nothing if `external_links.enabled` is false.
#[derive(Debug)]
pub(crate) struct LinkAttributes;

impl Plugin for LinkAttributes {
    fn name(&self) -> &'static str {
        "jekyll-link-attributes"
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(Marker)]
    }
}

struct Marker;

impl Hooks for Marker {
    fn item_post_render(
        &self,
        item: Item<'_>,
        output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        let rounds = match item {
            Item::Page(page) if &*page.output_ext() == ".html" => 1,
            Item::Page(_) => 0,
            // The hooks of posts also run as hooks of documents.
            Item::Document(document) if document.collection.label == "posts" => 2,
            Item::Document(_) => 1,
        };
        let context = &rendering.setup().context;
        let none = Hash::new();
        let own = match context.config("external_links") {
            Value::Nil | Value::Bool(false) => &none,
            Value::Hash(own) => own,
            other => {
                return Err(Failure::raised("TypeError", format!("{} does not have #dig method", other.class_name())));
            }
        };
        if !own.get("enabled").is_none_or(|enabled| enabled.is_nil() || enabled.truthy()) {
            return Ok(output);
        }
        let options = Options::of(context, own, item)?;
        let mut output = output;
        for _ in 0..rounds {
            output = options.process(&output)?;
        }
        Ok(output)
    }
}

/// The settings under `external_links:` for a page.
struct Options<'a> {
    site: Option<&'a str>,
    utm: Option<Vec<(&'static str, String)>>,
    utm_excluded: Vec<Regex>,
    rel: Attribute,
    target: Attribute,
}

/// An attribute to add to links that do not have it.
struct Attribute {
    name: &'static str,
    value: String,
    excluded: Vec<Regex>,
}

impl Attribute {
    fn of(context: &SiteContext, own: &Hash, name: &'static str, default: &str) -> Result<Attribute, Failure> {
        let section = own.get(name);
        let (value, excluded) = match section {
            Some(Value::Hash(section)) => (section.get("value"), section.get("exclude")),
            section => (section, own.get("exclude")),
        };
        let value =
            value.filter(|value| value.truthy()).map_or_else(|| default.to_owned(), |value| context.text(value));
        Ok(Attribute { name, value, excluded: patterns(context, excluded)? })
    }
}

/// Compiles a list of patterns, each of which must match a whole line.
fn patterns(context: &SiteContext, list: Option<&Value>) -> Result<Vec<Regex>, Failure> {
    let items = list.and_then(Value::as_array).unwrap_or_default();
    let pattern = |item: &Value| {
        let text = context.text(item);
        Regex::new(&format!("(?m)^{text}$"))
            .map_err(|error| Failure::raised("RegexpError", format!("{error}: /^{text}$/")))
    };
    items.iter().map(pattern).collect()
}

fn matches(patterns: &[Regex], url: &str) -> bool {
    patterns.iter().any(|pattern| pattern.is_match(url).unwrap_or(false))
}

impl<'a> Options<'a> {
    fn of(context: &'a SiteContext, own: &Hash, item: Item<'_>) -> Result<Options<'a>, Failure> {
        let utm =
            own.get("utm").and_then(Value::as_hash).filter(|utm| matches!(utm.get("enabled"), Some(Value::Bool(true))));
        let excluded = own.get("utm").and_then(Value::as_hash).and_then(|utm| utm.get("exclude"));
        Ok(Options {
            site: context.settings().url().as_str(),
            utm: utm.map(|utm| utm_of(context, utm, item)).transpose()?,
            utm_excluded: patterns(context, excluded)?,
            rel: Attribute::of(context, own, "rel", "external nofollow noopener")?,
            target: Attribute::of(context, own, "target", "_blank")?,
        })
    }

    fn process(&self, output: &str) -> Result<String, Failure> {
        let mut document = Document::parse(output);
        for id in document.tree.elements() {
            let tree = &mut document.tree;
            let Some(url) = tree.attribute(id, "href").map(str::to_owned) else { continue };
            if tree.name(id) != "a" || !self.is_external(&url) {
                continue;
            }
            if let Some(utm) = self.utm.as_ref().filter(|_| !matches(&self.utm_excluded, &url)) {
                let with = with_parameters(&url, utm);
                tree.set_attribute(id, "href", &with);
            }
            for attribute in [&self.rel, &self.target] {
                if tree.attribute(id, attribute.name).is_none() && !matches(&attribute.excluded, &url) {
                    tree.set_attribute(id, attribute.name, &attribute.value);
                }
            }
        }
        Ok(document.written())
    }

    fn is_external(&self, url: &str) -> bool {
        let is_web = url.lines().any(|line| line.starts_with("http://") || line.starts_with("https://"));
        is_web && self.site.is_none_or(|site| !url.starts_with(site))
    }
}

/// The URL parameters for links on a page: `utm_source`, `utm_medium`, `utm_campaign` and `utm_content`.
fn utm_of(context: &SiteContext, utm: &Hash, item: Item<'_>) -> Result<Vec<(&'static str, String)>, Failure> {
    let own = |key: &str| utm.get(key).filter(|value| value.truthy()).map(|value| context.text(value));
    let site = context.settings().url().as_str();
    let bare = |url: &str| {
        let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
        rest.unwrap_or(url).to_owned()
    };
    let url = item.url().map_err(PermalinkError::into_failure)?.to_string();
    let campaign = if matches!(item.field("layout").as_str(), Some("post" | "blog")) {
        "blog".to_owned()
    } else {
        let path = url.strip_prefix('/').unwrap_or(&url);
        let path = path.strip_suffix('/').unwrap_or(path);
        if path.is_empty() { "homepage".to_owned() } else { path.split('/').next().unwrap_or_default().to_owned() }
    };
    let slug = item.field("slug");
    let name = if slug.truthy() {
        context.text(&slug)
    } else {
        let name = url.strip_suffix('/').unwrap_or(&url);
        name.rsplit('/').next().unwrap_or_default().to_owned()
    };
    Ok(vec![
        ("utm_source", own("source").or(site.map(bare)).unwrap_or_else(|| "website".to_owned())),
        ("utm_medium", own("medium").unwrap_or_else(|| "website".to_owned())),
        ("utm_campaign", campaign),
        ("utm_content", if name.is_empty() { "index".to_owned() } else { name }),
    ])
}

/// Adds missing parameters to a URL. A text that is not a valid URI is unchanged.
fn with_parameters(url: &str, parameters: &[(&'static str, String)]) -> String {
    let is_address = url.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>\"{}|\\^`".contains(&byte));
    if !is_address {
        return url.to_owned();
    }
    let (before, fragment) = match url.find('#') {
        Some(position) => url.split_at(position),
        None => (url, ""),
    };
    let (path, query) = before.split_once('?').unwrap_or((before, ""));
    let mut pairs: Vec<(String, String)> = Vec::new();
    let given = query.split(['&', ';']).filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(name), decoded(value))
    });
    for (name, value) in given {
        match pairs.iter_mut().find(|(known, _)| *known == name) {
            Some(pair) => pair.1 = value,
            None => pairs.push((name, value)),
        }
    }
    for (name, value) in parameters {
        if !pairs.iter().any(|(known, _)| known == name) {
            pairs.push(((*name).to_owned(), value.clone()));
        }
    }
    let query: Vec<String> =
        pairs.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect();
    format!("{path}?{}{fragment}", query.join("&"))
}
