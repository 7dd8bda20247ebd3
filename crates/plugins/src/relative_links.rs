//! The gem jekyll-relative-links 0.8: replaces links to Markdown files by links to the generated pages.

mod html;
mod links;
mod older;

use super::evaluation::Evaluation;
use super::option::{is_off, is_on, option};
use super::optional_front_matter::is_markdown;
use hastie_liquid::{Abort, Engine, Str, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::{Document, Page, StaticFile};
use hastie_site::path;
use hastie_site::percent;
use hastie_site::plugin::{Generator, Hooks, Plugin, priority};
use hastie_site::render::Setup;
use hastie_site::render::filters::uri::Uri;
use hastie_site::render::{Item, RenderContext};
use hastie_site::site::Site;
use std::collections::HashMap;
use std::sync::Arc;

const SECTION: &str = "relative_links";

/// Replaces links to source files by links to their output: `about.md` becomes `/about.html`. Does this in Markdown
/// sources before rendering, and for links to `.md` files also in HTML after rendering. Also registers the filter
/// `rellinks`. Version 0.6 of the gem only replaces links in sources.
#[derive(Debug)]
pub(crate) struct RelativeLinks;

impl Plugin for RelativeLinks {
    fn name(&self) -> &'static str {
        "jekyll-relative-links"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.filter("rellinks", 0, html::rellinks);
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Sources)]
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(html::Rendered)]
    }
}

/// Replaces links to source files in Markdown sources by links to their output.
struct Sources;

impl Generator for Sources {
    fn class(&self) -> &'static str {
        "JekyllRelativeLinks::Generator"
    }

    fn priority(&self) -> i32 {
        priority::LOWEST
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let setup = Arc::clone(&site.setup);
        if is_off(&setup.context, SECTION, "enabled")? {
            return Ok(());
        }
        if setup.context.reference().plugins.relative_links_0_6 {
            return older::mend(site);
        }
        let (pages, documents) = changed_sources(site, &setup)?;
        for (index, content) in pages {
            let page = &mut site.content.pages[index];
            page.content = content.into();
            if page.excerpt.is_some() {
                page.generate_excerpt(log);
            }
        }
        for ((collection, index), content) in documents {
            let document = &mut site.content.collections[collection].docs[index];
            document.content = content.into();
            if document.excerpt.is_some() {
                document.generate_excerpt(log);
            }
        }
        Ok(())
    }
}

/// The changed sources: of pages by index, of documents by the index of the collection and the index within it.
type ChangedSources = (Vec<(usize, String)>, Vec<((usize, usize), String)>);

fn changed_sources(site: &Site, setup: &Arc<Setup>) -> Result<ChangedSources, Failure> {
    let targets = targets(site);
    let listed = setup.context.config.settings().plugin_names();
    let before = listed.iter().take_while(|name| *name != "jekyll-relative-links");
    let has_default_layouts = before.into_iter().any(|name| name == "jekyll-default-layout");
    let mut pages = Vec::new();
    for (index, page) in site.content.pages.iter().enumerate() {
        if page.invalid || !taken_as_markdown(Item::Page(page))? {
            continue;
        }
        if page.excerpt.is_some() && !has_default_layouts {
            return Err(no_excerpt(page.relative_path()));
        }
        if let Some(content) = mended(setup, &targets, page.relative_path(), &page.content.text())? {
            pages.push((index, content));
        }
    }
    let mut documents = Vec::new();
    for (number, collection) in site.content.collections.iter().enumerate() {
        for (index, document) in collection.docs.iter().enumerate() {
            let Some(content) = document.content.get().filter(|_| document.is_written() && !document.invalid) else {
                continue;
            };
            if !taken_as_markdown(Item::Document(document))? {
                continue;
            }
            if let Some(content) = mended(setup, &targets, &document.relative_path, &content)? {
                documents.push(((number, index), content));
            }
        }
    }
    Ok((pages, documents))
}

/// Ruby's error for an excerpt of a page. The gem calls a method on the page that only documents have. Ruby raises no
/// error if jekyll-default-layout comes earlier in the list of plugins, because it has then created the excerpt
/// already.
fn no_excerpt(path: &str) -> Failure {
    let text = format!("undefined method `yaml_file?' for #<Jekyll::Page @relative_path=\"{path}\">");
    Failure::raised("NoMethodError", text)
}

