//! The syntax tree: what a parser reads and the evaluator walks.
//!
//! A tree never changes once it is parsed, so one tree serves several compilations on several threads.

mod expression;
mod statement;

pub use expression::*;
pub use statement::*;
