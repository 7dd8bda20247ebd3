//! Caches parsed templates by path. In Jekyll 4, if two sources have the same path, the one parsed first is used for both.
//! Mirrors `Jekyll::LiquidRenderer`.

use crate::locks;
use crate::render::Setup;
use hastie_liquid::{Error, ParseOptions, Str, Template};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};

/// The result of parsing.
type Parsed = Arc<OnceLock<Result<Template, Error>>>;

/// Parsed templates by path, which all renderings share.
#[derive(Debug, Default)]
pub struct Templates {
    by_path: Mutex<HashMap<String, Parsed>>,
}

impl Templates {
    /// The template of `path`, absolute or relative to the source. Parses `source` unless the template is cached.
    ///
    /// # Errors
    /// Fails if the template has a syntax error.
    pub fn parse(&self, setup: &Setup, path: &str, source: impl FnOnce() -> Str) -> Result<Template, Error> {
        self.parse_as(normalize(setup, path).to_string(), setup, path, source)
    }

    /// The template of an item or layout. Jekyll 3 parses each of them, even if two have the same path.
    ///
    /// # Errors
    /// Fails if the template has a syntax error.
    pub fn parse_own(&self, setup: &Setup, path: &str, source: Str) -> Result<Template, Error> {
        let mut key = normalize(setup, path).to_string();
        if !setup.context.reference().rendering.keeps_template_registers {
            let mut hasher = DefaultHasher::new();
            source.hash(&mut hasher);
            key.push_str(&format!("\0{:x}", hasher.finish()));
        }
        self.parse_as(key, setup, path, || source)
    }

    fn parse_as(
        &self,
        key: String,
        setup: &Setup,
        path: &str,
        source: impl FnOnce() -> Str,
    ) -> Result<Template, Error> {
        let cell = Arc::clone(locks::lock(&self.by_path).entry(key).or_default());
        // Ruby does not cache a failed parse, but it ends the build anyway.
        cell.get_or_init(|| Template::parse(&setup.engine, source(), ParseOptions::named(path))).clone()
    }

    /// Removes the parsed template of `path`, so that its next use parses it again. In Jekyll 3, templates from
    /// [`Templates::parse_own`] stay.
    pub fn forget(&self, setup: &Setup, path: &str) {
        locks::lock(&self.by_path).remove(normalize(setup, path));
    }

    /// Removes all parsed templates, as at the start of a build.
    pub fn clear(&self) {
        locks::lock(&self.by_path).clear();
    }
}

/// The path relative to the source, or without its leading slash if it is not below the source. Corresponds to
/// `LiquidRenderer#normalize_path`.
pub(super) fn normalize<'a>(setup: &Setup, path: &'a str) -> &'a str {
    let below = path.strip_prefix(&setup.context.source).and_then(|rest| rest.strip_prefix('/'));
    below.unwrap_or_else(|| path.strip_prefix('/').unwrap_or(path))
}
