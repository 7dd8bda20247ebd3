//! Mirrors `Jekyll::LiquidRenderer`: parsed templates by path. Of two sources with one path the one
//! that is parsed first is the template of both.

use crate::locks;
use crate::render::Setup;
use hastie_liquid::{Error, ParseOptions, Template};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// The result of parsing.
type Parsed = Arc<OnceLock<Result<Template, Error>>>;

/// Templates by path.
#[derive(Debug, Default)]
pub struct Templates {
    by_path: Mutex<HashMap<String, Parsed>>,
}

impl Templates {
    /// The template of `path`, parsed from `source` unless it is there already.
    ///
    /// # Errors
    /// What the parser refuses.
    pub fn parse(
        &self,
        setup: &Setup,
        path: &str,
        source: impl FnOnce() -> hastie_liquid::Str,
    ) -> Result<Template, Error> {
        let key = normalize(setup, path);
        let cell = Arc::clone(locks::lock(&self.by_path).entry(key.to_string()).or_default());
        // A failed parse is not kept in Ruby, but it ends the build anyway.
        cell.get_or_init(|| Template::parse(&setup.engine, source(), ParseOptions::named(path))).clone()
    }

    /// Forgets the template of `path`.
    pub fn forget(&self, setup: &Setup, path: &str) {
        locks::lock(&self.by_path).remove(normalize(setup, path));
    }

    /// Forgets all templates.
    pub fn clear(&self) {
        locks::lock(&self.by_path).clear();
    }
}

/// `LiquidRenderer#normalize_path`, as far as it tells files of the site apart.
pub(super) fn normalize<'a>(setup: &Setup, path: &'a str) -> &'a str {
    let below = path.strip_prefix(&setup.source).and_then(|rest| rest.strip_prefix('/'));
    below.unwrap_or_else(|| path.strip_prefix('/').unwrap_or(path))
}
