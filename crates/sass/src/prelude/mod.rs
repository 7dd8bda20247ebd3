//! Parsing of preludes after interpolation. A prelude is the part of a rule before its block.
//!
//! Selectors, media queries and keyframe selectors are parsed from text that may differ from the source. A [`Scanner`]
//! reads the text, and a [`SpanMap`] maps its offsets back to the source.

mod scanner;
mod span_map;

pub use scanner::{ScanError, ScanResult, Scanner, is_identifier, unvendor};
pub use span_map::SpanMap;
