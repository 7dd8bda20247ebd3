#![doc = include_str!("../README.md")]

mod ahead;
mod compiler;
mod css;
mod deprecation;
mod error;
mod eval;
mod extend;
mod files;
mod functions;
mod loader;
mod locks;
mod memo;
mod options;
mod parse;
mod prelude;
mod report;
mod ruby_sass;
mod selector;
mod serialize;
mod source;
mod symbol;
mod syntax;
mod value;
mod warning;

pub use compiler::{Compiled, Compiler, Failed};
pub use deprecation::Deprecation;
pub use error::{Error, Frame, Result, TextError};
pub use eval::Callable;
pub use loader::{Loader, NoFiles};
pub use options::{Dialect, Options, Style, Syntax};
pub use report::{Glyphs, report, report_warning};
pub use serialize::{Mapping, SourceMapOptions, encode_mappings, source_map_json};
pub use source::{Location, Source, SourceId, Sources, Span};
pub use symbol::{FastMap, FastSet, Symbol};
pub use warning::Warning;
