//! The gems that contain plugins of a site: gems that a build can use now, and gems that a build would fetch.

use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::plugins::gems::{self, Source, gem_of};
use crate::plugins::ruby::RubyRuntime;
use crate::plugins::{is_built_in, missing};
use crate::read::theme;
use crate::ruby_plugins::Runtime;
use crate::site;
use crate::world::World;

/// The gems that contain plugins of a site, except built-in plugins. A build can use some of the gems, and fetches or
/// lacks the others.
#[derive(Debug, Default)]
pub(super) struct Gems {
    /// Names under which the site asks for gems that a build can use or fetch.
    names: Vec<String>,
    /// The names of gems that a build can use now. Downloaded gems have their versions.
    pub ready: Vec<String>,
    /// The gems that a build would fetch or lack, one sentence each.
    pub lacks: Vec<String>,
}

impl Gems {
    /// Looks for the gems of a site in gem folders and among the downloaded gems.
    ///
    /// # Errors
    /// Fails if the lock file or `plugins_dir` is invalid.
    pub(super) fn of(configuration: &Configuration, world: &World) -> Result<Self, Failure> {
        let mut config = configuration.clone();
        let offline = world.clone().offline();
        // A theme that is missing is reported elsewhere.
        let theme = site::find_theme(&mut config, &offline, &crate::registry(), &mut Log::new()).unwrap_or_default();
        let status = gems::status(&config, theme.as_ref(), world)?;
        let mut found = Gems::default();
        let is_available = Runtime.is_available(world);
        if is_available {
            let installed = configuration.settings().plugin_names().into_iter();
            let is_installed =
                |name: &String| !is_built_in(name) && theme::gem(&config, world, &gem_of(name)).is_some();
            found.names = installed.filter(is_installed).collect();
            found.ready = found.names.iter().map(|name| gem_of(name)).collect();
        }
        let needed = status.needed.into_iter().filter(|(needed, _)| !matches!(needed.by, Source::File(_)));
        for (needed, version) in needed {
            let gem = needed.gem;
            match version {
                _ if !is_available => {
                    if missing::known(&gem).is_some() && crate::CAN_RUN_RUBY {
                        found.lacks.push(format!("With 'hastie ruby install', Hastie fetches and runs the gem {gem}."));
                    }
                    continue;
                }
                Some(version) => found.ready.push(format!("{gem} {version}")),
                None if world.is_offline() => found.lacks.push(format!(
                    "The gem {gem} is not fetched offline, so a build lacks it. Build once without --offline."
                )),
                None => found.lacks.push(format!(
                    "The gem {gem} is fetched once, at the first build, and pinned in .hastie.lock, if it is published."
                )),
            }
            found.names.push(gem);
        }
        Ok(found)
    }

    /// The configuration without the plugins in these gems, so that a site can be read without Ruby.
    pub(super) fn removed_from(&self, configuration: &Configuration) -> Configuration {
        let mut without = configuration.clone();
        without.remove_plugins(|name| self.has(name));
        without
    }

    /// Whether a message starts with the name of one of these gems.
    pub(super) fn is_subject_of(&self, message: &str) -> bool {
        message.split([' ', ',']).next().is_some_and(|name| self.has(name))
    }

    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| *known == gem_of(name) || known == name)
    }
}
