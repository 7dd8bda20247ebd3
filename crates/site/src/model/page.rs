//! A file with front matter outside of collections, or a page created by a generator. Mirrors `Jekyll::Page` and
//! `PageWithoutAFile`.

use super::excerpt;
use super::permalink::{self, NotText, PermalinkError};
use super::{ReplaceableHash, SiteContext, SourceText, Writer};
use crate::config::merge;
use crate::path;
use hastie_liquid::{Hash, Str, Value};
use std::sync::{Arc, OnceLock};

/// The number of a page. No other page or document of the same [`SiteContext`] has this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageId(pub u32);

/// Whether a page was read from a file or generated. This decides which Ruby class `Page#inspect` shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// `Jekyll::Page`: read from a file.
    File,
    /// `Jekyll::PageWithoutAFile` and similar classes: created by a generator. Holds the name of the Ruby class.
    Generated(&'static str),
}

/// Attributes that templates see instead of the attributes of `Jekyll::Page`. Mirrors `ATTRIBUTES_FOR_LIQUID` of a
/// subclass.
#[derive(Debug)]
pub struct LiquidAttributes {
    /// The attributes. They take precedence over front matter.
    pub attributes: Hash,
    /// The type by which front matter defaults find a page with these attributes. `None` if no defaults apply to the
    /// page.
    pub defaults_type: Option<String>,
    /// The details of the drop, if templates see the page as a drop instead of a Hash.
    pub drop: Option<DropAttributes>,
    /// The result of `inspect`, if the page's Ruby class defines that method.
    pub inspect: Option<String>,
}

/// A drop that templates see instead of the Hash of a page.
#[derive(Debug)]
pub struct DropAttributes {
    /// The name of the drop's Ruby class.
    pub class: &'static str,
    /// The names of the drop's methods, in Ruby's order.
    pub methods: &'static [&'static str],
    /// The error to raise when the date is read, if there is no valid date.
    pub no_date: Option<String>,
}

/// A page: a file with front matter outside of collections, or a generated file. Mirrors `Jekyll::Page`.
#[derive(Debug)]
pub struct Page {
    /// A number that identifies the page during the build.
    pub id: PageId,
    /// Whether the page was read or generated.
    pub kind: PageKind,
    /// The absolute path of the page's file, which may not exist.
    pub file: String,
    /// The folder of the page relative to the source: empty, `/sub` or `sub`. It is a part of the page's URL.
    pub dir: String,
    /// The path relative to the source. In Jekyll 4, `move_to` does not change this path.
    relative_path: String,
    /// The file name, with the extension.
    pub name: String,
    /// The name without extension. In Jekyll 4, dots at its end are dropped, too.
    pub basename: String,
    /// The extension, including the dot.
    pub ext: String,
    /// Front matter, without front matter defaults.
    pub data: ReplaceableHash,
    /// The source after the front matter.
    pub content: SourceText,
    /// Whether templates see nil instead of the empty content until the page is rendered, because Ruby has not read a
    /// file for the page.
    pub lacks_content: bool,
    /// Whether the source is not UTF-8. `content` is then an approximation.
    pub invalid: bool,
    /// The source of the excerpt, if `page_excerpts` is set.
    pub excerpt: Option<Str>,
    /// The pager that templates see as `paginator`.
    pub pager: Option<Value>,
    /// In a copy of another page, the path by which `field` finds front matter defaults. `None` if that path is
    /// `relative_path`.
    pub defaults_of: Option<String>,
    /// Attributes that templates see instead of the page's usual ones.
    pub liquid_attributes: Option<Box<LiquidAttributes>>,
    /// Values for keys that front matter lacks. Templates do not see them.
    pub fallback: Option<Arc<Hash>>,
    /// Attributes that a plugin adds for templates. They take precedence over the page's usual attributes.
    pub added: Option<Box<ReplaceableHash>>,
    /// In a style sheet, the fields of its source map that a plugin decides.
    pub source_map: Option<Box<SourceMapFields>>,
    /// The absolute output path that a plugin has set. `None` if the URL determines the path.
    pub custom_destination: Option<String>,
    /// Whether a plugin's object says that Liquid does not render the page.
    pub without_liquid: bool,
    /// Whether Hastie, a plugin or no program writes the page.
    pub writer: Writer,
    context: Arc<SiteContext>,
    url: OnceLock<Result<Str, PermalinkError>>,
    /// The extension of the output file, computed together with the URL. Later changes of the permalink do not affect
    /// it.
    output_ext: OnceLock<Str>,
    /// The front matter defaults, found on first use.
    defaults: OnceLock<Arc<Hash>>,
}

