//! A post, a draft, or any other document of a collection. Mirrors `Jekyll::Document`.

use super::SiteContext;
use super::page::{are_same, has_liquid, is_asset};
use super::permalink::{self, NotText, PermalinkError};
use super::{CollectionInfo, ReplaceableHash, SourceText, Writer, excerpt, slug};
use crate::diagnostic::Message;
use crate::path;
use hastie_liquid::{Hash, Str, Value};
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool};
use std::sync::{Arc, OnceLock};

/// The number of a document. No other document or page of the same [`SiteContext`] has this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocId(pub u32);

/// A document of a collection, such as a post. Mirrors `Jekyll::Document`.
#[derive(Debug)]
pub struct Document {
    /// A number that identifies the document during the build.
    pub id: DocId,
    /// The absolute path of the document's file.
    pub path: Str,
    /// The path relative to the folder that contains the collections.
    pub relative_path: Str,
    /// The collection that contains the document.
    pub collection: Arc<CollectionInfo>,
    /// Front matter, merged over front matter defaults and values from the path.
    pub data: ReplaceableHash,
    /// The source after the front matter.
    pub content: SourceText,
    /// Whether the source is not UTF-8.
    pub invalid: bool,
    /// Whether a plugin has set an empty output, which templates see until the document is rendered.
    pub has_empty_output: bool,
    /// The source of the excerpt. `None` if front matter sets the excerpt, or if the document has none.
    pub excerpt: Option<Str>,
    /// The absolute output path that a plugin has set. `None` if the URL determines the path.
    pub custom_destination: Option<String>,
    /// Whether a plugin's object says that Liquid does not render the document.
    pub without_liquid: bool,
    /// Whether Hastie or a plugin writes the document.
    pub writer: Writer,
    /// The identifier that a plugin has read: later changes of front matter have no effect on it. `None` otherwise.
    pub fixed_id: Option<Str>,
    /// The previous and the next document in the collection to which the document belonged when a plugin removed that
    /// collection from the site. `None` for documents whose collection the site has.
    pub neighbours: Option<Box<[Option<DocId>; 2]>>,
    /// The pager of a plugin, which templates see as `paginator`. `None` for documents without a method `pager`.
    pub pager: Option<Box<Value>>,
    pub(crate) context: Arc<SiteContext>,
    url: OnceLock<Url>,
    /// Warnings logged while the URL was computed.
    url_messages: OnceLock<Vec<Message>>,
    /// Whether the date was read although the document has none. Jekyll then stores a fallback, such as the site's
    /// time, and from then on the fallback counts as the document's date.
    dated: AtomicBool,
}

/// The sort key of a document: its path, and its known date if the date is a time.
#[derive(Clone, Copy, Default)]
pub(crate) struct Position<'d> {
    instant: Option<(i64, u32)>,
    path: &'d str,
}

impl Position<'_> {
    /// Whether the date is known. If only some documents have known dates, Ruby's comparison of documents is
    /// inconsistent.
    pub(crate) fn is_dated(&self) -> bool {
        self.instant.is_some()
    }

    /// `Document#<=>`: compares by date if both dates are known, then by path.
    pub(crate) fn compare(&self, other: &Position<'_>) -> Ordering {
        let by_date = match (self.instant, other.instant) {
            (Some(own), Some(other)) => own.cmp(&other),
            _ => Ordering::Equal,
        };
        by_date.then_with(|| self.path.cmp(other.path))
    }
}

impl Document {
    /// Creates the document of the file with the absolute path `file`, without reading the file. Sets `draft`, and sets
    /// `categories` from the path: `a` and `b` for `a/b/_posts/2026-01-02-day.md`.
    pub fn new(context: &Arc<SiteContext>, collection: &Arc<CollectionInfo>, file: &str) -> Self {
        Document::numbered(context.next_doc_ids(1), context, collection, file)
    }

