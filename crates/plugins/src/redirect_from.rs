//! The gem jekyll-redirect-from 0.16: pages that redirect from old URLs to new ones.

use super::evaluation::Evaluation;
use super::ruby_methods;
use hastie_liquid::{Abort, Hash, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::page::PageKind;
use hastie_site::model::permalink::PermalinkError;
use hastie_site::model::{Layout, Page};
use hastie_site::plugin::{Generator, Plugin};
use hastie_site::render::{Item, RenderContext, Setup};
use hastie_site::site::Site;
use indexmap::IndexMap;
use std::path::Path;
use std::sync::Arc;

/// Generates a page at each URL in `redirect_from`, which redirects to the page or document with this key. Pages and
/// documents with `redirect_to` become redirects themselves. Also generates `redirects.json`, unless the site has this
/// file or disables it.
#[derive(Debug)]
pub(crate) struct RedirectFrom;

impl Plugin for RedirectFrom {
    fn name(&self) -> &'static str {
        "jekyll-redirect-from"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Redirects)]
    }
}

struct Redirects;

/// The redirects requested by a document or page.
struct RequestedRedirects {
    url: String,
    from: Vec<String>,
    to: Option<String>,
}

/// The redirects created so far.
struct CreatedRedirects {
    setup: Arc<Setup>,
    pages: Vec<Page>,
    known: IndexMap<String, String>,
}

impl CreatedRedirects {
    /// Adds the pages that redirect to an item. Returns the item's new front matter if it has `redirect_to`.
    fn redirects_of(&mut self, requested: RequestedRedirects) -> Result<Option<Hash>, Failure> {
        for from in &requested.from {
            let page = self.redirect(from, &requested.url)?;
            self.pages.push(page);
        }
        requested.to.map(|to| Ok((*self.redirect(&requested.url, &to)?.data).clone())).transpose()
    }

    fn redirect(&mut self, from: &str, to: &str) -> Result<Page, Failure> {
        let from = ensure_slash(from);
        let to = target(&self.setup, to)?;
        let page = redirect_page(&self.setup, &from, &to);
        self.known.insert(from, to);
        Ok(page)
    }
}

impl Generator for Redirects {
    fn class(&self) -> &'static str {
        "JekyllRedirectFrom::Generator"
    }

    fn generate(&self, site: &mut Site, _log: &mut Log) -> Result<(), Failure> {
        let setup = Arc::clone(&site.setup);
        site.content.layouts.entry("redirect".to_string()).or_insert_with(|| Arc::new(layout()));
        let mut created = CreatedRedirects { setup: Arc::clone(&setup), pages: Vec::new(), known: IndexMap::new() };
        for collection in &mut site.content.collections {
            for document in collection.docs.iter_mut().filter(|document| document.is_written()) {
                let requested = requested_redirects(&setup, Item::Document(document), &document.data)?;
                if let Some(data) = created.redirects_of(requested)? {
                    // Deciding whether to write the document has read its date. In Ruby, that adds the key.
                    if let Some(date) = document.known_date().filter(|_| document.is_undated()) {
                        document.data.set("date", date);
                    }
                    set_all(&mut document.data, &data);
                    document.content = "".into();
                    document.has_empty_output = true;
                }
            }
        }
        for page in &mut site.content.pages {
            let requested = requested_redirects(&setup, Item::Page(page), &page.data_over_defaults())?;
            if let Some(data) = created.redirects_of(requested)? {
                set_all(&mut page.data, &data);
                page.content = "".into();
            }
        }
        site.content.pages.extend(created.pages);
        add_json(site, &created.known)
    }
}

/// Ruby's `Hash#merge!`: sets the pairs of `other` in `data`.
fn set_all(data: &mut Hash, other: &Hash) {
    for (key, value) in other.iter() {
        data.set_value(key.clone(), value.clone());
    }
}

fn requested_redirects(setup: &Setup, item: Item<'_>, data: &Hash) -> Result<RequestedRedirects, Failure> {
    let from = match data.get("redirect_from") {
        Some(Value::Array(items)) => items.iter().filter(|item| !item.is_nil()).cloned().collect(),
        Some(Value::Nil) | None => Vec::new(),
        Some(single) => vec![single.clone()],
    };
    let from = from.iter().map(|from| path(setup, from)).collect::<Result<Vec<_>, _>>()?;
    let to = match data.get("redirect_to") {
        Some(Value::Array(items)) => items.iter().find(|item| !item.is_nil()),
        single => single,
    };
    let to = match to.filter(|to| to.truthy()) {
        None => None,
        Some(Value::Str(to)) => Some(to.to_string()),
        Some(other) => return Err(Failure::no_conversion(other, "String")),
    };
    let url = if from.is_empty() && to.is_none() {
        String::new()
    } else {
        item.url().map_err(PermalinkError::into_failure)?.to_string()
    };
    Ok(RequestedRedirects { url, from, to })
}

