//! `@extend`: its scopes and its laws.
//!
//! An [`ExtensionStore`] belongs to one module. It knows the selectors of the module's rules and rewrites them as
//! extensions come in; extensions of modules that use it reach it at the end, by
//! [`ExtensionStore::add_extensions`].

mod apply;
mod extension;
mod functions;
mod store;
mod trim;

pub use extension::{ExtendOrigin, Extension};
pub use functions::{extend, replace};
pub use store::{CellMap, ExtensionStore, SelectorCell};

use crate::css::MediaQuery;
use std::rc::Rc;

/// The media queries around a rule; `None` at the top level.
pub type MediaContext = Option<Rc<[MediaQuery]>>;

#[cfg(test)]
mod tests;
