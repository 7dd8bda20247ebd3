//! Mirrors `Jekyll::Archives::Archive`: a page without source, and with attributes of its own.

use crate::failure::Failure;
use crate::model::page::{Guise, PageKind};
use crate::model::permalink;
use crate::model::slug::{Mode, slugify};
use crate::model::{Document, Page, path};
use crate::render::drops::{DocumentDrop, PageDrop};
use crate::setup::Setup;
use crate::site::Site;
use hastie_liquid::{Date, Hash, Value};
use std::sync::Arc;

/// What an archive is about.
pub enum Subject {
    /// A value of the posts' front matter.
    Title(Value),
    /// A year, a month, a day: as many parts of a date as there are.
    Date(Vec<String>),
}

/// An archive of posts.
pub struct Archive<'a> {
    /// `tag`, `category`, `year`, `month` or `day`.
    pub kind: &'static str,
    pub subject: Subject,
    /// The latest first.
    pub posts: Vec<&'a Document>,
}

/// What a date of that many parts is.
pub fn date_kind(date: &[String]) -> &'static str {
    ["year", "month", "day"][date.len().clamp(1, 3) - 1]
}

impl Archive<'_> {
    /// The page of an archive.
    pub fn page(&self, setup: &Arc<Setup>, config: &Hash) -> Result<Page, Failure> {
        let template = of_kind(config, "permalinks", self.kind);
        let Some(Value::Str(template)) = template else {
            let text = format!("jekyll-archives: the permalink of {} archives has to be a string", self.kind);
            return Err(Failure::raised("ArgumentError", text));
        };
        let slug = match &self.subject {
            Subject::Title(Value::Str(title)) => Some(slugify(title, Mode::Default, false)),
            _ => None,
        };
        let mut values = Vec::new();
        match &self.subject {
            Subject::Title(_) => values.push(("name", slug.as_deref())),
            Subject::Date(date) => {
                values.extend(["year", "month", "day"].into_iter().zip(date.iter().map(|part| Some(part.as_str()))));
            }
        }
        values.push(("type", Some(self.kind)));
        let url = permalink::fill_in_order(template, &values)
            .map_err(|_| Failure::raised("ArgumentError", format!("Template \"{template}\" provided is invalid.")))?;
        let layout = of_kind(config, "layouts", self.kind).filter(|layout| layout.truthy());
        let layout = layout.or_else(|| config.get("layout")).cloned().unwrap_or(Value::Nil);
        let mut page = at(setup, "Jekyll::Archives::Archive", &url);
        page.data.set("layout", layout);
        let mut attributes = Hash::new();
        attributes.set("posts", drops(&self.posts));
        attributes.set("type", self.kind);
        describe(&mut attributes, &self.subject, &page, &url);
        page.guise = Some(Box::new(Guise { attributes, defaults_type: Some(self.kind.to_owned()) }));
        Ok(page)
    }
}

/// A generated page at a URL.
pub fn at(setup: &Arc<Setup>, class: &'static str, url: &str) -> Page {
    let file = permalink::unescape_path(url);
    let file = file.strip_prefix('/').unwrap_or(&file);
    let (dir, name) =
        if url.ends_with('/') { (file, "index.html") } else { (path::dirname(file), path::basename(file)) };
    let dir = if dir == "." { "" } else { dir };
    let mut page = Page::new(setup, PageKind::Generated(class), &setup.source, dir, name);
    page.serve_at(url);
    page
}

/// The attributes `title date name path url permalink`.
pub fn describe(attributes: &mut Hash, subject: &Subject, page: &Page, url: &str) {
    let (title, date) = match subject {
        Subject::Title(title @ Value::Str(_)) => (title.clone(), Value::Nil),
        Subject::Title(_) => (Value::Nil, Value::Nil),
        Subject::Date(date) => (Value::Nil, first_day(date)),
    };
    attributes.set("title", title);
    attributes.set("date", date);
    attributes.set("name", page.basename.as_str());
    attributes.set("path", page.relative_path());
    attributes.set("url", url);
    attributes.set("permalink", Value::Nil);
}

/// `Date.new(year, month, day)`, the first of what is not said.
fn first_day(date: &[String]) -> Value {
    let part = |at: usize| date.get(at).and_then(|part| part.parse::<i32>().ok()).unwrap_or(1);
    let small = |at: usize| u8::try_from(part(at)).unwrap_or(1);
    Value::Date(Date { year: part(0), month: small(1), day: small(2) })
}

/// Documents as templates see them.
pub fn drops(documents: &[&Document]) -> Value {
    Value::array(documents.iter().map(|document| Value::drop(DocumentDrop(document.id))).collect())
}

/// Adds archives to the site, and to what templates know of its configuration.
pub fn add(site: &mut Site, config: Hash, pages: Vec<Page>) {
    let archives = pages.iter().map(|page| Value::drop(PageDrop(page.id))).collect();
    site.pages.extend(pages);
    site.added.set("jekyll-archives", Value::hash(config));
    site.added.set("archives", Value::array(archives));
}

/// `config[key][kind]`
pub fn of_kind<'a>(config: &'a Hash, key: &str, kind: &str) -> Option<&'a Value> {
    config.get(key)?.as_hash()?.get(kind)
}
