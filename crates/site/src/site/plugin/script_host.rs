//! The trait for plugins that embed an interpreter.

use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{Document, Theme};
use crate::render::convert::TreeWriter;
use crate::render::steps::{OriginalStep, RenderStep, StepCall, StepResult};
use crate::render::{Item, RenderContext, Rendered, SiteView};
use crate::world::World;
use crate::write::overlay::Overlay;
use hastie_liquid::{Abort, Drop, Host, Str, Value};
use std::sync::Arc;

/// A plugin that embeds an interpreter. It runs the scripts of a site, such as Ruby in `_plugins`. A native plugin does
/// not need this trait.
///
/// Scripts differ from native plugins in three ways. They are not trusted, so they may be confined to the site's
/// folders. They can replace methods of Jekyll that are not extension points. They share variables, so the site asks
/// the script host what can still be rendered in parallel.
///
/// A plugin returns itself from [`Plugin::script_host`](super::Plugin::script_host). A site has at most one script
/// host.
pub trait ScriptHost {
    /// The world in which the site reads files from now on. `None` if the scripts are not confined. Called once the
    /// plugins are selected.
    fn confine(&self, world: &World, theme: Option<&Theme>) -> Option<World>;

    /// Releases the objects of the interpreter that belong to the site, before the site is processed again for another
    /// pass.
    fn before_pass(&self);

    /// Whether a script decides which posts, pages and documents are published. The script decides for each item that
    /// was read, just before the hooks `:site, :post_read` run.
    fn replaces_publisher(&self) -> bool;

    /// Whether a script has a hook for the creation of a collection's documents.
    fn hooks_new_documents(&self, label: &str) -> bool;

    /// Whether all items must be rendered one after another, in site order.
    fn renders_in_order(&self, view: &SiteView) -> bool;

    /// Whether a rendering may reuse results of templates from earlier renderings, although scripts can run in between.
    /// The implementor must then note each call of a script with
    /// [`Sharing::note`](hastie_value::sharing::Sharing::note), and call [`SiteView::forget_results`] when a script has
    /// changed something that templates read, other than a variable.
    fn reuses_results(&self) -> bool;

    /// Whether an item that uses this filter must be rendered after all items before it and before all items after it.
    /// Called for filters that the plugin marks as [recorded](hastie_liquid::Registered::recorded_as).
    fn calls_in_order(&self, filter: &str) -> bool;

    /// The value that a script defines for the placeholder `name` in a document's URL template. `None` if no script
    /// defines the placeholder.
    fn url_placeholder(&self, document: &Document, name: &str) -> Option<String>;

    /// Whether scripts have added keys to Jekyll's drops. Drops are read often, so this must be quick.
    fn has_drop_values(&self) -> bool;

    /// The keys that a script has added to one of Jekyll's drops.
    fn drop_keys(&self, object: &dyn Drop) -> Vec<Str>;

    /// The value of a key that a script has added to one of Jekyll's drops. `None` if there is none.
    fn drop_value(&self, object: &dyn Drop, key: &str, host: &mut dyn Host) -> Option<Result<Value, Abort>>;

    /// Whether a script has replaced this step of renderings. All items must then be rendered one after another.
    fn replaces(&self, step: RenderStep) -> bool;

    /// Runs the script's replacement of the step in `call`. The replacement may call the original step once.
    ///
    /// # Errors
    /// Fails if the replacement or the original fails.
    fn replacement(
        &self,
        call: StepCall<'_>,
        rendering: &mut RenderContext,
        original: &mut OriginalStep<'_>,
    ) -> Result<StepResult, Abort>;

    /// A replacement for the way kramdown writes documents as HTML. `None` if no script has one.
    fn tree_writer(&self) -> Option<Arc<dyn TreeWriter>>;

    /// The files that scripts write to the destination during the build, if they are published together with the site.
    fn overlay(&self) -> Option<Arc<Overlay>>;

    /// Called before the site is published, if there is an [overlay](ScriptHost::overlay). The overlay then contains
    /// the new site, so that scripts can read and change it.
    ///
    /// # Errors
    /// Fails if the build cannot continue.
    fn pre_publish(&self, items: &[Item<'_>], rendered: &Arc<Rendered>, log: &mut Log) -> Result<(), Failure>;

    /// Logs the timings of scripts for `--profile`.
    fn report(&self, log: &mut Log);
}
