//! The gem jekyll-github-metadata 2.16: `site.github`, and default values for a site's title, description and URL.
//!
//! The values are the same as from the gem without a connection, derived from the repository's name and the
//! environment. Earlier responses of GitHub are cached in [`CACHE`], as an object with the keys of `site.github`.
//! Requests are sent only if that file is missing and the user allows network access.

mod api;
mod edit_link;
mod facts;
mod versions;

use facts::Facts;
use hastie_liquid::{Abort, Drop, Engine, Hash, Host, Str, Time, TimeZone, Value};
use hastie_site::config::{Configuration, merge};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::plugin::{Hooks, Plugin};
use hastie_site::render::filters::json;
use hastie_site::site::Site;
use hastie_site::world::{World, write_below};
use hastie_value::sharing::Stability;
use std::any::Any;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The cache file, relative to the source.
const CACHE: &str = ".jekyll-cache/github-metadata.json";

/// Registers the tag `github_edit_link`, sets defaults in the configuration, and adds `site.github`.
#[derive(Debug)]
pub(crate) struct GithubMetadata;

impl Plugin for GithubMetadata {
    fn name(&self) -> &'static str {
        "jekyll-github-metadata"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("github_edit_link", edit_link::parse);
    }

    /// Sets defaults for title, description and URL. Ruby computes them when they are read, and fails then if the
    /// repository is unknown. In this case, Hastie omits them.
    fn configure(&self, config: &mut Configuration, world: &World, log: &mut Log) -> Result<(), Failure> {
        let has_title = config.settings().title().truthy();
        if !has_title && config.is_set("name") {
            let text = "site.name is set in _config.yml, but many plugins and themes expect site.title to be used \
                        instead. To avoid potential inconsistency, Jekyll GitHub Metadata will not set site.title to \
                        the repository's name.";
            log.warn_of_setting("name", "GitHub Metadata:", text);
        }
        let Some(facts) = Facts::of(config, world) else { return Ok(()) };
        if facts.is_nameless() {
            return Err(Failure::raised("NoMethodError", "undefined method `downcase' for nil:NilClass"));
        }
        if world.is_online() && !world.is_file(&cache(config)) {
            let known = api::ask(&facts, world, log)?;
            if !known.is_empty() {
                keep(config, &known, log);
            }
        }
        let cached = cached(config, world)?;
        if !has_title && !config.is_set("name") {
            config.values.set("title", facts.title());
        }
        if !config.is_set("description")
            && let Some(tagline) = cached.get("project_tagline")
        {
            config.values.set("description", tagline.clone());
        }
        if facts.gives_address() {
            let address = cached.get("url").and_then(Value::as_str).map_or_else(|| facts.url(), str::to_owned);
            let (host, path) = address.split_at(facts::path_start(&address));
            if !config.settings().url().truthy() {
                config.values.set("url", host);
            }
            if config.settings().baseurl().is_nil() || config.settings().baseurl().as_str() == Some("/") {
                config.values.set("baseurl", path);
            }
        }
        Ok(())
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(Inject)]
    }
}

struct Inject;

impl Hooks for Inject {
    fn pre_render(&self, site: &mut Site, _payload: &mut Hash, log: &mut Log) -> Result<(), Failure> {
        let context = &site.setup.context;
        let own = context.config("github");
        if !matches!(own, Value::Nil | Value::Hash(_)) {
            return Ok(());
        }
        let cached = cached(&context.config, &context.world)?;
        // A missing response was already logged.
        if cached.is_empty() && !context.world.is_online() {
            log.warn("GitHub Metadata:", "No internet connection. GitHub metadata may be missing or incorrect.");
        }
        let facts = Facts::of(&context.config, &context.world);
        let is_known = facts.is_some();
        let mut values = facts.map(|facts| facts.values(&context.world)).unwrap_or_default();
        if is_known && context.reference().configuration.has_imposed_settings {
            values.set("versions", Value::hash(versions::pinned()));
        }
        merge::deep_merge_into(&mut values, &cached);
        for (key, value) in own.as_hash().into_iter().flat_map(Hash::iter) {
            values.set_value(key.clone(), value.clone());
        }
        site.content.added.set("github", Value::drop(GithubDrop { values, is_known }));
        Ok(())
    }
}

/// The path of [`CACHE`] below the site's source.
fn cache(config: &Configuration) -> PathBuf {
    Path::new(&config.source).join(CACHE)
}

