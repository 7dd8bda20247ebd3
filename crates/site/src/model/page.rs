//! Mirrors `Jekyll::Page` and `PageWithoutAFile`: a file with front matter outside of collections,
//! or one that a generator made.

use super::excerpt;
use super::permalink::{self, NotText, PermalinkError};
use super::{ReplaceableHash, SiteContext, Writing};
use crate::config::merge;
use crate::path;
use hastie_liquid::{Hash, Str, Value};
use std::sync::{Arc, OnceLock};

/// A page's number, unique in one run of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageId(pub u32);

/// Which of Jekyll's classes a page is an instance of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// `Jekyll::Page`: read from a file.
    File,
    /// `Jekyll::PageWithoutAFile` and its kin: made by a generator. The name is the Ruby class's.
    Generated(&'static str),
}

/// The attributes that a generator's own kind of page shows to templates, in the place of a page's: Ruby's
/// `ATTRIBUTES_FOR_LIQUID` of a subclass of `Jekyll::Page`.
#[derive(Debug)]
pub struct LiquidAttributes {
    /// The attributes, over front matter.
    pub attributes: Hash,
    /// The type that front matter defaults know such pages by; none where defaults do not reach them.
    pub defaults_type: Option<String>,
    /// The attributes that templates see where the page is a drop and no Hash.
    pub drop: Option<DropAttributes>,
}

/// A drop of a generator's own, in the place of the Hash of a page.
#[derive(Debug)]
pub struct DropAttributes {
    /// Ruby's class.
    pub class: &'static str,
    /// Its methods, in Ruby's order.
    pub methods: &'static [&'static str],
    /// The reason why its date cannot be made; to ask for it is an error then.
    pub no_date: Option<String>,
}

/// A page.
#[derive(Debug)]
pub struct Page {
    /// Its number.
    pub id: PageId,
    /// Read or generated.
    pub kind: PageKind,
    /// The absolute path of its file, there or not.
    pub file: String,
    /// The folder below the source as it was given: empty, `/sub` or `sub`. Its URL is made of it.
    pub dir: String,
    /// The path below the source; it stays when the page is moved.
    relative_path: String,
    /// The file's name.
    pub name: String,
    /// The name without extension and trailing periods.
    pub basename: String,
    /// The extension with its dot.
    pub ext: String,
    /// Front matter.
    pub data: ReplaceableHash,
    /// The source after the front matter.
    pub content: Str,
    /// Whether the source could not be read as UTF-8.
    pub invalid: bool,
    /// The source of its excerpt, with `page_excerpts` switched on.
    pub excerpt: Option<Str>,
    /// The pager that templates see as `paginator`.
    pub pager: Option<Value>,
    /// The path whose front matter defaults its fields have, where that is not its own: that of the page it was copied
    /// from.
    pub defaults_of: Option<String>,
    /// The attributes that templates see instead of the page's own.
    pub liquid_attributes: Option<Box<LiquidAttributes>>,
    /// Values that the page itself falls back to, unseen by templates.
    pub fallback: Option<Arc<Hash>>,
    /// Attributes that a plugin shows of it to templates, over its own.
    pub added: Option<Arc<Hash>>,
    /// A destination of its own, where its URL does not give it.
    pub placed: Option<String>,
    /// Who writes it.
    pub writing: Writing,
    context: Arc<SiteContext>,
    url: OnceLock<Result<Str, PermalinkError>>,
}

/// The class of the pages that hold source maps.
const SOURCE_MAP: &str = "Jekyll::SourceMapPage";

