//! The gem jekyll-scholar 7.3: bibliographies, citations, and pages for entries.
//!
//! The gem includes a module of helpers in each of its tags, its generator and its converter. Hastie divides this
//! module. [`arguments::Options`] are the options of a tag. [`memo::Memo`] is the state that a tag keeps between
//! renderings. The [`library::Library`] is the state shared by all tags of a site: bibliographies, styles and locales.
//! A [`session::Session`] combines all three while a tag is rendered.

mod arguments;
mod bibliography_tag;
mod bibtex_block;
mod choose;
mod citations;
mod cite_tags;
mod config;
mod converter;
mod csl;
mod details;
mod filters;
mod group;
mod group_value;
mod library;
mod links;
mod markup;
mod memo;
mod pages;
mod present;
mod quote_block;
mod reference_tag;
mod session;
mod sort;
mod styles;
mod tag;

use hastie_liquid::{Blanks, Engine, Error, Tag, TagParse};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::plugin::{Generator, Hooks, Plugin};
use hastie_site::render::convert::Converter;
use hastie_site::site::Site;
use library::Library;
use std::sync::Arc;

/// Registers the tags of bibliographies and citations, converts `.bib` pages, and generates the details pages of
/// entries.
#[derive(Debug, Default)]
pub(crate) struct Scholar {
    library: Arc<Library>,
}

/// A function that parses an occurrence of a tag.
type Parse = fn(&mut TagParse<'_, '_>, &Arc<Library>) -> Result<Box<dyn Tag>, Error>;

/// The names of jekyll-scholar's tags, with the functions that parse them.
const TAGS: [(&str, Parse); 7] = [
    ("bibliography", bibliography_tag::parse),
    ("bibliography_count", bibliography_tag::parse_count),
    ("cite", cite_tags::parse_cite),
    ("cite_details", cite_tags::parse_cite_details),
    ("details_link", cite_tags::parse_details_link),
    ("nocite", cite_tags::parse_nocite),
    ("reference", reference_tag::parse),
];

/// The tags with an end tag.
const BLOCKS: [(&str, Parse); 2] = [("bibtex", bibtex_block::parse), ("quote", quote_block::parse)];

impl Plugin for Scholar {
    fn name(&self) -> &'static str {
        "jekyll-scholar"
    }

    fn blanks(&self) -> Blanks {
        Blanks::CSL
    }

    fn liquid(&self, engine: &mut Engine) {
        for (name, parse) in TAGS {
            let library = Arc::clone(&self.library);
            engine.tag(name, move |tag: &mut TagParse<'_, '_>| parse(tag, &library));
        }
        for (name, parse) in BLOCKS {
            let library = Arc::clone(&self.library);
            engine.block(name, move |tag: &mut TagParse<'_, '_>| parse(tag, &library));
        }
    }

    fn converters(&self, config: &hastie_liquid::Hash) -> Vec<Arc<dyn Converter>> {
        vec![Arc::new(converter::BibtexConverter::new(config, &self.library))]
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(details::Details { library: Arc::clone(&self.library) })]
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(Begin { library: Arc::clone(&self.library) })]
    }
}

/// Clears all state at the start of a build, and detects early whether the order of documents affects the output.
struct Begin {
    library: Arc<Library>,
}

impl Hooks for Begin {
    fn after_reset(&self, _site: &mut Site, _log: &mut Log) -> Result<(), Failure> {
        self.library.clear();
        Ok(())
    }

    fn post_read(&self, site: &mut Site, _log: &mut Log) -> Result<(), Failure> {
        // A document with its own settings leaves them in the tags of layouts and includes, and in caches.
        let own = |data: &hastie_liquid::Hash| data.contains_key("scholar");
        let documents = site.content.collections.iter().flat_map(|collection| &collection.docs);
        let config = config::Config::of_site(&site.setup.context);
        if site.content.pages.iter().any(|page| own(&page.data))
            || documents.into_iter().any(|document| own(&document.data))
            || config.get("separate_links").truthy()
        {
            self.library.follow_order();
        }
        Ok(())
    }
}
