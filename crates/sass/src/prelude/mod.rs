//! Preludes: the part of a rule before its block, after its interpolations were replaced.
//!
//! Selectors, media queries and keyframe selectors are read from text that may differ from the source. A
//! [`SpanMap`] leads from places in that text back to the source, a [`Scanner`] reads it.

mod scanner;
mod span_map;

pub use scanner::{ScanError, ScanResult, Scanner, is_identifier, unvendor};
pub use span_map::SpanMap;
