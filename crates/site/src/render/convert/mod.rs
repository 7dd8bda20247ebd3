//! Converters, which turn the source of an item into its output by extension. Mirrors `Jekyll::Converter`.
//!
//! An item goes through all converters that match its extension, sorted by priority. The identity converter comes last.
//! Each converter has its own file and one line in [`Converters::new`].

mod coderay;
mod commonmark;
mod identity;
mod kept;
mod kramdown;
mod markdown;
mod minted;
pub mod rouge;
mod sass;
mod smartypants;
mod tree;

use crate::config::Configuration;
use crate::model::Replaceable;
use crate::priority;
use crate::render::RenderContext;
use crate::sass::{Sass, Syntax};
use hastie_kramdown::Highlighter;
use hastie_liquid::{Abort, Str, Value};
use hastie_rouge::Version;
use std::fmt::Debug;
use std::sync::Arc;

pub use commonmark::{CommonMark, HIDDEN_BREAK, refused_names};
pub use identity::Identity;
pub(super) use kramdown::highlighting_options;
pub use kramdown::{Kramdown, highlighted};
pub(super) use markdown::CLASS as MARKDOWN;
pub use markdown::{Markdown, Processor, Processors};
pub use sass::SassConverter;
pub use smartypants::SmartyPants;
pub use tree::TreeWriter;

/// The highlighter that kramdown's option `syntax_highlighter` calls `name`. `None` for an unknown name. Code then
/// stays without highlighting.
pub fn highlighter(name: &str, version: Version) -> Option<Box<dyn Highlighter>> {
    match name {
        "rouge" => Some(Box::new(rouge::Rouge { version })),
        "minted" => Some(Box::new(minted::Minted)),
        _ => None,
    }
}

/// Converts content from one format to another, such as Markdown to HTML. Mirrors `Jekyll::Converter`.
pub trait Converter: Debug + Send + Sync {
    /// The name of the Ruby class, used in messages.
    fn class(&self) -> &str;

    /// The priority. Converters with higher priority run first.
    fn priority(&self) -> i32 {
        priority::NORMAL
    }

    /// The built-in converter from whose class this converter derives. With equal priority, this converter runs first,
    /// and then the built-in one. `None` if there is none.
    fn derives_from(&self) -> Option<&str> {
        None
    }

    /// Whether the converter handles sources with this extension, such as `.md`.
    fn matches(&self, ext: &str) -> bool;

    /// The extension of the output, such as `.html`. `None` if only the other converters decide it.
    fn output_ext(&self, ext: &str) -> Option<Str>;

    /// Returns the converted text of `source`.
    ///
    /// # Errors
    /// Fails if the build cannot continue.
    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort>;

    /// Like [`convert`](Self::convert), for a source that the caller no longer needs.
    ///
    /// # Errors
    /// Same as [`convert`](Self::convert).
    fn convert_owned(&self, source: String, rendering: &mut RenderContext) -> Result<String, Abort> {
        self.convert(&source, rendering)
    }

    /// The values of `highlighter_prefix` and `highlighter_suffix` for sources of this converter.
    fn highlighter_margin(&self) -> (Value, Value) {
        (Value::Nil, Value::Nil)
    }
}

/// The converters of a site. Copies share them: if the configuration changes, all copies have the new converters.
#[derive(Debug, Clone, Default)]
pub struct Converters {
    current: Arc<Replaceable<Chain>>,
    /// The Markdown processors of plugins, with their names in the configuration.
    processors: Vec<(String, Arc<dyn Processor>)>,
    /// The converters of plugins.
    more: Vec<Arc<dyn Converter>>,
}

/// The converters in the order in which they run, and the built-in converters that plugins have replaced.
#[derive(Debug, Default)]
struct Chain {
    chain: Vec<Arc<dyn Converter>>,
    /// Built-in converters that a plugin's converter has replaced, and that the plugin's converter can call.
    replaced: Vec<Arc<dyn Converter>>,
}

