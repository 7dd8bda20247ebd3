//! The gem jekyll-paginate 1.1: splits the posts over copies of an `index.html`.

use super::ruby_methods::{shown_integer, to_i};
use hastie_liquid::{Hash, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::page::PageKind;
use hastie_site::model::{Page, SiteContext};
use hastie_site::path;
use hastie_site::plugin::{Generator, Plugin, priority};
use hastie_site::read::pages;
use hastie_site::render::drops::DocumentDrop;
use hastie_site::site::Site;
use std::sync::Arc;

/// Distributes the posts over several pages if `paginate` is set, in a generator with the lowest priority.
#[derive(Debug)]
pub(crate) struct Paginate;

impl Plugin for Paginate {
    fn name(&self) -> &'static str {
        "jekyll-paginate"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Pagination)]
    }
}

struct Pagination;

impl Generator for Pagination {
    fn class(&self) -> &'static str {
        "Jekyll::Paginate::Pagination"
    }

    fn priority(&self) -> i32 {
        priority::LOWEST
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        if site.setup.context.settings().paginate().is_nil() || site.content.pages.is_empty() {
            return Ok(());
        }
        let Some(template) = template_page(site) else {
            let text = "Pagination is enabled, but I couldn't find an index.html page to use as the pagination \
                        template. Skipping pagination.";
            log.warn_of_setting("paginate", "Pagination:", text);
            return Ok(());
        };
        let context = Arc::clone(&site.setup.context);
        let pager = Pager::new(site, template)?;
        for number in 1..=pager.total_pages {
            let paginator = Some(Value::hash(pager.page(number)));
            if number == 1 {
                site.content.pages[template].pager = paginator;
                continue;
            }
            let mut page = copy(&context, &site.content.pages[template], log)?;
            page.pager = paginator;
            page.move_to(&pager.path(number));
            site.content.pages.push(page);
        }
        Ok(())
    }
}

/// `Page.new(site, source, page.dir, page.name)`: reads the template's file again, from the folder of its URL.
fn copy(context: &Arc<SiteContext>, template: &Page, log: &mut Log) -> Result<Page, Failure> {
    let dir = template.url_dir().map_err(|error| Failure::raised("ArgumentError", error.to_string()))?;
    let mut page = Page::new(context, PageKind::File, &context.source, &dir, &template.name);
    context.trace(log, "Reading:", || page.relative_path().to_string());
    let read = pages::read_yaml(context, &page.file, log)?;
    page.data = read.data.into();
    page.content = read.content.into();
    page.lacks_content = !read.is_read;
    Ok(page)
}

/// The index of the template: the page `index.html` with the longest path, in a folder between the source and
/// `paginate_path`. `None` if there is none.
fn template_page(site: &Site) -> Option<usize> {
    let context = &site.setup.context;
    let mut candidates: Vec<(usize, usize)> = Vec::new();
    for (index, page) in site.content.pages.iter().enumerate().filter(|(_, page)| page.name == "index.html") {
        let file = context.text(&page.path());
        let dir = path::dirname(&path::expand(without_slash(&file), &context.source)).to_string();
        let paginate = path::expand(without_slash(&context.text(context.settings().paginate_path())), &context.source);
        if in_hierarchy(&context.source, &dir, path::dirname(&paginate)) {
            candidates.push((index, file.chars().count()));
        }
    }
    candidates.sort_by_key(|(_, length)| std::cmp::Reverse(*length));
    candidates.first().map(|(index, _)| *index)
}

/// `Pager.remove_leading_slash`: removes a single slash.
fn without_slash(path: &str) -> &str {
    path.strip_prefix('/').unwrap_or(path)
}

fn in_hierarchy(source: &str, page_dir: &str, paginate: &str) -> bool {
    let mut folder = paginate;
    while folder != path::dirname(folder) && folder != path::dirname(source) {
        if folder == page_dir {
            return true;
        }
        folder = path::dirname(folder);
    }
    false
}

/// The posts to list, and the options that split them over pages.
struct Pager {
    posts: Vec<Value>,
    per_page: usize,
    shown_per_page: Value,
    total_pages: usize,
    first_url: String,
    format: String,
}

impl Pager {
    fn new(site: &Site, template: usize) -> Result<Self, Failure> {
        let shown = site.content.posts_by_date().into_iter().filter(|post| !post.field("hidden").truthy());
        let posts: Vec<Value> = shown.map(|post| Value::drop(DocumentDrop(post.id))).collect();
        let per_page = site.setup.context.settings().paginate();
        let Some(per_page) = to_i(per_page) else {
            return Err(site.setup.context.no_method("to_i", per_page));
        };
        if per_page == 0 {
            let infinite = if posts.is_empty() { "NaN" } else { "Infinity" };
            return Err(Failure::raised("FloatDomainError", infinite));
        }
        let format = site.setup.context.settings().paginate_path();
        if format.as_str().is_none() && i64::try_from(posts.len()).is_ok_and(|posts| posts > per_page && per_page > 0) {
            return Err(site.setup.context.no_method("sub", format));
        }
        // With a negative number per page, there are no pages.
        let shown_per_page = shown_integer(site.setup.context.settings().paginate(), per_page);
        let per_page = usize::try_from(per_page).unwrap_or(0);
        let url =
            site.content.pages[template].url().map_err(|error| Failure::raised("ArgumentError", error.to_string()))?;
        Ok(Pager {
            total_pages: if per_page == 0 { 0 } else { posts.len().div_ceil(per_page) },
            posts,
            per_page,
            shown_per_page,
            first_url: url.to_string(),
            format: site.setup.context.text(site.setup.context.settings().paginate_path()),
        })
    }

    /// `Pager.paginate_path`: the path of the page `number`, such as `/page2`.
    fn path(&self, number: usize) -> String {
        if number <= 1 {
            return self.first_url.clone();
        }
        let path = self.format.replacen(":num", &number.to_string(), 1);
        if path.starts_with('/') { path } else { format!("/{path}") }
    }

    /// `Pager#to_liquid`: the hash that the page `number` reads as `paginator`.
    fn page(&self, number: usize) -> Hash {
        let int = |number: usize| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
        let first = (number - 1) * self.per_page;
        let posts = self.posts[first..self.posts.len().min(first + self.per_page)].to_vec();
        let previous = (number > 1).then(|| number - 1);
        let next = (number < self.total_pages).then_some(number + 1);
        let number_or_nil = |number: Option<usize>| number.map_or(Value::Nil, int);
        let path_or_nil = |number: Option<usize>| number.map_or(Value::Nil, |number| Value::from(self.path(number)));
        let mut page = Hash::new();
        page.set("page", int(number));
        page.set("per_page", self.shown_per_page.clone());
        page.set("posts", posts);
        page.set("total_posts", int(self.posts.len()));
        page.set("total_pages", int(self.total_pages));
        page.set("previous_page", number_or_nil(previous));
        page.set("previous_page_path", path_or_nil(previous));
        page.set("next_page", number_or_nil(next));
        page.set("next_page_path", path_or_nil(next));
        page
    }
}
