//! Mirrors the gem jekyll-paginate-v2 3.0: any collection spread over copies of any page, filtered and sorted.
//!
//! [`autopages`] makes a page for each tag, category and collection, [`posts`] finds what a page shows, [`urls`] says
//! where the pages go, and this file copies them.

mod autopages;
mod pager;
mod posts;
mod urls;

use super::option::to_integer;
use super::{Generator, Plugin, priority};
use crate::config::merge;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::page::{PageId, PageKind};
use crate::model::{Page, path};
use crate::setup::Setup;
use crate::site::Site;
use hastie_liquid::{Hash, Value};
use pager::Pager;
use std::sync::Arc;
use urls::IndexName;

/// What pages made by it carry as `autogen`.
const NAME: &str = "jekyll-paginate-v2";

/// The plugin.
#[derive(Debug)]
pub struct PaginateV2;

impl Plugin for PaginateV2 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Pagination)]
    }
}

struct Pagination;

impl Generator for Pagination {
    fn class(&self) -> &'static str {
        "Jekyll::PaginateV2::Generator::PaginationGenerator"
    }

    fn priority(&self) -> i32 {
        priority::LOWEST
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let defaults = configured(&site.setup, "pagination", defaults())?;
        autopages::create(site, &defaults, log)?;
        if !site.setup.config("paginate").is_nil() {
            return Err(legacy(site, log));
        }
        if !is_set(&defaults, "enabled") {
            log.info("Pagination:", "Disabled in site.config.");
            return Ok(());
        }
        if !get(&defaults, "title_suffix").is_nil() {
            let text = "Pagination: The 'title_suffix' configuration has been deprecated. Please use 'title'. See \
                        https://github.com/sverrirs/jekyll-paginate-v2/blob/master/README-GENERATOR.md#site-configuration";
            log.warn("Deprecation:", text);
        }
        let templates: Vec<PageId> = site.pages.iter().filter(|page| is_template(page)).map(|page| page.id).collect();
        if templates.is_empty() {
            let text = "Is enabled, but I couldn't find any pagination page. Skipping pagination. Pages must have \
                        'pagination: enabled: true' in their front-matter for pagination to work.";
            log.warn("Pagination:", text);
        }
        for template in &templates {
            paginate(site, *template, &defaults)?;
        }
        let count = if templates.is_empty() { String::new() } else { templates.len().to_string() };
        log.info("Pagination:", format!("Complete, processed {count} pagination page(s)"));
        Ok(())
    }
}

/// What applies where a site says nothing.
fn defaults() -> Hash {
    let mut trail = Hash::new();
    trail.set("before", Value::Int(0));
    trail.set("after", Value::Int(0));
    let mut defaults = Hash::new();
    defaults.set("enabled", false);
    defaults.set("collection", "posts");
    defaults.set("offset", Value::Int(0));
    defaults.set("per_page", Value::Int(10));
    defaults.set("permalink", "/page:num/");
    defaults.set("title", ":title - page :num");
    defaults.set("page_num", Value::Int(1));
    defaults.set("sort_reverse", false);
    defaults.set("sort_field", "date");
    defaults.set("limit", Value::Int(0));
    defaults.set("trail", Value::hash(trail));
    defaults.set("indexpage", Value::Nil);
    defaults.set("extension", "html");
    defaults.set("debug", false);
    defaults.set("legacy", false);
    defaults
}

/// The options under a key of the configuration, over defaults.
fn configured(setup: &Setup, key: &str, defaults: Hash) -> Result<Hash, Failure> {
    match setup.config(key) {
        Value::Nil | Value::Bool(false) => Ok(defaults),
        Value::Hash(own) => Ok(merge::deep_merge(&defaults, own)),
        other => Err(wrong(setup, key, "a hash", other)),
    }
}

fn wrong(setup: &Setup, option: &str, wanted: &str, value: &Value) -> Failure {
    let text = format!("{NAME}: `{option}` has to be {wanted}, and is {}", setup.inspect(value));
    Failure::raised("TypeError", text)
}

fn get<'a>(options: &'a Hash, key: &str) -> &'a Value {
    options.get(key).unwrap_or(&Value::Nil)
}

fn is_set(options: &Hash, key: &str) -> bool {
    get(options, key).truthy()
}

/// Ruby's `to_i` of an option.
fn integer(options: &Hash, key: &str) -> i64 {
    to_integer(get(options, key)).unwrap_or(0)
}

/// The options of jekyll-paginate, which this gem took up until 2018 and refuses since.
fn legacy(site: &Site, log: &mut Log) -> Failure {
    log.info("Pagination:", "Legacy paginate configuration settings detected and will be used.");
    if !site.setup.config("pagination").is_nil() {
        let text = "The new jekyll-paginate-v2 and the old jekyll-paginate logic cannot both be configured in the site \
                    config at the same time. Please disable the old 'paginate:' config settings by either omitting the \
                    values or setting them to 'paginate:off'.";
        log.error(text, "");
        return Failure::raised("ArgumentError", text);
    }
    let text = "You are running jekyll-paginate backwards compatible pagination logic. Please ignore all earlier \
                warnings displayed related to the old jekyll-paginate gem.";
    log.warn("Pagination:", text);
    let text = "Legacy jekyll-paginate configuration compatibility mode has expired. Please upgrade to \
                jekyll-paginate-v2 configuration.";
    Failure::raised("ArgumentError", text)
}

