//! The gem jekyll-paginate-v2 3.0: splits any collection over copies of any page, filtered and sorted.
//!
//! [`autopages`] creates a page for each tag, category and collection, [`posts`] selects what a page lists, [`urls`]
//! computes the URLs of the pages, and this file creates the copies.

mod autopages;
mod debug;
mod pager;
mod posts;
mod urls;

use super::ruby_methods;
use hastie_liquid::{Hash, Value, filters};
use hastie_site::config::merge;
use hastie_site::diagnostic::{Level, Log, Message};
use hastie_site::failure::Failure;
use hastie_site::model::page::{PageId, PageKind};
use hastie_site::model::{Page, SiteContext};
use hastie_site::plugin::{Generator, Plugin, priority};
use hastie_site::site::Site;
use pager::Pager;
use std::sync::Arc;
use urls::IndexName;

/// The value of `autogen` in the generated pages.
const NAME: &str = "jekyll-paginate-v2";

/// If the site enables `pagination`, replaces each page that also enables it by one or more pages, each with a part of
/// the documents. If `autopages` is enabled, also generates pages for tags, categories and collections.
#[derive(Debug)]
pub(crate) struct PaginateV2;

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
        let defaults = configured(&site.setup.context, "pagination", defaults())?;
        autopages::create(site, &defaults, log)?;
        if !site.setup.context.settings().paginate().is_nil() {
            return Err(legacy(site, log));
        }
        if !is_set(&defaults, "enabled") {
            log.info("Pagination:", "Disabled in site.config.");
            return Ok(());
        }
        if !get(&defaults, "title_suffix").is_nil() {
            let text = "Pagination: The 'title_suffix' configuration has been deprecated. Please use 'title'. See \
                        https://github.com/sverrirs/jekyll-paginate-v2/blob/master/README-GENERATOR.md#site-configuration";
            log.warn_of_setting("pagination", "Deprecation:", text);
        }
        if is_set(&defaults, "legacy") {
            return Err(expired(log));
        }
        let templates: Vec<PageId> =
            site.content.pages.iter().filter(|page| is_template(page)).map(|page| page.id).collect();
        if templates.is_empty() {
            let text = "Is enabled, but I couldn't find any pagination page. Skipping pagination. Pages must have \
                        'pagination: enabled: true' in their front-matter for pagination to work.";
            log.warn_of_setting("pagination", "Pagination:", text);
        }
        for template in &templates {
            paginate(site, *template, &defaults, log)?;
        }
        let count = if templates.is_empty() { String::new() } else { templates.len().to_string() };
        log.info("Pagination:", format!("Complete, processed {count} pagination page(s)"));
        Ok(())
    }
}

/// The gem's default options for `pagination`.
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

/// The options under a configuration key, merged over defaults.
fn configured(context: &SiteContext, key: &str, defaults: Hash) -> Result<Hash, Failure> {
    match context.config(key) {
        Value::Nil | Value::Bool(false) => Ok(defaults),
        own => Ok(merge::deep_merge(&defaults, ruby_methods::hash(own)?)),
    }
}

fn get<'a>(options: &'a Hash, key: &str) -> &'a Value {
    options.get(key).unwrap_or(&Value::Nil)
}

fn is_set(options: &Hash, key: &str) -> bool {
    get(options, key).truthy()
}

/// The option `key`, converted by Ruby's `to_i`. Fails if the value has no such method.
fn integer(context: &SiteContext, options: &Hash, key: &str) -> Result<i64, Failure> {
    ruby_methods::integer(context, get(options, key))
}

/// The error for the options of jekyll-paginate, which the gem supported until 2018. Also logs the gem's messages.
fn legacy(site: &Site, log: &mut Log) -> Failure {
    log.info("Pagination:", "Legacy paginate configuration settings detected and will be used.");
    if !site.setup.context.config("pagination").is_nil() {
        let text = "The new jekyll-paginate-v2 and the old jekyll-paginate logic cannot both be configured in the site \
                    config at the same time. Please disable the old 'paginate:' config settings by either omitting the \
                    values or setting them to 'paginate:off'.";
        log.push(Message::new(Level::Error, text, "").about_setting("pagination"));
        return Failure::raised("ArgumentError", text);
    }
    expired(log)
}

