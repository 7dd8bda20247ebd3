//! The catalog of plugins available to the program, from which each site's plugins are chosen.

use super::Plugins;
use crate::config::{Configuration, FetchedGems};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::Theme;
use crate::world::World;
use std::fmt::Debug;

/// Chooses the plugins of a site. Mirrors `Jekyll::PluginManager`.
pub trait Catalog: Debug + Send + Sync {
    /// Downloads the plugin gems that are missing from all gem folders. The caller then stores the result in the
    /// configuration, and passes this configuration to [`Catalog::choose`].
    ///
    /// # Errors
    /// Fails if a download is damaged, or if its checksum is not the expected one. A gem that does not exist is not an
    /// error here, because `choose` reports it.
    fn fetch_gems(
        &self,
        config: &Configuration,
        theme: Option<&Theme>,
        world: &World,
        log: &mut Log,
    ) -> Result<FetchedGems, Failure> {
        let _ = (config, theme, world, log);
        Ok(FetchedGems::default())
    }

    /// The plugins required by the Gemfile, the theme and the configuration, in this order.
    ///
    /// # Errors
    /// Fails if a required plugin is not available.
    fn choose(
        &self,
        config: &Configuration,
        theme: Option<&Theme>,
        world: &World,
        log: &mut Log,
    ) -> Result<Plugins, Failure>;

    /// A theme that is not installed as a gem, from another source such as a download. `None` if no source has the
    /// theme. If the site can be built without it ([`Configuration::has_optional_theme`]), the implementor must log
    /// that the theme is missing.
    ///
    /// # Errors
    /// Fails if the theme cannot be loaded.
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

    /// Adds the plugins that `theme` requires to `plugins`. Called if a plugin provides the site's theme, which was
    /// unknown when `choose` ran.
    ///
    /// # Errors
    /// With `strict`, fails if a required plugin is not available.
    fn add_theme_plugins(
        &self,
        plugins: &mut Plugins,
        theme: &Theme,
        config: &Configuration,
        log: &mut Log,
    ) -> Result<(), Failure>;
}
