//! The plugin traits: Jekyll's extension points for native code.
//!
//! A [`Plugin`] provides tags, filters, converters, [`Generator`]s and [`Hooks`]. The program passes a [`Catalog`] to
//! [`Site::new`](crate::Site::new), which chooses the plugins of the site. The plugins themselves are in crates above this one.
//! Generators and hooks run by priority, highest first, sorted as in `Jekyll::Plugin` and `Jekyll::Hooks`.

mod catalog;
mod generator;
mod hooks;
mod list;
mod transform;

pub use super::passes::Pass;
pub use crate::priority;
pub use catalog::Catalog;
pub use generator::Generator;
pub use hooks::Hooks;
pub use list::Plugins;
pub use transform::{OutputFile, OutputTransform};

use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{Document, SiteContext, Theme};
use crate::render::SiteView;
use crate::render::convert::{Converter, Processor, TreeWriter};
use crate::world::World;
use crate::write::overlay::Overlay;
use hastie_liquid::{Abort, Drop, Engine, Hash, Host, Value};
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// A plugin. Only the name is required.
pub trait Plugin: Debug + Send + Sync {
    /// The name of the gem.
    fn name(&self) -> &'static str;

    /// Whether the plugin stays active with `safe: true` (if its name is on the `whitelist`).
    fn is_safe(&self) -> bool {
        true
    }

    /// Changes the configuration before the site's context is created.
    ///
    /// # Errors
    /// Fails if the plugin's options are invalid.
    fn configure(&self, config: &mut Configuration, world: &World, log: &mut Log) -> Result<(), Failure> {
        let _ = (config, world, log);
        Ok(())
    }

    /// A theme that replaces the configured one.
    ///
    /// # Errors
    /// Fails if the theme cannot be loaded.
    fn theme(&self, config: &Configuration, world: &World, log: &mut Log) -> Result<Option<Theme>, Failure> {
        let _ = (config, world, log);
        Ok(None)
    }

    /// The plugin as [`Any`], so that its own tags and filters can downcast it and read its state.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }

    /// Whether the gem loads ActiveSupport, which changes the meaning of `blank` in templates.
    fn loads_active_support(&self) -> bool {
        false
    }

    /// Whether the gem loads ActiveSupport's JSON encoder, which `jsonify` then uses.
    fn encodes_json(&self) -> bool {
        false
    }

    /// The passes of the build. Empty for a single pass.
    ///
    /// # Errors
    /// Fails if the plugin's options are invalid.
    fn passes(&self, context: &SiteContext) -> Result<Vec<Pass>, Failure> {
        let _ = context;
        Ok(Vec::new())
    }

    /// Registers tags and filters. Tags with an end tag must be registered with [`Engine::block`], so that excerpts
    /// close them.
    fn liquid(&self, engine: &mut Engine) {
        let _ = engine;
    }

    /// Whether all documents must be rendered one after another, in site order.
    fn renders_in_order(&self, view: &SiteView) -> bool {
        let _ = view;
        false
    }

    /// Whether a document that uses this filter must be rendered on its own, in site order. Called for filters that the
    /// plugin marks as [noted](hastie_liquid::Registered::noted).
    fn calls_in_order(&self, filter: &str) -> bool {
        let _ = filter;
        false
    }

    /// Logs the plugin's own timings for `--profile`.
    fn report(&self, log: &mut Log) {
        let _ = log;
    }

    /// The world behind a gate, if the plugin runs code that is not trusted. After the selection of plugins, all files
    /// are read through that gate.
    fn confine(&self, world: &World, theme: Option<&Theme>) -> Option<World> {
        let _ = (world, theme);
        None
    }

    /// Files that the plugin wrote to the destination during the build. They are published together with the site.
    fn overlay(&self) -> Option<Arc<Overlay>> {
        None
    }

    /// The value of a placeholder in a document's URL template that Jekyll does not define.
    fn url_placeholder(&self, document: &Document, name: &str) -> Option<String> {
        let _ = (document, name);
        None
    }

    /// The value of a key that the plugin adds to one of Jekyll's drops.
    fn drop_value(&self, object: &dyn Drop, key: &str, host: &mut dyn Host) -> Option<Result<Value, Abort>> {
        let _ = (object, key, host);
        None
    }

    /// Additional converters.
    fn converters(&self, config: &Hash) -> Vec<Arc<dyn Converter>> {
        let _ = config;
        Vec::new()
    }

    /// Markdown processors, with their names for the `markdown:` option.
    fn processors(&self, config: &Configuration) -> Vec<(String, Arc<dyn Processor>)> {
        let _ = config;
        Vec::new()
    }

    /// A replacement for the way kramdown writes documents as HTML.
    fn tree_writer(&self) -> Option<Arc<dyn TreeWriter>> {
        None
    }

    /// The plugin's generators.
    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        Vec::new()
    }

    /// The plugin's hooks.
    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        Vec::new()
    }

    /// Transforms that change output files before they are written.
    fn transforms(&self) -> Vec<Arc<dyn OutputTransform>> {
        Vec::new()
    }
}
