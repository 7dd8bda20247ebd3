#![doc = include_str!("../README.md")]

pub mod css;
pub mod error;
pub mod html4;
pub mod html5;
pub mod tree;
pub mod write;
pub mod xml;
pub mod xpath;

pub use error::{Level, SyntaxError};
pub use tree::{Dialect, Doctype, Document, Inserted, Namespace, NamespaceId, NodeId, NodeKind};
pub use write::{SaveOptions, WriteOptions};
