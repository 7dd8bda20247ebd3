//! The slots of a [`SiteView`](super::SiteView): documents and pages with the results of their rendering.

use super::excerpts::Excerpt;
use super::repeat::Repeatable;
use super::shared_state::LayoutState;
use super::{Body, Item};
use crate::model::{Document, Page, Replaceable};
use hastie_liquid::Str;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// The document or page of a slot.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "most items are documents, and a box for each would take more memory")]
pub enum OwnedItem {
    /// A document of a collection, such as a post.
    Document(Document),
    /// A page that was read from a file or generated. It is boxed because most items are documents, which are much
    /// smaller.
    Page(Box<Page>),
}

/// The slot of an item: the document or page, with the results of its rendering.
#[derive(Debug)]
pub struct ItemSlot {
    /// The document or page in this slot.
    pub owned: OwnedItem,
    /// The converted content, set when the body is finished.
    pub body: Body,
    /// The output, set when the item is finished. Not set if an [`Outlet`](super::outlet::Outlet) has taken it.
    output: OnceLock<Replaceable<Str>>,
    /// The rendered excerpt, set on first use.
    pub excerpt: OnceLock<Box<Excerpt>>,
    /// Whether the warnings about the item's URL were logged.
    pub(super) url_reported: AtomicBool,
    /// The variables left by the item's layouts, if a later item may read them.
    pub layout_state: OnceLock<Box<LayoutState>>,
    /// The result of the item that the next build may reuse.
    pub(super) repeatable: OnceLock<Box<Repeatable>>,
    /// The number of steps that rendering the item's templates took.
    pub(super) steps: AtomicU64,
    /// Whether the document had a date before rendering started. False for pages.
    pub(super) was_dated: bool,
}

impl ItemSlot {
    pub(super) fn new(owned: OwnedItem) -> Self {
        let was_dated = match &owned {
            OwnedItem::Document(document) => document.known_date().is_some(),
            OwnedItem::Page(_) => false,
        };
        ItemSlot {
            owned,
            was_dated,
            body: Body::default(),
            output: OnceLock::new(),
            excerpt: OnceLock::new(),
            url_reported: AtomicBool::new(false),
            layout_state: OnceLock::new(),
            repeatable: OnceLock::new(),
            steps: AtomicU64::new(0),
        }
    }

    pub(super) fn id(&self) -> u32 {
        match &self.owned {
            OwnedItem::Document(document) => document.id.0,
            OwnedItem::Page(page) => page.id.0,
        }
    }

    /// The page or document in the slot.
    pub fn item(&self) -> Item<'_> {
        match &self.owned {
            OwnedItem::Document(document) => Item::Document(document),
            OwnedItem::Page(page) => Item::Page(page),
        }
    }

    /// The output. `None` if the item is not finished, or if an [`Outlet`](super::outlet::Outlet) has taken the output.
    pub fn output(&self) -> Option<&Str> {
        self.output.get().map(|output| &**output)
    }

    /// The output, for hooks that change it. `None` in the same cases as for [`output`](Self::output).
    pub fn output_mut(&mut self) -> Option<&mut Str> {
        self.output.get_mut().map(|output| &mut **output)
    }

    /// Sets the output, unless the item is already finished.
    pub fn set_output(&self, output: Str) {
        let _ = self.output.set(output.into());
    }

    /// Replaces the output after a plugin has changed it. Does nothing if the item is not finished, because Jekyll
    /// replaces the output when it renders the item.
    pub fn replace_output(&self, output: Str) {
        if let Some(current) = self.output.get() {
            current.replace(output);
        }
    }

    /// Replaces the content after a plugin has changed it: the converted content if the body is finished, or else the
    /// source, which is rendered later.
    pub fn replace_content(&self, content: Str) {
        if self.body.is_set() {
            return self.body.replace(content);
        }
        match &self.owned {
            OwnedItem::Document(document) => document.content.replace(content),
            OwnedItem::Page(page) => page.content.replace(content),
        }
    }
}
