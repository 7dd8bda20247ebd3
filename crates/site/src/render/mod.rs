//! Renders pages and documents. Mirrors [`Jekyll::Renderer`].
//!
//! A [`SiteView`] holds the whole site during rendering, with one slot for each [`Item`]. [`order::render`] renders all
//! of them: in parallel as far as their `dependencies` allow, otherwise one after another. The output is the same for
//! any number of threads.
//!
//! Jekyll renders an item in one method. Here, this takes two phases. [`document::body`] runs Liquid, the converters
//! ([`convert`]) and the `post_convert` hooks. [`document::wrap`] applies the layouts and runs the `post_render` hooks.
//! A template that reads another document's `content` only needs the body of that document.
//!
//! Templates see the objects in [`drops`] and use Jekyll's [`filters`] and [`tags`]. All of these reach the site
//! through the [`RenderContext`], which is the [`Host`](hastie_liquid::Host) of the Liquid engine.
//!
//! [`Jekyll::Renderer`]: https://github.com/jekyll/jekyll/blob/v4.4.1/lib/jekyll/renderer.rb

mod body;
mod budget;
mod context;
pub mod convert;
mod dependencies;
pub mod document;
pub mod drops;
mod effects;
pub mod excerpts;
mod extensions;
pub mod filters;
mod layout_chain;
pub mod layouts;
mod lent;
pub mod location;
pub mod order;
pub mod origins;
pub mod outlet;
mod own_reads;
pub mod payload;
pub mod producer;
pub mod profile;
pub(crate) mod repeat;
mod scheduler;
mod setup;
pub mod shared_state;
mod sharing;
pub mod slot;
pub mod slots;
mod source_maps;
pub mod steps;
pub mod tags;
pub mod templates;
pub mod view;
mod written;

pub use body::Body;
pub use budget::Budget;
pub use context::{LogEvent, RenderContext, Schedule, rendering_of};
pub use extensions::Extensions;
pub use lent::{LayoutVariables, LentTexts};
pub use setup::Setup;
pub use slot::{ItemSlot, OwnedItem};
pub use slots::Slots;
pub use view::{Rendered, SiteView};
pub use written::Written;

/// Registers Jekyll's tags and filters as the version of Jekyll in `reference` defines them.
pub fn register(engine: &mut hastie_liquid::Engine, reference: &Reference) {
    filters::register(engine, reference);
    tags::register(engine, reference);
    engine.declare_filters_reusable();
    engine.observe_times(sharing::TIME_OBSERVER);
}

use crate::model::permalink::PermalinkError;
use crate::model::{Document, Page, SiteContext, Writer};
use crate::reference::Reference;
use hastie_liquid::{Str, Value};
use std::sync::Arc;

