//! The syntax tree, which `parse` produces and `eval` walks. Mirrors dart-sass's `ast/sass`.
//!
//! A tree is immutable, so several compilations on several threads can share it.

mod expression;
mod plain_css;
mod print;
mod statement;

pub(crate) use expression::*;
pub(crate) use plain_css::is_plain_css;
pub(crate) use print::Printer;
pub(crate) use statement::*;
