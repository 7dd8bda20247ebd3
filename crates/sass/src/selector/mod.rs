//! Selectors: their tree, their parser, nesting, and comparisons of them.
//!
//! A selector is cheap to clone. Equality is by structure; the extension store also asks for identity, which
//! [`Simple::same`] and [`Complex::same`] answer. Spans take no part in equality.

mod budget;
mod complex;
mod nest;
mod parse;
mod simple;
mod superselector;
mod text;
mod unify;
mod weave;

pub use budget::Budget;
pub use complex::{Combinator, Combinators, Complex, Component, Compound, SelectorList};
pub use parse::{SelectorOptions, parse_compound, parse_list};
pub use simple::{Attribute, Pseudo, QualifiedName, Simple, SimpleKind};
pub(crate) use text::{quoted_text, write_list};
pub(crate) use unify::unify_complex;
pub(crate) use weave::{paths, weave};

#[cfg(test)]
mod tests;
