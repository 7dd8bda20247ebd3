//! Contracts of plugins: native code behind Jekyll's own extension points.
//!
//! A [`Plugin`] brings tags, filters, converters, [`Generator`]s and [`Hooks`]. A [`Catalog`], which the program hands to
//! the site, chooses a site's plugins; the plugins themselves are in crates above this one.
//! Generators and hooks run in the order of their priorities, highest first, as `Jekyll::Plugin` and `Jekyll::Hooks`
//! sort them.

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

/// A plugin: its additions to a site. Only the name is required.
pub trait Plugin: Debug + Send + Sync {
    /// The gem's name.
    fn name(&self) -> &'static str;

    /// Whether `safe: true` leaves it on (with the name on the `whitelist`).
    fn is_safe(&self) -> bool {
        true
    }

    /// Changes the configuration, before the context is made of it.
    ///
    /// # Errors
    /// Options it cannot work with.
    fn configure(&self, config: &mut Configuration, world: &World, log: &mut Log) -> Result<(), Failure> {
        let _ = (config, world, log);
        Ok(())
    }

    /// A theme, which takes the place of that of the configuration.
    ///
    /// # Errors
    /// What ends the build.
    fn theme(&self, config: &Configuration, world: &World, log: &mut Log) -> Result<Option<Theme>, Failure> {
        let _ = (config, world, log);
        Ok(None)
    }

    /// The plugin itself, for its own tags and filters that need what it holds.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }

    /// Whether its gem loads ActiveSupport, which changes what `blank` means in templates.
    fn loads_active_support(&self) -> bool {
        false
    }

    /// The passes in which the site is built, where it takes more than one.
    ///
    /// # Errors
    /// Options it cannot work with.
    fn passes(&self, context: &SiteContext) -> Result<Vec<Pass>, Failure> {
        let _ = context;
        Ok(Vec::new())
    }

    /// Adds tags and filters; tags that have an end tag by [`Engine::block`], so that excerpts close them.
    fn liquid(&self, engine: &mut Engine) {
        let _ = engine;
    }

    /// Whether documents have to be rendered one after another, in site order.
    fn renders_in_order(&self, view: &SiteView) -> bool {
        let _ = view;
        false
    }

    /// Whether documents whose templates use a filter that it [notes](hastie_liquid::Registered::noted) are rendered alone, in
    /// site order.
    fn calls_in_order(&self, filter: &str) -> bool {
        let _ = filter;
        false
    }

    /// Reports its times, with `--profile`.
    fn report(&self, log: &mut Log) {
        let _ = log;
    }

    /// Files that it has written into the destination, to be published with the rest.
    fn overlay(&self) -> Option<Arc<Overlay>> {
        None
    }

    /// The value of a placeholder in a document's URL template that Jekyll does not have.
    fn url_placeholder(&self, document: &Document, name: &str) -> Option<String> {
        let _ = (document, name);
        None
    }

    /// The value of a key that it adds to one of Jekyll's drops.
    fn drop_value(&self, object: &dyn Drop, key: &str, host: &mut dyn Host) -> Option<Result<Value, Abort>> {
        let _ = (object, key, host);
        None
    }

    /// Converters, beside the built-in ones.
    fn converters(&self, config: &Hash) -> Vec<Arc<dyn Converter>> {
        let _ = config;
        Vec::new()
    }

    /// Markdown processors, by the names `markdown:` has for them.
    fn processors(&self, config: &Configuration) -> Vec<(String, Arc<dyn Processor>)> {
        let _ = config;
        Vec::new()
    }

    /// Its own way of writing Markdown documents that kramdown parsed.
    fn tree_writer(&self) -> Option<Arc<dyn TreeWriter>> {
        None
    }

    /// Generators.
    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        Vec::new()
    }

    /// Hooks.
    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        Vec::new()
    }

    /// Transforms of files on their way to the destination.
    fn transforms(&self) -> Vec<Arc<dyn OutputTransform>> {
        Vec::new()
    }
}
