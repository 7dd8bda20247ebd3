//! Built-in plugins whose Ruby classes a site's own Ruby uses. Their gems then run in their place, if they are in a gem folder.

use crate::local::LocalFile;
use hastie_site::config::Configuration;
use hastie_site::read::theme;
use hastie_site::world::World;

/// The constant that contains a plugin's classes, and the name of the plugin.
const CLASSES: [(&str, &str); 6] = [
    ("SeoTag", "jekyll-seo-tag"),
    ("JekyllFeed", "jekyll-feed"),
    ("JekyllSitemap", "jekyll-sitemap"),
    ("JekyllRedirectFrom", "jekyll-redirect-from"),
    ("TableOfContents", "jekyll-toc"),
    ("PaginateV2", "jekyll-paginate-v2"),
];

/// The built-in plugins whose classes a line of Ruby names, such as `Jekyll::SeoTag::Drop`.
pub(crate) fn named_in(line: &str) -> impl Iterator<Item = &'static str> {
    CLASSES.into_iter().filter(|(constant, _)| names(line, constant)).map(|(_, plugin)| plugin)
}

/// Whether a line contains a constant, rather than a longer name that contains it.
fn names(line: &str, constant: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(constant).any(|(position, _)| {
        let (before, after) = (&line[..position], &line[position + constant.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

/// The built-in plugins whose classes the site's own Ruby uses, and whose gems are in a gem folder.
pub(crate) fn of(local: &[LocalFile], config: &Configuration, world: &World) -> Vec<&'static str> {
    let used = CLASSES.into_iter().map(|(_, plugin)| plugin);
    used.filter(|plugin| is_used(local, plugin) && theme::gem(config, world, plugin).is_some()).collect()
}

/// Whether the site's own Ruby uses the classes of a built-in plugin.
pub(crate) fn is_used(local: &[LocalFile], plugin: &str) -> bool {
    local.iter().any(|file| file.classes.contains(&plugin))
}

#[cfg(test)]
mod tests {
    use super::named_in;

    #[test]
    fn classes_of_plugins_are_found_in_ruby() {
        let found = |line| named_in(line).collect::<Vec<_>>();
        assert_eq!(found("Jekyll::SeoTag::Drop.prepend(Own)"), ["jekyll-seo-tag"]);
        assert_eq!(found("module JekyllFeed"), ["jekyll-feed"]);
        assert!(found("class MySeoTag < Liquid::Tag").is_empty());
    }
}