/// An entry of `redirect_from`. Fails with Ruby's error if it is not a string.
fn path(setup: &Setup, entry: &Value) -> Result<String, Failure> {
    let missing = match entry {
        Value::Str(path) => return Ok(path.to_string()),
        Value::Array(items) if items.is_empty() => "end_with?",
        Value::Hash(hash) if hash.is_empty() => "end_with?",
        Value::Array(_) | Value::Hash(_) => "start_with?",
        _ => "empty?",
    };
    Err(setup.context.no_method(missing, entry))
}

/// `ensure_leading_slash`: adds a leading slash to a path that lacks it. An empty path stays empty.
fn ensure_slash(path: &str) -> String {
    if path.is_empty() || path.starts_with('/') { path.to_string() } else { format!("/{path}") }
}

/// The target of a redirect: an absolute URL.
fn target(setup: &Arc<Setup>, to: &str) -> Result<String, Failure> {
    if to.lines().any(|line| line.starts_with("http://") || line.starts_with("https://")) {
        return Ok(to.to_string());
    }
    let mut rendering = RenderContext::detached(setup);
    let mut evaluation = Evaluation::new(&setup.engine, &mut rendering);
    match evaluation.text(&Value::from(to), &["absolute_url"]) {
        Ok(url) => Ok(url.to_string()),
        Err(Abort::Error(error)) => Err(Failure::raised(error.kind, error.message)),
        Err(other) => Err(Failure::raised("RuntimeError", other.to_string())),
    }
}

/// A page at `from` that redirects to `to`.
fn redirect_page(setup: &Arc<Setup>, from: &str, to: &str) -> Page {
    let kind = PageKind::Generated("JekyllRedirectFrom::RedirectPage");
    let mut page = Page::new(&setup.context, kind, &setup.context.source, "", "redirect.html");
    let mut redirect = Hash::new();
    redirect.set("from", from);
    redirect.set("to", to);
    page.data.set("sitemap", false);
    page.data.set("layout", "redirect");
    page.data.set("permalink", from);
    page.data.set("redirect", redirect);
    page
}

/// `redirects.json`: all redirects. Not created if the source has such a file or the site disables it.
fn add_json(site: &mut Site, known: &IndexMap<String, String>) -> Result<(), Failure> {
    let setup = Arc::clone(&site.setup);
    let is_unwanted = matches!(ruby_methods::dig(setup.context.config("redirect_from"), "json")?, Value::Bool(false));
    if is_unwanted || setup.context.world.exists(Path::new(&setup.context.in_source("redirects.json"))) {
        return Ok(());
    }
    let map: serde_json::Map<String, serde_json::Value> =
        known.iter().map(|(from, to)| (from.clone(), to.clone().into())).collect();
    let kind = PageKind::Generated("JekyllRedirectFrom::PageWithoutAFile");
    let mut page = Page::new(&setup.context, kind, &setup.context.source, "", "redirects.json");
    page.content = serde_json::Value::Object(map).to_string().into();
    page.data.set("layout", Value::Nil);
    site.content.pages.push(page);
    Ok(())
}

/// The layout of redirects, for sites that do not have their own.
fn layout() -> Layout {
    const TO: &str = "{{ page.redirect.to }}";
    let content = format!(
        "<!DOCTYPE html>\n<html lang=\"en-US\">\n  <meta charset=\"utf-8\">\n  <title>Redirecting&hellip;</title>\n  \
         <link rel=\"canonical\" href=\"{TO}\">\n  <script>location=\"{TO}\"</script>\n  \
         <meta http-equiv=\"refresh\" content=\"0; url={TO}\">\n  <meta name=\"robots\" content=\"noindex\">\n  \
         <h1>Redirecting&hellip;</h1>\n  <a href=\"{TO}\">Click here if you are not redirected.</a>\n</html>\n"
    );
    Layout {
        relative_path: "_layouts/redirect.html".to_string(),
        name: "redirect".to_string(),
        path: "jekyll-redirect-from/redirect.html".to_string(),
        data: Hash::new().into(),
        content: content.into(),
        invalid: false,
    }
}