fn is_template(page: &Page) -> bool {
    match page.field("pagination") {
        Value::Hash(options) => is_set(&options, "enabled"),
        _ => false,
    }
}

/// Puts the pages of one template in its place.
fn paginate(site: &mut Site, template: PageId, defaults: &Hash) -> Result<(), Failure> {
    let setup = Arc::clone(&site.setup);
    let Some(at) = site.pages.iter().position(|page| page.id == template) else { return Ok(()) };
    let options = match site.pages[at].field("pagination") {
        Value::Hash(own) => merge::deep_merge(defaults, &own),
        _ => return Ok(()),
    };
    let shown = posts::of(site, &options)?;
    let total = total_pages(&options, shown.len())?;
    let template = site.pages.remove(at);
    let name = IndexName::of(&setup, &options);
    let plan = Plan { setup: &setup, template: &template, options: &options, name, total };
    let mut pages = Vec::new();
    let mut pagers = Vec::new();
    for number in 1..=total {
        let pager = plan.pager(number, &shown)?;
        pages.push(plan.page(number, &pager));
        pagers.push(pager);
    }
    let trails = plan.trails(&pages, &pagers);
    for ((page, pager), trail) in pages.iter_mut().zip(pagers).zip(trails) {
        page.pager = Some(Value::hash(pager.into_value(trail)));
    }
    site.pages.extend(pages);
    Ok(())
}

fn total_pages(options: &Hash, posts: usize) -> Result<usize, Failure> {
    let Some(per_page) = usize::try_from(integer(options, "per_page")).ok().filter(|count| *count > 0) else {
        let text = format!("{NAME}: `per_page` has to be a number above 0");
        return Err(Failure::raised("FloatDomainError", text));
    };
    let total = posts.div_ceil(per_page).max(1);
    let limit = usize::try_from(integer(options, "limit")).unwrap_or(0);
    Ok(if limit > 0 { total.min(limit) } else { total })
}

/// How one template is copied.
struct Plan<'a> {
    setup: &'a Arc<Setup>,
    template: &'a Page,
    options: &'a Hash,
    name: IndexName,
    total: usize,
}

impl Plan<'_> {
    fn pager(&self, number: usize, shown: &[Value]) -> Result<Pager, Failure> {
        let base = match self.template.field("permalink") {
            Value::Nil | Value::Bool(false) => self
                .template
                .url_dir()
                .map_err(|error| Failure::raised("ArgumentError", error.to_string()))?
                .to_string(),
            permalink => self.setup.text(&permalink),
        };
        let first = if base.ends_with('/') { base } else { format!("{base}/") };
        let others = path::join(&first, &self.setup.text(get(self.options, "permalink")));
        let per_page = usize::try_from(integer(self.options, "per_page")).unwrap_or(1);
        Ok(Pager::new(number, self.total, per_page, shown, &first, &others, &self.name))
    }

    /// `PaginationPage.new`
    fn page(&self, number: usize, pager: &Pager) -> Page {
        let template = self.template;
        let kind = PageKind::Generated("Jekyll::PaginateV2::Generator::PaginationPage");
        let mut page = Page::new(self.setup, kind, &self.setup.source, "", &self.name.file());
        page.data = template.data.clone();
        page.defaults_of = Some(template.defaults_path().to_owned());
        match template.data.get("autopage").and_then(Value::as_hash) {
            None => page.content = template.content.clone(),
            Some(about) => page.data.set("autopages", Value::hash(about.clone())),
        }
        let mut info = Hash::new();
        info.set("curr_page", int(number));
        info.set("total_pages", int(self.total));
        page.data.set("pagination_info", Value::hash(info));
        page.serve_at(&self.name.url(&pager.path));
        if template.field("permalink").truthy() {
            page.data.set("permalink", pager.path.as_str());
        }
        let title = match template.field("title") {
            Value::Nil | Value::Bool(false) => self.setup.config("title").clone(),
            title => title,
        };
        if number > 1 {
            let format = self.setup.text(get(self.options, "title"));
            let format = format.replacen(":title", &self.setup.text(&title), 1);
            page.data.set("title", urls::numbered(&format, number, self.total));
            page.data.set("autogen", NAME);
        } else {
            page.data.set("title", title);
        }
        page
    }

    /// `page_trail` of each page: the pages around it.
    fn trails(&self, pages: &[Page], pagers: &[Pager]) -> Vec<Value> {
        let none = vec![Value::Nil; pages.len()];
        let Some(trail) = get(self.options, "trail").as_hash() else { return none };
        let length = |key: &str| usize::try_from(integer(trail, key)).unwrap_or(0);
        let (before, after) = (length("before"), length("after"));
        if pages.len() < 2 || before + after == 0 {
            return none;
        }
        let length = before + after + 1;
        let steps = pages.iter().zip(pagers).enumerate().map(|(at, (page, pager))| {
            let mut step = Hash::new();
            step.set("num", int(at + 1));
            step.set("path", pager.path.as_str());
            step.set("title", page.data.get("title").cloned().unwrap_or(Value::Nil));
            Value::hash(step)
        });
        let steps: Vec<Value> = steps.collect();
        (0..pages.len())
            .map(|at| {
                let start = at.saturating_sub(before);
                let end = (start + length).min(pages.len());
                let start = start.saturating_sub(length - (end - start));
                Value::array(steps[start..end].to_vec())
            })
            .collect()
    }
}

fn int(number: usize) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}
