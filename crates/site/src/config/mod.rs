//! The configuration of a site, merged from defaults, configuration files and command-line options. Mirrors
//! `Jekyll::Configuration`.
//!
//! [`Configuration::load`] reads the files ([`raw`]), merges them over the defaults (`defaults`, [`merge`]), normalizes
//! and checks values (`collections`, `checks`) and finds the time zone ([`zone`]). [`front_matter_defaults`] implements
//! the option `defaults`, and `entries` the options `include` and `exclude`. [`Settings`] is the typed view of the
//! result. No pages are read here.

pub mod cache;
mod checks;
mod collections;
mod defaults;
mod entries;
pub mod front_matter_defaults;
pub mod imposed;
pub mod merge;
mod named;
mod older_keys;
pub mod raw;
mod settings;
pub mod zone;

pub use entries::EntryPatterns;
pub use front_matter_defaults::FrontMatterDefaults;
pub use settings::{LiquidSettings, Settings, Table};

use crate::diagnostic::{Diagnostic, Level, Log, Message};
use crate::failure::Failure;
use crate::reference::Reference;
use crate::world::World;
use hastie_liquid::{Hash, TimeZone, Value};
use std::path::PathBuf;

/// The merged configuration of command-line options, files and defaults, with the folders that it selects.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// `site.config`: the merged values, with keys in Ruby's order. Folders are as typed.
    pub values: Hash,
    /// The absolute path of the source folder.
    pub source: String,
    /// The absolute path of the destination folder.
    pub destination: String,
    /// The time zone from the key `timezone`, otherwise from the variable `TZ`, otherwise from the machine.
    pub zone: TimeZone,
    /// The version of Jekyll to reproduce.
    pub reference: &'static Reference,
    /// The folders that the user named, absolute. Folders that only a configuration file names are not included.
    pub named: Vec<PathBuf>,
    /// Whether the theme is GitHub Pages' default theme, which the site did not ask for.
    pub has_default_theme: bool,
    /// The permalink style that a plugin has set instead of the key `permalink`. It applies to pages, and to
    /// collections without a URL template.
    pub permalink_style: Option<String>,
    /// The folders of includes that plugins have added.
    pub added_includes: AddedIncludes,
    /// Gems that were downloaded because the site's plugins need them. Empty until the site is set up.
    pub fetched: FetchedGems,
}

/// The absolute paths of the folders of includes that plugins have added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddedIncludes {
    /// The folders that are searched before the site's own.
    pub before: Vec<String>,
    /// The folders that are searched after the theme's.
    pub after: Vec<String>,
}

/// The gems that Hastie has looked up on a gem server, because no local gem folder contains them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FetchedGems {
    /// Folders that contain gems as `NAME-VERSION`.
    pub folders: Vec<String>,
    /// The gems that are not available, with the reason.
    pub unavailable: Vec<(String, String)>,
}

impl FetchedGems {
    /// The reason why a gem could not be fetched. `None` for all other gems.
    pub fn reason(&self, name: &str) -> Option<&str> {
        self.unavailable.iter().find(|(gem, _)| gem == name).map(|(_, reason)| reason.as_str())
    }
}

static NIL: Value = Value::Nil;

impl Configuration {
    /// `Jekyll.configuration(overrides)`: reads the configuration files named in `overrides` or found in the source,
    /// and merges defaults, files and overrides.
    ///
    /// # Errors
    /// Fails if a named file cannot be read, or if the YAML or TOML of a file is invalid. Also fails if a value has a
    /// type that Jekyll rejects.
    pub fn load(world: &World, overrides: &Hash, log: &mut Log) -> Result<Self, Failure> {
        Self::load_as(&Reference::JEKYLL_4, world, overrides, log)
    }

    /// Like [`Configuration::load`], for the version of Jekyll in `reference`.
    ///
    /// # Errors
    /// Same as [`Configuration::load`].
    pub fn load_as(
        reference: &'static Reference,
        world: &World,
        overrides: &Hash,
        log: &mut Log,
    ) -> Result<Self, Failure> {
        let files = raw::files(reference, world, overrides);
        let mut typed = raw::read_all(reference, world, &files, log)?;
        if reference.configuration.converts_old_keys {
            older_keys::repair(&mut typed, log)?;
        } else {
            checks::run(&typed, log)?;
        }
        let typed = collections::add_default(reference, &typed)?;
        let config = Self::from_values_as(reference, world, &merge::deep_merge(&typed, overrides))?;
        Ok(Configuration { named: named::folders(world, overrides), ..config })
    }

    /// `Jekyll::Configuration.from(values)`: merges `values` over the defaults, without reading files. Builds with
    /// sandboxed Ruby accept `source`, `destination` and `plugins_dir` in `values`, as if the user had named these
    /// folders on the command line.
    ///
    /// # Errors
    /// Fails if a value has a type that Jekyll does not accept.
    pub fn from_values(world: &World, values: &Hash) -> Result<Self, Failure> {
        Self::from_values_as(&Reference::JEKYLL_4, world, values)
    }

