//! Pages whose content native code produces during rendering, such as a sitemap.

use super::RenderContext;
use crate::model::{Page, PageId};
use hastie_liquid::{Abort, Str};
use std::collections::HashMap;
use std::fmt::Debug;
use std::sync::Arc;

/// Makes the content of a page in native code, instead of a Liquid template. Converters and layouts are applied
/// afterwards.
pub trait Producer: Debug + Send + Sync {
    /// Returns the content of `page`, before converters and layouts.
    ///
    /// # Errors
    /// Fails if the build cannot continue. [`Abort::Suspended`] if an unfinished item is needed.
    fn produce(&self, page: &Page, rendering: &mut RenderContext) -> Result<Str, Abort>;
}

/// The native code that produces the content of pages without a template, by page.
pub type Producers = HashMap<PageId, Arc<dyn Producer>>;
