//! The syntax tree: what a parser reads and the evaluator walks.
//!
//! A tree never changes once it is parsed, so one tree serves several compilations on several threads.

mod expression;
mod plain_css;
mod print;
mod statement;

pub use expression::*;
pub(crate) use plain_css::is_plain_css;
pub(crate) use print::Printer;
pub use statement::*;