    /// Like [`Document::new`], with a number from [`SiteContext::next_doc_ids`].
    pub(crate) fn numbered(
        id: DocId,
        context: &Arc<SiteContext>,
        collection: &Arc<CollectionInfo>,
        file: &str,
    ) -> Self {
        let prefix = format!("{}/", context.collections_path);
        let relative_path = file.replacen(&prefix, "", 1);
        let mut document = Document {
            id,
            path: file.into(),
            relative_path: relative_path.into(),
            collection: Arc::clone(collection),
            data: ReplaceableHash::default(),
            content: SourceText::default(),
            invalid: false,
            has_empty_output: false,
            excerpt: None,
            custom_destination: None,
            without_liquid: false,
            writer: Writer::default(),
            fixed_id: None,
            neighbours: None,
            pager: None,
            context: Arc::clone(context),
            url: OnceLock::new(),
            url_messages: OnceLock::new(),
            dated: AtomicBool::new(false),
        };
        let draft = collection.label == "posts" && !document.relative_path.contains(&collection.relative_directory);
        document.data.set("draft", draft);
        let special = if draft { "_drafts" } else { &collection.relative_directory };
        let categories = document.categories_from_path(special);
        document.data.set("categories", categories);
        document
    }

    fn categories_from_path(&self, special: &str) -> Vec<Value> {
        if self.relative_path.starts_with(special) {
            return Vec::new();
        }
        let above =
            self.relative_path.find(special).map_or(&*self.relative_path, |position| &self.relative_path[..position]);
        let name = self.basename();
        above.split('/').filter(|part| !part.is_empty() && *part != special && *part != name).map(Value::from).collect()
    }

    /// Whether a document of an earlier build had the same attributes. The texts of content and excerpt are not
    /// compared. `is_same` compares values, and `is_same_hash` front matter.
    pub(crate) fn has_attributes_of(
        &self,
        earlier: &Document,
        is_same: impl Fn(&Value, &Value) -> bool,
        is_same_hash: impl Fn(&Hash, &Hash) -> bool,
    ) -> bool {
        let Document {
            id: _,
            path,
            relative_path,
            collection,
            data,
            content: _,
            invalid: _,
            has_empty_output,
            excerpt,
            custom_destination,
            without_liquid,
            writer,
            fixed_id,
            neighbours: _,
            pager,
            context: _,
            url: _,
            url_messages: _,
            dated: _,
        } = self;
        *path == earlier.path
            && *relative_path == earlier.relative_path
            && collection.label == earlier.collection.label
            && *has_empty_output == earlier.has_empty_output
            && excerpt.is_some() == earlier.excerpt.is_some()
            && *custom_destination == earlier.custom_destination
            && *without_liquid == earlier.without_liquid
            && *writer == earlier.writer
            && *fixed_id == earlier.fixed_id
            && is_same_hash(data, &earlier.data)
            && are_same(pager.as_deref(), earlier.pager.as_deref(), &is_same)
            && self.url().ok() == earlier.url().ok()
    }

    /// `data[key]`: the value in front matter, otherwise in front matter defaults, otherwise nil.
    pub fn field(&self, key: &str) -> Value {
        match self.data.get(key) {
            Some(value) => value.clone(),
            None => self.default_of(key),
        }
    }

    /// The value of `key` in front matter defaults, otherwise nil.
    pub fn default_of(&self, key: &str) -> Value {
        self.context.defaults.find(&self.relative_path, Some(&self.collection.label), key).unwrap_or(Value::Nil)
    }

    /// Whether the document is a draft. If neither front matter nor its defaults set `draft`, documents in `_drafts`
    /// are drafts.
    pub fn is_draft(&self) -> bool {
        self.data.get("draft").is_some_and(Value::truthy)
    }

    /// The name of the source file, with its extension.
    pub fn basename(&self) -> &str {
        path::basename(&self.path)
    }

    /// The extension of the source file, including the dot.
    pub fn extname(&self) -> &str {
        path::extname(&self.path)
    }

    /// Whether the document is a YAML file, which has data and no content.
    pub fn is_yaml(&self) -> bool {
        matches!(self.extname(), ".yml" | ".yaml")
    }

    /// The document's date from front matter, its defaults or the file name. Otherwise, a draft has its modification
    /// time, and other documents the site's time. [`Document::known_date`] returns this fallback, too, after the first
    /// call.
    pub fn date(&self) -> Value {
        match self.field("date") {
            date if date.truthy() => date,
            _ => {
                self.dated.store(true, atomic::Ordering::Release);
                self.fallback_date()
            }
        }
    }

