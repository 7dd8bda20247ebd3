//! The gem octopress-paginate 1.2: splits a collection over several pages, for pages with `paginate:` in their front
//! matter.

use hastie_liquid::{Hash, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::model::page::PageKind;
use hastie_site::model::{Document, Page};
use hastie_site::path;
use hastie_site::plugin::{Hooks, Plugin};
use hastie_site::priority;
use hastie_site::render::Setup;
use hastie_site::render::drops::DocumentDrop;
use hastie_site::site::Site;
use std::sync::Arc;

/// Distributes a collection over several pages, for each page with `paginate` in its front matter. A hook after reading
/// the site adds the further pages, and a hook before rendering sets `paginator`.
#[derive(Debug)]
pub(crate) struct OctopressPaginate;

impl Plugin for OctopressPaginate {
    fn name(&self) -> &'static str {
        "octopress-paginate"
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(Paginator)]
    }
}

struct Paginator;

impl Hooks for Paginator {
    fn priority(&self) -> i32 {
        priority::LOW
    }

    fn post_read(&self, site: &mut Site, _log: &mut Log) -> Result<(), Failure> {
        for index in 0..site.content.pages.len() {
            if site.content.pages[index].field("paginate").truthy() {
                let added = paginate(site, index)?;
                site.content.pages.extend(added);
            }
        }
        Ok(())
    }

    fn pre_render(&self, site: &mut Site, _payload: &mut Hash, _log: &mut Log) -> Result<(), Failure> {
        for index in 0..site.content.pages.len() {
            if let Some(Value::Hash(options)) = site.content.pages[index].data.get("paginate") {
                let pager = pager(site, &options.clone())?;
                site.content.pages[index].pager = Some(Value::hash(pager));
            }
        }
        Ok(())
    }
}

/// The default settings, with the values under `pagination` in the configuration merged over them.
fn defaults(setup: &SiteContext) -> Hash {
    let mut options = Hash::new();
    options.set("collection", "posts");
    options.set("per_page", 10);
    options.set("limit", 5);
    options.set("permalink", "/page:num/");
    options.set("title_suffix", " - page :num");
    options.set("page_num", 1);
    options.set("reversed", false);
    merge_over(&mut options, setup.config("pagination"));
    options
}

fn merge_over(options: &mut Hash, above: &Value) {
    if let Value::Hash(above) = above {
        for (key, value) in above.iter() {
            options.set_value(key.clone(), value.clone());
        }
    }
}

/// Completes the options of the page at index `template`, and returns the second and later pages of its pagination.
fn paginate(site: &mut Site, template: usize) -> Result<Vec<Page>, Failure> {
    let options = page_options(site, &site.content.pages[template].field("paginate"))?;
    let mut added = copies(&site.setup, &site.content.pages[template], &options)?;
    let mut urls = vec![url(&site.content.pages[template])?];
    for page in &added {
        urls.push(url(page)?);
    }
    site.content.pages[template].data.set("paginate", Value::hash(options));
    let pages = std::iter::once(&mut site.content.pages[template]).chain(&mut added);
    for (index, page) in pages.enumerate() {
        link_neighbours(page, index, &urls);
    }
    Ok(added)
}

/// A page's options merged over the defaults, with the number of pages.
fn page_options(site: &Site, own: &Value) -> Result<Hash, Failure> {
    let setup = &site.setup;
    let mut options = defaults(&setup.context);
    merge_over(&mut options, own);
    for (single, several) in [("tag", "tags"), ("category", "categories")] {
        if let Some(value) = options.get(single).filter(|value| value.truthy()).cloned() {
            let list = if value.as_array().is_some() { value } else { Value::array(vec![value]) };
            options.set(several, list);
        }
    }
    let count = chosen(site, &options)?.len();
    let per_page = number(&setup.context, &options, "per_page")?.max(1) as usize;
    let mut pages = count.div_ceil(per_page);
    if options.get("limit").is_some_and(Value::truthy) {
        pages = pages.min(number(&setup.context, &options, "limit")?.max(0) as usize);
    }
    options.set("pages", int(pages));
    Ok(options)
}

