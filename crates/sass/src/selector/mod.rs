//! Selectors. Mirrors dart-sass's `ast/selector`.
//!
//! A [`SelectorList`] has [`Complex`] selectors, which consist of [`Compound`] selectors, which consist of [`Simple`]
//! ones. `parse` reads them and `text` writes them. `nest` resolves `&` and the parent of a rule, `superselector`
//! compares selectors, and `unify` and `weave` intersect them for `@extend`.
//!
//! Cloning a selector is cheap. Equality compares the structure and ignores spans. The extension store also needs the
//! identity of selectors: see [`Simple::same`] and [`Complex::same`].

mod budget;
mod complex;
mod nest;
mod parse;
mod simple;
mod superselector;
mod text;
mod unify;
mod weave;

pub(crate) use budget::Budget;
pub(crate) use complex::{Combinator, Combinators, Complex, Component, Compound, SelectorList};
pub(crate) use nest::Nesting;
pub(crate) use parse::{SelectorOptions, parse_compound, parse_list};
pub(crate) use simple::{Attribute, Pseudo, QualifiedName, Simple, SimpleKind};
pub(crate) use text::{quoted_text, write_list};
pub(crate) use unify::unify_complex;
pub(crate) use weave::{paths, weave};
