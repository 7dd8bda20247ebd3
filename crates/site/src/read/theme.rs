//! Finds themes and other gems as RubyGems would, without Ruby.
//!
//! Searches `vendor/bundle` below the source, `GEM_HOME`, `GEM_PATH`, and the gem folders of the user and the system.
//! A theme may also be a path to a folder.

use super::gemspec::Gemspec;
use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::model::Theme;
use crate::path;
use crate::world::{Kind, World};
use hastie_liquid::Value;
use std::path::Path;

/// The configured theme, if any. A name with a slash is the path of a folder, relative to the source. Any other name is
/// the name of a gem: the gem folders are searched first, and then the function `elsewhere` is called. If `theme` is
/// neither nil nor a string, logs a warning and returns `None`. Also returns `None` if the default theme of GitHub
/// Pages is not found and `strict` is off, because many sites have layouts of their own.
///
/// # Errors
/// Fails if any other theme is not found, or if `elsewhere` fails.
pub fn find(
    config: &Configuration,
    world: &World,
    log: &mut Log,
    elsewhere: impl FnOnce(&str, &mut Log) -> Result<Option<Theme>, Failure>,
) -> Result<Option<Theme>, Failure> {
    let name = match config.settings().theme() {
        Value::Nil => return Ok(None),
        Value::Str(name) => name.clone(),
        other => {
            let text = format!(
                "value of 'theme' in config should be String to use gem-based themes, but got {}",
                other.class_name()
            );
            log.push(Message::new(Level::Warn, "Theme:", text).about_setting("theme"));
            return Ok(None);
        }
    };
    let wanted = name.to_lowercase().trim().to_string();
    match root_of(config, world, &wanted) {
        Some(root) => Ok(Some(open(world, &wanted, &root))),
        None if wanted.contains('/') => Err(missing(&wanted, &gem_folders(config, world))),
        None => match elsewhere(&wanted, log)? {
            Some(theme) => Ok(Some(theme)),
            None if config.has_optional_theme() => Ok(None),
            None => Err(missing(&wanted, &gem_folders(config, world))),
        },
    }
}

fn missing(name: &str, places: &[String]) -> Failure {
    let mut failure =
        Failure::fatal("Jekyll::Errors::MissingDependencyException", format!("The {name} theme could not be found."));
    let hint = if name.contains('/') {
        "no folder has this path".to_owned()
    } else {
        format!(
            "searched for {name}-VERSION in {}; without --offline, Hastie fetches it if it is published",
            places.join(", ")
        )
    };
    failure.location = Some(Box::new(crate::diagnostic::Diagnostic::at("_config.yml", None, 0, 0).with_hint(hint)));
    failure
}

/// The theme's folder: `name` if it is a path, otherwise the newest version of the gem `name`. `None` if there is no
/// such folder.
fn root_of(config: &Configuration, world: &World, name: &str) -> Option<String> {
    if name.contains('/') {
        let folder = path::expand(name, &config.source);
        return world.is_folder(Path::new(&folder)).then_some(folder);
    }
    gem(config, world, name)
}

/// The folder of the newest version of a gem in the [`gem_folders`]. `None` if none of these folders contains the gem.
pub fn gem(config: &Configuration, world: &World, name: &str) -> Option<String> {
    let mut found: Vec<(Vec<u64>, String)> = Vec::new();
    for folder in gem_folders(config, world) {
        for entry in world.list(Path::new(&folder)).unwrap_or_default() {
            let version = entry.name.strip_prefix(name).and_then(|rest| rest.strip_prefix('-'));
            let Some(version) = version.filter(|version| version.starts_with(|c: char| c.is_ascii_digit())) else {
                continue;
            };
            let full = path::join(&folder, &entry.name);
            if world.is_folder(Path::new(&full)) {
                found.push((version.split('.').map(|part| part.parse().unwrap_or(0)).collect(), full));
            }
        }
    }
    found.sort_by(|a, b| b.0.cmp(&a.0));
    found.into_iter().next().map(|(_, folder)| folder)
}

/// Folders below the home folder that contain a subfolder of gems for each version of Ruby.
const USER_GEMS: [&str; 3] = [".gem/ruby", ".local/share/gem/ruby", ".bundle/ruby"];

/// Folders of the system that contain a subfolder of gems for each version of Ruby.
const SYSTEM_GEMS: [&str; 4] =
    ["/usr/local/lib/ruby/gems", "/usr/lib/ruby/gems", "/var/lib/gems", "/opt/homebrew/lib/ruby/gems"];

/// The folder whose subfolder `gems` contains the gems of Debian's packages.
const DEBIAN_GEMS: &str = "/usr/share/rubygems-integration/all";

