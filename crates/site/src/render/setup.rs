//! Services for rendering, over the context that all documents share.

use super::Extensions;
use super::convert::{Converters, Unsupported};
use crate::model::SiteContext;
use crate::sass::Sass;
use hastie_liquid::Engine;
use std::ops::Deref;
use std::sync::Arc;

/// Services for rendering one site. It can be used as the [`SiteContext`] that it holds.
#[derive(Debug)]
pub struct Setup {
    /// Configuration and facts.
    pub context: Arc<SiteContext>,
    /// Style sheets.
    pub sass: Arc<Sass>,
    /// Converters by extension.
    pub converters: Converters,
    /// Liquid with all filters and tags of this site.
    pub engine: Engine,
    /// The plugins that the site asks for.
    pub plugins: Arc<dyn Extensions>,
    /// Languages of code that no lexer was there for.
    pub unsupported: Unsupported,
    /// Whether renderings are to be measured.
    pub profiles: bool,
}

impl Deref for Setup {
    type Target = SiteContext;

    fn deref(&self) -> &SiteContext {
        &self.context
    }
}
