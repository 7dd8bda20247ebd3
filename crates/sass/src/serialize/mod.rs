//! Serialization: the tree of CSS as text, with the mappings of its source map.

mod comment;
mod mappings;
mod node;
mod source_map;

pub use mappings::Mapping;
pub use source_map::{SourceMapOptions, encode_mappings, source_map_json};

use crate::css::{NodeId, Tree};
use crate::{Result, Sources, Style};
use mappings::Mapper;

/// The options of serialization.
#[derive(Clone, Copy, Debug)]
pub struct SerializeOptions {
    /// The style.
    pub style: Style,
    /// Whether text beyond ASCII is announced, by `@charset` or a byte order mark.
    pub charset: bool,
    /// Whether mappings are recorded.
    pub source_map: bool,
}

/// The result of serialization.
#[derive(Clone, Debug)]
pub struct Serialized {
    /// The CSS, without a line break at its end.
    pub css: String,
    /// The mappings, in the order of the CSS.
    pub mappings: Option<Vec<Mapping>>,
}

/// Writes a style sheet.
///
/// # Errors
/// If a value is no CSS value.
pub fn serialize(tree: &Tree, root: NodeId, options: SerializeOptions, sources: &Sources) -> Result<Serialized> {
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

/// Writes nodes.
struct Serializer<'a> {
    tree: &'a Tree,
    sources: &'a Sources,
    style: Style,
    out: String,
    mapper: Option<Mapper<'a>>,
    /// The number of spaces before a node.
    indentation: usize,
}

#[cfg(test)]
mod tests;