/// An item to render: a page or a document.
#[derive(Debug, Clone, Copy)]
pub enum Item<'a> {
    /// A document of a collection, such as a post.
    Document(&'a Document),
    /// A page that was read from a file or generated.
    Page(&'a Page),
}

impl Item<'_> {
    /// The value of a key in the item's front matter. If the front matter lacks the key, the front matter defaults
    /// count.
    pub fn field(&self, key: &str) -> Value {
        match self {
            Item::Document(document) => document.field(key),
            Item::Page(page) => page.field(key),
        }
    }

    /// The extension of the source file, with its dot.
    pub fn extname(&self) -> &str {
        match self {
            Item::Document(document) => document.extname(),
            Item::Page(page) => &page.ext,
        }
    }

    /// The extension of the output file, with its dot.
    pub fn output_ext(&self) -> Str {
        match self {
            Item::Document(document) => document.output_ext(),
            Item::Page(page) => page.output_ext(),
        }
    }

    /// The source after the front matter.
    pub fn source(&self) -> Str {
        match self {
            Item::Document(document) => document.content.text(),
            Item::Page(page) => page.content.text(),
        }
    }

    /// Frees the memory of the text after the front matter, which is then empty.
    fn free_source(&self) {
        match self {
            Item::Document(document) => document.content.free(),
            Item::Page(page) => page.content.free(),
        }
    }

    /// Whether the item's file is not UTF-8. The source is then an approximation.
    pub fn is_invalid(&self) -> bool {
        match self {
            Item::Document(document) => document.invalid,
            Item::Page(page) => page.invalid,
        }
    }

    /// Whether Liquid renders the source: it contains Liquid, and neither its type nor front matter forbids it.
    pub fn renders_liquid(&self) -> bool {
        match self {
            Item::Document(document) => document.renders_liquid(),
            Item::Page(page) => page.renders_liquid(),
        }
    }

    /// Whether Liquid would render `source` if it were the item's source.
    pub fn renders_liquid_of(&self, source: &str) -> bool {
        let may = match self {
            Item::Document(document) => document.may_render_liquid(),
            Item::Page(page) => page.may_render_liquid(),
        };
        may && crate::model::page::has_liquid(source)
    }

    /// Whether layouts may be applied to the output. False for Sass, CoffeeScript and `layout: none`, for example.
    pub fn is_placed_in_layouts(&self) -> bool {
        match self {
            Item::Document(document) => document.is_placed_in_layouts(),
            Item::Page(page) => page.is_placed_in_layouts(),
        }
    }

    /// The URL of the document or page. Computed on first use.
    ///
    /// # Errors
    /// Same as [`Document::url`] and [`Page::url`].
    pub fn url(&self) -> Result<Str, PermalinkError> {
        match self {
            Item::Document(document) => document.url(),
            Item::Page(page) => page.url(),
        }
    }

    /// The path relative to the source, or for documents relative to the folder that contains the collections.
    pub fn relative_path(&self) -> String {
        match self {
            Item::Document(document) => document.relative_path.to_string(),
            Item::Page(page) => page.relative_path().to_string(),
        }
    }

    /// The file of the item, relative to the source if it is below the source. `None` for pages without a file.
    pub fn file(&self) -> Option<String> {
        match self {
            Item::Document(document) => Some(document.context.below_source(&document.path).to_owned()),
            Item::Page(page) => page.source_file().map(str::to_owned),
        }
    }

    /// Jekyll's `path`, which names the template in messages and in the template cache: the absolute path of a
    /// document, or the path of a page relative to the source. Front matter can override the path of a page.
    pub fn path(&self) -> String {
        match self {
            Item::Document(document) => document.path.to_string(),
            Item::Page(page) => page.context().text(&page.path()),
        }
    }

    /// The path of the output file below `destination`, or the path that a plugin has set instead.
    ///
    /// # Errors
    /// Fails if the URL of the item cannot be made.
    pub fn destination(&self, destination: &str) -> Result<String, PermalinkError> {
        match self {
            Item::Document(document) => document.destination(destination),
            Item::Page(page) => page.destination(destination),
        }
    }

    /// Whether the item is written to the destination: see [`Document::is_written`] for documents. A page is written
    /// unless a plugin suppresses it.
    pub fn is_written(&self) -> bool {
        match self {
            Item::Document(document) => document.is_written(),
            Item::Page(page) => page.writer != Writer::Nobody,
        }
    }

    /// The writer of the item: Hastie or a plugin. [`Writer::Nobody`] if a plugin suppresses the item. An unpublished
    /// document has a writer, too, but is not written, see [`Item::is_written`].
    pub fn writer(&self) -> Writer {
        match self {
            Item::Document(document) => document.writer,
            Item::Page(page) => page.writer,
        }
    }

    /// The label of the document's collection. `None` for pages.
    pub fn collection(&self) -> Option<&str> {
        match self {
            Item::Document(document) => Some(&document.collection.label),
            Item::Page(_) => None,
        }
    }

    /// The configuration and facts that all items of the site share.
    pub fn context(&self) -> &Arc<SiteContext> {
        match self {
            Item::Document(document) => document.context(),
            Item::Page(page) => page.context(),
        }
    }
}
