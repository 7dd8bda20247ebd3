//! The plugin traits: Jekyll's extension points for native code.
//!
//! A [`Plugin`] provides tags, filters, converters, [`Generator`]s and [`Hooks`]. The program passes a [`Catalog`] to
//! [`Site::new`](crate::Site::new), which chooses the plugins of the site. The plugins themselves are in crates above
//! this one. A plugin that embeds an interpreter for other plugins is also a [`ScriptHost`]. Generators and hooks run
//! by priority, highest first, sorted as in `Jekyll::Plugin` and `Jekyll::Hooks`.

mod catalog;
mod generator;
mod hooks;
mod list;
mod script_host;
mod transform;

pub use super::passes::Pass;
pub use crate::priority;
pub use catalog::Catalog;
pub use generator::Generator;
pub use hooks::Hooks;
pub use list::Plugins;
pub use script_host::ScriptHost;
pub use transform::{OutputFile, OutputTransform};

use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::{SiteContext, Theme};
use crate::render::convert::{Converter, Processor};
use crate::world::World;
use hastie_liquid::{Blanks, Engine, Hash};
use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// Native code that extends a site. An implementation must define only [`Plugin::name`].
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

    /// A theme that replaces the configured one. `None` to keep the configured theme.
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

    /// The values that `blank` equals in templates, because the gem defines or loads a method `blank?`.
    fn blanks(&self) -> Blanks {
        Blanks::NONE
    }

    /// Whether the gem loads ActiveSupport's JSON encoder, which `jsonify` then uses.
    fn encodes_json(&self) -> bool {
        false
    }

    /// Whether pages may keep their output from the last build of the process while nothing changes that their
    /// templates have read. This requires that the plugin's hooks and generators read only what Hastie records: the
    /// configuration, front matter, data, static files, and contents through the
    /// [`RenderContext`](crate::render::RenderContext).
    fn is_repeatable(&self) -> bool {
        false
    }

    /// The passes of the build, for example one for each language. Each pass builds the whole site. Empty for a single
    /// pass.
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

    /// Converters that run in addition to Jekyll's own.
    fn converters(&self, config: &Hash) -> Vec<Arc<dyn Converter>> {
        let _ = config;
        Vec::new()
    }

    /// Markdown processors, with their names for the `markdown:` option.
    fn processors(&self, config: &Configuration) -> Vec<(String, Arc<dyn Processor>)> {
        let _ = config;
        Vec::new()
    }

    /// The generators that run after the source is read.
    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        Vec::new()
    }

    /// The hooks that run at certain points of a build.
    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        Vec::new()
    }

    /// Transforms that change output files before they are written.
    fn transforms(&self) -> Vec<Arc<dyn OutputTransform>> {
        Vec::new()
    }

    /// The plugin itself if it embeds an interpreter.
    fn script_host(&self) -> Option<&dyn ScriptHost> {
        None
    }
}
