//! A record of the reads that are valid for one rendering only.

use std::cell::Cell;
use std::sync::Arc;

/// Parts of a rendering that decide whether later builds can repeat it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parts {
    /// The indices of the items whose contents or outputs were read.
    pub(super) contents: Vec<usize>,
    /// Converted Markdown, which is kept as long as the result that contains it.
    pub(super) conversions: Vec<Arc<str>>,
}

/// The reads of a rendering that depend on its place in site order, on its item or on the clock.
#[derive(Debug, Default)]
pub(crate) struct OwnReads {
    /// The number of reads that are valid for this rendering only.
    count: Cell<u32>,
    /// The number of reads that may give another result in a later build although all sources are the same.
    varying: Cell<u32>,
    last: Cell<&'static str>,
}

/// A moment of a rendering.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    count: u32,
    varying: u32,
}

impl Moment {
    /// The moment as a number.
    pub(super) fn to_number(self) -> u64 {
        u64::from(self.count) << 32 | u64::from(self.varying)
    }

    /// The moment of a number from [`Moment::to_number`].
    pub(super) fn of_number(number: u64) -> Self {
        Moment { count: (number >> 32) as u32, varying: number as u32 }
    }
}

impl OwnReads {
    /// Adds a read that is valid for this rendering only, and that may differ in a later build. `what` completes the sentence
    /// "it uses ...".
    pub(crate) fn note(&self, what: &'static str) {
        self.note_repeatable(what);
        self.note_varying();
    }

    /// Adds a read that is valid for this rendering only. It gives the same result in a later build if the site is the same,
    /// except for contents that [`Parts`] names.
    pub(crate) fn note_repeatable(&self, what: &'static str) {
        self.count.set(self.count.get().wrapping_add(1));
        self.last.set(what);
    }

    /// Adds a read that gives all renderings of this build the same result, but may differ in a later build.
    pub(super) fn note_varying(&self) {
        self.varying.set(self.varying.get().wrapping_add(1));
    }

    /// Forgets the reads that may differ in a later build, and returns their number.
    pub(super) fn take_varying(&self) -> u32 {
        self.varying.take()
    }

    /// The number of reads that may differ in a later build.
    pub(super) fn varying(&self) -> u32 {
        self.varying.get()
    }

    /// Forgets the reads that may differ in a later build, except for the first ones.
    pub(super) fn keep_varying(&self, count: u32) {
        self.varying.set(count);
    }

    /// Adds reads that may differ in a later build.
    pub(super) fn add_varying(&self, count: u32) {
        self.varying.set(self.varying.get().wrapping_add(count));
    }

    pub(super) fn now(&self) -> Moment {
        Moment { count: self.count.get(), varying: self.varying.get() }
    }

    /// Whether nothing was read since then that is valid for this rendering only.
    pub(super) fn is_unchanged_since(&self, then: Moment) -> bool {
        self.count.get() == then.count
    }

    /// Whether anything was read since then that may differ in a later build.
    pub(super) fn has_varied_since(&self, then: Moment) -> bool {
        self.varying.get() != then.varying
    }

    pub(super) fn last(&self) -> &'static str {
        self.last.get()
    }
}
