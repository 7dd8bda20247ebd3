#![doc = include_str!("../README.md")]

mod characters;
pub mod css;
mod error;
pub mod html4;
pub mod html5;
mod tree;
mod write;
pub mod xml;
pub mod xpath;

pub use error::{Level, SyntaxError};
pub use tree::{Descendants, Dialect, Doctype, Document, Inserted, Namespace, NamespaceId, NodeId, NodeKind};
pub use write::{SaveOptions, WriteOptions};