/// Whether to replace the links in an item: the item must be Markdown and not excluded. For documents, the option
/// `collections` must be set.
fn taken_as_markdown(item: Item<'_>) -> Result<bool, Failure> {
    let context = item.context();
    // For rendered content, a section that is `false` as a whole does not disable the plugin.
    let is_off = matches!(option(context, SECTION, "enabled")?, Value::Bool(false));
    if is_off || !is_markdown(context, item.extname()) {
        return Ok(false);
    }
    if item.collection().is_some() && !is_on(context, SECTION, "collections")? {
        return Ok(false);
    }
    match option(context, SECTION, "exclude")? {
        // The pairs of a hash are not patterns.
        Value::Nil | Value::Bool(false) | Value::Hash(_) => Ok(true),
        Value::Array(patterns) => {
            Ok(!context.entry_patterns.globs(patterns.iter().filter_map(Value::as_str), &item.relative_path()))
        }
        other => Err(context.no_method("any?", &other)),
    }
}

/// All pages, static files and written documents, by path relative to the source. If a path occurs several times, the
/// first one wins.
fn targets(site: &Site) -> HashMap<&str, Target<'_>> {
    let mut targets = HashMap::new();
    let mut add = |path, target| {
        targets.entry(str::strip_prefix(path, '/').unwrap_or(path)).or_insert(target);
    };
    for page in &site.content.pages {
        add(page.relative_path(), Target::Page(page));
    }
    for file in &site.content.static_files {
        add(&file.relative_path, Target::StaticFile(file));
    }
    let documents = site.content.collections.iter().flat_map(|collection| &collection.docs);
    for document in documents.filter(|document| document.is_written()) {
        add(&document.relative_path, Target::Document(document));
    }
    targets
}

/// The page, document or static file to which a link leads.
enum Target<'s> {
    Page(&'s Page),
    Document(&'s Document),
    StaticFile(&'s StaticFile),
}

impl Target<'_> {
    /// The URL, computed only for linked targets, because the computation may set the date of a document. `None` if it
    /// cannot be computed.
    fn url(&self) -> Option<Str> {
        match self {
            Target::Page(page) => page.url().ok(),
            Target::Document(document) => document.url().ok(),
            Target::StaticFile(file) => Some(Str::from(file.url())),
        }
    }
}

/// Replaces each link in the Markdown text `source` whose target is in `targets`. The new link is the target's URL
/// after the filter `relative_url`. `None` if no link changes.
fn mended(
    setup: &Arc<Setup>,
    targets: &HashMap<&str, Target<'_>>,
    own: &str,
    source: &str,
) -> Result<Option<String>, Failure> {
    let folder = path::dirname(own);
    let mut problem = None;
    let text = links::replace(source, |path| {
        if path.starts_with('#') || is_absolute(path) {
            return None;
        }
        let url = targets.get(&*path_from_root(setup, &unescaped(path), folder))?.url()?;
        match relative_url(setup, &url) {
            Ok(url) => Some(url),
            Err(abort) => {
                problem.get_or_insert(abort);
                None
            }
        }
    });
    match problem {
        Some(abort) => Err(Failure::raised("Addressable::URI::InvalidURIError", abort.to_string())),
        None => Ok(text),
    }
}

fn relative_url(setup: &Arc<Setup>, url: &str) -> Result<String, Abort> {
    let mut rendering = RenderContext::detached(setup);
    Ok(Evaluation::new(&setup.engine, &mut rendering).text(&Value::from(url), &["relative_url"])?.to_string())
}

fn is_absolute(path: &str) -> bool {
    Uri::parse(path).is_ok_and(|uri| uri.scheme.is_some())
}

/// The path of a link's target, relative to the source. A link that starts with a slash is relative to the source, and
/// any other link is relative to `folder`.
fn path_from_root(setup: &Setup, link: &str, folder: &str) -> String {
    let source = &setup.context.source;
    let full = match link.strip_prefix('/') {
        Some(link) => path::expand(link, source),
        None => path::expand(link, &path::join(source, folder)),
    };
    let below = full.strip_prefix(source.as_str()).and_then(|below| below.strip_prefix('/'));
    below.unwrap_or(&full).to_string()
}

/// Ruby's `CGI.unescape`: decodes percent escapes, and `+` as a space. Unchanged if the result is not UTF-8.
fn unescaped(text: &str) -> String {
    if !text.contains(['%', '+']) {
        return text.to_string();
    }
    String::from_utf8(percent::decoded(&text.replace('+', " "))).unwrap_or_else(|_| text.to_string())
}
