//! The page of an archive: it has no source file, and attributes of its own. Mirrors `Jekyll::Archives::Archive`.

use crate::ruby_methods;
use hastie_liquid::{Date, Hash, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::page::{LiquidAttributes, PageKind};
use hastie_site::model::permalink;
use hastie_site::model::slug::{self, Mode, slugify};
use hastie_site::model::{Document, Page, SiteContext};
use hastie_site::path;
use hastie_site::render::drops::{DocumentDrop, PageDrop};
use hastie_site::site::Site;
use std::sync::Arc;

/// The criterion by which an archive selects its documents.
pub(crate) enum Subject {
    /// The tag, category or other value in the posts' front matter, such as `ruby`.
    Title(Value),
    /// The year, month and day of a date, such as `["2024", "05"]` for a month.
    Date(Vec<String>),
}

/// The documents that share a tag, a category or a date.
pub(crate) struct Archive<'a> {
    /// `tag`, `category`, `year`, `month` or `day`.
    pub kind: &'static str,
    pub subject: Subject,
    /// The documents, newest first.
    pub posts: Vec<&'a Document>,
}

/// `year`, `month` or `day`, for a date with one, two or three parts.
pub(crate) fn date_kind(date: &[String]) -> &'static str {
    ["year", "month", "day"][date.len().clamp(1, 3) - 1]
}

impl Archive<'_> {
    /// Creates the page of the archive. Its URL and layout depend on `permalinks`, `layouts` and `layout` in the
    /// plugin's `config`. Fails if `permalinks` or `layouts` has a wrong type, or if the URL or date is invalid.
    pub(crate) fn page(&self, context: &Arc<SiteContext>, config: &Hash, log: &mut Log) -> Result<Page, Failure> {
        let slug = self.subject.slug(Mode::Default, log);
        let template = ruby_methods::index(context, config.get("permalinks").unwrap_or(&Value::Nil), self.kind)?;
        let mut values = self.subject.placeholders(slug);
        values.push(("type".to_owned(), self.kind.into()));
        let url = url(context, &template, &values)?;
        let layout = match config.get("layouts") {
            None | Some(Value::Nil | Value::Bool(false)) => Value::Nil,
            Some(layouts) => ruby_methods::index(context, layouts, self.kind)?,
        };
        let layout = if layout.truthy() { layout } else { config.get("layout").cloned().unwrap_or(Value::Nil) };
        let mut page = at(context, "Jekyll::Archives::Archive", &url);
        page.data.set("layout", layout);
        let mut attributes = Hash::new();
        attributes.set("posts", drops(&self.posts));
        attributes.set("type", self.kind);
        // Ruby computes the date together with all other attributes.
        let date = self.subject.date(context)?;
        describe(&mut attributes, &self.subject, date, &page, &url);
        let inspect = Some(self.inspect(context, &page.data));
        let defaults_type = Some(self.kind.to_owned());
        page.liquid_attributes = Some(Box::new(LiquidAttributes { attributes, defaults_type, drop: None, inspect }));
        Ok(page)
    }

    /// Ruby's `Archive#inspect`, such as `#<Jekyll:Archive @type=tag @title=ice @data={}>`.
    fn inspect(&self, context: &SiteContext, data: &Hash) -> String {
        let title = match &self.subject {
            Subject::Title(title) => context.text(title),
            Subject::Date(parts) => {
                let names = ["year", "month", "day"];
                let parts = names.iter().zip(parts).map(|(name, part)| format!(":{name}=>{part:?}"));
                format!("{{{}}}", parts.collect::<Vec<_>>().join(", "))
            }
        };
        let data = context.inspect(&Value::hash(data.clone()));
        format!("#<Jekyll:Archive @type={} @title={title} @data={data}>", self.kind)
    }
}

impl Subject {
    /// The slug of a title, in `mode`. Logs a message if the slug is empty, except in the mode `none`. nil for dates,
    /// and for titles that are not strings.
    pub(crate) fn slug(&self, mode: Mode, log: &mut Log) -> Value {
        let Subject::Title(Value::Str(title)) = self else { return Value::Nil };
        let slug = slugify(title, mode, false);
        if slug.is_empty() && mode != Mode::None {
            log.push(slug::empty(title, mode));
        }
        slug.into()
    }

