//! A record of the reads that are valid for one rendering only.

use std::cell::Cell;

/// The reads of a rendering that depend on its place in site order, on its item or on the clock.
#[derive(Debug, Default)]
pub(crate) struct OwnReads {
    count: Cell<u64>,
    last: Cell<&'static str>,
}

impl OwnReads {
    /// Adds a read. `what` completes the sentence "it uses ...".
    pub(crate) fn note(&self, what: &'static str) {
        self.count.set(self.count.get() + 1);
        self.last.set(what);
    }

    /// The number of reads so far, for comparison with a later number.
    pub(super) fn count(&self) -> u64 {
        self.count.get()
    }

    pub(super) fn last(&self) -> &'static str {
        self.last.get()
    }
}
