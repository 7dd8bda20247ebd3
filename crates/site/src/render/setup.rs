//! The services needed for rendering, together with the context shared by all documents.

use super::Extensions;
use super::budget::Budget;
use super::convert::Converters;
use crate::model::{Replaceable, SiteContext};
use crate::sass::Sass;
use hastie_liquid::Engine;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The services needed for rendering a site, such as the Liquid engine and the converters.
#[derive(Debug)]
pub struct Setup {
    /// The configuration and facts shared by all documents.
    pub context: Arc<SiteContext>,
    /// The Sass compiler, with the site's `sass:` options.
    pub sass: Replaceable<Arc<Sass>>,
    /// The Markdown processor and other converters, by priority.
    pub converters: Converters,
    /// The Liquid engine with all filters and tags of this site.
    pub engine: Engine,
    /// The site's plugins: the hooks of items, and other extensions of rendering.
    pub plugins: Arc<dyn Extensions>,
    /// The limit on the steps and bytes of all templates of the build.
    pub budget: Budget,
    /// Whether the time of each template is measured, for the tables of `--profile`.
    pub profiles: bool,
    /// Whether the texts of the site are objects, because plugins may change them in place.
    pub has_text_identity: AtomicBool,
    /// Whether a plugin has changed a text in place, but texts are not objects. The site must then be built again, in
    /// a [world with text identity](crate::world::World::with_text_identity).
    pub needs_text_identity: AtomicBool,
}

impl Setup {
    /// Creates the Sass compiler and the built-in converters again, after a plugin has changed their options in the
    /// configuration.
    pub fn reconfigure(&self) {
        let context = &self.context;
        let config = context.current_config();
        let theme = context.theme.as_ref().and_then(|theme| theme.sass.as_deref());
        let sass = Arc::new(Sass::new(&context.world, &config, theme));
        self.converters.reconfigure(&config, &sass);
        self.sass.replace(sass);
    }
}
