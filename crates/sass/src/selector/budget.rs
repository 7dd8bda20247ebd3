//! A limit on the number of selectors that a compilation creates and compares.

use crate::{Error, Result};
use std::cell::Cell;
use std::rc::Rc;

/// The maximum number of selectors in a nested list.
const LARGEST_LIST: usize = 1 << 17;
/// The maximum number of selector parts that a compilation creates. Popular frameworks need fewer than 100,000.
const TOTAL: u64 = 3_000_000;

/// The maximum number of pseudo-selector comparisons in a compilation. Popular frameworks need fewer than 10,000.
const COMPARISONS: u64 = 20_000_000;

/// The numbers of selector parts and of selector comparisons that are left for nesting and extension. Without a limit,
/// both could grow exponentially with the length of the source. Clones share the counts.
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
    /// Creates the unused budget of one compilation.
    #[must_use]
    pub fn new() -> Budget {
        Budget::of(TOTAL)
    }

    /// Creates a budget of `total` selector parts, with the usual number of comparisons.
    pub(super) fn of(total: u64) -> Budget {
        Budget(Rc::new(Counts { parts: Cell::new(total), comparisons: Cell::new(COMPARISONS) }))
    }

    /// Takes `count` selector parts from the budget. Returns whether any are left afterwards.
    #[must_use]
    pub(crate) fn spend(&self, count: usize) -> bool {
        take(&self.0.parts, count)
    }

    /// Takes `count` comparisons from the budget. Returns whether any are left afterwards.
    #[must_use]
    pub(crate) fn compare(&self, count: usize) -> bool {
        take(&self.0.comparisons, count)
    }

    /// Takes `count` selector parts from the budget, for a list of `count` selectors. A list may have at most 131,072.
    ///
    /// # Errors
    /// Fails if the list is too long or the budget is exhausted.
    pub(crate) fn list(&self, count: usize) -> Result<()> {
        if count <= LARGEST_LIST && self.spend(count) { Ok(()) } else { Err(Error::message("Too many selectors.")) }
    }

    /// Checks that selector parts and comparisons are left.
    ///
    /// # Errors
    /// Fails with "Too many selectors." if one of the two is used up.
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
