//! The evaluator: walks a syntax tree and builds the tree of CSS.

mod callable;

pub use callable::Callable;
