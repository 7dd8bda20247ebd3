//! Pages whose content is made by native code when they are rendered, where a gem of Ruby's has a template.

use super::RenderContext;
use crate::model::{Page, PageId};
use hastie_liquid::{Abort, Str};
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

/// Makes a page's content, in the place of Liquid; converters and layouts follow.
pub trait Producer: Debug + Send + Sync {
    /// The content of `page`.
    ///
    /// # Errors
    /// What ends the build, and [`Abort::Suspended`].
    fn produce(&self, page: &Page, rendering: &mut RenderContext) -> Result<Str, Abort>;
}

/// The producers of pages that have one.
pub type Producers = HashMap<PageId, Arc<dyn Producer>>;
