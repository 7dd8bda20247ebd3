//! A Sass compiler that writes the bytes of dart-sass 1.104.1.
//!
//! The crate knows nothing of sites. Sources reach it through a loader.

mod error;
mod source;

pub use error::{Error, Frame, Result};
pub use source::{Location, Source, SourceId, Sources, Span};
