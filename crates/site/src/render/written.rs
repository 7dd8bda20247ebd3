//! The files of the new site, in the order in which they are written.

use super::view::{CollectionView, SiteView};
use crate::model::permalink::PermalinkError;
use crate::model::{StaticFile, Writer};
use std::sync::Arc;

/// An item or a static file that is written to the destination.
#[derive(Debug, Clone, Copy)]
pub enum Written<'a> {
    /// The document or page in the slot with this index.
    Item(usize),
    /// A static file.
    File(&'a Arc<StaticFile>),
}

impl Written<'_> {
    /// The index of the item in [`SiteView::slots()`]. `None` for a static file.
    pub fn index(&self) -> Option<usize> {
        match self {
            Written::Item(index) => Some(*index),
            Written::File(_) => None,
        }
    }

    /// The absolute path of the file in the destination.
    ///
    /// # Errors
    /// Fails if the URL of an item cannot be made.
    pub fn destination(&self, view: &SiteView) -> Result<String, PermalinkError> {
        let folder = &view.setup.context.destination;
        match self {
            Written::Item(index) => view.slots[*index].item().destination(folder),
            Written::File(file) => Ok(file.destination(folder)),
        }
    }

    /// The writer of the file: Hastie or a plugin.
    pub fn writer(&self, view: &SiteView) -> Writer {
        match self {
            Written::Item(index) => view.slots[*index].item().writer(),
            Written::File(file) => file.writer,
        }
    }
}

impl SiteView {
    /// Everything that is written, in writing order: pages, static files, then the documents of each collection. In
    /// Jekyll 3, the files of a collection follow its documents.
    pub fn written(&self) -> impl Iterator<Item = Written<'_>> {
        let pages = self.pages().filter(|index| self.slots[*index].item().is_written()).map(Written::Item);
        let files = self.static_files.iter().filter(|file| file.is_written()).map(Written::File);
        pages.chain(files).chain(self.collections.iter().flat_map(|view| self.written_of(view)))
    }

    /// The documents and files of a collection that are written.
    fn written_of<'v>(&'v self, view: &'v CollectionView) -> impl Iterator<Item = Written<'v>> {
        let with_files = !self.setup.context.reference().reading.collection_files_are_static_files;
        let docs = view.docs.clone().filter(|index| self.slots[*index].item().is_written());
        let files = view.files.iter().filter(move |file| with_files && file.is_written());
        docs.map(Written::Item).chain(files.map(Written::File))
    }
}
