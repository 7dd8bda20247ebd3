#![doc = include_str!("../README.md")]

mod compiler;
mod css;
mod deprecation;
mod error;
mod eval;
mod extend;
mod files;
mod functions;
mod options;
mod parse;
mod report;
mod resolve;
mod scanner;
mod selector;
mod serialize;
mod source;
mod syntax;
mod value;
mod warning;

pub use compiler::{Compiled, Compiler, Failed};
pub use deprecation::Deprecation;
pub use error::{Error, Frame, Result};
pub use hastie_sass_core::loader::{Loader, NoFiles};
pub use options::{Options, Style, Syntax};
pub use report::{Glyphs, report, report_warning};
pub use serialize::{Mapping, SourceMapOptions, encode_mappings, source_map_json};
pub use source::{Location, Source, SourceId, Sources, Span};
pub use warning::Warning;

use eval::Callable;
use hastie_sass_core::symbol::{FastMap, FastSet, Symbol};
