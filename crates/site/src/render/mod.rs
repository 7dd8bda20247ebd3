//! Rendering: mirrors `Jekyll::Renderer`, in two functions instead of one.
//!
//! [`document::body`] is Liquid, converters and `post_convert`; [`document::wrap`] is layouts and
//! `post_render`. Whoever reads another document's `content` needs only its body. [`order`] decides
//! who is rendered when, so that any number of threads makes the bytes that one makes; what templates
//! see is in [`drops`].

mod context;
pub mod convert;
mod dependencies;
pub mod document;
pub mod drops;
mod effects;
pub mod excerpts;
mod extensions;
pub mod filters;
pub mod layouts;
pub mod location;
pub mod order;
pub mod payload;
pub mod producer;
pub mod profile;
mod scheduler;
mod setup;
pub mod shared_state;
pub mod tags;
pub mod templates;
pub mod view;

pub use context::{LogEvent, RenderContext, Schedule, rendering_of};
pub use extensions::Extensions;
pub use setup::Setup;
pub use view::{ItemSlot, OwnedItem, Rendered, SiteView};

/// Adds what Jekyll adds to Liquid: its tags and filters.
pub fn register(engine: &mut hastie_liquid::Engine, reference: &Reference) {
    filters::register(engine, reference);
    tags::register(engine, reference);
}

use crate::model::permalink::PermalinkError;
use crate::model::{Document, Page, SiteContext, Writing};
use crate::reference::Reference;
use hastie_liquid::{Str, Value};
use std::sync::Arc;

/// A page or a document: whatever is rendered.
#[derive(Debug, Clone, Copy)]
pub enum Item<'a> {
    /// A document of a collection.
    Document(&'a Document),
    /// A page.
    Page(&'a Page),
}

impl Item<'_> {
    /// Front matter with defaults behind it.
    pub fn field(&self, key: &str) -> Value {
        match self {
            Item::Document(document) => document.field(key),
            Item::Page(page) => page.field(key),
        }
    }

    /// The extension of the source.
    pub fn extname(&self) -> &str {
        match self {
            Item::Document(document) => document.extname(),
            Item::Page(page) => &page.ext,
        }
    }

    /// The extension of the output.
    pub fn output_ext(&self) -> Str {
        match self {
            Item::Document(document) => document.output_ext(),
            Item::Page(page) => page.output_ext(),
        }
    }

    /// The source after the front matter.
    pub fn source(&self) -> Str {
        match self {
            Item::Document(document) => document.content.clone().unwrap_or_default(),
            Item::Page(page) => page.content.clone(),
        }
    }

    /// Whether its file is not UTF-8, so that its source is an approximation only.
    pub fn is_invalid(&self) -> bool {
        match self {
            Item::Document(document) => document.invalid,
            Item::Page(page) => page.invalid,
        }
    }

    /// Whether the source goes through Liquid.
    pub fn renders_liquid(&self) -> bool {
        match self {
            Item::Document(document) => document.renders_liquid(),
            Item::Page(page) => page.renders_liquid(),
        }
    }

    /// Whether another source in the place of its own goes through Liquid.
    pub fn renders_liquid_of(&self, source: &str) -> bool {
        let may = match self {
            Item::Document(document) => document.may_render_liquid(),
            Item::Page(page) => page.may_render_liquid(),
        };
        may && crate::model::page::has_liquid(source)
    }

    /// Whether the output is placed in layouts.
    pub fn is_placed(&self) -> bool {
        match self {
            Item::Document(document) => document.is_placed(),
            Item::Page(page) => page.is_placed(),
        }
    }

    /// The URL at which it is served.
    ///
    /// # Errors
    /// Where its URL cannot be made.
    pub fn url(&self) -> Result<Str, PermalinkError> {
        match self {
            Item::Document(document) => document.url(),
            Item::Page(page) => page.url(),
        }
    }

    /// The path below the source (a document's: below the folder of collections).
    pub fn relative_path(&self) -> String {
        match self {
            Item::Document(document) => document.relative_path.to_string(),
            Item::Page(page) => page.relative_path().to_string(),
        }
    }

    /// Jekyll's `path`: a document's file, a page's path below the source, or what its front
    /// matter says instead. It names the template in messages and in the templates' cache.
    pub fn path(&self) -> String {
        match self {
            Item::Document(document) => document.path.to_string(),
            Item::Page(page) => page.context().text(&page.path()),
        }
    }

    /// The path at which it is written below `destination`.
    ///
    /// # Errors
    /// Where its URL cannot be made.
    pub fn destination(&self, destination: &str) -> Result<String, PermalinkError> {
        match self {
            Item::Document(document) => document.destination(destination),
            Item::Page(page) => page.destination(destination),
        }
    }

    /// Whether it is written.
    pub fn is_written(&self) -> bool {
        match self {
            Item::Document(document) => document.is_written(),
            Item::Page(page) => page.writing != Writing::Nobody,
        }
    }

    /// Who writes it.
    pub fn writing(&self) -> Writing {
        match self {
            Item::Document(document) => document.writing,
            Item::Page(page) => page.writing,
        }
    }

    /// The label of its collection; `None` for pages.
    pub fn collection(&self) -> Option<&str> {
        match self {
            Item::Document(document) => Some(&document.collection.label),
            Item::Page(_) => None,
        }
    }

    /// The context that all documents share.
    pub fn context(&self) -> &Arc<SiteContext> {
        match self {
            Item::Document(document) => document.context(),
            Item::Page(page) => page.context(),
        }
    }
}
