//! Front matter defaults, which the option `defaults` sets for documents, pages and static files. Mirrors
//! `Jekyll::FrontmatterDefaults`.
//!
//! Scopes are prepared once, including their globs, so a lookup takes a few comparisons for each set. Merged values are
//! shared by all documents to which the same sets apply.

use super::{Configuration, inspect, merge};
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::glob;
use crate::locks;
use crate::world::World;
use hastie_liquid::{Hash, Time, Value};
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, RwLock};

/// The sets of front matter defaults: the entries under `defaults:`, each with a scope and values. Wildcards in scopes
/// are already expanded, so that look-ups are quick.
#[derive(Debug, Default)]
pub struct FrontMatterDefaults {
    sets: Vec<Set>,
    /// Warnings about invalid or deprecated sets, which `log_warnings` logs.
    messages: Vec<Message>,
    /// The error that makes the sets unusable, if any.
    failure: Option<Failure>,
    /// The merged values for each combination of sets that apply to a file. The key contains the indices of these sets.
    merged: Mutex<HashMap<Vec<usize>, Arc<Hash>>>,
    /// Whether a plugin has changed values in place. The values of all sets are then in `replaced`.
    is_replaced: AtomicBool,
    /// The values of each set, with the changes that plugins have made in place. Empty before the first change.
    replaced: RwLock<Vec<Hash>>,
}

#[derive(Debug)]
struct Set {
    /// `scope.path` without a leading slash, used for precedence.
    path: String,
    scope: Scope,
    /// `scope.type`. `None` for a set without a type.
    kind: Option<String>,
    values: Hash,
    /// Whether the path matches whole path components only. If true, `blog` matches `blog/a.md`, but not `blogs/a.md`.
    whole_parts: bool,
}

/// The paths that a scope matches.
#[derive(Debug)]
enum Scope {
    Everywhere,
    /// Paths that start with one of these prefixes.
    Below(Vec<String>),
}

impl FrontMatterDefaults {
    /// Prepares `defaults`: renames old types and parses dates. As in Jekyll, both changes are visible in the
    /// configuration. [`FrontMatterDefaults::log_warnings`] and [`FrontMatterDefaults::check`] report the problems
    /// later.
    pub fn new(configuration: &mut Configuration, world: &World) -> Self {
        let mut log = Log::new();
        let sets = Self::prepare(configuration, world, &mut log);
        let messages = log.messages().to_vec();
        match sets {
            Ok(sets) => FrontMatterDefaults { sets, messages, ..Self::default() },
            Err(failure) => FrontMatterDefaults { messages, failure: Some(failure), ..Self::default() },
        }
    }

    /// Logs the warnings about the sets.
    ///
    /// # Errors
    /// Fails if the date of a set cannot be parsed. [`FrontMatterDefaults::check`] also returns the other errors.
    pub fn log_warnings(&self, log: &mut Log) -> Result<(), Failure> {
        self.messages.iter().for_each(|message| log.push(message.clone()));
        self.failure.clone().filter(|failure| failure.fatal).map_or(Ok(()), Err)
    }

    /// Checks that the sets are valid.
    ///
    /// # Errors
    /// Fails if a date is invalid, a scope is not a hash or a type is not a string.
    pub fn check(&self) -> Result<(), Failure> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    /// The valid sets. A set without `values` is skipped with a warning.
    fn prepare(configuration: &mut Configuration, world: &World, log: &mut Log) -> Result<Vec<Set>, Failure> {
        let Some(typed) = configuration.settings().defaults().as_array().map(<[Value]>::to_vec) else {
            return Ok(Vec::new());
        };
        let mut sets = Vec::new();
        let mut shown = Vec::new();
        for set in typed {
            let parts = set.as_hash().map(|hash| (hash, hash.get("values")));
            let Some((hash, Some(Value::Hash(_)))) = parts else {
                log.warn_of_setting("defaults", "Defaults:", "An invalid front-matter default set was found:");
                log.push(Message::plain(Level::Warn, inspect(Some(&set))));
                shown.push(set);
                continue;
            };
            let hash = rename_type(hash, log)?;
            let hash = read_date(&hash, configuration, world)?;
            sets.push(Set::new(&hash, configuration, world, log)?);
            shown.push(Value::hash(hash));
        }
        configuration.values.set("defaults", Value::array(shown));
        Ok(sets)
    }

    /// The default value of one key. `None` if no set that applies has the key. `path` is relative to the source or to
    /// `collections_dir`. `kind` is the type that a scope's `type` must match: "pages", the label of a collection, or
    /// `None` for a static file outside of collections.
    pub fn find(&self, path: &str, kind: Option<&str>, key: &str) -> Option<Value> {
        let mut found: Option<(&Set, Value)> = None;
        for (index, set) in self.matching(path, kind) {
            if found.as_ref().is_none_or(|(old, _)| set.precedes(old))
                && let Some(value) = self.values(index, |values| values.get(key).cloned())
            {
                found = Some((set, value));
            }
        }
        found.map(|(_, value)| value)
    }

