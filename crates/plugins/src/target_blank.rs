//! The gem jekyll-target-blank 2.0: opens links to other sites in a new window.

use super::html_body::HtmlBody;
use super::libxml::{NodeId, Tree};
use hastie_liquid::{Hash, Value};
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::plugin::{Hooks, Plugin};
use hastie_site::render::{Item, RenderContext};
use std::sync::Arc;

/// Changes the output of each HTML page and document: adds attributes such as `target` to links to other sites.
#[derive(Debug)]
pub(crate) struct TargetBlank;

impl Plugin for TargetBlank {
    fn name(&self) -> &'static str {
        "jekyll-target-blank"
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
        mut output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        if !is_processable(item) || !output.contains("<a") {
            return Ok(output);
        }
        let options = Options::of(&rendering.setup().context)?;
        for _ in 0..rounds(item) {
            output = if output.contains("<body") {
                let body = HtmlBody::of(&output);
                body.with(&options.process(body.text)?)
            } else {
                options.process(&output)?
            };
        }
        Ok(output)
    }
}

/// The number of times that the gem's hook runs for an item: twice for documents of a collection `pages`, because the gem
/// registers its hook for `:pages` and for `:documents`.
fn rounds(item: Item<'_>) -> usize {
    match item {
        Item::Document(document) if document.collection.label == "pages" => 2,
        _ => 1,
    }
}

fn is_processable(item: Item<'_>) -> bool {
    let (is_written, permalink) = match item {
        Item::Page(page) => (true, page.permalink()),
        Item::Document(document) => (document.is_written(), document.permalink()),
    };
    (is_written && &*item.output_ext() == ".html") || permalink.is_some_and(|permalink| permalink.ends_with('/'))
}

/// The settings under `target-blank:`.
struct Options {
    site: Option<String>,
    /// The class that a link must have. `None` if all links are changed.
    wanted: Option<String>,
    /// The classes to add to links.
    added: Option<String>,
    /// The values of `rel`, in order.
    rel: Vec<String>,
}

impl Options {
    fn of(setup: &SiteContext) -> Result<Options, Failure> {
        let none = Hash::new();
        let own = match setup.config("target-blank") {
            Value::Nil => &none,
            Value::Hash(own) => own,
            other => return Err(setup.no_method("fetch", other)),
        };
        let text = |key: &str| own.get(key).filter(|value| value.truthy()).map(|value| setup.text(value));
        let stays = |key: &str| !matches!(own.get(key), Some(Value::Bool(false)));
        let rel = ["noopener", "noreferrer"].into_iter().filter(|key| stays(key)).map(str::to_owned);
        Ok(Options {
            site: setup.settings().url().as_str().map(str::to_owned),
            wanted: text("css_class"),
            added: text("add_css_classes"),
            rel: rel.chain(text("rel")).collect(),
        })
    }

    fn process(&self, html: &str) -> Result<String, Failure> {
        let mut tree = Tree::fragment(html);
        for id in tree.elements() {
            if tree.name(id) == "a"
                && let Some(href) = tree.attribute(id, "href")
                && self.is_wanted(&tree, id, href)?
            {
                self.mark(&mut tree, id);
            }
        }
        Ok(tree.html())
    }

    fn is_wanted(&self, tree: &Tree, id: NodeId, href: &str) -> Result<bool, Failure> {
        if href.starts_with("mailto:") || !mentions_web(href) {
            return Ok(false);
        }
        let Some(site) = &self.site else {
            return Err(Failure::raised("URI::InvalidURIError", "bad URI(is not URI?): nil"));
        };
        let classes = tree.attribute(id, "class").unwrap_or_default();
        let has_class = |wanted: &String| classes.split_ascii_whitespace().any(|class| class == wanted);
        Ok(host(href)? != host(site)? && self.wanted.as_ref().is_none_or(has_class))
    }

    fn mark(&self, tree: &mut Tree, id: NodeId) {
        tree.set_attribute(id, "target", "_blank");
        let own = tree.attribute(id, "rel").unwrap_or_default().to_owned();
        let mut rel = own;
        for value in &self.rel {
            if !rel.is_empty() {
                rel.push(' ');
            }
            rel.push_str(value);
        }
        if !rel.is_empty() {
            tree.set_attribute(id, "rel", &rel);
        }
        if let Some(added) = &self.added {
            let classes = tree.attribute(id, "class").unwrap_or_default();
            let classes = if classes.is_empty() { added.clone() } else { format!("{added} {classes}") };
            tree.set_attribute(id, "class", &classes);
        }
    }
}

/// Whether a text contains `http:` or `https:`, followed by a visible character.
fn mentions_web(text: &str) -> bool {
    let follows =
        |position: usize, scheme: &str| text[position + scheme.len()..].starts_with(|c: char| c.is_ascii_graphic());
    ["http:", "https:"].iter().any(|scheme| text.match_indices(scheme).any(|(position, _)| follows(position, scheme)))
}

/// Whether a part of a URL contains only escapes such as `%20`, the characters in `more`, and other characters that need
/// no escape.
fn is_escaped(part: &str, more: &[u8]) -> bool {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || b"!$&'()*+,-.;=:@_~%".contains(&byte) || more.contains(&byte);
    let all = escapes(part).filter(|escape| escape.iter().all(u8::is_ascii_hexdigit)).count();
    part.bytes().all(is_plain) && part.matches('%').count() == all
}

/// The two characters after each `%`. Without those that the text ends before.
fn escapes(part: &str) -> impl Iterator<Item = &[u8]> {
    part.match_indices('%').filter_map(|(at, _)| part.as_bytes().get(at + 1..at + 3))
}

/// The host of a URL, parsed like Ruby's `URI`.
fn host(address: &str) -> Result<Option<String>, Failure> {
    if !address.is_ascii() {
        return Err(Failure::raised("URI::InvalidURIError", format!("URI must be ascii only {address:?}")));
    }
    let (before, fragment) = address.split_once('#').unwrap_or((address, ""));
    let (path, query) = before.split_once('?').unwrap_or((before, ""));
    if !is_escaped(path, b"/@:[]") || !is_escaped(fragment, b"/?") {
        return Err(Failure::raised("URI::InvalidURIError", format!("bad URI(is not URI?): {address:?}")));
    }
    // Ruby escapes other characters of the query itself.
    if let Some(escape) = escapes(query).find(|escape| !escape.iter().any(u8::is_ascii_hexdigit)) {
        let shown = String::from_utf8_lossy(escape);
        return Err(Failure::raised("URI::InvalidURIError", format!("invalid percent escape: %{shown}")));
    }
    let rest = match address.find(':').filter(|position| !address[..*position].contains(['/', '?', '#'])) {
        Some(position) => &address[position + 1..],
        None => address,
    };
    let Some(authority) = rest.strip_prefix("//") else { return Ok(None) };
    let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let port = host.rfind(':').filter(|position| host[position + 1..].bytes().all(|byte| byte.is_ascii_digit()));
    Ok(Some(port.map_or(host, |position| &host[..position]).to_owned()))
}
