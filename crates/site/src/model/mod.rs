//! The parts of a site: collections of documents, pages, static files, layouts.
//!
//! The structs mirror Jekyll's classes of the same names: [`Document`], [`Page`], [`StaticFile`], [`Layout`],
//! [`Collection`] and [`Theme`]. They hold what was read and what follows from it: URLs, destinations and excerpt
//! sources. [`Content`] holds all of them for one site. [`SiteContext`] holds the configuration and other facts that
//! they share.
//!
//! Rendering is in [`render`](crate::render), and the objects that templates see are in
//! [`render::drops`](crate::render::drops). The model calls these upper layers through [`Callbacks`].

pub mod collection;
mod content;
pub mod document;
pub mod excerpt;
pub mod layout;
pub mod page;
pub mod permalink;
pub mod replaceable;
mod site_context;
pub mod slug;
mod sort;
mod source_text;
pub mod static_file;
pub mod theme;
mod writer;

pub use collection::{Collection, CollectionInfo};
pub use content::Content;
pub(crate) use document::Position;
pub use document::{DocId, Document};
pub use layout::Layout;
pub use page::{Page, PageId};
pub use replaceable::{Replaceable, ReplaceableHash, ReplaceableValue, SharedHash};
pub use site_context::{Callbacks, QuietHost, SiteContext};
pub use sort::{sort, sort_documents};
pub(crate) use sort::{sort_newest_first, sort_oldest_first};
pub use source_text::SourceText;
pub use static_file::StaticFile;
pub use theme::Theme;
pub use writer::Writer;
