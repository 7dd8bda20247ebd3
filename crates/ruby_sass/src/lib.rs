#![doc = include_str!("../README.md")]

mod compiler;
mod css;
mod error;
mod eval;
mod files;
mod functions;
mod indented;
mod lexical;
mod options;
mod scanner;
mod script;
mod scss;
mod selector;
mod tree;
mod value;

pub use compiler::{Compiled, Compiler, Error, Failed, Message, MessageKind};
pub use hastie_sass_core::loader::{Loader, NoFiles};
pub use options::{Options, Style, Syntax};
