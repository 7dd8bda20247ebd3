//! Caches parsed templates by path. In Jekyll 4, if two sources have the same path, the source that is parsed first is
//! used for both. Mirrors `Jekyll::LiquidRenderer`.

use crate::locks;
use crate::render::Setup;
use hastie_liquid::{Error, ParseOptions, Str, Template};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// A template, or the error in parsing it. Empty until the template is first needed.
type Parsed = Arc<OnceLock<Result<Template, Error>>>;

/// Parsed templates by path, which all renderings share.
#[derive(Debug, Default)]
pub struct Templates {
    by_path: Mutex<HashMap<String, Parsed>>,
    /// In Jekyll 3, the templates of items and layouts, by path and source.
    by_source: Mutex<HashMap<(String, Str), Parsed>>,
}

impl Templates {
    /// The template of `path`, absolute or relative to the source. Parses `source` unless the template is cached.
    ///
    /// # Errors
    /// Fails if the template has a syntax error.
    pub fn parse(&self, setup: &Setup, path: &str, source: impl FnOnce() -> Str) -> Result<Template, Error> {
        let cell = Arc::clone(locks::lock(&self.by_path).entry(normalize(setup, path).to_owned()).or_default());
        parse(&cell, setup, path, source)
    }

    /// The template of an item or layout. In Jekyll 4, the same as [`Templates::parse`]. In Jekyll 3, two items or
    /// layouts with the same path have different templates if their sources differ.
    ///
    /// # Errors
    /// Fails if the template has a syntax error.
    pub fn parse_own(&self, setup: &Setup, path: &str, source: Str) -> Result<Template, Error> {
        if setup.context.reference().rendering.keeps_template_registers {
            return self.parse(setup, path, || source);
        }
        let key = (normalize(setup, path).to_owned(), source.clone());
        let cell = Arc::clone(locks::lock(&self.by_source).entry(key).or_default());
        parse(&cell, setup, path, || source)
    }

    /// Removes the parsed template of `path`, so that its next use parses it again. In Jekyll 3, templates from
    /// [`Templates::parse_own`] stay.
    pub fn forget(&self, setup: &Setup, path: &str) {
        locks::lock(&self.by_path).remove(normalize(setup, path));
    }

    /// Removes all parsed templates, as at the start of a build.
    pub fn clear(&self) {
        locks::lock(&self.by_path).clear();
        locks::lock(&self.by_source).clear();
    }
}

/// Parses `source`, unless the template is in `cell` already. Unlike in Ruby, an error is cached, too.
fn parse(cell: &Parsed, setup: &Setup, path: &str, source: impl FnOnce() -> Str) -> Result<Template, Error> {
    cell.get_or_init(|| Template::parse(&setup.engine, source(), ParseOptions::named(path))).clone()
}

/// The path relative to the source, or without its leading slash if it is not below the source. Corresponds to
/// `LiquidRenderer#normalize_path`.
pub(super) fn normalize<'a>(setup: &Setup, path: &'a str) -> &'a str {
    let below = path.strip_prefix(&setup.context.source).and_then(|rest| rest.strip_prefix('/'));
    below.unwrap_or_else(|| path.strip_prefix('/').unwrap_or(path))
}
