//! The trait through which rendering calls the plugins of a site.

use super::SiteView;
use super::convert::TreeWriter;
use super::steps::{OriginalStep, RenderStep, StepCall, StepResult};
use super::{Item, RenderContext};
use crate::failure::Failure;
use hastie_liquid::{Abort, Blanks, Drop, Hash, Host, Str, Value};
use std::any::{Any, TypeId};
use std::fmt::Debug;
use std::sync::Arc;

/// The interface through which rendering uses the plugins of a site.
pub trait Extensions: Debug + Send + Sync {
    /// Whether any plugin has hooks for pages and documents.
    fn has_hooks(&self) -> bool;

    /// Runs the `:pre_render` hooks, which may return a new source. Variables set in `payload` are visible in the
    /// item's templates.
    ///
    /// # Errors
    /// Fails if the build cannot continue.
    fn pre_render(
        &self,
        item: Item<'_>,
        payload: &mut Hash,
        rendering: &mut RenderContext,
    ) -> Result<Option<String>, Failure>;

    /// Runs the `:post_convert` hooks, which may replace the content before layouts are applied.
    ///
    /// # Errors
    /// Fails if the build cannot continue.
    fn post_convert(&self, item: Item<'_>, content: String, rendering: &mut RenderContext) -> Result<String, Failure>;

    /// Runs the `:post_render` hooks, which may replace the output.
    ///
    /// # Errors
    /// Fails if the build cannot continue.
    fn post_render(&self, item: Item<'_>, output: String, rendering: &mut RenderContext) -> Result<String, Failure>;

    /// Whether the site uses the named plugin.
    fn has(&self, name: &str) -> bool;

    /// Whether a plugin requires that documents are rendered one after another, in site order.
    fn render_in_order(&self, view: &SiteView) -> bool;

    /// Whether renderings may reuse the results that earlier renderings got for parts of templates.
    fn reuses_results(&self) -> bool;

    /// Whether pages may keep their output from the last build if everything that their templates read is unchanged.
    fn are_repeatable(&self) -> bool;

    /// The names of all plugins, in the order in which Jekyll loads them.
    fn names(&self) -> Vec<&'static str>;

    /// Whether a plugin requires that all documents with this [recorded](hastie_liquid::Registered::recorded_as) filter
    /// are rendered on their own: after all items before them, and before all items after them.
    fn calls_in_order(&self, filter: &str) -> bool;

    /// Whether a plugin in Ruby has replaced this method of Jekyll's `Renderer`.
    fn replaces(&self, step: RenderStep) -> bool;

    /// Runs a plugin's replacement for a method of Jekyll's `Renderer`. The replacement may call the original method
    /// once.
    ///
    /// # Errors
    /// Fails if the replacement or the original fails.
    fn replacement(
        &self,
        call: StepCall<'_>,
        rendering: &mut RenderContext,
        original: &mut OriginalStep<'_>,
    ) -> Result<StepResult, Abort>;

    /// A replacement for the way kramdown writes documents as HTML. `None` if no plugin has one.
    fn tree_writer(&self) -> Option<Arc<dyn TreeWriter>>;

    /// Whether a plugin may add keys to Jekyll's drops. If not, `drop_value` always returns `None`.
    fn has_drop_values(&self) -> bool;

    /// The keys that a plugin adds to one of Jekyll's drops.
    fn drop_keys(&self, object: &dyn Drop) -> Vec<Str>;

    /// The value of a key that a plugin adds to one of Jekyll's drops. `None` if no plugin adds it.
    ///
    /// # Errors
    /// Passes on the error of the plugin.
    fn drop_value(&self, object: &dyn Drop, key: &str, host: &mut dyn Host) -> Result<Option<Value>, Abort>;

    /// The values for which `blank?` holds in Ruby with the gems of the plugins.
    fn blanks(&self) -> Blanks;

    /// Whether the gem of any plugin loads ActiveSupport's JSON encoder.
    fn encodes_json(&self) -> bool;

    /// Advice about an unknown tag. `None` if there is none.
    fn tag_hint(&self, tag: &str) -> Option<String>;

    /// The plugin of this type, if it exposes itself through `Plugin::as_any`.
    fn plugin(&self, of: TypeId) -> Option<&dyn Any>;
}

impl dyn Extensions {
    /// The plugin of type `T`, if it exposes itself through `Plugin::as_any`.
    pub fn find<T: Any>(&self) -> Option<&T> {
        self.plugin(TypeId::of::<T>())?.downcast_ref()
    }
}
