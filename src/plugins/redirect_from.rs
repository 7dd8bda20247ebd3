//! Mirrors the gem jekyll-redirect-from 0.16: pages that lead from old URLs to new ones.

use super::ask::Ask;
use super::{Generator, Plugin};
use crate::config::merge;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::page::PageKind;
use crate::model::permalink::PermalinkError;
use crate::model::{Layout, Page};
use crate::render::{Item, Turn};
use crate::setup::Setup;
use crate::site::Site;
use hastie_liquid::{Hash, Value};
use indexmap::IndexMap;
use std::path::Path;
use std::sync::Arc;

/// The plugin.
#[derive(Debug)]
pub struct RedirectFrom;

impl Plugin for RedirectFrom {
    fn name(&self) -> &'static str {
        "jekyll-redirect-from"
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Redirects)]
    }
}

struct Redirects;

/// What one document or page asks for.
struct Asked {
    url: String,
    from: Vec<String>,
    to: Option<String>,
}

impl Generator for Redirects {
    fn class(&self) -> &'static str {
        "JekyllRedirectFrom::Generator"
    }

    fn generate(&self, site: &mut Site, _log: &mut Log) -> Result<(), Failure> {
        let setup = Arc::clone(&site.setup);
        site.layouts.entry("redirect".to_string()).or_insert_with(|| Arc::new(layout()));
        let mut known: IndexMap<String, String> = IndexMap::new();
        let mut pages = Vec::new();
        let mut redirect = |from: &str, to: &str| {
            let page = redirect_page(&setup, from, to);
            known.insert(ensure_slash(from), target(&setup, to));
            page
        };
        for collection in &mut site.collections {
            for document in collection.docs.iter_mut().filter(|document| document.is_written()) {
                let asked = asked(&setup, Item::Document(document), &document.data).map_err(no_url)?;
                pages.extend(asked.from.iter().map(|from| redirect(from, &asked.url)));
                if let Some(to) = asked.to {
                    merge::deep_merge_into(&mut document.data, &redirect(&asked.url, &to).data);
                    document.content = Some("".into());
                }
            }
        }
        for page in &mut site.pages {
            let asked = asked(&setup, Item::Page(page), &page.data_over_defaults()).map_err(no_url)?;
            pages.extend(asked.from.iter().map(|from| redirect(from, &asked.url)));
            if let Some(to) = asked.to {
                merge::deep_merge_into(&mut page.data, &redirect(&asked.url, &to).data);
                page.content = "".into();
            }
        }
        site.pages.extend(pages);
        add_json(site, &known);
        Ok(())
    }
}

fn no_url(error: PermalinkError) -> Failure {
    Failure::raised("NoMethodError", error.to_string())
}

fn asked(setup: &Setup, item: Item<'_>, data: &Hash) -> Result<Asked, PermalinkError> {
    let texts = |key: &str| match data.get(key) {
        Some(Value::Array(items)) => items.iter().filter(|item| !item.is_nil()).map(|item| setup.text(item)).collect(),
        Some(Value::Nil) | None => Vec::new(),
        Some(single) => vec![setup.text(single)],
    };
    let (from, to): (Vec<String>, Vec<String>) = (texts("redirect_from"), texts("redirect_to"));
    let url = if from.is_empty() && to.is_empty() { String::new() } else { item.url()?.to_string() };
    Ok(Asked { url, from, to: to.into_iter().next() })
}

fn ensure_slash(path: &str) -> String {
    if path.starts_with('/') { path.to_string() } else { format!("/{path}") }
}

/// Where a redirect leads: an absolute URL.
fn target(setup: &Arc<Setup>, to: &str) -> String {
    if to.starts_with("http://") || to.starts_with("https://") {
        return to.to_string();
    }
    let mut turn = Turn::detached(setup);
    let mut ask = Ask::new(&setup.engine, &mut turn);
    ask.text(&Value::from(to), &["absolute_url"]).map_or_else(|_| to.to_string(), |url| url.to_string())
}

fn redirect_page(setup: &Arc<Setup>, from: &str, to: &str) -> Page {
    let kind = PageKind::Generated("JekyllRedirectFrom::RedirectPage");
    let mut page = Page::new(setup, kind, &setup.source, "", "redirect.html");
    let from = ensure_slash(from);
    let mut redirect = Hash::new();
    redirect.set("from", from.as_str());
    redirect.set("to", target(setup, to));
    page.data.set("sitemap", false);
    page.data.set("layout", "redirect");
    page.data.set("permalink", from);
    page.data.set("redirect", redirect);
    page
}

/// `redirects.json`: what leads where, unless the source has such a file or the site wants none.
fn add_json(site: &mut Site, known: &IndexMap<String, String>) {
    let setup = Arc::clone(&site.setup);
    let unwanted = setup.config("redirect_from").as_hash().and_then(|options| options.get("json"));
    let there = setup.world.exists(Path::new(&setup.in_source("redirects.json")));
    if there || matches!(unwanted, Some(Value::Bool(false))) {
        return;
    }
    let map: serde_json::Map<String, serde_json::Value> =
        known.iter().map(|(from, to)| (from.clone(), to.clone().into())).collect();
    let mut page = Page::without_file(&setup, "", "redirects.json");
    page.content = serde_json::Value::Object(map).to_string().into();
    page.data.set("layout", Value::Nil);
    site.pages.push(page);
}

/// The layout of redirects, where the site has none of its own.
fn layout() -> Layout {
    const TO: &str = "{{ page.redirect.to }}";
    let content = format!(
        "<!DOCTYPE html>\n<html lang=\"en-US\">\n  <meta charset=\"utf-8\">\n  <title>Redirecting&hellip;</title>\n  \
         <link rel=\"canonical\" href=\"{TO}\">\n  <script>location=\"{TO}\"</script>\n  \
         <meta http-equiv=\"refresh\" content=\"0; url={TO}\">\n  <meta name=\"robots\" content=\"noindex\">\n  \
         <h1>Redirecting&hellip;</h1>\n  <a href=\"{TO}\">Click here if you are not redirected.</a>\n</html>\n"
    );
    Layout {
        name: "redirect".to_string(),
        path: "jekyll-redirect-from/redirect.html".to_string(),
        data: Hash::new(),
        content: content.into(),
    }
}