impl Converters {
    /// The built-in converters and those in `more`, highest priority first. A converter in `more` replaces a built-in
    /// converter of the same class. `markdown` has additional Markdown processors with their names in the
    /// configuration.
    pub fn new(
        config: &Configuration,
        sass: &Arc<Sass>,
        markdown: Vec<(String, Arc<dyn Processor>)>,
        more: Vec<Arc<dyn Converter>>,
    ) -> Self {
        let current = Arc::new(Chain::new(config, sass, &markdown, &more).into());
        Converters { current, processors: markdown, more }
    }

    /// Creates the built-in converters again, after a plugin has changed the configuration.
    pub fn reconfigure(&self, config: &Configuration, sass: &Arc<Sass>) {
        self.current.replace(Chain::new(config, sass, &self.processors, &self.more));
    }

    /// The converters that handle an extension, in the order in which they run.
    pub fn of<'a>(&'a self, ext: &'a str) -> impl Iterator<Item = &'a Arc<dyn Converter>> + 'a {
        self.current.chain.iter().filter(move |converter| converter.matches(ext))
    }

    /// The values of `highlighter_prefix` and `highlighter_suffix` in templates, from the first converter that handles
    /// the extension. Nil if no converter handles it.
    pub fn highlighter_margin(&self, ext: &str) -> (Value, Value) {
        self.of(ext).next().map_or((Value::Nil, Value::Nil), |first| first.highlighter_margin())
    }

    /// The converter whose Ruby class has this name. `None` if the site has no such converter.
    pub fn named(&self, class: &str) -> Option<&Arc<dyn Converter>> {
        self.current.chain.iter().find(|converter| converter.class() == class)
    }

    /// The converter whose Ruby class has this name. If a plugin has replaced a built-in converter, returns the
    /// built-in one. `None` if the site has no such converter.
    pub fn native(&self, class: &str) -> Option<&Arc<dyn Converter>> {
        self.current.replaced.iter().find(|converter| converter.class() == class).or_else(|| self.named(class))
    }

    /// The extension of the output. An extension in `permalink` counts first. Otherwise, the second-last converter that
    /// returns an extension for `ext` decides, for example `.html` for `.md`. (The last one is usually the identity
    /// converter.) If only one converter returns an extension, it decides.
    pub fn output_ext(&self, ext: &str, permalink: Option<&str>) -> Str {
        if let Some(permalink) = permalink.filter(|permalink| !permalink.ends_with('/')) {
            let ext = crate::path::extname(permalink);
            if !ext.is_empty() {
                return ext.into();
            }
        }
        let exts: Vec<Str> = self.of(ext).filter_map(|converter| converter.output_ext(ext)).collect();
        match exts.as_slice() {
            [] => Str::default(),
            [only] => only.clone(),
            [.., chosen, _] => chosen.clone(),
        }
    }
}

impl Chain {
    fn new(
        config: &Configuration,
        sass: &Arc<Sass>,
        markdown: &[(String, Arc<dyn Processor>)],
        more: &[Arc<dyn Converter>],
    ) -> Self {
        let mut processors = Processors::default();
        let has_derived = more.iter().any(|converter| converter.derives_from() == Some(MARKDOWN));
        let kramdown = if has_derived { Kramdown::with_second_parser(config) } else { Kramdown::new(config) };
        processors.add("kramdown", Arc::new(kramdown));
        for (name, processor) in markdown {
            processors.add(name, Arc::clone(processor));
        }
        let mut chain: Vec<Arc<dyn Converter>> = vec![
            Arc::new(Markdown::new(config, processors)),
            Arc::new(SassConverter::new(sass, Syntax::Scss)),
            Arc::new(SassConverter::new(sass, Syntax::Indented)),
            Arc::new(SmartyPants::new(config)),
            Arc::new(Identity),
        ];
        let mut replaced = Vec::new();
        for converter in more {
            if let Some(place) = chain.iter_mut().find(|one| one.class() == converter.class()) {
                replaced.push(std::mem::replace(place, Arc::clone(converter)));
                continue;
            }
            let base = converter.derives_from().and_then(|base| chain.iter().position(|one| one.class() == base));
            chain.insert(base.unwrap_or(chain.len()), Arc::clone(converter));
        }
        chain.sort_by_key(|converter| std::cmp::Reverse(converter.priority()));
        Chain { chain, replaced }
    }
}
