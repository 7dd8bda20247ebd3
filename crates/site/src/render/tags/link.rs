//! The tag `link`: the URL of a page, document or static file with a given path. Mirrors `Jekyll::Tags::Link`.

use super::parameters::inner;
use super::{Inner, LINK_FILTER, text, view};
use crate::model::StaticFile;
use crate::model::permalink::PermalinkError;
use crate::render::drops::StaticFileDrop;
use crate::render::filters::urls::relative_url;
use crate::render::{Item, OwnedItem, SiteView};
use hastie_liquid::{Abort, Context, Error, Str, Tag, TagParse, TemplateEffects, Value};
use hastie_value::text::is_ruby_space;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

#[derive(Debug)]
struct Link {
    path: Path,
}

/// The path in the tag `link`. If the path may contain Liquid, it is a template.
#[derive(Debug)]
enum Path {
    Template(Box<Inner>),
    Written(String),
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let path = inner(tag.engine(), tag.markup().trim_matches(is_ruby_space));
    Ok(Box::new(Link { path: Path::Template(Box::new(path)) }))
}

/// Like [`parse`], but does not render Liquid in the path.
pub(super) fn parse_as_written(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(Link { path: Path::Written(tag.markup().trim_matches(is_ruby_space).to_owned()) }))
}

impl Tag for Link {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let path = match &self.path {
            Path::Template(path) => text(path, cx)?,
            Path::Written(path) => path.clone(),
        };
        let view = view(cx)?;
        let finds_all = view.setup.context.reference().rendering.links_find_unwritten_files;
        let Some(target) = view.tags.links.find(&view, &path, |file| finds_all || file.is_written()) else {
            let message = format!(
                "Could not find document '{path}' in tag 'link'.\n\n\
                 Make sure the document exists and the path is correct.\n"
            );
            return Err(Abort::error("ArgumentError", message));
        };
        let url = target.url(&view);
        let url = url.map_err(|error| Abort::error("Jekyll::Errors::InvalidURLError", error.to_string()))?;
        write_relative(url, &target.value(&view), cx, out)
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        if let Path::Template(path) = &self.path
            && let Ok(template) = &**path
        {
            effects.reads.extend(template.effects().reads.iter().cloned());
            effects.reads_any |= template.effects().reads_any;
        }
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

/// Writes a URL as Jekyll's filter `relative_url` returns it. If a plugin registers [`LINK_FILTER`], applies that
/// filter to `object` instead, the page, document or static file with this URL. In Jekyll 3, writes the URL unchanged.
pub(super) fn write_relative(url: Str, object: &Value, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
    if !view(cx)?.setup.context.reference().rendering.links_have_baseurl {
        out.push_str(&url);
        return Ok(());
    }
    let url = match cx.engine().has_filter(LINK_FILTER) {
        true => cx.invoke(LINK_FILTER, object, &[])?,
        false => relative_url(cx, &Value::Str(url), &[])?,
    };
    url.write_to_s(out, cx.host)
}

impl SiteView {
    /// The URL of the page, static file or written document with this relative path (see [`Item::relative_path`]).
    /// Pages are searched first, then static files, then documents. In Jekyll 3, the files of collections come last.
    /// The relative paths of static files start with a slash, which `path` may lack. `None` if nothing has this path.
    pub fn url_at(&self, path: &str) -> Option<Result<Str, PermalinkError>> {
        self.tags.links.find(self, path, |_| true).map(|target| target.url(self))
    }
}

/// The items and files that `link` can find, by path. For each path, the first in Jekyll's order of search.
#[derive(Debug, Default)]
pub(super) struct Index {
    by_path: OnceLock<HashMap<String, (usize, Target)>>,
}

#[derive(Debug, Clone, Copy)]
enum Target {
    Item(usize),
    File(usize),
    /// A file of a collection. Only in Jekyll 3, in which such files are not static files of the site. Contains the
    /// index of the collection, and the index of the file in the collection.
    OfCollection(usize, usize),
}

impl Target {
    fn url(self, view: &SiteView) -> Result<Str, PermalinkError> {
        match self {
            Target::Item(index) => item(view, index).url(),
            Target::File(number) => Ok(view.static_files[number].url().into()),
            Target::OfCollection(collection, number) => Ok(view.collections[collection].files[number].url().into()),
        }
    }

    /// The page, document or static file, as templates see it.
    fn value(self, view: &SiteView) -> Value {
        match self {
            Target::Item(index) => view.value(index),
            Target::File(number) => Value::drop(StaticFileDrop(Arc::clone(&view.static_files[number]))),
            Target::OfCollection(collection, number) => {
                Value::drop(StaticFileDrop(Arc::clone(&view.collections[collection].files[number])))
            }
        }
    }
}

impl Index {
    /// The item or file whose relative path is `path`, with or without a slash before it. Pages come before
    /// static files, and static files before documents. Static files that are not `wanted` are skipped. `None` if
    /// nothing has this path.
    fn find(&self, view: &SiteView, path: &str, wanted: impl Fn(&StaticFile) -> bool) -> Option<Target> {
        // A plugin may add pages and static files while documents are rendered.
        let is_changed = view.static_files.is_replaced() || view.slots.has_appended();
        let current = is_changed.then(|| targets(view));
        let by_path = current.as_ref().unwrap_or_else(|| self.by_path.get_or_init(|| targets(view)));
        let slashed = if path.starts_with('/') { path.to_string() } else { format!("/{path}") };
        let counts = |target: Target| match target {
            Target::Item(_) | Target::OfCollection(..) => true,
            Target::File(number) => wanted(&view.static_files[number]),
        };
        let found = [by_path.get(path), by_path.get(&slashed)].into_iter().flatten();
        let found = found.filter(|(_, target)| counts(*target)).min_by_key(|(rank, _)| *rank);
        found.map(|(_, target)| *target)
    }
}

fn item(view: &SiteView, index: usize) -> Item<'_> {
    match &view.slots[index].owned {
        OwnedItem::Document(document) => Item::Document(document),
        OwnedItem::Page(page) => Item::Page(page),
    }
}

fn targets(view: &SiteView) -> HashMap<String, (usize, Target)> {
    let pages = view.pages().map(Target::Item);
    let files = (0..view.static_files.len()).map(Target::File);
    let documents = view
        .collections
        .iter()
        .flat_map(|info| info.docs.clone())
        .filter(|index| item(view, *index).is_written())
        .map(Target::Item);
    let with_files = !view.setup.context.reference().reading.collection_files_are_static_files;
    let files_of_collections = view.collections.iter().enumerate().filter(|_| with_files);
    let files_of_collections = files_of_collections
        .flat_map(|(collection, info)| (0..info.files.len()).map(move |n| Target::OfCollection(collection, n)));
    let mut by_path = HashMap::new();
    for (rank, target) in pages.chain(files).chain(documents).chain(files_of_collections).enumerate() {
        let path = match target {
            Target::Item(index) => item(view, index).relative_path(),
            Target::File(number) => view.static_files[number].relative_path.clone(),
            Target::OfCollection(collection, number) => {
                view.collections[collection].files[number].relative_path.clone()
            }
        };
        by_path.entry(path).or_insert((rank, target));
    }
    by_path
}
