//! Jekyll::Configuration: what a site is built with, from the files and options as typed to what they mean.
//!
//! In order: [`raw`] reads what was typed, `defaults` holds what applies where nothing was, `collections` and `checks`
//! put it in shape, [`merge`] lays one over the other, [`zone`] finds the site's zone, and [`front_matter_defaults`]
//! answers for the `defaults:` key. Nothing here reads a site's pages.

pub mod cache;
mod checks;
mod collections;
mod defaults;
mod entries;
pub mod front_matter_defaults;
pub mod imposed;
pub mod merge;
mod older_keys;
pub mod raw;
pub mod zone;

pub use entries::Rules;
pub use front_matter_defaults::FrontMatterDefaults;

use crate::diagnostic::{Diagnostic, Level, Log, Message};
use crate::failure::Failure;
use crate::reference::Reference;
use crate::world::World;
use hastie_liquid::{Hash, Value};
use jiff::tz::TimeZone;

/// The configuration of a site.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// `site.config`: defaults, files and options merged, keys in Ruby's order. Folders are as typed.
    pub values: Hash,
    /// The source folder, absolute.
    pub source: String,
    /// The destination folder, absolute.
    pub destination: String,
    /// The zone of local times.
    pub zone: TimeZone,
    /// The Jekyll that it is read as.
    pub reference: &'static Reference,
}

static NIL: Value = Value::Nil;

impl Configuration {
    /// `Jekyll.configuration(overrides)`: reads the configuration files that `overrides` or the source name, and
    /// merges defaults, files and overrides.
    ///
    /// # Errors
    /// A named file that is not there, YAML or TOML that cannot be read, a value of a kind that Jekyll refuses.
    pub fn load(world: &World, overrides: &Hash, log: &mut Log) -> Result<Self, Failure> {
        Self::load_as(&Reference::JEKYLL_4, world, overrides, log)
    }

    /// As [`Configuration::load`], by the rules of a reference.
    ///
    /// # Errors
    /// As [`Configuration::load`].
    pub fn load_as(
        reference: &'static Reference,
        world: &World,
        overrides: &Hash,
        log: &mut Log,
    ) -> Result<Self, Failure> {
        let files = raw::files(reference, world, overrides);
        let mut typed = raw::read_all(reference, world, &files, log)?;
        if reference.configuration.repairs_old_keys {
            older_keys::repair(&mut typed, log)?;
        } else {
            checks::run(&typed, log)?;
        }
        let typed = collections::add_default(reference, &typed)?;
        Self::from_values_as(reference, world, &merge::deep_merge(&typed, overrides))
    }

    /// `Jekyll::Configuration.from(values)`: lays `values` over the defaults, without reading files.
    ///
    /// # Errors
    /// A value of a kind that Jekyll cannot work with.
    pub fn from_values(world: &World, values: &Hash) -> Result<Self, Failure> {
        Self::from_values_as(&Reference::JEKYLL_4, world, values)
    }

    /// As [`Configuration::from_values`], by the rules of a reference.
    ///
    /// # Errors
    /// As [`Configuration::from_values`].
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
        Ok(Configuration { values: merged, source, destination, zone, reference })
    }

    /// `Site#load_theme_configuration`: lays the configuration over what a theme's `_config.yml` says. Keys that
    /// Jekyll has a default for are not a theme's to set.
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

    /// The value of a key; `nil` where there is none.
    pub fn get(&self, key: &str) -> &Value {
        self.values.get(key).unwrap_or(&NIL)
    }

    /// Ruby's `inspect` of a value.
    pub fn inspected(&self, key: &str) -> String {
        inspect(Some(self.get(key)))
    }

    /// Whether a key is set to something truthy.
    pub fn is_set(&self, key: &str) -> bool {
        self.get(key).truthy()
    }

    /// The text of a key, if it is one.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.get(key).as_str()
    }

    /// The strings of a key's array (`include`, `exclude`, `keep_files`); other elements are passed over.
    pub fn strings(&self, key: &str) -> Vec<String> {
        let items = self.get(key).as_array().unwrap_or_default();
        items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }
}

/// `Configuration#stringify_keys`: the keys of the top level are texts (`404: page` is found under "404").
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

/// The message for a YAML text that cannot be read: Ruby's line, and the place in the file.
///
/// `text` must be what was parsed, or begin where it does: the error's lines count in it.
pub fn yaml_problem(topic: &str, error: &hastie_yaml::Error, file: &str, text: &[u8]) -> Message {
    let message = Message::new(Level::Error, topic, error.message.clone());
    match yaml_location(error, file, text) {
        Some(location) => message.at(location),
        None => message,
    }
}

/// The location of a YAML error, if the error has one.
pub fn yaml_location(error: &hastie_yaml::Error, file: &str, text: &[u8]) -> Option<Diagnostic> {
    (error.line > 0).then(|| Diagnostic::at(file, std::str::from_utf8(text).ok(), error.line, error.column))
}

/// Ruby's `inspect` of a configuration value, for messages.
fn inspect(value: Option<&Value>) -> String {
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
    value.unwrap_or(&NIL).inspect(&mut Quiet).unwrap_or_default()
}
