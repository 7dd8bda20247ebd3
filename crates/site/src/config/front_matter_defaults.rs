//! Jekyll::FrontmatterDefaults: the values that `defaults:` gives to documents, pages and static files.
//!
//! The scopes are prepared once, their globs looked up once; a question then costs a few comparisons a set. Merged
//! values are shared by all documents that the same sets apply to.

use super::{Configuration, inspect, merge};
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::glob;
use crate::locks;
use crate::world::World;
use hastie_liquid::{Hash, Time, Value};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The sets of `defaults:`, ready to be asked.
#[derive(Debug, Default)]
pub struct FrontMatterDefaults {
    sets: Vec<Set>,
    /// Messages about the sets, logged when the first of them is used.
    messages: Vec<Message>,
    /// The reason why they cannot be used.
    failure: Option<Failure>,
    /// Merged values by the sets that apply.
    merged: Mutex<HashMap<Vec<usize>, Arc<Hash>>>,
}

#[derive(Debug)]
struct Set {
    /// `scope.path` without a leading slash, for precedence.
    path: String,
    scope: Scope,
    /// `scope.type`
    kind: Option<String>,
    values: Hash,
    /// Whether a place is a folder or file, and not the beginning of a path's text.
    whole_parts: bool,
}

/// The kinds of `scope.path`.
#[derive(Debug)]
enum Scope {
    Everywhere,
    /// Paths that begin with any of these.
    Below(Vec<String>),
}

impl FrontMatterDefaults {
    /// Prepares `defaults:`. Old names of types are renamed and dates are parsed, and the configuration shows both, as in
    /// Jekyll. Messages about the sets are kept for [`FrontMatterDefaults::announce`].
    pub fn new(configuration: &mut Configuration, world: &World) -> Self {
        let mut log = Log::new();
        let sets = Self::prepare(configuration, world, &mut log);
        let messages = log.messages().to_vec();
        match sets {
            Ok(sets) => FrontMatterDefaults { sets, messages, ..Self::default() },
            Err(failure) => FrontMatterDefaults { messages, failure: Some(failure), ..Self::default() },
        }
    }

    /// Says what there is to say about the sets: Jekyll does when it reads the first file.
    ///
    /// # Errors
    /// A date that cannot be read; a scope or type that is no hash or no text.
    pub fn announce(&self, log: &mut Log) -> Result<(), Failure> {
        self.messages.iter().for_each(|message| log.push(message.clone()));
        self.failure.clone().filter(|failure| failure.fatal).map_or(Ok(()), Err)
    }

    /// Checks that the sets can be used. Jekyll looks at them for each document, and fails at the first.
    ///
    /// # Errors
    /// As [`FrontMatterDefaults::announce`].
    pub fn check(&self) -> Result<(), Failure> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    /// The sets that can be used; one without `values` is left out with a warning.
    fn prepare(configuration: &mut Configuration, world: &World, log: &mut Log) -> Result<Vec<Set>, Failure> {
        let Some(typed) = configuration.values.get("defaults").and_then(Value::as_array).map(<[Value]>::to_vec) else {
            return Ok(Vec::new());
        };
        let mut sets = Vec::new();
        let mut shown = Vec::new();
        for set in typed {
            let parts = set.as_hash().map(|hash| (hash, hash.get("values")));
            let Some((hash, Some(Value::Hash(_)))) = parts else {
                log.warn("Defaults:", "An invalid front-matter default set was found:");
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

    /// The default of one key for a file at `path` (relative to the source, or to `collections_dir`) of a type ("pages",
    /// "posts", "drafts", a collection's label; `None` for a file outside of collections).
    pub fn find(&self, path: &str, kind: Option<&str>, key: &str) -> Option<Value> {
        let mut found: Option<(&Set, &Value)> = None;
        for set in self.matching(path, kind) {
            if let Some(value) = set.values.get(key)
                && found.is_none_or(|(old, _)| set.precedes(old))
            {
                found = Some((set, value));
            }
        }
        found.map(|(_, value)| value.clone())
    }

    /// All defaults for a file at `path` of a type, merged in Jekyll's order of precedence.
    pub fn all(&self, path: &str, kind: Option<&str>) -> Arc<Hash> {
        if self.sets.is_empty() {
            return Arc::default();
        }
        let applying: Vec<usize> =
            self.sets.iter().enumerate().filter(|(_, set)| set.applies(path, kind)).map(|(at, _)| at).collect();
        let mut merged = locks::lock(&self.merged);
        if let Some(values) = merged.get(&applying) {
            return values.clone();
        }
        let mut values = Hash::new();
        let mut strongest: Option<&Set> = None;
        for set in applying.iter().filter_map(|at| self.sets.get(*at)) {
            if strongest.is_none_or(|old| set.precedes(old)) {
                merge::deep_merge_into(&mut values, &set.values);
                strongest = Some(set);
            } else {
                values = merge::deep_merge(&set.values, &values);
            }
        }
        let values = Arc::new(values);
        merged.insert(applying, values.clone());
        values
    }

    fn matching<'a>(&'a self, path: &'a str, kind: Option<&'a str>) -> impl Iterator<Item = &'a Set> {
        self.sets.iter().filter(move |set| set.applies(path, kind))
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
        let collections = configuration.text("collections_dir").unwrap_or_default();
        let scope = if path.is_empty() {
            Scope::Everywhere
        } else if path.contains('*') {
            let found = glob::files(world, Path::new(&configuration.source), path);
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

    /// `has_precedence?`: the longer path wins; of two as long the typed one, and among equals the later one.
    fn precedes(&self, old: &Set) -> bool {
        match self.path.chars().count().cmp(&old.path.chars().count()) {
            std::cmp::Ordering::Equal => self.kind.is_some() || old.kind.is_none(),
            order => order.is_gt(),
        }
    }
}

/// A path without the slash at its beginning.
fn unslashed(path: &str) -> &str {
    path.strip_prefix('/').unwrap_or(path)
}

/// A scope's path without `collections_dir` in front, as documents' paths are without it.
fn without<'a>(collections_dir: &str, path: &'a str) -> &'a str {
    if collections_dir.is_empty() {
        return path;
    }
    path.strip_prefix(collections_dir).and_then(|rest| rest.strip_prefix('/')).unwrap_or(path)
}

/// `update_deprecated_types`: `page`, `post` and `draft` became plural.
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
    log.warn("Defaults:", format!("The '{old}' type has become '{renamed}'."));
    log.warn("Defaults:", format!("Please update your front-matter defaults to use 'type: {renamed}'."));
    let mut scope = scope.as_ref().clone();
    scope.set("type", renamed);
    set.set("scope", scope);
    Ok(set)
}

/// `ensure_time!`: a default date is a time.
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
    let Some(time) = hastie_liquid::time::parse(&date, &now, &configuration.zone) else {
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