fn expired(log: &mut Log) -> Failure {
    let text = "You are running jekyll-paginate backwards compatible pagination logic. Please ignore all earlier \
                warnings displayed related to the old jekyll-paginate gem.";
    log.warn_of_setting("pagination", "Pagination:", text);
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

/// Replaces the page `template` by its copies, one for each part of the documents. Does nothing if the page's
/// `pagination` is not a hash.
fn paginate(site: &mut Site, template: PageId, defaults: &Hash, log: &mut Log) -> Result<(), Failure> {
    let context = Arc::clone(&site.setup.context);
    let Some(index) = site.content.pages.iter().position(|page| page.id == template) else { return Ok(()) };
    let options = match site.content.pages[index].field("pagination") {
        Value::Hash(own) => merge::deep_merge(defaults, &own),
        _ => return Ok(()),
    };
    debug::options(&context, &options, &site.content.pages[index], log);
    let shown = posts::of(site, &options, log)?;
    let per_page = integer(&context, &options, "per_page")?;
    let total = total_pages(&context, &options, per_page, shown.len())?;
    let template = site.content.pages.remove(index);
    let name = IndexName::of(&context, &options)?;
    let plan = Plan { context: &context, template: &template, options: &options, name, per_page, total };
    let mut pages = Vec::new();
    let mut pagers = Vec::new();
    for number in 1..=total {
        let mut page = plan.copy(number)?;
        let pager = plan.pager(number, &shown)?;
        plan.place(&mut page, number, &pager)?;
        pages.push(page);
        pagers.push(pager);
    }
    let trails = plan.trails(&pages, &pagers)?;
    for ((page, pager), trail) in pages.iter_mut().zip(pagers).zip(trails) {
        page.pager = Some(Value::hash(pager.into_value(trail)));
    }
    site.content.pages.extend(pages);
    Ok(())
}

/// The number of pages for a number of posts, at most the option `limit`. The result is 1 instead of 0, and 0 instead
/// of a negative number. Fails if `per_page` is 0.
fn total_pages(context: &SiteContext, options: &Hash, per_page: i64, posts: usize) -> Result<usize, Failure> {
    if per_page == 0 {
        let infinite = if posts == 0 { "NaN" } else { "Infinity" };
        return Err(Failure::raised("FloatDomainError", format!("{infinite}: {NAME} with `per_page: 0`")));
    }
    let mut total = (posts as f64 / per_page as f64).ceil() as i64;
    if is_set(options, "limit") {
        let limit = integer(context, options, "limit")?;
        if limit > 0 && limit < total {
            total = limit;
        }
    }
    Ok(if total == 0 { 1 } else { usize::try_from(total).unwrap_or(0) })
}

/// The data from which a template's copies are created.
struct Plan<'a> {
    context: &'a Arc<SiteContext>,
    template: &'a Page,
    options: &'a Hash,
    name: IndexName,
    per_page: i64,
    total: usize,
}

