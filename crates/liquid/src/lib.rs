#![doc = include_str!("../README.md")]
//!
//! ## From source to text
//!
//! [`Template::parse`] splits the source into tokens (`tokenizer`) and parses them to a [`Body`], a list of texts,
//! [`Variable`]s and [`Tag`]s. Depending on the engine's [`ErrorMode`], markup is parsed by the strict grammar
//! (`lexer`, [`Parser`]), by the lax grammar (`lax_markup`), or by the lax grammar if the strict one fails.
//!
//! [`Template::render`] creates a [`Context`] with the variables and limits, and renders the nodes of the body one
//! after the other. A variable evaluates its [`Expression`] and calls its [`filters`]. A tag (`tags`) may render a
//! body of its own. Both read the application's data through [`Drop`] and its services through [`Host`].
//!
//! Each module mirrors the class of the same name in [Ruby's
//! Liquid](https://github.com/Shopify/liquid/tree/v4.0.4/lib/liquid).

pub mod dates;
pub mod encoding;
pub mod filters;
pub mod marks;

mod body;
mod call;
mod condition;
mod context;
mod cost;
mod effects;
mod engine;
mod expression;
mod file_system;
mod formatted_time;
mod identity;
mod lax_markup;
mod lexer;
mod memo;
mod names;
mod open_scopes;
mod parser;
mod printed;
mod scope;
mod search;
mod standard;
mod tags;
mod template;
mod tokenizer;
mod variable;

pub use body::{Body, Part};
pub use condition::Condition;
pub use context::{Context, Counters, Interrupt, Registers};
pub use effects::{Partial, TemplateEffects};
pub use engine::{
    Arity, Engine, ErrorMode, FusedFilterFn, HardLimits, InPlaceFilterFn, Limits, Registered, ResultEncoding,
    SplitFilterFn, TextFilterFn,
};
pub use expression::Expression;
pub use file_system::FileSystem;
pub use formatted_time::{FormattedTime, TimeObserver};
pub use hastie_value::sharing;
#[cfg(feature = "serde")]
pub use hastie_value::to_value;
pub use hastie_value::{
    Abort, Blanks, Date, Drop, Error, ErrorKind, FixedHost, Frame, Hash, Host, Span, Str, Time, TimeZone, Value, Zone,
};
pub use identity::GiveIdentity;
pub use memo::{Memo, PartReport};
pub use parser::Parser;
pub use tags::{Tag, TagParse};
pub use template::{ParseOptions, RenderOptions, Rendered, State, Template};
pub use variable::Variable;

use hastie_value::{self as value, time};