impl Page {
    /// A page without contents, named `name` in `dir`, its file below `base`.
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
            content: Str::default(),
            invalid: false,
            excerpt: None,
            pager: None,
            defaults_of: None,
            liquid_attributes: None,
            fallback: None,
            added: None,
            placed: None,
            writing: Writing::default(),
            context: Arc::clone(context),
            url: OnceLock::new(),
        };
        page.rename(name);
        let joined = path::join(dir, name);
        page.relative_path = joined.strip_prefix('/').map_or_else(|| joined.clone(), str::to_string);
        page
    }

    /// A generated page: `PageWithoutAFile.new(site, source, dir, name)`.
    pub fn without_file(context: &Arc<SiteContext>, dir: &str, name: &str) -> Self {
        Page::new(context, PageKind::Generated("Jekyll::PageWithoutAFile"), &context.source, dir, name)
    }

    /// `SourceMapPage.new`: the page of the source map that a style sheet gets when it is converted.
    ///
    /// # Errors
    /// Where the style sheet's URL cannot be made.
    pub fn source_map(sheet: &Page) -> Result<Self, PermalinkError> {
        let dir = sheet.url_dir()?;
        let name = format!("{}.css.map", sheet.basename);
        let kind = PageKind::Generated(SOURCE_MAP);
        let mut page = Page::new(&sheet.context, kind, &sheet.context.source, &dir, &name);
        page.data = sheet.data.clone();
        Ok(page)
    }

    /// `Page#process`: takes another name, and base name and extension from it.
    pub fn rename(&mut self, name: &str) {
        self.name = name.to_string();
        self.ext = path::extname(name).to_string();
        let end = name.len() - self.ext.len();
        let basename = &name[..end];
        let drops_dots = self.context.reference().urls.drops_trailing_dots;
        self.basename = if drops_dots { path::without_trailing_periods(basename) } else { basename }.to_string();
    }

    /// Front matter with defaults behind it: `data[key]`.
    pub fn field(&self, key: &str) -> Value {
        match self.data.get(key) {
            Some(value) => value.clone(),
            None if let Some(value) = self.fallback.as_ref().and_then(|all| all.get(key)) => value.clone(),
            None if self.liquid_attributes.is_some() => Value::Nil,
            None => self.context.defaults.find(self.defaults_path(), Some("pages"), key).unwrap_or(Value::Nil),
        }
    }

    /// The path whose front matter defaults its fields have.
    pub fn defaults_path(&self) -> &str {
        self.defaults_of.as_deref().unwrap_or(&self.relative_path)
    }

    /// The permalink that front matter or defaults ask for.
    pub fn permalink(&self) -> Option<Str> {
        match self.field("permalink") {
            Value::Str(permalink) => Some(permalink),
            _ => None,
        }
    }

    /// The extension of what it is written as.
    pub fn output_ext(&self) -> Str {
        self.context.callbacks().output_ext(&self.ext, self.permalink().as_deref())
    }

    /// Whether it comes out as HTML.
    pub fn is_html(&self) -> bool {
        matches!(&*self.output_ext(), ".html" | ".xhtml" | ".htm")
    }

    /// Whether its name is `index`.
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

    /// The URL at which it is served.
    ///
    /// # Errors
    /// Where its path cannot stand in a URL.
    pub fn url(&self) -> Result<Str, PermalinkError> {
        self.url
            .get_or_init(|| {
                NotText::refuse(&self.context, &self.field("permalink"), NotText::OF_PAGE)?;
                let permalink = self.permalink();
                let template = permalink.map_or_else(|| self.template(), |permalink| permalink.to_string());
                let ext = self.output_ext();
                let values = [
                    ("path", Some(self.dir.as_str())),
                    ("basename", Some(self.basename.as_str())),
                    ("output_ext", Some(&*ext)),
                ];
                permalink::fill_in_order(&template, &values).map(Str::from)
            })
            .clone()
    }

    /// Sets the URL of a page that a generator has made one for.
    pub fn serve_at(&mut self, url: &str) {
        self.url = OnceLock::from(Ok(url.into()));
    }

    /// Forgets the URL, after a generator has changed what it is made of.
    pub fn forget_url(&mut self) {
        self.url = OnceLock::new();
    }

    /// The URL's folder: what templates see as `dir`.
    ///
    /// # Errors
    /// As [`Page::url`].
    pub fn url_dir(&self) -> Result<Str, PermalinkError> {
        let url = self.url()?;
        if url.ends_with('/') {
            return Ok(url);
        }
        let dir = path::dirname(&url);
        Ok(if dir.ends_with('/') { dir.into() } else { format!("{dir}/").into() })
    }

    /// The path below the source.
    pub fn relative_path(&self) -> &str {
        &self.relative_path
    }

    /// Gives it the path below the source that a generator has for it, there or not.
    pub fn show_as(&mut self, relative_path: &str) {
        self.relative_path = relative_path.to_string();
    }

    /// `Page#dir=`: moves it; its path stays the file's.
    pub fn move_to(&mut self, dir: &str) {
        self.dir = dir.to_string();
        if !self.context.reference().urls.generated_pages_keep_paths {
            self.relative_path = path::join(dir, &self.name).trim_start_matches('/').to_string();
        }
        self.forget_url();
    }

    /// The path that templates see: front matter may replace it.
    pub fn path(&self) -> Value {
        self.data.get("path").cloned().unwrap_or_else(|| Value::from(self.relative_path.as_str()))
    }

    /// The path at which it is written below `destination`.
    ///
    /// # Errors
    /// As [`Page::url`].
    pub fn destination(&self, destination: &str) -> Result<String, PermalinkError> {
        match &self.placed {
            Some(file) => Ok(file.clone()),
            None => Ok(permalink::destination(destination, &self.url()?, &self.output_ext())),
        }
    }

    /// Front matter over defaults: what templates see besides the attributes, which come last.
    pub fn data_over_defaults(&self) -> Hash {
        let kind = match &self.liquid_attributes {
            None => Some("pages"),
            Some(liquid_attributes) => liquid_attributes.defaults_type.as_deref(),
        };
        let Some(kind) = kind else { return (*self.data).clone() };
        let defaults = self.context.defaults.all(&self.relative_path, Some(kind));
        if defaults.is_empty() { (*self.data).clone() } else { merge::deep_merge(&defaults, &self.data) }
    }

    /// One key of [`Page::data_over_defaults`], without making it all.
    pub fn value_over_defaults(&self, key: &str) -> Option<Value> {
        match self.data.get(key) {
            // Hashes of front matter are merged over those of the defaults, and `nil` yields to them.
            None | Some(Value::Hash(_) | Value::Nil) => {
                let defaults = self.context.defaults.all(&self.relative_path, Some("pages"));
                if defaults.contains_key(key) {
                    self.data_over_defaults().get(key).cloned()
                } else {
                    self.data.get(key).cloned()
                }
            }
            Some(value) => Some(value.clone()),
        }
    }

    /// Whether its source goes through Liquid.
    pub fn renders_liquid(&self) -> bool {
        self.may_render_liquid() && has_liquid(&self.content)
    }

    /// Whether a source with Liquid in it goes through Liquid.
    pub fn may_render_liquid(&self) -> bool {
        !(self.context.reference().rendering.has_render_with_liquid
            && matches!(self.field("render_with_liquid"), Value::Bool(false)))
    }

    /// Whether its output is placed in layouts.
    pub fn is_placed(&self) -> bool {
        let is_map = self.kind == PageKind::Generated(SOURCE_MAP);
        !is_map && !is_asset(&self.ext) && self.field("layout").as_str() != Some("none")
    }

    /// With `page_excerpts`: takes the excerpt from the content unless front matter gives one.
    pub fn generate_excerpt(&mut self, log: &mut crate::diagnostic::Log) {
        let separator = self.excerpt_separator();
        if separator.is_empty() || self.kind != PageKind::File || !self.is_html() || self.field("excerpt").truthy() {
            return;
        }
        let source = excerpt::extract(&self.context, &self.content, &separator, &self.relative_path, log);
        self.excerpt = Some(source.into());
    }

    fn excerpt_separator(&self) -> String {
        let own = self.field("excerpt_separator");
        self.context.text(if own.truthy() { &own } else { self.context.config("excerpt_separator") })
    }

    /// The context that all documents share.
    pub fn context(&self) -> &Arc<SiteContext> {
        &self.context
    }
}

/// Whether a text has anything for Liquid to do.
pub fn has_liquid(content: &str) -> bool {
    content.contains("{%") || content.contains("{{")
}

/// Whether an extension belongs to Sass or CoffeeScript, which are never placed in layouts.
pub fn is_asset(ext: &str) -> bool {
    matches!(ext, ".sass" | ".scss" | ".coffee")
}
