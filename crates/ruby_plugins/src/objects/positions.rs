//! Finds pages and documents by their numbers, before rendering. Plugins usually go through lists, so an object is
//! often at the place after the object that was found last.

use hastie_site::locks::lock;
use hastie_site::model::{Collection, DocId, Page, PageId};
use std::sync::Mutex;

/// The positions at which the last page and the last document were found. A wrong position only makes the next search
/// slow.
#[derive(Debug, Default)]
pub(crate) struct Positions(Mutex<Last>);

#[derive(Debug, Default)]
struct Last {
    page: usize,
    /// The index of the collection, and the index in its documents.
    document: (usize, usize),
}

impl Positions {
    /// The index of a page. `None` if the list does not contain the page.
    pub(crate) fn page(&self, pages: &[Page], id: PageId) -> Option<usize> {
        let mut last = lock(&self.0);
        let found = search(pages, last.page, |page| page.id == id)?;
        last.page = found;
        Some(found)
    }

    /// The index of a document's collection, and the document's index in it. `None` if no collection contains the
    /// document.
    pub(crate) fn document(&self, collections: &[Collection], id: DocId) -> Option<(usize, usize)> {
        let mut last = lock(&self.0);
        let (nearest, index) = last.document;
        let search_in = |(place, collection): (usize, &Collection)| {
            let start = if place == nearest { index } else { 0 };
            Some((place, search(&collection.docs, start, |document| document.id == id)?))
        };
        let near = collections.get(nearest).and_then(|collection| search_in((nearest, collection)));
        let found = near.or_else(|| collections.iter().enumerate().find_map(search_in))?;
        last.document = found;
        Some(found)
    }
}

/// The index of an item with a property: `last + 1` or `last` if the item there has it, otherwise the first item with
/// the property. `None` if no item has the property.
fn search<T>(items: &[T], last: usize, is_it: impl Fn(&T) -> bool) -> Option<usize> {
    let near = [last + 1, last].into_iter().find(|index| items.get(*index).is_some_and(&is_it));
    near.or_else(|| items.iter().position(is_it))
}

#[cfg(test)]
mod tests {
    use super::search;

    #[test]
    fn items_are_found_wherever_the_last_one_was() {
        let items = [7, 3, 9, 3];
        for last in 0..6 {
            assert_eq!(search(&items, last, |item| *item == 9), Some(2), "{last}");
            assert_eq!(search(&items, last, |item| *item == 8), None, "{last}");
        }
        assert_eq!(search(&items, 5, |item| *item == 3), Some(1));
        assert_eq!(search(&[], 0, |item: &i32| *item == 3), None);
    }
}