/// Whether both values are missing, or both exist and `is_same` accepts them.
pub(super) fn are_same<T>(one: Option<&T>, other: Option<&T>, is_same: impl Fn(&T, &T) -> bool) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => is_same(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// The fields of a source map that methods of a plugin decide.
#[derive(Debug, Clone)]
pub struct SourceMapFields {
    /// `Page#url` of the source map.
    pub url: Str,
    /// The absolute output path.
    pub destination: String,
    /// Attributes for templates.
    pub attributes: Hash,
}

/// The Ruby class of source map pages.
const SOURCE_MAP: &str = "Jekyll::SourceMapPage";

impl Page {
    /// Whether a page of an earlier build had the same attributes. The texts of content and excerpt are not compared.
    /// `is_same` compares values, and `is_same_hash` hashes such as front matter.
    pub(crate) fn has_attributes_of(
        &self,
        earlier: &Page,
        is_same: impl Fn(&Value, &Value) -> bool,
        is_same_hash: impl Fn(&Hash, &Hash) -> bool,
    ) -> bool {
        let Page {
            id: _,
            kind,
            file,
            dir,
            relative_path,
            name,
            basename,
            ext,
            data,
            content: _,
            lacks_content,
            invalid: _,
            excerpt,
            pager,
            defaults_of,
            liquid_attributes,
            fallback,
            added,
            source_map,
            custom_destination,
            without_liquid,
            writer,
            context: _,
            url: _,
            output_ext: _,
            defaults: _,
        } = self;
        let of_liquid = |one: &LiquidAttributes, other: &LiquidAttributes| {
            let problem = |attributes: &LiquidAttributes| attributes.drop.as_ref().map(|drop| drop.no_date.clone());
            one.defaults_type == other.defaults_type
                && problem(one) == problem(other)
                && is_same_hash(&one.attributes, &other.attributes)
        };
        *kind == earlier.kind
            && *file == earlier.file
            && *dir == earlier.dir
            && *relative_path == earlier.relative_path
            && (name, basename, ext) == (&earlier.name, &earlier.basename, &earlier.ext)
            && *defaults_of == earlier.defaults_of
            && are_same(source_map.as_deref(), earlier.source_map.as_deref(), |one, other| {
                (&one.url, &one.destination) == (&other.url, &other.destination)
                    && is_same_hash(&one.attributes, &other.attributes)
            })
            && *custom_destination == earlier.custom_destination
            && *without_liquid == earlier.without_liquid
            && *writer == earlier.writer
            && *lacks_content == earlier.lacks_content
            && excerpt.is_some() == earlier.excerpt.is_some()
            && is_same_hash(data, &earlier.data)
            && are_same(pager.as_ref(), earlier.pager.as_ref(), &is_same)
            && are_same(liquid_attributes.as_deref(), earlier.liquid_attributes.as_deref(), of_liquid)
            && are_same(fallback.as_deref(), earlier.fallback.as_deref(), &is_same_hash)
            && are_same(added.as_deref(), earlier.added.as_deref(), |one, other| is_same_hash(one, other))
            && self.url().ok() == earlier.url().ok()
    }

    /// Creates a page without content, called `name` in `dir`. Its file is below `base`.
    pub fn new(context: &Arc<SiteContext>, kind: PageKind, base: &str, dir: &str, name: &str) -> Self {
        let file = path::sanitized(&path::sanitized(base, dir), name);
        let mut page = Page {
            id: context.next_page_id(),
            kind,
            file,
            dir: dir.to_string(),
            relative_path: String::new(),
            name: String::new(),
            basename: String::new(),
            ext: String::new(),
            data: ReplaceableHash::default(),
            content: Str::default().into(),
            lacks_content: false,
            invalid: false,
            excerpt: None,
            pager: None,
            defaults_of: None,
            liquid_attributes: None,
            fallback: None,
            added: None,
            source_map: None,
            custom_destination: None,
            without_liquid: false,
            writer: Writer::default(),
            context: Arc::clone(context),
            url: OnceLock::new(),
            output_ext: OnceLock::new(),
            defaults: OnceLock::new(),
        };
        page.rename(name);
        let joined = path::join(dir, name);
        page.relative_path = joined.strip_prefix('/').map_or_else(|| joined.clone(), str::to_string);
        page
    }

    /// Creates a generated page: `PageWithoutAFile.new(site, source, dir, name)`.
    pub fn without_file(context: &Arc<SiteContext>, dir: &str, name: &str) -> Self {
        Page::new(context, PageKind::Generated("Jekyll::PageWithoutAFile"), &context.source, dir, name)
    }

    /// `SourceMapPage.new`: the page for the source map of a style sheet, with a copy of the sheet's front matter.
    ///
    /// # Errors
    /// Fails if the style sheet's URL cannot be made.
    pub fn source_map(sheet: &Page) -> Result<Self, PermalinkError> {
        let dir = sheet.url_dir()?;
        let name = format!("{}.css.map", sheet.basename);
        let kind = PageKind::Generated(SOURCE_MAP);
        let mut page = Page::new(&sheet.context, kind, &sheet.context.source, &dir, &name);
        page.data = sheet.data.clone();
        if let Some(fields) = sheet.source_map.as_deref() {
            page.set_url(&fields.url);
            page.custom_destination = Some(fields.destination.clone());
            page.added = Some(Box::new(fields.attributes.clone().into()));
        }
        Ok(page)
    }

    /// `Page#process`: sets the name, and with it the base name and extension.
    pub fn rename(&mut self, name: &str) {
        self.name = name.to_string();
        self.ext = path::extname(name).to_string();
        let end = name.len() - self.ext.len();
        let basename = &name[..end];
        let drops_dots = self.context.reference().urls.drops_trailing_dots;
        self.basename = if drops_dots { path::without_trailing_periods(basename) } else { basename }.to_string();
    }

    /// `data[key]`: the value in front matter, otherwise in [`Page::fallback`], otherwise in front matter defaults.
    /// Defaults do not apply to pages with `liquid_attributes`.
    pub fn field(&self, key: &str) -> Value {
        match self.data.get(key).or_else(|| self.fallback.as_ref()?.get(key)) {
            Some(value) => value.clone(),
            None if self.liquid_attributes.is_some() => Value::Nil,
            None => self.default_of(key),
        }
    }

    /// The value of `key` in front matter defaults, otherwise nil.
    pub fn default_of(&self, key: &str) -> Value {
        self.context.defaults.find(self.defaults_path(), Some("pages"), key).unwrap_or(Value::Nil)
    }

    /// The path by which `field` and `default_of` find front matter defaults. `data_over_defaults` uses `relative_path`
    /// instead.
    pub fn defaults_path(&self) -> &str {
        self.defaults_of.as_deref().unwrap_or(&self.relative_path)
    }

    /// The permalink in front matter or in defaults. `None` if it is not a string.
    pub fn permalink(&self) -> Option<Str> {
        match self.field("permalink") {
            Value::Str(permalink) => Some(permalink),
            _ => None,
        }
    }

    /// The extension of the output file, for example `.html` for a Markdown file.
    pub fn output_ext(&self) -> Str {
        if let Some(ext) = self.output_ext.get() {
            return ext.clone();
        }
        self.context.callbacks().output_ext(&self.ext, self.permalink().as_deref())
    }

    /// Whether the output file ends in `.html`, `.xhtml` or `.htm`.
    pub fn is_html(&self) -> bool {
        matches!(&*self.output_ext(), ".html" | ".xhtml" | ".htm")
    }

    /// Whether the page's name without its extension is `index`.
    pub fn is_index(&self) -> bool {
        self.basename == "index"
    }

    fn template(&self) -> String {
        if !self.is_html() {
            "/:path/:basename:output_ext".to_string()
        } else if self.is_index() {
            "/:path/".to_string()
        } else {
            self.context.style.suffixed("/:path/:basename")
        }
    }

    /// The page's URL. Computed on first use.
    ///
    /// # Errors
    /// Fails if the permalink is a number, a date, a time, `true`, an array or a hash. Also fails if the URL is made of
    /// a folder, name or extension that a URL cannot contain.
    pub fn url(&self) -> Result<Str, PermalinkError> {
        self.url
            .get_or_init(|| {
                NotText::refuse(&self.context, &self.field("permalink"), NotText::OF_PAGE)?;
                let permalink = self.permalink();
                let template = permalink.map_or_else(|| self.template(), |permalink| permalink.to_string());
                let ext = self.output_ext();
                let ext = self.output_ext.get_or_init(|| ext);
                let values = [
                    ("path", Some(self.dir.as_str())),
                    ("basename", Some(self.basename.as_str())),
                    ("output_ext", Some(&**ext)),
                ];
                permalink::fill_in_order(&template, &values).map(Str::from)
            })
            .clone()
    }

    /// Sets the URL, whatever the permalink says.
    pub fn set_url(&mut self, url: &str) {
        self.url = OnceLock::from(Ok(url.into()));
        self.output_ext = OnceLock::new();
    }

    /// Discards the computed URL after a generator has changed the page. The next read computes it again.
    pub fn reset_url(&mut self) {
        self.url = OnceLock::new();
        self.output_ext = OnceLock::new();
    }

    /// The folder of the URL, which templates see as `dir`.
    ///
    /// # Errors
    /// Same as [`Page::url`].
    pub fn url_dir(&self) -> Result<Str, PermalinkError> {
        let url = self.url()?;
        if url.ends_with('/') {
            return Ok(url);
        }
        let dir = path::dirname(&url);
        Ok(if dir.ends_with('/') { dir.into() } else { format!("{dir}/").into() })
    }

    /// The path of the source file relative to the source. Generated pages also have such a path.
    pub fn relative_path(&self) -> &str {
        &self.relative_path
    }

    /// The page's file, relative to the source if it is below the source. `None` if the page is generated or the file
    /// does not exist.
    pub fn source_file(&self) -> Option<&str> {
        let exists = || self.context.world.is_file(std::path::Path::new(&self.file));
        (self.kind == PageKind::File && exists()).then(|| self.context.below_source(&self.file))
    }

    /// Sets the path relative to the source. The file need not exist.
    pub fn set_relative_path(&mut self, relative_path: &str) {
        self.relative_path = relative_path.to_string();
        self.defaults = OnceLock::new();
    }

    /// `Page#dir=`: sets the folder that the page's URL contains. In Jekyll 3, also sets `relative_path` to a path in
    /// this folder. No file is moved.
    pub fn move_to(&mut self, dir: &str) {
        self.dir = dir.to_string();
        if !self.context.reference().urls.generated_pages_keep_paths {
            self.set_relative_path(path::join(dir, &self.name).trim_start_matches('/'));
        }
        self.reset_url();
    }

    /// `page.path` in templates: `path` from front matter, otherwise the path relative to the source.
    pub fn path(&self) -> Value {
        self.data.get("path").cloned().unwrap_or_else(|| Value::from(self.relative_path.as_str()))
    }

    /// The path of the output file below `destination`, or the path that a plugin has set instead.
    ///
    /// # Errors
    /// Same as [`Page::url`].
    pub fn destination(&self, destination: &str) -> Result<String, PermalinkError> {
        match &self.custom_destination {
            Some(file) => Ok(file.clone()),
            None => Ok(permalink::destination(destination, &self.url()?, &self.output_ext())),
        }
    }

    /// Front matter merged over the defaults for `relative_path`. Does not include attributes such as `url`, even if
    /// templates see them. A page with `liquid_attributes` has defaults only if the attributes have a `defaults_type`.
    pub fn data_over_defaults(&self) -> Hash {
        let kind = match &self.liquid_attributes {
            None => Some("pages"),
            Some(liquid_attributes) => liquid_attributes.defaults_type.as_deref(),
        };
        let Some(kind) = kind else { return (*self.data).clone() };
        let defaults = self.context.defaults.all(&self.relative_path, Some(kind));
        if defaults.is_empty() { (*self.data).clone() } else { merge::deep_merge(&defaults, &self.data) }
    }

    /// The value of one key of [`Page::data_over_defaults`], for a page without `liquid_attributes`. Does not build the
    /// whole hash.
    pub fn value_over_defaults(&self, key: &str) -> Option<Value> {
        let own = self.data.get(key);
        // Hashes in front matter are merged into the hashes of the defaults, and `nil` does not override a default.
        if !matches!(own, None | Some(Value::Hash(_) | Value::Nil)) {
            return own.cloned();
        }
        let all = || self.context.defaults.all(&self.relative_path, Some("pages"));
        let current = self.context.defaults.is_replaced().then(all);
        match (current.as_ref().unwrap_or_else(|| self.defaults.get_or_init(all)).get(key), own) {
            (Some(Value::Hash(default)), Some(Value::Hash(own))) => Some(Value::hash(merge::deep_merge(default, own))),
            (Some(default), None | Some(Value::Nil)) => Some(default.clone()),
            (_, own) => own.cloned(),
        }
    }

    /// Whether Liquid renders the source: it contains Liquid and, in Jekyll 4, `render_with_liquid` is not `false`.
    pub fn renders_liquid(&self) -> bool {
        self.may_render_liquid() && has_liquid(&self.content.text())
    }

    /// Whether Liquid would render the source if it contained Liquid. False for source maps and, in Jekyll 4, with
    /// `render_with_liquid: false`. Plugins may also make it false.
    pub fn may_render_liquid(&self) -> bool {
        (!self.context.reference().rendering.has_render_with_liquid
            || !matches!(self.field("render_with_liquid"), Value::Bool(false)))
            && !self.without_liquid
            && !self.is_source_map()
    }

    /// Whether this is the source map of a style sheet. Layouts are not applied to source maps.
    pub fn is_source_map(&self) -> bool {
        self.kind == PageKind::Generated(SOURCE_MAP)
    }

    /// Whether layouts are applied to the output. False for source maps, Sass and CoffeeScript, and with `layout:
    /// none`.
    pub fn is_placed_in_layouts(&self) -> bool {
        !self.is_source_map() && !is_asset(&self.ext) && self.field("layout").as_str() != Some("none")
    }

    /// Extracts the excerpt of an HTML page with a source file, unless front matter or its defaults set the excerpt, or
    /// the separator is empty.
    pub fn generate_excerpt(&mut self, log: &mut crate::diagnostic::Log) {
        let separator = self.excerpt_separator();
        if separator.is_empty() || self.kind != PageKind::File || !self.is_html() || self.field("excerpt").truthy() {
            return;
        }
        let source = excerpt::extract(&self.context, &self.content.text(), &separator, &self.relative_path, log);
        self.excerpt = Some(source.into());
    }

    fn excerpt_separator(&self) -> String {
        let own = self.field("excerpt_separator");
        self.context.text(if own.truthy() { &own } else { self.context.settings().excerpt_separator() })
    }

    /// The configuration and facts that all pages of the site share.
    pub fn context(&self) -> &Arc<SiteContext> {
        &self.context
    }
}

/// Whether a text contains `{{` or `{%`, even if the braces are never closed.
pub fn has_liquid(content: &str) -> bool {
    let bytes = content.as_bytes();
    memchr::memchr_iter(b'{', bytes).any(|position| matches!(bytes.get(position + 1), Some(b'%' | b'{')))
}

/// Whether the extension belongs to Sass or CoffeeScript. Layouts are never applied to such files.
pub fn is_asset(ext: &str) -> bool {
    matches!(ext, ".sass" | ".scss" | ".coffee")
}
