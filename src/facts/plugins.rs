//! The plugins that run in a build of a site, and whether they define a tag.

use crate::plugins::is_built_in;
use crate::site::Site;

/// The built-in plugins that run in a build of this site, sorted by name. On GitHub Pages, these include the plugins
/// that GitHub enables.
pub fn running(site: &Site) -> Vec<String> {
    let mut names: Vec<String> =
        site.plugins.iter().map(|plugin| plugin.name().to_owned()).filter(|name| is_built_in(name)).collect();
    names.sort();
    names.dedup();
    names
}

/// Whether a tag is available in the templates of this site. Includes tags of Liquid and Jekyll, such as `assign`.
pub fn defines_tag(site: &Site, tag: &str) -> bool {
    site.setup.engine.tag_names().iter().any(|name| **name == *tag)
}
