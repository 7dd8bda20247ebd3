//! Whether a build has the Markdown engine that a site selects.

use super::own_ruby;
use crate::config::Configuration;
use crate::site::Site;
use crate::world::World;

/// The value of `markdown:` if a build fails at the first Markdown page because of it. `None` if the engine is
/// available, or if the site's own Ruby, which is not examined, may define it. `site` is set up from `configuration`,
/// which does not contain the settings that GitHub Pages imposes.
pub fn unavailable_engine(site: &Site, configuration: &Configuration, world: &World) -> Option<String> {
    let config = &site.setup.context.config;
    let name = config.settings().markdown().as_str().unwrap_or_default();
    let is_known = name.eq_ignore_ascii_case("kramdown")
        || site.plugins.iter().any(|plugin| plugin.processors(config).iter().any(|(known, _)| known == name));
    let may_be_own = !config.settings().safe() && !own_ruby(configuration, world).is_empty();
    (!is_known && !may_be_own).then(|| name.to_owned())
}