    /// All defaults for a file, merged by Jekyll's order of precedence. See [`FrontMatterDefaults::find`] for the
    /// arguments. To decide whether a static file is published, Jekyll passes the URL of the file as `path`.
    pub fn all(&self, path: &str, kind: Option<&str>) -> Arc<Hash> {
        if self.sets.is_empty() {
            return Arc::default();
        }
        let applying: Vec<usize> = self.matching(path, kind).map(|(index, _)| index).collect();
        let mut merged = locks::lock(&self.merged);
        if let Some(values) = merged.get(&applying) {
            return values.clone();
        }
        let mut values = Hash::new();
        let mut strongest: Option<&Set> = None;
        for (index, set) in applying.iter().filter_map(|index| Some((*index, self.sets.get(*index)?))) {
            if strongest.is_none_or(|old| set.precedes(old)) {
                self.values(index, |own| merge::deep_merge_into(&mut values, own));
                strongest = Some(set);
            } else {
                values = self.values(index, |own| merge::deep_merge(own, &values));
            }
        }
        let values = Arc::new(values);
        merged.insert(applying, values.clone());
        values
    }

    /// Replaces values that a plugin has changed in place, so that all pages and documents see the change. `changed`
    /// returns the new hash for a hash that contains such a value, and otherwise `None`.
    pub fn replace(&self, changed: impl Fn(&Hash) -> Option<Hash>) {
        let sets: Vec<_> = (0..self.sets.len()).map(|index| self.values(index, &changed)).collect();
        if sets.iter().all(Option::is_none) {
            return;
        }
        let current = |(index, new): (usize, Option<Hash>)| new.unwrap_or_else(|| self.values(index, Hash::clone));
        let sets = sets.into_iter().enumerate().map(current).collect();
        let mut merged = locks::lock(&self.merged);
        *locks::write(&self.replaced) = sets;
        self.is_replaced.store(true, Ordering::Release);
        merged.clear();
    }

    /// Whether [`FrontMatterDefaults::replace`] has changed the defaults, so that earlier results of
    /// [`FrontMatterDefaults::all`] are outdated.
    pub fn is_replaced(&self) -> bool {
        self.is_replaced.load(Ordering::Acquire)
    }

    /// Whether any set of defaults contains this text, also in nested arrays and hashes.
    pub fn contains_text(&self, text: &str) -> bool {
        (0..self.sets.len()).any(|index| self.values(index, |values| hash_contains(values, text)))
    }

    /// Calls `work` with the current values of the set that has this index.
    fn values<T>(&self, index: usize, work: impl FnOnce(&Hash) -> T) -> T {
        if self.is_replaced()
            && let Some(values) = locks::read(&self.replaced).get(index)
        {
            return work(values);
        }
        work(&self.sets[index].values)
    }

    /// The sets that apply to the file `path` of the type `kind`, with their indices.
    fn matching<'a>(&'a self, path: &'a str, kind: Option<&'a str>) -> impl Iterator<Item = (usize, &'a Set)> {
        self.sets.iter().enumerate().filter(move |(_, set)| set.applies(path, kind))
    }
}

impl Set {
    fn new(hash: &Hash, configuration: &Configuration, world: &World, log: &mut Log) -> Result<Self, Failure> {
        let scope = hash.get("scope").and_then(Value::as_hash);
        let path = scope.and_then(|scope| scope.get("path")).and_then(Value::as_str).unwrap_or_default();
        let kind = match scope.and_then(|scope| scope.get("type")) {
            None => None,
            Some(Value::Str(kind)) => Some(kind.to_string()),
            other => return Err(no_method("to_sym", other)),
        };
        let collections = configuration.settings().collections_dir().as_str().unwrap_or_default();
        let scope = if path.is_empty() {
            Scope::Everywhere
        } else if path.contains('*') {
            // `Pathname#join` takes a pattern with a leading slash as an absolute path.
            let pattern = if path.starts_with('/') { below(&configuration.source, path) } else { Some(path) };
            let found = pattern.map_or_else(Vec::new, |it| glob::files(world, Path::new(&configuration.source), it));
            for path in &found {
                log.debug("Globbed Scope Path:", path.as_str());
            }
            Scope::Below(found.iter().map(|path| without(collections, path).to_owned()).collect())
        } else {
            Scope::Below(vec![without(collections, path).to_owned()])
        };
        let values = hash.get("values").and_then(Value::as_hash).cloned().unwrap_or_default();
        let whole_parts = !configuration.reference.reading.scopes_are_text_prefixes;
        Ok(Set { path: unslashed(path).to_owned(), scope, kind, values, whole_parts })
    }

