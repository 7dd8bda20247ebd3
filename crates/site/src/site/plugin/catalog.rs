//! The plugins that a program has, of which every site asks for some.

use super::Plugins;
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::Theme;
use crate::world::World;
use std::fmt::Debug;

/// The choice of a site's plugins: `Jekyll::PluginManager`.
pub trait Catalog: Debug + Send + Sync {
    /// The plugins that a Gemfile, a theme and a configuration ask for, in this order.
    ///
    /// # Errors
    /// A plugin that nobody has.
    fn choose(
        &self,
        config: &Configuration,
        theme: Option<&Theme>,
        world: &World,
        log: &mut Log,
    ) -> Result<Plugins, Failure>;

    /// A theme that is in no gem folder, from other sources of the program; `None` where it may not look further.
    ///
    /// # Errors
    /// Why it is not to be had.
    fn missing_theme(
        &self,
        name: &str,
        config: &Configuration,
        world: &World,
        log: &mut Log,
    ) -> Result<Option<Theme>, Failure> {
        let _ = (name, config, world, log);
        Ok(None)
    }

    /// Adds the plugins that a theme needs which came after the configuration's.
    ///
    /// # Errors
    /// With `strict`, one that is not there.
    fn add_needed(
        &self,
        plugins: &mut Plugins,
        theme: &Theme,
        config: &Configuration,
        log: &mut Log,
    ) -> Result<(), Failure>;
}
