//! A record of the reads of a rendering that decide whether its results can be reused.

use std::cell::Cell;
use std::sync::Arc;

/// The contents and the converted Markdown that a rendering has used. The next build can reuse the result of the
/// rendering only if the contents are unchanged.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parts {
    /// The indices of the items whose contents or outputs were read.
    pub(super) contents: Vec<usize>,
    /// Converted Markdown that the result contains. The next build finds these conversions because they are stored
    /// here.
    pub(super) conversions: Vec<Arc<str>>,
}

/// Counts the reads of a rendering that may give another result in another rendering or in a later build.
#[derive(Debug, Default)]
pub(crate) struct OwnReads {
    /// The number of reads that are valid for this rendering only.
    count: Cell<u32>,
    /// The number of reads that may give another result in a later build although all sources are the same.
    varying: Cell<u32>,
    last: Cell<&'static str>,
}

impl OwnReads {
    /// Records a read whose result is valid for this rendering only, and may differ in a later build. `what` names the
    /// thing that was read, such as `the excerpt of a document`.
    pub(crate) fn note(&self, what: &'static str) {
        self.note_repeatable(what);
        self.note_varying();
    }

    /// Records a read whose result is valid for this rendering only. A later build of the same site reads the same,
    /// apart from the contents that [`Parts`] lists. `what` names the thing that was read, such as `the excerpt of a
    /// document`.
    pub(crate) fn note_repeatable(&self, what: &'static str) {
        self.count.set(self.count.get().wrapping_add(1));
        self.last.set(what);
    }

    /// Records a read whose result is the same for all renderings of this build, but may differ in a later build.
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

    /// Forgets the reads that may differ in a later build, except for the first `count`.
    pub(super) fn keep_varying(&self, count: u32) {
        self.varying.set(count);
    }

    /// Adds `count` reads that may differ in a later build.
    pub(super) fn add_varying(&self, count: u32) {
        self.varying.set(self.varying.get().wrapping_add(count));
    }

    /// The number of reads that are valid for this rendering only.
    pub(super) fn count(&self) -> u32 {
        self.count.get()
    }

    pub(super) fn last(&self) -> &'static str {
        self.last.get()
    }
}
