#![doc = include_str!("../README.md")]

mod bibliography;
pub mod csl;
mod entry;
mod error;
mod filter;
pub mod latex;
mod lexer;
pub mod namae;
mod name;
mod name_parser;
mod parser;
mod query;
mod ruby;
mod script;
mod value;

pub use bibliography::{Bibliography, Element, Options};
pub use entry::Entry;
pub use error::{Error, ErrorKind, Warning};
pub use filter::{Filter, Latex, LineBreaks};
pub use name::Name;
pub use query::QueryError;
pub use value::{Printing, Token, Value};