    /// The values for the placeholders of a URL template, such as `:name`. For a title that is a hash, jekyll-archives
    /// mistakes the hash for a date, and uses its pairs.
    pub(crate) fn placeholders(&self, slug: Value) -> Vec<(String, Value)> {
        match self {
            Subject::Title(Value::Hash(pairs)) => {
                pairs.iter().filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value.clone()))).collect()
            }
            Subject::Title(_) => vec![("name".to_owned(), slug)],
            Subject::Date(date) => {
                let names = ["year", "month", "day"].into_iter().map(str::to_owned);
                names.zip(date.iter().map(|part| part.as_str().into())).collect()
            }
        }
    }

    /// `Date.new` with year, month and day. A missing month or day is 1. nil for a title that is not a hash. An empty
    /// hash means the year -4712, as in Ruby.
    ///
    /// # Errors
    /// Fails if the numbers are not a valid date, or if a hash as the title contains a value without `to_i`.
    pub(crate) fn date(&self, context: &SiteContext) -> Result<Value, Failure> {
        let parts = match self {
            Subject::Title(Value::Hash(pairs)) => {
                pairs.values().map(|part| ruby_methods::integer(context, part)).collect::<Result<Vec<_>, _>>()?
            }
            Subject::Title(_) => return Ok(Value::Nil),
            Subject::Date(date) => date.iter().map(|part| part.parse().unwrap_or(1)).collect(),
        };
        let part = |index: usize, default: i64| parts.get(index).copied().unwrap_or(default);
        first_day(part(0, -4712), part(1, 1), part(2, 1))
            .ok_or_else(|| Failure::raised("Date::Error", "invalid date"))
            .map(Value::Date)
    }
}

/// The date with these parts. Negative months and days count from the end. `None` if the date does not exist.
fn first_day(year: i64, month: i64, day: i64) -> Option<Date> {
    let month = if month < 0 { month + 13 } else { month };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    let day = if day < 0 { day + length + 1 } else { day };
    let small = |number: i64| u8::try_from(number).ok();
    let is_day = (1..=length).contains(&day);
    is_day.then_some(Date { year: i32::try_from(year).ok()?, month: small(month)?, day: small(day)? })
}

/// `URL.new(...).to_s`: a template with its placeholders replaced. If the template is a list, the URL is the list as
/// Ruby's `inspect` prints it.
///
/// # Errors
/// Fails if the template is neither a string nor a list, or if it is a list with the element `:`. Also fails if a
/// string in `values` is not allowed in a URL. If a value is of any type except string and nil, this value and all
/// later ones are not inserted. The function then fails if the URL still contains a colon.
pub(crate) fn url(context: &SiteContext, template: &Value, values: &[(String, Value)]) -> Result<String, Failure> {
    let invalid = || {
        let text = format!("Template \"{}\" provided is invalid.", context.text(template));
        Failure::raised("ArgumentError", text)
    };
    let template = match template {
        Value::Nil | Value::Bool(false) => return Err(invalid()),
        Value::Str(template) => template.to_string(),
        // A list also has the method `index`. It is printed unless it contains a colon as an element.
        Value::Array(items) if !items.iter().any(|item| item.as_str() == Some(":")) => {
            return Ok(permalink::sanitize(&context.inspect(&Value::Array(Arc::clone(items)))));
        }
        other => return Err(context.no_method("index", other)),
    };
    // Placeholders after the last colon are ignored, whatever their values are.
    let is_odd = |value: &Value| !matches!(value, Value::Nil | Value::Str(_));
    let good = values.iter().take_while(|(_, value)| !is_odd(value));
    let good: Vec<(&str, Option<&str>)> = good.map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let url = permalink::fill_in_order(&template, &good).map_err(|_| invalid())?;
    match values.get(good.len()) {
        Some((_, odd)) if url.contains(':') => Err(context.no_method("empty?", odd)),
        _ => Ok(url),
    }
}

/// A generated page at `url`, of the Ruby class `class`. For a URL that ends with a slash, such as `/a/`, its file is
/// `a/index.html`.
pub(crate) fn at(context: &Arc<SiteContext>, class: &'static str, url: &str) -> Page {
    let file = permalink::unescape_path(url);
    let file = file.strip_prefix('/').unwrap_or(&file);
    let file = if url.ends_with('/') { path::join(file, "index.html") } else { file.to_owned() };
    let dir = path::dirname(&file);
    let dir = if dir == "." { "" } else { dir };
    let mut page = Page::new(context, PageKind::Generated(class), &context.source, dir, path::basename(&file));
    page.set_relative_path(&file);
    page.set_url(url);
    page
}

/// Sets the attributes `title date name path url permalink`, which templates see. `permalink` is nil, and so is a
/// `title` that is not a string.
pub(crate) fn describe(attributes: &mut Hash, subject: &Subject, date: Value, page: &Page, url: &str) {
    let title = match subject {
        Subject::Title(title @ Value::Str(_)) => title.clone(),
        _ => Value::Nil,
    };
    attributes.set("title", title);
    attributes.set("date", date);
    attributes.set("name", page.basename.as_str());
    attributes.set("path", page.relative_path());
    attributes.set("url", url);
    attributes.set("permalink", Value::Nil);
}

/// The documents as templates see them, in an array.
pub(crate) fn drops(documents: &[&Document]) -> Value {
    Value::array(documents.iter().map(|document| Value::drop(DocumentDrop(document.id))).collect())
}

/// Adds the archives `pages` to the site. In templates, `site.archives` is then the list of these pages, and
/// `site["jekyll-archives"]` is `config`.
pub(crate) fn add(site: &mut Site, config: Hash, pages: Vec<Page>) {
    let archives = pages.iter().map(|page| Value::drop(PageDrop(page.id))).collect();
    site.content.pages.extend(pages);
    site.content.added.set("jekyll-archives", Value::hash(config));
    site.content.added.set("archives", Value::array(archives));
}
