//! Styles: the parsed tree that the renderer traverses.

mod formatting;
mod names;
mod nodes;
mod read;
mod read_names;

pub(crate) use formatting::{Formatting, TextCase};
pub(crate) use names::{EtAl, NameNode, NameOptions, NamePart, Names};
pub(crate) use nodes::{
    Block, Condition, DateNode, DatePart, Element, Kind, Label, Layout, Match, NumberForm, Plural, Section, Test,
    TextSource,
};
pub(crate) use read::{date_part, document};

use crate::error::Error;
use std::collections::HashMap;

/// A parsed CSL style. Its macros and layouts can render any number of items.
#[derive(Debug, Clone, Default)]
pub struct Style {
    pub(crate) id: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) parent: Option<String>,
    pub(crate) macros: HashMap<String, Vec<Element>>,
    pub(crate) citation: Option<Section>,
    pub(crate) bibliography: Option<Section>,
    pub(crate) page_range_format: Option<String>,
    pub(crate) demote_particle: Option<String>,
    pub(crate) names: NameOptions,
    pub(crate) names_delimiter: Option<String>,
}

impl Style {
    /// Parses the XML of an independent or dependent style. Fails if the XML is invalid or nested too deeply, or if its
    /// root element is not `style`. Also fails if the style violates a rule that the gem csl checks while parsing.
    pub fn parse(text: &str) -> Result<Style, Error> {
        read::style(text)
    }

    /// The URL that identifies the style. `None` if its metadata has no `id`.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The full name of the style in its metadata, such as `IEEE`. `None` if the metadata has no `title`.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// For a dependent style, the last part of its parent's URL. `None` for an independent style.
    pub fn parent(&self) -> Option<&str> {
        self.parent.as_deref().map(|link| link.trim_end_matches('/').rsplit('/').next().unwrap_or(link))
    }

    /// The text before each citation, such as an opening bracket.
    pub fn citation_prefix(&self) -> &str {
        self.citation_layout().and_then(|l| l.prefix.as_deref()).unwrap_or_default()
    }

    /// The text after each citation, such as a closing bracket.
    pub fn citation_suffix(&self) -> &str {
        self.citation_layout().and_then(|l| l.suffix.as_deref()).unwrap_or_default()
    }

    /// The text between the items of one citation, such as a semicolon.
    pub fn citation_delimiter(&self) -> &str {
        self.citation_layout().map(|l| l.delimiter.as_str()).unwrap_or_default()
    }

    fn citation_layout(&self) -> Option<&Layout> {
        self.citation.as_ref()?.layout.as_ref()
    }
}
