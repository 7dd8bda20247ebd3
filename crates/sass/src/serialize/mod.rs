//! Serialization of the CSS tree, with source map mappings. Mirrors dart-sass's `visitor/serialize.dart`.
//!
//! [`serialize`] writes the text and records the mappings, and `source_map` converts these to JSON. Values and
//! selectors are written by their own modules.

mod comment;
mod mappings;
mod node;
mod source_map;

pub use mappings::Mapping;
pub use source_map::{SourceMapOptions, encode_mappings, source_map_json};

use crate::css::{NodeId, Tree};
use crate::{Result, Sources, Style};
use mappings::Mapper;

/// The style of the CSS, and whether it gets a mark of its encoding and a source map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SerializeOptions {
    /// Expanded or compressed.
    pub style: Style,
    /// Whether to mark output with non-ASCII characters by `@charset` or a byte order mark.
    pub charset: bool,
    /// Whether to record mappings.
    pub source_map: bool,
}

/// The text of the CSS and, if requested, the mappings of its source map.
#[derive(Clone, Debug)]
pub(crate) struct Serialized {
    /// The CSS without a trailing line break.
    pub css: String,
    /// The mappings, in output order. `None` if they were not requested.
    pub mappings: Option<Vec<Mapping>>,
}

/// Writes a tree of CSS as text.
///
/// # Errors
/// Fails if a value is not a valid CSS value.
pub(crate) fn serialize(tree: &Tree, root: NodeId, options: SerializeOptions, sources: &Sources) -> Result<Serialized> {
    let mut serializer = Serializer {
        tree,
        sources,
        style: options.style,
        out: String::new(),
        mapper: options.source_map.then(|| Mapper::new(sources)),
        indentation: 0,
    };
    serializer.stylesheet(root)?;
    let mut css = serializer.out;
    let mut mapper = serializer.mapper;
    if options.charset && !css.is_ascii() {
        let prefix = if options.style == Style::Compressed { "\u{feff}" } else { "@charset \"UTF-8\";\n" };
        css.insert_str(0, prefix);
        if let Some(mapper) = &mut mapper {
            mapper.shift(prefix);
        }
    }
    Ok(Serialized { css, mappings: mapper.map(Mapper::finish) })
}

/// Writes the nodes of a CSS tree as text, and records their mappings.
struct Serializer<'a> {
    tree: &'a Tree,
    sources: &'a Sources,
    style: Style,
    out: String,
    mapper: Option<Mapper<'a>>,
    /// The current indentation, in spaces.
    indentation: usize,
}
