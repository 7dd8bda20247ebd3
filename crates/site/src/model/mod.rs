//! The parts of a site: documents in collections, pages, static files, layouts.
//!
//! These structs mirror Jekyll's classes of the same names. They hold what was read and what is
//! derived from it (URLs, destinations, excerpts' sources); rendering them is `render`'s business,
//! and what templates see of them is in `render/drops`.

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
pub mod static_file;
pub mod theme;
mod writing;

pub use collection::{Collection, CollectionInfo};
pub use content::Content;
pub use document::{DocId, Document};
pub use layout::Layout;
pub use page::{Page, PageId};
pub use replaceable::{ReplaceableHash, ReplaceableValue};
pub use site_context::{Callbacks, QuietHost, SiteContext};
pub use sort::sort;
pub use static_file::StaticFile;
pub use theme::Theme;
pub use writing::Writing;
