//! Liquid templates with the semantics of Ruby's Liquid 4.0.4, as Jekyll uses it.
//!
//! This crate knows nothing of sites: whatever a template reads reaches it as a [`Value`], and what
//! lives in the program around it (a site, its pages) as a [`Drop`]. The program's own side of a
//! rendering (clock, zone, recorder of reads, partial templates) is the [`Host`].
//!
//! An [`Engine`] knows the filters and tags; [`Template::parse`] makes a template, which any number of
//! threads may render at a time:
//!
//! ```
//! use hastie_liquid::{Engine, Hash, Host, ParseOptions, RenderOptions, Template, Value};
//!
//! struct Program(jiff::tz::TimeZone);
//!
//! impl Host for Program {
//!     fn as_any(&mut self) -> &mut dyn std::any::Any { self }
//!     fn now(&mut self) -> (i64, u32) { (1_768_478_400, 0) }
//!     fn zone(&self) -> &jiff::tz::TimeZone { &self.0 }
//! }
//!
//! let engine = Engine::standard();
//! let template = Template::parse(&engine, "Hello {{ name }}!", ParseOptions::default())?;
//! let data: Hash = [("name", "Hyde")].into_iter().collect();
//! let rendered = template.render(&mut Program(jiff::tz::TimeZone::UTC), RenderOptions::new(Value::hash(data)))?;
//! assert_eq!(rendered.text, "Hello Hyde!");
//! # Ok::<(), hastie_liquid::Abort>(())
//! ```

pub mod context;
pub mod dates;
pub mod engine;
pub mod filters;
pub mod tags;
pub mod template;
pub mod touches;

mod body;
mod call;
mod condition;
mod expression;
mod file_system;
mod fragment;
mod lexer;
mod names;
mod parser;
mod scope;
mod search;
mod tokenizer;
mod variable;

pub use body::Body;
pub use condition::Condition;
pub use context::{Counters, Cx, Interrupt, Registers};
pub use engine::{
    Arity, Caps, Engine, ErrorMode, FilterFn, Limits, OfPiecesFn, PiecesFilterFn, Registered, TextFilterFn,
};
pub use expression::Expression;
pub use file_system::FileSystem;
pub use hastie_value as value;
pub use hastie_value::time;
pub use parser::Parser;
pub use tags::{Tag, TagFn, TagParse};
pub use template::{ParseOptions, RenderOptions, Rendered, State, Template};
pub use touches::{Partial, Touches};
pub use value::{Abort, Date, Drop, Error, ErrorKind, Frame, Hash, Host, Span, Str, Time, Value, Zone};
pub use variable::Variable;
