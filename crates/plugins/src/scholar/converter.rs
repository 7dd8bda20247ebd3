//! Converts pages that are bibliographies themselves: the entries in place, and the text around them as Markdown.

use super::arguments::Options;
use super::config::Config;
use super::filters;
use super::library::Library;
use super::memo::Memo;
use super::session::{Session, parse_error};
use hastie_bibtex::{Bibliography, Element};
use hastie_liquid::{Abort, Context, Hash, RenderOptions, Str, Value};
use hastie_site::plugin::priority;
use hastie_site::render::RenderContext;
use hastie_site::render::convert::Converter;
use std::sync::Arc;

/// Converts BibTeX files that are pages: each entry is replaced with the entry as the citation style formats it. The
/// result is then converted as Markdown.
#[derive(Debug)]
pub(super) struct BibtexConverter {
    config: Config,
    library: Arc<Library>,
}

impl BibtexConverter {
    /// Creates the converter. `config` is the site's configuration, which contains the settings under `scholar`.
    pub(crate) fn new(config: &Hash, library: &Arc<Library>) -> Self {
        BibtexConverter { config: Config::of_values(config), library: Arc::clone(library) }
    }

    /// Replaces each entry in a BibTeX text by its reference in the citation style. The text between entries stays.
    fn references(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        let setup = Arc::clone(rendering.setup());
        let mut options = hastie_bibtex::Options::default();
        options.include_meta = true;
        options.include_errors = false;
        options.filters = filters::of(&self.config, "bibtex_filters", &setup.context)?;
        let bibliography = Bibliography::parse(source, &options).map_err(|error| {
            let mut error = parse_error(error);
            error.markup_context = None;
            error
        })?;
        let options = Options::default();
        let memo = Memo { config: self.config.clone(), ..Memo::default() };
        let mut session =
            Session { library: &self.library, options: &options, memo, setup: Arc::clone(&setup), is_ordered: false };
        let mut cx = Context::new(&setup.engine, rendering, RenderOptions::raising(Value::Nil));
        let mut texts = Vec::new();
        for element in bibliography.elements() {
            texts.push(match element {
                Element::Entry(entry) => session.entry_text(&bibliography, entry, None, &mut cx)?,
                Element::Meta(text) => text.clone(),
                _ => String::new(),
            });
        }
        Ok(texts.join("\n"))
    }
}

impl Converter for BibtexConverter {
    fn class(&self) -> &'static str {
        "Jekyll::Scholar::BibTeXConverter"
    }

    fn priority(&self) -> i32 {
        priority::HIGHEST
    }

    fn matches(&self, ext: &str) -> bool {
        let ends = |line: &str| {
            let line = line.to_ascii_lowercase();
            line.ends_with("bib") || line.ends_with("bibtex")
        };
        ext.split('\n').any(ends)
    }

    fn output_ext(&self, _ext: &str) -> Option<Str> {
        Some(".html".into())
    }

    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        let text = self.references(source, rendering)?;
        let setup = Arc::clone(rendering.setup());
        match setup.converters.named("Jekyll::Converters::Markdown") {
            Some(markdown) => markdown.convert(&text, rendering),
            None => Ok(text),
        }
    }
}