impl Plan<'_> {
    fn pager(&self, number: usize, shown: &[Value]) -> Result<Pager, Failure> {
        let context = self.context;
        let base = match self.template.field("permalink") {
            Value::Nil | Value::Bool(false) => self
                .template
                .url_dir()
                .map_err(|error| Failure::raised("ArgumentError", error.to_string()))?
                .to_string(),
            // The types that have a last element in Ruby.
            permalink @ (Value::Str(_) | Value::Int(_) | Value::Array(_) | Value::Hash(_)) => context.text(&permalink),
            other => return Err(context.no_method("[]", &other)),
        };
        let first = if base.ends_with('/') { base } else { format!("{base}/") };
        let others = ruby_methods::join(&first, get(self.options, "permalink"))?;
        let per_page = ruby_methods::shown_integer(get(self.options, "per_page"), self.per_page);
        Ok(Pager::new(number, self.total, (self.per_page, per_page), shown, &first, &others, &self.name))
    }

    /// `PaginationPage.new`: creates the copy of the template for the page `number`.
    fn copy(&self, number: usize) -> Result<Page, Failure> {
        let template = self.template;
        let kind = PageKind::Generated("Jekyll::PaginateV2::Generator::PaginationPage");
        let mut page = Page::new(self.context, kind, &self.context.source, "", &self.name.file());
        page.data = template.data.clone();
        page.defaults_of = Some(template.defaults_path().to_owned());
        match template.field("autopage") {
            Value::Nil | Value::Bool(false) => page.content = template.content.clone(),
            Value::Hash(about) => {
                page.lacks_content = true;
                if about.contains_key("display_name") {
                    page.data.set("autopages", Value::Hash(about));
                }
            }
            other => return Err(self.context.no_method("has_key?", &other)),
        }
        let mut info = Hash::new();
        info.set("curr_page", int(number));
        info.set("total_pages", int(self.total));
        page.data.set("pagination_info", Value::hash(info));
        if template.field("permalink").as_str() == Some("") {
            let text = format!("Invalid permalink in {}", self.context.text(&template.path()));
            return Err(Failure::fatal("Jekyll::Errors::InvalidPermalinkError", text));
        }
        Ok(page)
    }

    /// Sets the URL and the title of a copy.
    fn place(&self, page: &mut Page, number: usize, pager: &Pager) -> Result<(), Failure> {
        let (context, template) = (self.context, self.template);
        page.set_url(&self.name.url(&pager.path));
        if template.field("permalink").truthy() {
            page.data.set("permalink", pager.path.as_str());
        }
        let title = match template.field("title") {
            Value::Nil | Value::Bool(false) => context.settings().title().clone(),
            title => title,
        };
        if number > 1 {
            let format = ruby_methods::text(context, get(self.options, "title"), "sub")?;
            let title = filters::sub(format, ":title", &context.text(&title));
            page.data.set("title", urls::numbered(&title, number, self.total));
            page.data.set("autogen", NAME);
        } else {
            page.data.set("title", title);
        }
        Ok(())
    }

    /// `page_trail` for each page: the surrounding pages.
    fn trails(&self, pages: &[Page], pagers: &[Pager]) -> Result<Vec<Value>, Failure> {
        let none = vec![Value::Nil; pages.len()];
        let trail = get(self.options, "trail");
        if !trail.truthy() || pages.len() < 2 {
            return Ok(none);
        }
        let length = |key: &str| {
            let length = ruby_methods::integer(self.context, &ruby_methods::index(self.context, trail, key)?)?;
            Ok(usize::try_from(length).unwrap_or(0).min(pages.len()))
        };
        let (before, after): (usize, usize) = (length("before")?, length("after")?);
        if before + after == 0 {
            return Ok(none);
        }
        let length = before + after + 1;
        let steps = pages.iter().zip(pagers).enumerate().map(|(position, (page, pager))| {
            let mut step = Hash::new();
            step.set("num", int(position + 1));
            step.set("path", pager.path.as_str());
            step.set("title", page.data.get("title").cloned().unwrap_or(Value::Nil));
            Value::hash(step)
        });
        let steps: Vec<Value> = steps.collect();
        let around = |position: usize| {
            let start = position.saturating_sub(before);
            let end = (start + length).min(pages.len());
            let start = start.saturating_sub(length - (end - start));
            Value::array(steps[start..end].to_vec())
        };
        Ok((0..pages.len()).map(around).collect())
    }
}

fn int(number: usize) -> Value {
    Value::Int(i64::try_from(number).unwrap_or(i64::MAX))
}