    /// Like [`Configuration::from_values`], for the version of Jekyll in `reference`.
    ///
    /// # Errors
    /// Same as [`Configuration::from_values`].
    pub fn from_values_as(reference: &'static Reference, world: &World, values: &Hash) -> Result<Self, Failure> {
        let mut merged = merge::deep_merge(&defaults::values(reference, world), &with_text_keys(values));
        merged = collections::add_default(reference, &merged)?;
        if reference.configuration.exclude_adds_to_default {
            defaults::add_excludes(&mut merged);
        }
        let folder = |key: &str| match merged.get(key) {
            Some(Value::Str(path)) => Ok(world.expand(path).to_string_lossy().into_owned()),
            other => Err(Failure::raised("TypeError", format!("'{key}' must be a folder, not {}", inspect(other)))),
        };
        let (source, destination) = (folder("source")?, folder("destination")?);
        let zone = match merged.get("timezone") {
            Some(Value::Str(name)) => zone::named(name),
            Some(Value::Nil | Value::Bool(false)) | None => zone::of_process(world),
            other => {
                return Err(Failure::raised(
                    "TypeError",
                    format!("'timezone' must be a zone's name, not {}", inspect(other)),
                ));
            }
        };
        let named = named::folders(world, values);
        let (has_default_theme, fetched) = (false, FetchedGems::default());
        Ok(Configuration {
            values: merged,
            source,
            destination,
            zone,
            reference,
            named,
            has_default_theme,
            permalink_style: None,
            added_includes: AddedIncludes::default(),
            fetched,
        })
    }

    /// `Site#load_theme_configuration`: merges the configuration over a theme's `_config.yml`. A theme cannot set
    /// keys that have a default in Jekyll.
    pub fn add_theme(&mut self, theme: &Hash) {
        let known = defaults::KEYS;
        let mut merged = Hash::new();
        for (key, value) in theme.iter() {
            if !key.as_str().is_some_and(|key| known.contains(&key)) {
                merged.set_value(key.clone(), value.clone());
            }
        }
        merge::deep_merge_into(&mut merged, &self.values);
        self.values = merged;
    }

    /// The value of a plugin's own key. `nil` if it is not set. Jekyll's keys are in [`Configuration::settings`].
    pub fn get(&self, key: &str) -> &Value {
        self.values.get(key).unwrap_or(&NIL)
    }

    /// Whether the site can be built without its theme: the site did not ask for the theme, and `strict` is off.
    pub fn has_optional_theme(&self) -> bool {
        self.has_default_theme && !self.settings().strict()
    }

    /// Whether a key is set to a truthy value, which is any value but `nil` and `false`.
    pub fn is_set(&self, key: &str) -> bool {
        self.get(key).truthy()
    }

    /// The value of a key if it is a string, or the name of a symbol. `None` for other values.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key).as_str()
    }

    /// The strings in the array under a plugin's own key. Other elements are skipped. Empty if the value is not an
    /// array.
    pub fn strings(&self, key: &str) -> Vec<String> {
        let items = self.get(key).as_array().unwrap_or_default();
        items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

/// `Configuration#stringify_keys`: converts the top-level keys to strings (`404: page` is found under "404").
fn with_text_keys(values: &Hash) -> Hash {
    let mut stringified = Hash::with_capacity(values.len());
    for (key, value) in values.iter() {
        match key {
            Value::Str(_) => stringified.set_value(key.clone(), value.clone()),
            Value::Nil => stringified.set("", value.clone()),
            other => stringified.set(inspect(Some(other)), value.clone()),
        }
    }
    stringified
}

/// The message for invalid YAML: Ruby's message, and the location in the file.
///
/// `text` must start where the parsed text started, because the error's line numbers refer to it.
pub fn yaml_problem(topic: &str, error: &hastie_yaml::Error, file: &str, text: &[u8]) -> Message {
    let message = Message::new(Level::Error, topic, error.message.clone());
    match yaml_location(error, file, text) {
        Some(location) => message.at(location),
        None => message,
    }
}

/// The location of a YAML error. `None` if the error has no line. Without an excerpt if `text` is not UTF-8.
pub fn yaml_location(error: &hastie_yaml::Error, file: &str, text: &[u8]) -> Option<Diagnostic> {
    (error.line > 0).then(|| Diagnostic::at(file, std::str::from_utf8(text).ok(), error.line, error.column))
}

/// The maximum number of characters of a value in a message. Without a limit, a few YAML aliases could make a message
/// of any size.
const MAX_SHOWN: usize = 64 << 10;

/// Ruby's `inspect` of a configuration value, for messages. `…` replaces everything after 65,536 characters. Empty for
/// a value that is nested too deeply, or whose text is too large to create.
pub fn inspect(value: Option<&Value>) -> String {
    struct Quiet;
    impl hastie_liquid::Host for Quiet {
        fn as_any(&mut self) -> &mut dyn std::any::Any {
            self
        }
        fn now(&mut self) -> (i64, u32) {
            (0, 0)
        }
        fn zone(&self) -> &TimeZone {
            const UTC: &TimeZone = &TimeZone::UTC;
            UTC
        }
    }
    let mut text = value.unwrap_or(&NIL).inspect(&mut Quiet).unwrap_or_default();
    if let Some((end, _)) = text.char_indices().nth(MAX_SHOWN) {
        text.truncate(end);
        text.push('…');
        text.shrink_to_fit();
    }
    text
}
