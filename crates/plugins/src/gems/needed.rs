//! The gems that a site's plugins need, unless Hastie has the plugin or a replacement.

use super::{is_name, provided};
use crate::gemfile;
use crate::is_built_in;
use crate::local::LocalFile;
use crate::missing;
use hastie_site::config::Configuration;
use hastie_site::model::Theme;
use hastie_site::path;
use hastie_site::read::theme;
use hastie_site::world::World;
use std::path::Path;

/// A gem that a build needs, and the part of the site that names the gem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needed {
    /// The name without a version.
    pub gem: String,
    /// The part of the site that names the gem.
    pub by: Source,
}

/// Why a site needs a gem: the configuration, the Gemfile, the theme or a file in `_plugins` names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// The gem is in the list `plugins:` of the configuration.
    Configuration,
    /// The gem is in the Gemfile's group of plugins.
    Gemfile,
    /// The theme depends on the gem.
    Theme,
    /// A file in `_plugins` requires the gem. Contains the path of the file.
    File(String),
}

/// The name of the gem that contains a plugin: `jekyll-tagging` for the file name `jekyll/tagging`.
pub fn gem_of(plugin: &str) -> String {
    plugin.replace('/', "-")
}

/// The gems with plugins or libraries that the configuration, the Gemfile, the theme or a file in `_plugins` names.
/// Omits the theme, gems that Hastie replaces, installed gems, and gems that are of no use to a build. Empty in safe
/// mode, unless GitHub Pages imposes that mode.
pub(crate) fn of(config: &Configuration, theme: Option<&Theme>, local: &[LocalFile], world: &World) -> Vec<Needed> {
    let is_imposed = config.reference.configuration.has_imposed_settings;
    // Safe mode runs no Ruby. The list of GitHub Pages is not the site's own.
    if config.settings().safe() && !is_imposed {
        return Vec::new();
    }
    let dependencies = theme.iter().flat_map(|theme| &theme.dependencies).map(|gem| gem.name.clone());
    let named = (config.settings().plugin_names().into_iter().map(|name| (name, Source::Configuration)))
        .chain(gemfile::plugins(config.reference, world).into_iter().map(|name| (name, Source::Gemfile)))
        .chain(dependencies.map(|name| (name, Source::Theme)))
        .filter(|(name, _)| config.settings().allows_plugin(name) && is_plugin(name));
    let mut needed: Vec<Needed> = Vec::new();
    let required = local.iter().flat_map(|file| file.requires.iter().map(move |name| (file, name)));
    let required = required.filter_map(|(file, name)| {
        let gem = gem_of_library(name, local, &config.source, world)?;
        Some(Needed { gem, by: Source::File(file.path.clone()) })
    });
    for one in named.map(|(name, by)| Needed { gem: gem_of(&name), by }).chain(required) {
        let is_theme = theme.is_some_and(|theme| theme.name == one.gem);
        let is_known = needed.iter().any(|other| other.gem == one.gem);
        if !is_theme && !is_known && theme::gem(config, world, &one.gem).is_none() {
            needed.push(one);
        }
    }
    needed
}

/// Whether a gem of this name may contain a plugin that Hastie does not have.
fn is_plugin(name: &str) -> bool {
    let gem = gem_of(name);
    let is_worthless = missing::known(name).is_some_and(|known| !known.is_worth_fetching);
    is_name(&gem) && !is_built_in(name) && !missing::is_no_plugin(name) && !provided::is(&gem) && !is_worthless
}

/// The gem with a library that a file in `_plugins` requires. `None` if Hastie, the sandboxed Ruby or the site has the
/// library. With a Gemfile, other gems cannot be loaded, so the result is also `None` for a gem that neither the
/// Gemfile nor its lock file names.
fn gem_of_library(file: &str, local: &[LocalFile], source: &str, world: &World) -> Option<String> {
    let head = file.split('/').next().unwrap_or(file);
    let is_provided = provided::is_library(head) || provided::is(&gem_of(file));
    let is_odd = file.ends_with(".rb") || !file.split('/').all(is_name);
    if is_provided || is_odd || is_built_in(file) || is_own(file, local, source, world) {
        return None;
    }
    let parts: Vec<&str> = file.split('/').collect();
    let mut names: Vec<String> =
        (1..=parts.len()).rev().flat_map(|count| ["-", "_"].map(|with| parts[..count].join(with))).collect();
    if gemfile::exists(world) {
        names.extend([format!("{head}-ruby"), format!("ruby-{head}"), format!("{head}.rb")]);
        return names.into_iter().find(|name| gemfile::origin(world, name).is_some());
    }
    // `jekyll/tagging` is in a gem of that name, `stringex/unidecoder` is a part of `stringex`.
    let is_extension = matches!(head, "jekyll" | "liquid" | "kramdown" | "rouge");
    Some(if is_extension { gem_of(file) } else { head.to_owned() })
}

/// Whether a library is a file of the site.
fn is_own(library: &str, local: &[LocalFile], source: &str, world: &World) -> bool {
    let file = format!("{library}.rb");
    let is_local = |other: &LocalFile| other.path == file || other.path.ends_with(&format!("/{file}"));
    let exists = |below: &str| world.is_file(Path::new(&path::join(source, &format!("{below}{file}"))));
    local.iter().any(is_local) || ["", "lib/", "_lib/"].into_iter().any(exists)
}