    fn applies(&self, path: &str, kind: Option<&str>) -> bool {
        if self.kind.is_some() && self.kind.as_deref() != kind {
            return false;
        }
        match &self.scope {
            Scope::Everywhere => true,
            Scope::Below(starts) if self.whole_parts => {
                let path = unslashed(path);
                let is_above = |start: &String| {
                    path.strip_prefix(start.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
                };
                starts.iter().any(is_above)
            }
            Scope::Below(starts) => starts.iter().any(|start| unslashed(path).starts_with(start.as_str())),
        }
    }

    /// `has_precedence?`: whether the values of this set override the values of `old`. The set with the longer path
    /// wins. If the paths have the same length, a set with a type wins, and otherwise the later set.
    fn precedes(&self, old: &Set) -> bool {
        match self.path.chars().count().cmp(&old.path.chars().count()) {
            std::cmp::Ordering::Equal => self.kind.is_some() || old.kind.is_none(),
            order => order.is_gt(),
        }
    }
}

/// An absolute pattern relative to the source. `None` if it is not below the source.
fn below<'a>(source: &str, pattern: &'a str) -> Option<&'a str> {
    pattern.strip_prefix(source.trim_end_matches('/'))?.strip_prefix('/')
}

/// A path without its leading slash.
fn unslashed(path: &str) -> &str {
    path.strip_prefix('/').unwrap_or(path)
}

/// Removes the prefix `collections_dir` from the path of a scope, because paths of documents start below this folder.
fn without<'a>(collections_dir: &str, path: &'a str) -> &'a str {
    if collections_dir.is_empty() {
        return path;
    }
    path.strip_prefix(collections_dir).and_then(|rest| rest.strip_prefix('/')).unwrap_or(path)
}

/// `update_deprecated_types`: renames the type of a scope from `page`, `post` or `draft` to the plural, with a warning.
fn rename_type(set: &Hash, log: &mut Log) -> Result<Hash, Failure> {
    let mut set = set.clone();
    let scope = match set.get("scope") {
        None => return Ok(set),
        Some(Value::Hash(scope)) => scope.clone(),
        other => return Err(no_method("key?", other)),
    };
    let renamed = match scope.get("type").and_then(Value::as_str) {
        Some("page") => "pages",
        Some("post") => "posts",
        Some("draft") => "drafts",
        _ => return Ok(set),
    };
    let old = renamed.trim_end_matches('s');
    for text in [
        format!("The '{old}' type has become '{renamed}'."),
        format!("Please update your front-matter defaults to use 'type: {renamed}'."),
    ] {
        log.warn_of_setting("defaults", "Defaults:", text);
    }
    let mut scope = scope.as_ref().clone();
    scope.set("type", renamed);
    set.set("scope", scope);
    Ok(set)
}

/// `ensure_time!`: converts the value of `date` in a set of defaults from a string to a time.
fn read_date(set: &Hash, configuration: &Configuration, world: &World) -> Result<Hash, Failure> {
    let Some(values) = set.get("values").and_then(Value::as_hash) else { return Ok(set.clone()) };
    let date = match values.get("date") {
        None | Some(Value::Time(_)) => return Ok(set.clone()),
        Some(Value::Str(date)) => date.clone(),
        other => {
            let class = match other {
                Some(Value::Nil) => "nil",
                Some(Value::Date(_)) => "Date",
                _ => "Integer",
            };
            return Err(Failure::no_conversion_of(class, "String"));
        }
    };
    let (seconds, nanos) = world.now();
    let now = Time::local(seconds, nanos, &configuration.zone);
    let Some(time) = hastie_value::time::parse(&date, &now, &configuration.zone) else {
        let shown = inspect(Some(&Value::hash(set.clone())));
        let message =
            format!("Invalid date '{date}': An invalid date format was found in a front-matter default set: {shown}");
        return Err(Failure::fatal("Jekyll::Errors::InvalidDateError", message));
    };
    let mut values = values.clone();
    values.set("date", Value::time(Time::local(time.seconds, time.nanos, &configuration.zone)));
    let mut set = set.clone();
    set.set("values", values);
    Ok(set)
}

fn no_method(method: &str, value: Option<&Value>) -> Failure {
    let value = inspect(value);
    let message = format!("undefined method `{method}' for {value} in the front matter defaults of the configuration");
    Failure::raised("NoMethodError", message)
}

fn hash_contains(hash: &Hash, text: &str) -> bool {
    hash.iter().any(|(_, value)| contains(value, text))
}

fn contains(value: &Value, text: &str) -> bool {
    match value {
        Value::Str(value) => value.as_str() == text,
        Value::Array(items) => items.iter().any(|item| contains(item, text)),
        Value::Hash(hash) => hash_contains(hash, text),
        _ => false,
    }
}
