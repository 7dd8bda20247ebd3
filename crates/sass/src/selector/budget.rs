//! The bound on how many selectors a compilation may make and compare.

use crate::{Error, Result};
use std::cell::Cell;
use std::rc::Rc;

/// The number of selectors that one nesting may make.
const LARGEST_LIST: usize = 1 << 17;
/// The number of selector parts that one compilation may make. Well-known frameworks make fewer than 100,000.
const TOTAL: u64 = 3_000_000;

/// The number of comparisons with pseudo selectors that one compilation may make. Well-known frameworks make fewer than
/// 10,000.
const COMPARISONS: u64 = 20_000_000;

/// Counts the selectors that a compilation makes by nesting and extension, and their comparisons; the number of either can
/// grow exponentially with the length of the source. Clones share the counts.
#[derive(Clone, Debug)]
pub struct Budget(Rc<Counts>);

#[derive(Debug)]
struct Counts {
    parts: Cell<u64>,
    comparisons: Cell<u64>,
}

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
        Budget(Rc::new(Counts { parts: Cell::new(total), comparisons: Cell::new(COMPARISONS) }))
    }

    /// Takes `count` from the budget, and returns whether that much was left.
    #[must_use]
    pub(crate) fn spend(&self, count: usize) -> bool {
        take(&self.0.parts, count)
    }

    /// Takes `count` comparisons from the budget, and returns whether that many were left.
    #[must_use]
    pub(crate) fn compare(&self, count: usize) -> bool {
        take(&self.0.comparisons, count)
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
        let left = self.0.parts.get().min(self.0.comparisons.get());
        if left > 0 { Ok(()) } else { Err(Error::message("Too many selectors.")) }
    }
}

fn take(counter: &Cell<u64>, count: usize) -> bool {
    let left = counter.get();
    counter.set(left.saturating_sub(count as u64));
    left > count as u64
}
