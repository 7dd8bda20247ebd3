//! The implementation of `@extend`. Mirrors dart-sass's `extend`.
//!
//! An [`ExtensionStore`] belongs to a module. It holds the selectors of the module's rules and updates them for each
//! new extension. At the end, [`ExtensionStore::add_extensions`] adds the extensions of all modules that use this
//! module. `apply` computes extended selectors, and `trim` removes redundant ones.

mod apply;
mod extension;
mod functions;
mod store;
mod trim;

pub(crate) use extension::{ExtendOrigin, Extension};
pub(crate) use functions::{extend, replace};
pub(crate) use store::{CellMap, ExtensionStore, SelectorCell};

use crate::css::MediaQuery;
use std::rc::Rc;

/// The media queries around a rule. `None` outside of `@media`.
pub(crate) type MediaContext = Option<Rc<[MediaQuery]>>;