    /// The date of a document without one: the site's time, or a draft's modification time.
    pub(crate) fn fallback_date(&self) -> Value {
        let draft = self.is_draft();
        Value::time(if draft { self.context.modified_time(&self.path) } else { self.context.time.clone() })
    }

    /// Whether neither front matter, defaults nor the file name set a date, so that the fallback date applies.
    pub fn is_undated(&self) -> bool {
        match self.data.get("date") {
            Some(date) => !date.truthy(),
            None => !self.default_of("date").truthy(),
        }
    }

    /// The permalink in front matter or in defaults. `None` if it is nil or false.
    pub fn permalink(&self) -> Option<Str> {
        match self.field("permalink") {
            Value::Str(permalink) => Some(permalink),
            Value::Nil | Value::Bool(false) => None,
            other => Some(self.context.text(&other).into()),
        }
    }

    /// The extension of the output file, for example `.html` for a Markdown file.
    pub fn output_ext(&self) -> Str {
        self.context.callbacks().output_ext(self.extname(), self.permalink().as_deref())
    }

    /// The document's URL. Computed on first use.
    ///
    /// # Errors
    /// Fails if the permalink is a number, a date, a time, `true`, an array or a hash. Fails if a slug in the URL is
    /// neither a string nor nil. Also fails if the URL template names an unknown value, or one that a URL cannot
    /// contain.
    pub fn url(&self) -> Result<Str, PermalinkError> {
        self.computed_url().text.clone()
    }

    /// Whether the URL contains the year or another part of the date. False if the document has no URL.
    pub(crate) fn url_has_date(&self) -> bool {
        let url = self.computed_url();
        url.has_date && url.text.is_ok()
    }

    fn computed_url(&self) -> &Url {
        self.url.get_or_init(|| {
            let found = Placeholders::default();
            let text = self.filled_url(&found);
            let _ = self.url_messages.set(found.messages.into_inner());
            Url { text: found.failure.into_inner().map_or(text, Err), has_date: found.has_date.get() }
        })
    }

    fn filled_url(&self, found: &Placeholders) -> Result<Str, PermalinkError> {
        NotText::refuse(&self.context, &self.field("permalink"), NotText::OF_DOCUMENT)?;
        let permalink = self.permalink();
        let template = permalink.as_deref().unwrap_or(&self.collection.url_template);
        permalink::fill(template, |name| self.placeholder(name, found)).map(Str::from)
    }

    /// The warnings that computing the URL caused. Empty before the first computation.
    pub fn url_messages(&self) -> &[Message] {
        self.url_messages.get().map_or(&[], Vec::as_slice)
    }

    /// Discards the computed URL after a plugin has changed front matter. The next read computes the URL again.
    /// Warnings about the discarded URL are kept, and warnings about the new URL are then dropped.
    pub fn reset_url(&mut self) {
        self.url = OnceLock::new();
        if self.url_messages().is_empty() {
            self.url_messages = OnceLock::new();
        }
    }

    /// Sets the URL, whatever the permalink says.
    pub fn set_url(&mut self, url: &str) {
        self.url = OnceLock::from(Url { text: Ok(url.into()), has_date: false });
    }

    /// `UrlDrop`: the value of a placeholder in a URL template. `None` if this version of Jekyll does not know the
    /// placeholder.
    fn placeholder(&self, name: &str, found: &Placeholders) -> Option<String> {
        // A plugin may have replaced the method of the drop.
        if let Some(value) = self.context.callbacks().url_placeholder(self, name) {
            return Some(value);
        }
        let date = |format: &str| {
            found.has_date.set(true);
            Some(self.context.strftime(&self.date(), format))
        };
        match name {
            "collection" => Some(self.collection.label.clone()),
            "path" => Some(self.cleaned_relative_path()),
            "output_ext" => Some(self.output_ext().to_string()),
            "name" => Some(found.slug(self, path::stem(&self.path), slug::Mode::Default, false)),
            "title" => Some(found.slug(self, &self.slug(found), slug::Mode::Pretty, true)),
            "slug" => Some(found.slug(self, &self.slug(found), slug::Mode::Default, false)),
            "categories" => Some(self.categories_joined(slug::downcase)),
            "slugified_categories" if self.context.reference().urls.has_later_placeholders => {
                Some(self.categories_joined(|category| found.slug(self, category, slug::Mode::Default, false)))
            }
            "long_month" | "w_year" | "week" | "w_day" | "short_day" | "long_day"
                if !self.context.reference().urls.has_later_placeholders =>
            {
                None
            }
            _ => date_format(name).and_then(date),
        }
    }