/// The folders in which gems are searched as `NAME-VERSION`, whether or not they exist. Folders of downloaded gems come
/// last.
pub fn gem_folders(config: &Configuration, world: &World) -> Vec<String> {
    let mut homes: Vec<String> = versions_below(world, &path::join(&config.source, "vendor/bundle/ruby"));
    homes.extend(world.variable("GEM_HOME").map(path::native));
    homes.extend(world.folders_of("GEM_PATH"));
    for folder in gem_parents(world) {
        homes.extend(versions_below(world, &folder));
    }
    homes.push(DEBIAN_GEMS.to_string());
    homes.retain(|home| !home.is_empty());
    let gems = homes.into_iter().map(|home| path::join(&home, "gems"));
    gems.chain(config.fetched.folders.iter().cloned()).collect()
}

/// Folders that may contain a subfolder for each version of Ruby, such as `/usr/lib/ruby/gems`. The user's folders come
/// first, then the system's. [`gem_folders`] looks for gems in the subfolders.
pub fn gem_parents(world: &World) -> Vec<String> {
    let home = world.home();
    let of_user = home.iter().flat_map(|home| USER_GEMS.map(|below| path::join(home, below)));
    of_user.chain(SYSTEM_GEMS.map(str::to_string)).collect()
}

/// Subfolders such as `FOLDER/3.1.0`, newest first.
fn versions_below(world: &World, folder: &str) -> Vec<String> {
    let entries = world.list(Path::new(folder)).unwrap_or_default();
    let folders = entries.into_iter().rev().filter(|entry| entry.kind != Kind::File);
    folders.map(|entry| path::join(folder, &entry.name)).collect()
}

/// Describes the theme in a folder, with its gemspec and subfolders such as `_layouts`. The version comes from the name
/// of a folder called `NAME-VERSION`, otherwise from the gemspec.
pub fn open(world: &World, name: &str, folder: &str) -> Theme {
    let real = |path: &str| world.real_path(Path::new(path)).ok().map(|path| path.to_string_lossy().into_owned());
    let root = real(folder).unwrap_or_else(|| folder.to_string());
    let part = |below: &str| {
        let resolved = real(&path::join(&root, below))?;
        let inside = path::sanitized(&root, &resolved);
        world.is_folder(Path::new(&inside)).then_some(inside)
    };
    let spec = specification(world, folder);
    let version = path::basename(folder).strip_prefix(name).and_then(|rest| rest.strip_prefix('-')).map(str::to_string);
    Theme {
        name: name.to_string(),
        includes: part("_includes"),
        layouts: part("_layouts"),
        sass: part("_sass"),
        assets: part("assets"),
        data: part("_data"),
        version: version.or(spec.version).unwrap_or_default(),
        authors: spec.authors.join(", "),
        description: spec.description.or(spec.summary).unwrap_or_default(),
        metadata: spec.metadata,
        dependencies: spec.dependencies,
        root,
    }
}

/// A gem's specification, from the `specifications` folder of RubyGems or from the gem's own folder.
fn specification(world: &World, folder: &str) -> Gemspec {
    let kept = format!("specifications/{}.gemspec", path::basename(folder));
    let kept = path::join(path::dirname(path::dirname(folder)), &kept);
    let inside = world.list(Path::new(folder)).unwrap_or_default();
    let inside = inside.into_iter().filter(|entry| entry.name.ends_with(".gemspec"));
    let mut files = std::iter::once(kept).chain(inside.map(|entry| path::join(folder, &entry.name)));
    let found = files.find_map(|file| world.read(Path::new(&file)).ok());
    found.map(|bytes| Gemspec::parse(&String::from_utf8_lossy(&bytes))).unwrap_or_default()
}

/// `Site#load_theme_configuration`: merges the theme's `_config.yml` into `config`. The site's values take precedence.
/// Does nothing in Jekyll 3, with `ignore_theme_config`, or if the file is missing, a link or not a hash.
///
/// # Errors
/// Fails if the file cannot be read or parsed.
pub fn configure(theme: &Theme, config: &mut Configuration, world: &World, log: &mut Log) -> Result<(), Failure> {
    let file = path::join(&theme.root, "_config.yml");
    let there = world.is_file(Path::new(&file)) && !world.is_link(Path::new(&file));
    if !config.reference.configuration.reads_theme_configuration {
        return Ok(());
    }
    if config.settings().ignore_theme_config() || !there {
        return Ok(());
    }
    let bytes = world.read(Path::new(&file)).map_err(|error| Failure::unreadable("rb_sysopen", &file, &error))?;
    match hastie_yaml::load_file(&bytes, &file) {
        Ok(Value::Hash(values)) => {
            log.info("Theme Config file:", file);
            config.add_theme(&values);
            Ok(())
        }
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::raised(error.kind, error.message)),
    }
}
