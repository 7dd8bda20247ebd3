//! Results of Ruby's filters that are functions of their arguments, or of these and of keys of the page: Ruby is asked once
//! for each.
//!
//! A filter of the second kind looks at the site's configuration and data besides. Whatever else runs in Ruby may change them:
//! then its results are forgotten.

use hastie_liquid::{Hash, Value};
use hastie_site::locks::lock;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::{Arc, Mutex};

/// The most results that are kept; then it begins anew.
const MOST: usize = 50_000;

/// The longest texts that are worth it.
const LONGEST: usize = 4096;

/// The results of one call's arguments that are kept: for so many pages that differ in what the filter looks at.
const MOST_PAGES: usize = 40;

/// A result, and the keys of the page that the filter looked at, with their values in writing.
#[derive(Debug, Clone)]
pub struct Traced {
    pub seen: Arc<[(String, String)]>,
    pub result: Value,
}

/// Results by filter and arguments.
#[derive(Debug, Default)]
pub struct Functions(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    names: HashSet<String>,
    results: HashMap<String, Value>,
    traced: HashMap<String, Vec<Traced>>,
    /// The keys of the page that a filter looked at last.
    looked_at: HashMap<String, Arc<[String]>>,
}

impl Functions {
    /// The key of a filter's call; `None` for other filters, and for arguments that are no plain values.
    pub fn key(&self, name: &str, input: &Value, arguments: &[Value]) -> Option<String> {
        let is_known = lock(&self.0).names.contains(name);
        if !is_known {
            return None;
        }
        let mut key = String::from(name);
        std::iter::once(input).chain(arguments).try_for_each(|value| write_plain(value, &mut key)).map(|()| key)
    }

    /// The result of a call, if there was one like it.
    pub fn result(&self, key: &str) -> Option<Value> {
        lock(&self.0).results.get(key).cloned()
    }

    /// The results of calls like it, each for the pages on which the filter sees the same.
    pub fn traced(&self, key: &str) -> Vec<Traced> {
        lock(&self.0).traced.get(key).cloned().unwrap_or_default()
    }

    /// The keys of the page that a filter looked at when it was called last: it is likely to look at them again.
    pub fn looked_at(&self, name: &str) -> Option<Arc<[String]>> {
        lock(&self.0).looked_at.get(name).cloned()
    }

    /// Notes that a filter is a function of its arguments and of keys of the page, and what it gave where it saw these.
    pub fn note_traced(&self, name: &str, key: Option<String>, seen: &Hash, result: &Value) {
        let mut known = lock(&self.0);
        let names = || seen.iter().filter_map(|(name, _)| name.as_str());
        let is_another = known.looked_at.get(name).is_none_or(|before| !before.iter().map(String::as_str).eq(names()));
        if is_another {
            known.looked_at.insert(name.to_string(), names().map(str::to_string).collect());
        }
        let Some(key) = key else {
            known.names.insert(name.to_string());
            return;
        };
        let written = |(key, value): (&Value, &Value)| Some((key.as_str()?.to_string(), plain(value)?));
        let Some(seen) = seen.iter().map(written).collect::<Option<Vec<_>>>() else { return };
        if !is_plain(result) {
            return;
        }
        if known.traced.len() >= MOST {
            known.traced.clear();
        }
        let of = known.traced.entry(key).or_default();
        if of.len() < MOST_PAGES {
            of.push(Traced { seen: seen.into(), result: result.clone() });
        }
    }

    /// Forgets what depends on more than arguments.
    pub fn forget_traced(&self) {
        let mut known = lock(&self.0);
        if !known.traced.is_empty() {
            known.traced.clear();
        }
    }

    /// Notes that a filter is a function, and what it gave.
    pub fn note(&self, name: &str, key: Option<String>, result: &Value) {
        let mut known = lock(&self.0);
        match key {
            None => {
                known.names.insert(name.to_string());
            }
            Some(key) if is_plain(result) => {
                if known.results.len() >= MOST {
                    known.results.clear();
                }
                known.results.insert(key, result.clone());
            }
            Some(_) => {}
        }
    }
}

fn is_plain(value: &Value) -> bool {
    plain(value).is_some()
}

/// A plain value in writing, which is another for each.
pub fn plain(value: &Value) -> Option<String> {
    let mut text = String::new();
    write_plain(value, &mut text).map(|()| text)
}

fn write_plain(value: &Value, key: &mut String) -> Option<()> {
    match value {
        Value::Nil => key.push_str("\0n"),
        Value::Bool(value) => key.push_str(if *value { "\0t" } else { "\0f" }),
        Value::Int(number) => write!(key, "\0i{number}").ok()?,
        Value::Time(time) => {
            write!(key, "\0@{} {} {} {:?}", time.seconds, time.nanos, time.offset, time.zone).ok()?;
        }
        Value::Str(text) if text.len() <= LONGEST => {
            let encoding = if text.is_us_ascii() { 'a' } else { 'u' };
            write!(key, "\0{encoding}{}:{text}", text.len()).ok()?;
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::Functions;
    use hastie_liquid::{Hash, Value};

    #[test]
    fn a_result_is_kept_for_what_was_seen_of_the_page_and_forgotten_with_it() {
        let functions = Functions::default();
        let arguments = [Value::from("a")];
        let key = || functions.key("greet", &Value::Int(1), &arguments);
        assert_eq!(key(), None);
        let seen: Hash = [("lang", "de")].into_iter().collect();
        functions.note_traced("greet", key(), &seen, &"Hallo".into());
        let known = key().expect("it is known now");
        assert!(functions.traced(&known).is_empty());
        functions.note_traced("greet", key(), &seen, &"Hallo".into());
        let traced = functions.traced(&known);
        assert_eq!(traced.len(), 1);
        assert_eq!(traced[0].seen[0].0, "lang");
        assert_eq!(functions.looked_at("greet").as_deref(), Some(&["lang".to_string()][..]));
        assert_eq!(functions.looked_at("part"), None);
        functions.note_traced("greet", key(), &seen, &Value::array(Vec::new()));
        assert_eq!(functions.traced(&known).len(), 1, "a list may be changed by who gets it");
        functions.forget_traced();
        assert!(functions.traced(&known).is_empty());
    }
}
