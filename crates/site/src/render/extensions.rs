//! Plugins as rendering meets them.

use super::SiteView;
use super::convert::TreeWriter;
use super::{Item, RenderContext};
use crate::failure::Failure;
use hastie_liquid::{Abort, Drop, Hash, Host, Value};
use std::any::{Any, TypeId};
use std::fmt::Debug;
use std::sync::Arc;

/// The plugins of a site, as far as rendering pages and documents depends on them.
pub trait Extensions: Debug + Send + Sync {
    /// Whether there are hooks of pages and documents.
    fn has_hooks(&self) -> bool;

    /// `:pre_render`: what replaces the source, if anything does. What is set in `payload` is a variable of the item's
    /// templates.
    ///
    /// # Errors
    /// What ends the build.
    fn pre_render(
        &self,
        item: Item<'_>,
        payload: &mut Hash,
        rendering: &mut RenderContext,
    ) -> Result<Option<String>, Failure>;

    /// `:post_convert`: the content on its way to the layouts.
    ///
    /// # Errors
    /// What ends the build.
    fn post_convert(&self, item: Item<'_>, content: String, rendering: &mut RenderContext) -> Result<String, Failure>;

    /// `:post_render`: the output on its way to the disk.
    ///
    /// # Errors
    /// What ends the build.
    fn post_render(&self, item: Item<'_>, output: String, rendering: &mut RenderContext) -> Result<String, Failure>;

    /// Whether a plugin of that name is there.
    fn has(&self, name: &str) -> bool;

    /// Whether one of them wants documents rendered one after another, in site order.
    fn render_in_order(&self, view: &SiteView) -> bool;

    /// Whether one of them wants all documents with this [noted](hastie_liquid::Registered::noted) filter rendered alone:
    /// after those before them, and before those after them.
    fn calls_in_order(&self, filter: &str) -> bool;

    /// What writes Markdown documents in the place of kramdown's converter.
    fn tree_writer(&self) -> Option<Arc<dyn TreeWriter>>;

    /// The value of a key that one of them adds to one of Jekyll's drops.
    ///
    /// # Errors
    /// What it raises.
    fn drop_value(&self, object: &dyn Drop, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort>;

    /// Whether a plugin loads ActiveSupport in Ruby.
    fn load_active_support(&self) -> bool;

    /// Advice on an unknown tag.
    fn tag_hint(&self, tag: &str) -> Option<String>;

    /// The plugin of a type that shows itself.
    fn plugin(&self, of: TypeId) -> Option<&dyn Any>;
}

impl dyn Extensions {
    /// The plugin of a type that shows itself.
    pub fn find<T: Any>(&self) -> Option<&T> {
        self.plugin(TypeId::of::<T>())?.downcast_ref()
    }
}
