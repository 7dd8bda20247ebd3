//! The runtime that the catalog of plugins starts for a site with Ruby.

use crate::plugin::RubyPlugin;
use crate::sandbox::confinement;
use crate::start::gems;
use crate::start::install::MISSING;
use hastie_plugins::ruby::{RubyRuntime, Sources, Start};
use hastie_site::config::Configuration;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::world::{RubyMode, World};
use std::sync::Arc;

/// Runs a site's Ruby in the mode that the user selects
/// ([`BuildOptions::ruby`](hastie_site::world::BuildOptions::ruby)).
#[derive(Debug, Clone, Copy, Default)]
pub struct Runtime;

impl RubyRuntime for Runtime {
    fn reader(&self, config: &Configuration, world: &World) -> Result<World, Failure> {
        confinement::reader(config, world)
    }

    fn is_available(&self, world: &World) -> bool {
        gems::is_available(world)
    }

    fn loadable(&self, names: &[String], config: &Configuration, world: &World) -> Vec<String> {
        gems::loadable(names, config, world)
    }

    fn start(
        &self,
        sources: &Sources<'_>,
        config: &Configuration,
        world: &World,
        log: &mut Log,
    ) -> Result<Start, Failure> {
        let mode = world.options().ruby;
        Ok(match RubyPlugin::start(mode, sources, config, world, log)? {
            Some((plugin, unloadable)) => {
                let changed = plugin.changed_plugins();
                Start::Running { plugin: Arc::new(plugin), unloadable, changed }
            }
            None => Start::Unavailable((mode == RubyMode::Sandbox).then_some(MISSING)),
        })
    }
}