    /// The slug from front matter or from the file name.
    fn slug(&self, found: &Placeholders) -> String {
        match self.field("slug") {
            Value::Nil => path::stem(&self.path).to_string(),
            Value::Str(slug) => slug.to_string(),
            other => {
                found.failure.replace(Some(NotText::error(&self.context, &other, NotText::SLUG)));
                String::new()
            }
        }
    }

    fn categories_joined(&self, change: impl Fn(&str) -> String) -> String {
        let mut seen: Vec<String> = Vec::new();
        let categories = self.field("categories");
        let single = [categories.clone()];
        let items = match &categories {
            Value::Array(items) => items.as_slice(),
            Value::Nil => &[],
            _ => &single,
        };
        for category in items {
            let changed = change(&self.context.text(category));
            if !seen.contains(&changed) {
                seen.push(changed);
            }
        }
        seen.join("/")
    }

    fn cleaned_relative_path(&self) -> String {
        let end = self.relative_path.len() - self.extname().len();
        let cleaned = self.relative_path[..end].replacen(&self.collection.relative_directory, "", 1);
        if !self.context.reference().urls.drops_trailing_dots {
            return cleaned;
        }
        path::without_trailing_periods(&cleaned).to_string()
    }

    /// `Document#id`, which feeds use: the folder of the URL, joined with the slug. If the document has no slug, the
    /// file's name without extension replaces it.
    ///
    /// # Errors
    /// Same as [`Document::url`].
    pub fn identifier(&self) -> Result<Str, PermalinkError> {
        if let Some(id) = &self.fixed_id {
            return Ok(id.clone());
        }
        let slug = self.field("slug");
        let slug = if slug.truthy() { self.context.text(&slug) } else { path::stem(&self.path).to_string() };
        Ok(path::join(path::dirname(&self.url()?), &slug).into())
    }

    /// The path of the output file below `destination`, or the path that a plugin has set instead.
    ///
    /// # Errors
    /// Same as [`Document::url`].
    pub fn destination(&self, destination: &str) -> Result<String, PermalinkError> {
        if let Some(file) = &self.custom_destination {
            return Ok(file.clone());
        }
        let url = self.url()?;
        if url.ends_with('/') {
            let folder = path::sanitized(destination, &permalink::unescape_path(&url));
            return Ok(path::join(&folder, "index.html"));
        }
        Ok(permalink::destination(destination, &url, &self.output_ext()))
    }

    /// False if front matter or front matter defaults contain `published: false`.
    pub fn is_published(&self) -> bool {
        !matches!(self.data.get("published"), Some(Value::Bool(false)))
    }

    /// Whether the document is written: by default, if its collection has `output` and the document is published. A
    /// plugin can decide otherwise.
    pub fn is_written(&self) -> bool {
        match self.writer {
            Writer::Nobody => false,
            Writer::Forced => true,
            Writer::Hastie | Writer::Plugin => {
                self.collection.is_written() && self.context.publishes(&self.data, || Some(self.date()))
            }
        }
    }

    /// Whether Liquid renders the source: it contains Liquid, and neither the extension nor `render_with_liquid`
    /// prevents this.
    pub fn renders_liquid(&self) -> bool {
        self.may_render_liquid() && self.content.get().is_some_and(|content| has_liquid(&content))
    }

    /// Whether Liquid would render the source if it contained Liquid. False for YAML and CoffeeScript, and if a plugin
    /// says so. In Jekyll 4, also false with `render_with_liquid: false`.
    pub fn may_render_liquid(&self) -> bool {
        (!self.context.reference().rendering.has_render_with_liquid
            || !matches!(self.field("render_with_liquid"), Value::Bool(false)))
            && self.extname() != ".coffee"
            && !self.is_yaml()
            && !self.without_liquid
    }

    /// Whether layouts are applied to the output. False for Sass, CoffeeScript and YAML, and with `layout: none`.
    pub fn is_placed_in_layouts(&self) -> bool {
        !is_asset(self.extname()) && !self.is_yaml() && self.field("layout").as_str() != Some("none")
    }

