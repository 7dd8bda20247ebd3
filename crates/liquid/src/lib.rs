#![doc = include_str!("../README.md")]

pub mod context;
pub mod dates;
pub mod effects;
pub mod encoding;
pub mod engine;
pub mod filters;
pub mod tags;
pub mod template;

mod body;
mod call;
mod condition;
mod expression;
mod file_system;
mod lax_markup;
mod lexer;
mod names;
mod parser;
mod scope;
mod search;
mod tokenizer;
mod variable;

pub use body::{Body, Part};
pub use condition::Condition;
pub use context::{Context, Counters, Interrupt, Registers};
pub use effects::{Partial, TemplateEffects};
pub use engine::{
    Arity, Engine, ErrorMode, FusedFilterFn, HardLimits, Limits, Registered, SplitFilterFn, TextFilterFn,
};
pub use expression::Expression;
pub use file_system::FileSystem;
pub use hastie_value as value;
pub use hastie_value::scheduling;
pub use hastie_value::time;
pub use parser::Parser;
pub use tags::{Tag, TagParse};
pub use template::{ParseOptions, RenderOptions, Rendered, State, Template};
#[cfg(feature = "serde")]
pub use value::to_value;
pub use value::{Abort, Date, Drop, Error, ErrorKind, FixedHost, Frame, Hash, Host, Span, Str, Time, Value, Zone};
pub use variable::Variable;