/// Caches responses for later builds.
fn keep(config: &Configuration, known: &serde_json::Map<String, serde_json::Value>, log: &mut Log) {
    let written = serde_json::to_vec_pretty(known)
        .map_err(std::io::Error::from)
        .and_then(|bytes| write_below(Path::new(&config.source), &cache(config), &bytes));
    if let Err(error) = written {
        log.warn_about(CACHE, 0, "GitHub Metadata:", format!("{CACHE} cannot be written: {error}"));
    }
}

/// The cached responses. Empty without a cache file. Fails if the file does not contain a JSON object.
fn cached(config: &Configuration, world: &World) -> Result<Hash, Failure> {
    let file = cache(config);
    if !world.is_file(&file) {
        return Ok(Hash::new());
    }
    let bytes = world.read(&file).unwrap_or_default();
    match hastie_yaml::load(&bytes, None) {
        Ok(Value::Hash(values)) => Ok(with_times(&values)),
        _ => Err(Failure::raised("JSON::ParserError", format!("{CACHE} must contain a JSON object"))),
    }
}

/// Converts the values of keys such as `created_at` to times, as Octokit does.
fn with_times(values: &Hash) -> Hash {
    let is_time = |key: &str| key.ends_with("_at") || key.ends_with("_on") || key == "date" || key.ends_with("_date");
    let convert = |key: &Value, value: &Value| match value {
        Value::Str(text) if key.as_str().is_some_and(is_time) => {
            let parsed = hastie_value::time::parse(text, &Time::utc(0, 0), &TimeZone::UTC);
            parsed.map_or_else(|| value.clone(), |time| Value::time(Time::utc(time.seconds, time.nanos)))
        }
        _ => timed(value),
    };
    let mut made = Hash::new();
    for (key, value) in values.iter() {
        made.set_value(key.clone(), convert(key, value));
    }
    made
}

fn timed(value: &Value) -> Value {
    match value {
        Value::Hash(values) => Value::hash(with_times(values)),
        Value::Array(items) => Value::array(items.iter().map(timed).collect()),
        _ => value.clone(),
    }
}

/// Whether two hashes have the same values, so that no template can distinguish them. Unlike for Ruby's `==`, the order
/// of the keys counts, and an integer differs from a floating-point number.
fn are_identical(one: &Hash, other: &Hash) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other.iter())
            .all(|((key, value), (other_key, of_other))| is_identical(key, other_key) && is_identical(value, of_other))
}

fn is_identical(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other.iter()).all(|(one, other)| is_identical(one, other))
        }
        (Value::Hash(one), Value::Hash(other)) => are_identical(one, other),
        _ => mem::discriminant(one) == mem::discriminant(other) && one.equals(other),
    }
}

/// The object that templates read as `site.github`.
#[derive(Debug)]
struct GithubDrop {
    values: Hash,
    /// Whether the repository is known. Otherwise, reading a key in `facts::KEYS` fails, as in Ruby.
    is_known: bool,
}

impl Drop for GithubDrop {
    fn get(&self, key: &str, _host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        match self.values.get(key) {
            Some(value) => Ok(Some(value.clone())),
            None if !self.is_known && facts::KEYS.contains(&key) => Err(facts::no_repository()),
            None => Ok(None),
        }
    }

    fn keys(&self, _host: &mut dyn Host) -> Result<Vec<Str>, Abort> {
        let mut keys: Vec<Str> = self.values.keys().filter_map(Value::as_str).map(Str::from).collect();
        keys.sort();
        Ok(keys)
    }

    fn iterate(&self, host: &mut dyn Host) -> Result<Option<Vec<Value>>, Abort> {
        Ok(Some(self.keys(host)?.into_iter().map(Value::Str).collect()))
    }

    fn print(&self, host: &mut dyn Host) -> Result<Str, Abort> {
        let mut sorted = Hash::new();
        for key in self.keys(host)? {
            let value = self.values.get(&key).cloned().unwrap_or(Value::Nil);
            sorted.set(key, value);
        }
        json::pretty(&Value::hash(sorted), host).map(Str::from)
    }

    /// Whether the other drop, which may be of another build, has the same values.
    fn same(&self, other: &dyn Drop) -> bool {
        let other = other.as_any().downcast_ref::<GithubDrop>();
        other.is_some_and(|other| self.is_known == other.is_known && are_identical(&self.values, &other.values))
    }

    fn identity(&self) -> usize {
        self.values.len()
    }

    fn stability(&self, _host: &mut dyn Host) -> Stability {
        Stability::Fixed
    }

    fn class(&self) -> &'static str {
        "Jekyll::GitHubMetadata::MetadataDrop"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