    /// The separator between the excerpt and the rest. If it is empty, no excerpt is extracted.
    pub fn excerpt_separator(&self) -> String {
        let own = self.field("excerpt_separator");
        self.context.text(if own.truthy() { &own } else { self.context.settings().excerpt_separator() })
    }

    /// Extracts the excerpt from the content, unless front matter or its defaults set the excerpt, or the separator is
    /// empty.
    pub fn generate_excerpt(&mut self, log: &mut crate::diagnostic::Log) {
        let separator = self.excerpt_separator();
        if separator.is_empty() || self.field("excerpt").truthy() {
            return;
        }
        let content = self.content.text();
        let source = excerpt::extract(&self.context, &content, &separator, &self.relative_path, log);
        self.excerpt = Some(source.into());
    }

    /// `Document#<=>`: compares by date if both dates are known, then by path. To sort documents, use
    /// [`sort_documents`](super::sort_documents).
    pub fn compare(&self, other: &Document) -> Ordering {
        self.position().compare(&other.position())
    }

    /// The key by which documents are sorted.
    pub(crate) fn position(&self) -> Position<'_> {
        Position { instant: self.known_instant(), path: &self.path }
    }

    /// The known date in seconds and nanoseconds since 1970-01-01 UTC. `None` if no date is known, or if the date is
    /// not a time.
    fn known_instant(&self) -> Option<(i64, u32)> {
        let fallback;
        let date = match self.data.get("date") {
            Some(date) if date.truthy() => date,
            _ => {
                fallback = self.is_dated().then(|| self.fallback_date())?;
                &fallback
            }
        };
        match date {
            Value::Time(date) => Some(date.instant()),
            _ => None,
        }
    }

    /// Whether [`Document::date`] was called for a document without a date, and so used the fallback date.
    fn is_dated(&self) -> bool {
        self.dated.load(atomic::Ordering::Acquire)
    }

    /// The date from front matter, its defaults or the file name. Without one, the fallback date if [`Document::date`]
    /// has already used it, otherwise `None`.
    pub fn known_date(&self) -> Option<Value> {
        match self.data.get("date") {
            Some(date) if date.truthy() => Some(date.clone()),
            _ => self.is_dated().then(|| self.fallback_date()),
        }
    }

    /// The configuration and facts that all documents of the site share.
    pub fn context(&self) -> &Arc<SiteContext> {
        &self.context
    }
}

/// The URL of a document, or the error that prevents it.
#[derive(Debug)]
struct Url {
    text: Result<Str, PermalinkError>,
    /// Whether the template of the URL contains a part of the date.
    has_date: bool,
}

/// The warnings and the error that occur while the placeholders of a URL template are filled.
#[derive(Default)]
struct Placeholders {
    messages: RefCell<Vec<Message>>,
    failure: RefCell<Option<PermalinkError>>,
    /// Whether the template contains a placeholder for a part of the date, such as `:year`.
    has_date: Cell<bool>,
}

impl Placeholders {
    fn slug(&self, document: &Document, text: &str, mode: slug::Mode, cased: bool) -> String {
        if !document.context.reference().urls.slugs_keep_combining_marks {
            return slug::slugify_alphanumeric(text, mode, cased);
        }
        let slug = slug::slugify(text, mode, cased);
        if slug.is_empty() && self.failure.borrow().is_none() {
            self.messages.borrow_mut().push(slug::empty(text, mode));
        }
        slug
    }
}

/// The `strftime` format for a placeholder of URL templates. `None` for other placeholders.
fn date_format(name: &str) -> Option<&'static str> {
    Some(match name {
        "year" => "%Y",
        "month" => "%m",
        "day" => "%d",
        "hour" => "%H",
        "minute" => "%M",
        "second" => "%S",
        "i_day" => "%-d",
        "i_month" => "%-m",
        "short_month" => "%b",
        "long_month" => "%B",
        "short_year" => "%y",
        "w_year" => "%G",
        "week" => "%V",
        "w_day" => "%u",
        "short_day" => "%a",
        "long_day" => "%A",
        "y_day" => "%j",
        _ => return None,
    })
}
