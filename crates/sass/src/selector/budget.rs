//! The bound on how many selectors a compilation may make.

use crate::{Error, Result};
use std::cell::Cell;
use std::rc::Rc;

/// The number of selectors that one nesting may make.
const LARGEST_LIST: usize = 1 << 17;
/// The number of selector parts that one compilation may make. Well-known frameworks make fewer than 100,000.
const TOTAL: u64 = 3_000_000;

/// Counts the selectors that a compilation makes by nesting and extension, whose number can grow exponentially
/// with the length of the source. Clones share the count.
#[derive(Clone, Debug)]
pub struct Budget(Rc<Cell<u64>>);

impl Default for Budget {
    fn default() -> Budget {
        Budget::new()
    }
}

impl Budget {
    /// A full budget.
    #[must_use]
    pub fn new() -> Budget {
        Budget::of(TOTAL)
    }

    /// A budget of `total` selector parts.
    pub(super) fn of(total: u64) -> Budget {
        Budget(Rc::new(Cell::new(total)))
    }

    /// Takes `count` from the budget, and returns whether that much was left.
    #[must_use]
    pub(crate) fn spend(&self, count: usize) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(count as u64));
        left > count as u64
    }

    /// Takes the making of a list of `count` selectors from the budget.
    ///
    /// # Errors
    /// If the list is too long or the budget is spent.
    pub(crate) fn list(&self, count: usize) -> Result<()> {
        if count <= LARGEST_LIST && self.spend(count) { Ok(()) } else { Err(Error::message("Too many selectors.")) }
    }

    /// Checks that something is left.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn check(&self) -> Result<()> {
        if self.0.get() > 0 { Ok(()) } else { Err(Error::message("Too many selectors.")) }
    }
}