/// Creates the second and later pages of a pagination, as copies of the page `template`.
fn copies(setup: &Arc<Setup>, template: &Page, options: &Hash) -> Result<Vec<Page>, Failure> {
    let pages = match options.get("pages") {
        Some(Value::Int(pages)) => usize::try_from(*pages).unwrap_or(0),
        _ => 0,
    };
    let shown = setup.context.text(&template.path());
    let (dir, name) = (path::dirname(&shown), path::basename(&shown));
    let text = |key: &str| options.get(key).map(|value| setup.context.text(value)).unwrap_or_default();
    let mut added = Vec::new();
    for index in 2..=pages {
        let mut page = Page::new(&setup.context, PageKind::File, &setup.context.source, dir, name);
        page.data = template.data.clone();
        page.content = template.content.clone();
        let mut own = options.clone();
        own.set("page_num", int(index));
        page.data.set("paginate", Value::hash(own));
        let below = text("permalink").replacen(":num", &index.to_string(), 1);
        let folder = template.url_dir().map_err(|error| Failure::raised("ArgumentError", error.to_string()))?;
        page.data.set("permalink", path::join(&folder, &below));
        let title = match template.field("title") {
            title if title.truthy() => setup.context.text(&title),
            _ => capitalized(&text("collection")),
        };
        page.data.set("title", title + &text("title_suffix").replacen(":num", &index.to_string(), 1));
        page.rename("index.html");
        page.reset_url();
        added.push(page);
    }
    Ok(added)
}

fn url(page: &Page) -> Result<String, Failure> {
    page.url().map(|url| url.to_string()).map_err(|error| Failure::raised("ArgumentError", error.to_string()))
}

/// Adds the numbers and URLs of the previous and next page to the options of the page at `index`.
fn link_neighbours(page: &mut Page, index: usize, urls: &[String]) {
    let Some(Value::Hash(own)) = page.data.get("paginate") else { return };
    let mut own = (**own).clone();
    if let Some(previous) = index.checked_sub(1).and_then(|before| urls.get(before)) {
        own.set("previous_page", int(index));
        own.set("previous_page_path", previous.as_str());
    }
    if let Some(next) = urls.get(index + 1) {
        own.set("next_page", int(index + 2));
        own.set("next_page_path", next.as_str());
    }
    page.data.set("paginate", Value::hash(own));
}

/// The value of the variable `paginator` on the page with these options.
fn pager(site: &Site, options: &Hash) -> Result<Hash, Failure> {
    let setup = &site.setup;
    let all = chosen(site, options)?;
    let per_page = number(&setup.context, options, "per_page")?.max(0) as usize;
    let first = (number(&setup.context, options, "page_num")?.max(1) as usize - 1) * per_page;
    let items: Vec<Value> =
        all.iter().skip(first).take(per_page).map(|document| Value::drop(DocumentDrop(document.id))).collect();
    let collection = options.get("collection").map(|name| setup.context.text(name)).unwrap_or_default();
    let own = |key: &str| options.get(key).cloned().unwrap_or(Value::Nil);
    let mut pager = Hash::new();
    pager.set(collection.as_str(), Value::array(items));
    pager.set("page", own("page_num"));
    pager.set("per_page", own("per_page"));
    pager.set("limit", own("limit"));
    pager.set(format!("total_{collection}"), int(all.len()));
    pager.set("total_pages", own("pages"));
    for key in ["previous_page", "previous_page_path", "next_page", "next_page_path"] {
        pager.set(key, own(key));
    }
    Ok(pager)
}

/// All documents of a pagination, in order. Each page shows a part of them.
fn chosen<'a>(site: &'a Site, options: &Hash) -> Result<Vec<&'a Document>, Failure> {
    let setup = &site.setup;
    let label = options.get("collection").map(|name| setup.context.text(name)).unwrap_or_default();
    let Some(collection) = site.content.collections.iter().find(|collection| collection.label() == label) else {
        return Err(setup.context.no_method("docs", &Value::Nil));
    };
    let mut documents: Vec<&Document> = collection.docs.iter().collect();
    if label == "posts" {
        documents = site.content.posts_by_date();
    }
    if matches!(options.get("reversed"), Some(Value::Bool(true))) {
        documents.reverse();
    }
    for key in ["categories", "tags"] {
        let Some(Value::Array(wanted)) = options.get(key) else { continue };
        let wanted: Vec<String> = wanted.iter().map(|value| setup.context.text(value)).collect();
        documents.retain(|document| {
            let own = document.field(key);
            own.as_array().unwrap_or_default().iter().any(|value| wanted.contains(&setup.context.text(value)))
        });
    }
    Ok(documents)
}

fn number(setup: &SiteContext, options: &Hash, key: &str) -> Result<i64, Failure> {
    match options.get(key) {
        Some(Value::Int(number)) => Ok(*number),
        other => Err(setup.no_method("to_f", other.unwrap_or(&Value::Nil))),
    }
}

fn int(number: usize) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Converts the first letter to upper case and the others to lower case.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars.flat_map(char::to_lowercase)).collect()).unwrap_or_default()
}
