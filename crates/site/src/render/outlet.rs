//! Outputs that leave memory as soon as they are finished, while other items are still being rendered.

use super::{Item, SiteView};
use hastie_liquid::{Abort, Error, Str};
use std::fmt::Debug;
use std::io;
use std::sync::Arc;

/// Takes finished outputs out of memory, for example by writing them to disk. Other outputs stay in their slots.
pub trait Outlet: Debug + Send + Sync {
    /// Takes the output of the item in slot `index`, which will be published at `destination`. Returns false if the
    /// output must stay in memory.
    fn take(&self, index: usize, destination: &str, output: &str) -> bool;

    /// The output of the item in slot `index`. `None` if this outlet has not taken it.
    ///
    /// # Errors
    /// Fails if the output cannot be read back.
    fn output(&self, index: usize) -> io::Result<Option<String>>;

    /// The size in bytes of the output of the item in slot `index`. `None` if this outlet has not taken the output.
    fn size(&self, index: usize) -> Option<usize>;

    /// Whether the file at `destination` is as the last build of the process has published it.
    fn can_keep(&self, destination: &str) -> bool;

    /// Takes the output of the item in slot `index` from the file at `destination`, for which
    /// [`can_keep`](Self::can_keep) was true. Returns false if another item has the same destination.
    fn keep(&self, index: usize, destination: &str) -> bool;
}

impl SiteView {
    /// The output of the item in slot `index`. `None` if the item is not finished.
    ///
    /// # Errors
    /// Fails if the output has left memory and cannot be read back.
    pub(super) fn output(&self, index: usize) -> Result<Option<Str>, Abort> {
        if let Some(output) = self.slots[index].output() {
            return Ok(Some(output.clone()));
        }
        let Some(outlet) = self.outlet() else { return Ok(None) };
        let output = outlet.output(index).map_err(|error| Abort::from(Error::new("IOError", error.to_string())))?;
        Ok(output.map(Str::from))
    }

    /// Stores the output of the item in slot `index`, or hands it over to the outlet.
    pub(super) fn store_output(&self, index: usize, output: Str) {
        if self.hands_over(index, &output) {
            self.slots[index].body.leave(&output);
        } else {
            self.slots[index].set_output(output);
        }
    }

    fn hands_over(&self, index: usize, output: &Str) -> bool {
        let item = self.slots[index].item();
        // The URL of a document without a date may set its date.
        let has_fixed_url = !matches!(item, Item::Document(document) if document.is_undated());
        let Some(outlet) = self.outlet().filter(|_| has_fixed_url && !output.is_us_ascii()) else { return false };
        if !item.is_written() || !item.writer().is_hastie() {
            return false;
        }
        self.destination(index).is_some_and(|destination| outlet.take(index, &destination, output))
    }

    /// Frees the source of the item in slot `index`. This item and all items before it must be finished. Later items do
    /// not read the source. Does nothing if plugins or the next build of the process may read sources later.
    pub(super) fn free_source(&self, index: usize) {
        if self.outlet.get().is_some() && self.setup.context.world.kept().is_none() {
            self.slots[index].item().free_source();
        }
    }

    /// The size in bytes of the output of the item in slot `index`. `None` if the item is not finished.
    pub(super) fn output_size(&self, index: usize) -> Option<usize> {
        let size = self.slots[index].output().map(|output| output.len());
        size.or_else(|| self.outlet()?.size(index))
    }

    /// Whether the destination still contains the output that the last build wrote for the item in slot `index`.
    pub(super) fn can_keep_output(&self, index: usize) -> bool {
        self.outlet().zip(self.destination(index)).is_some_and(|(outlet, file)| outlet.can_keep(&file))
    }

    /// Leaves the published output of the item in slot `index` in the destination, after
    /// [`can_keep_output`](Self::can_keep_output) was true for `index`. Returns false if another item has the same
    /// destination.
    pub(super) fn keep_output(&self, index: usize) -> bool {
        self.outlet().zip(self.destination(index)).is_some_and(|(outlet, file)| outlet.keep(index, &file))
    }

    fn destination(&self, index: usize) -> Option<String> {
        self.slots[index].item().destination(&self.setup.context.destination).ok()
    }

    fn outlet(&self) -> Option<Arc<dyn Outlet>> {
        self.outlet.get()?.upgrade()
    }
}
