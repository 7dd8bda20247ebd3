//! The slots of all items. Plugins may append pages while other items are rendered.

use super::ItemSlot;
use crate::locks;
use std::collections::HashMap;
use std::iter;
use std::ops::Index;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, RwLock};

/// Documents and pages in site order: first those that were known before rendering, then the pages that plugins have
/// appended since. References to slots stay valid when a page is appended.
#[derive(Debug, Default)]
pub struct Slots {
    first: Vec<ItemSlot>,
    appended: Appended,
}

impl Slots {
    /// The number of slots.
    pub fn len(&self) -> usize {
        self.first.len() + self.appended.len()
    }

    /// Whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The slot at this index. `None` if there is no such slot.
    pub fn get(&self, index: usize) -> Option<&ItemSlot> {
        self.first.get(index).or_else(|| self.appended.get(index.checked_sub(self.first.len())?))
    }

    /// All slots in site order. Pages that are appended during the iteration are included.
    pub fn iter(&self) -> impl Iterator<Item = &ItemSlot> {
        let mut next = 0;
        self.first.iter().chain(iter::from_fn(move || {
            next += 1;
            self.appended.get(next - 1)
        }))
    }

    /// The slot at this index, for changes. `None` if there is no such slot.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut ItemSlot> {
        self.iter_mut().nth(index)
    }

    /// All slots in site order, for changes.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut ItemSlot> {
        self.first.iter_mut().chain(self.appended.iter_mut())
    }

    /// The slots that were known before rendering.
    pub fn first(&self) -> &[ItemSlot] {
        &self.first
    }

    /// Whether plugins have appended pages.
    pub(super) fn has_appended(&self) -> bool {
        self.appended.len() > 0
    }

    /// Appends a slot and returns its index.
    pub(super) fn append(&self, slot: ItemSlot) -> usize {
        self.first.len() + self.appended.push(slot)
    }

    /// Moves all slots out, in site order.
    pub(super) fn into_items(self) -> impl Iterator<Item = ItemSlot> {
        self.first.into_iter().chain(self.appended.into_items())
    }
}

impl From<Vec<ItemSlot>> for Slots {
    fn from(first: Vec<ItemSlot>) -> Self {
        Slots { first, appended: Appended::default() }
    }
}

impl Index<usize> for Slots {
    type Output = ItemSlot;

    fn index(&self, index: usize) -> &ItemSlot {
        self.get(index).unwrap_or_else(|| &self.first[index])
    }
}

/// Maps the ids of documents and pages to the indices of their slots. The ids are nearly consecutive numbers.
#[derive(Debug)]
pub(super) struct Indices {
    first: u32,
    by_id: Vec<Option<usize>>,
    /// The pages that were appended during rendering.
    appended: RwLock<HashMap<u32, usize>>,
}

impl Indices {
    pub(super) fn of(slots: &[ItemSlot]) -> Self {
        let ids = || slots.iter().map(ItemSlot::id);
        let first = ids().min().unwrap_or(0);
        let count = ids().max().map_or(0, |last| last - first + 1);
        let mut by_id = vec![None; count as usize];
        for (index, id) in ids().enumerate() {
            by_id[(id - first) as usize] = Some(index);
        }
        Indices { first, by_id, appended: RwLock::default() }
    }

    pub(super) fn get(&self, id: u32) -> Option<usize> {
        match id.checked_sub(self.first).and_then(|place| self.by_id.get(place as usize)) {
            Some(Some(index)) => Some(*index),
            // Ruby requests several ids at once, so an appended page can have an id between the ids of other items.
            _ => locks::read(&self.appended).get(&id).copied(),
        }
    }

    /// Adds the id of an appended page.
    pub(super) fn append(&self, id: u32, index: usize) {
        locks::write(&self.appended).insert(id, index);
    }
}

/// The number of chunks of [`Appended`]. Each is twice as long as the chunk before it, so there is room for 2^24 slots.
const CHUNKS: usize = 24;

/// A list to which many threads may append. The list grows by chunks, so slots never move.
#[derive(Debug, Default)]
struct Appended {
    chunks: [OnceLock<Box<[OnceLock<ItemSlot>]>>; CHUNKS],
    count: AtomicUsize,
    appending: Mutex<()>,
}

impl Appended {
    fn len(&self) -> usize {
        self.count.load(Ordering::Acquire)
    }

    /// The chunk of a slot, and the index of the slot in this chunk.
    fn place(index: usize) -> (usize, usize) {
        let chunk = (index + 1).ilog2();
        (chunk as usize, index + 1 - (1 << chunk))
    }

    fn get(&self, index: usize) -> Option<&ItemSlot> {
        // A rendering without an item has the largest number as its index.
        if index >= self.len() {
            return None;
        }
        let (chunk, index) = Self::place(index);
        self.chunks.get(chunk)?.get()?.get(index)?.get()
    }

    fn push(&self, slot: ItemSlot) -> usize {
        let _appending = locks::lock(&self.appending);
        let count = self.len();
        let (chunk, index) = Self::place(count);
        let slots = self.chunks[chunk].get_or_init(|| iter::repeat_with(OnceLock::new).take(1 << chunk).collect());
        let _ = slots[index].set(slot);
        self.count.store(count + 1, Ordering::Release);
        count
    }

    fn iter_mut(&mut self) -> impl Iterator<Item = &mut ItemSlot> {
        self.chunks.iter_mut().filter_map(OnceLock::get_mut).flatten().filter_map(OnceLock::get_mut)
    }

    fn into_items(self) -> impl Iterator<Item = ItemSlot> {
        self.chunks.into_iter().filter_map(OnceLock::into_inner).flatten().filter_map(OnceLock::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::Appended;

    #[test]
    fn a_place_is_within_its_chunk_and_no_index_is_too_large() {
        let places: Vec<_> = (0..7).map(Appended::place).collect();
        assert_eq!(places, [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (2, 3)]);
        assert!(Appended::default().get(usize::MAX).is_none());
    }
}
