//! Results of filters in Ruby that need not be called again with the same arguments.
//!
//! Ruby reports two kinds of such filters. The result of a pure filter depends only on its arguments. The result of a
//! traced filter also depends on keys of the page, and on the site's configuration and data. If these change, the
//! results of traced filters are forgotten. Some traced filters also read objects that any code in Ruby may change, so
//! their results are forgotten after every other call.

use hastie_liquid::{Hash, Value};
use hastie_site::locks::lock;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::{Arc, Mutex};

/// The maximum number of stored calls of pure filters, and also of traced filters. When one kind reaches the maximum,
/// all of its results are forgotten.
const MAX_RESULTS: usize = 50_000;

/// The maximum length of strings in arguments and results, in bytes.
const MAX_TEXT: usize = 4096;

/// The maximum number of stored results of a traced filter for the same arguments. The results differ because the
/// filter reads keys of the page.
const MAX_PAGES: usize = 40;

/// A result of a filter that reads keys of the page, with the values of these keys.
#[derive(Debug, Clone)]
pub(crate) struct Traced {
    /// The keys of the page that the filter read, with their values as texts.
    pub seen: Arc<[(String, String)]>,
    /// The value that the filter returned.
    pub result: Value,
    /// Whether the result stays valid when other code in Ruby runs.
    pub lasts: bool,
}

/// The stored results of pure filters, and of traced filters, which also read keys of the page.
#[derive(Debug, Default)]
pub(crate) struct FilterResults(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    /// The names of the filters that Ruby has reported as pure or traced.
    names: HashSet<String>,
    /// The results of pure filters, by the text that `FilterResults::key` returns for a call.
    results: HashMap<String, Value>,
    /// The results of traced filters, by the text that `FilterResults::key` returns for a call.
    traced: HashMap<String, Vec<Traced>>,
    /// Whether there are traced results that any call into Ruby can change.
    has_uncertain: bool,
    /// The keys of the page that each traced filter read in its last call.
    page_keys: HashMap<String, Arc<[String]>>,
}

impl FilterResults {
    /// A text that identifies a call. `None` if Ruby has not reported the filter as pure or traced, or if the input or
    /// an argument is not a plain value.
    pub(crate) fn key(&self, name: &str, input: &Value, arguments: &[Value]) -> Option<String> {
        let is_known = lock(&self.0).names.contains(name);
        if !is_known {
            return None;
        }
        let mut key = String::from(name);
        std::iter::once(input).chain(arguments).try_for_each(|value| write_plain(value, &mut key)).map(|()| key)
    }

    /// The stored result of a pure filter for the call that `key` identifies. `None` if no result is stored.
    pub(crate) fn result(&self, key: &str) -> Option<Value> {
        lock(&self.0).results.get(key).cloned()
    }

    /// The stored results of a traced filter for the call that `key` identifies. There may be several, because the
    /// filter also reads keys of the page.
    pub(crate) fn traced(&self, key: &str) -> Vec<Traced> {
        lock(&self.0).traced.get(key).cloned().unwrap_or_default()
    }

    /// The keys of the page that a traced filter read in its last call, and will probably read again. `None` before its
    /// first call.
    pub(crate) fn page_keys(&self, name: &str) -> Option<Arc<[String]>> {
        lock(&self.0).page_keys.get(name).cloned()
    }

    /// Records which keys of the page a traced filter read: those in `seen`. Stores the result only if it and the
    /// values in `seen` are plain. `lasts` is [`Traced::lasts`]. Without a `key`, records that the filter is traced,
    /// instead of storing the result.
    pub(crate) fn note_traced(&self, name: &str, key: Option<String>, (seen, lasts): (&Hash, bool), result: &Value) {
        let mut known = lock(&self.0);
        let names = || seen.iter().filter_map(|(name, _)| name.as_str());
        let has_changed = known.page_keys.get(name).is_none_or(|before| !before.iter().map(String::as_str).eq(names()));
        if has_changed {
            known.page_keys.insert(name.to_string(), names().map(str::to_string).collect());
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
        if known.traced.len() >= MAX_RESULTS {
            known.traced.clear();
        }
        known.has_uncertain |= !lasts;
        let of = known.traced.entry(key).or_default();
        if of.len() < MAX_PAGES {
            of.push(Traced { seen: seen.into(), result: result.clone(), lasts });
        }
    }

    /// Forgets the uncertain results of traced filters. These results depend not only on the page, but also on other
    /// objects. Any call into Ruby can change those objects.
    pub(crate) fn forget_uncertain(&self) {
        let mut known = lock(&self.0);
        if std::mem::take(&mut known.has_uncertain) {
            known.traced.retain(|_, of| of.iter().all(|traced| traced.lasts));
        }
    }

    /// Forgets all results of traced filters, because a value that they depend on may have changed.
    pub(crate) fn forget_traced(&self) {
        lock(&self.0).traced.clear();
    }

    /// Stores the result of a pure filter, if it is a plain value. Without a `key`, only records that the filter is
    /// pure.
    pub(crate) fn note(&self, name: &str, key: Option<String>, result: &Value) {
        let mut known = lock(&self.0);
        match key {
            None => {
                known.names.insert(name.to_string());
            }
            Some(key) if is_plain(result) => {
                if known.results.len() >= MAX_RESULTS {
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

/// A text that differs for different values. `None` for values other than nil, booleans, integers, times and short
/// strings.
pub(crate) fn plain(value: &Value) -> Option<String> {
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
        Value::Str(text) if text.len() <= MAX_TEXT => {
            let encoding = if text.is_us_ascii() { 'a' } else { 'u' };
            write!(key, "\0{encoding}{}:{text}", text.len()).ok()?;
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::FilterResults;
    use hastie_liquid::{Hash, Value};

    #[test]
    fn a_traced_result_depends_on_the_keys_of_the_page_and_can_be_forgotten() {
        let results = FilterResults::default();
        let arguments = [Value::from("a")];
        let key = || results.key("greet", &Value::Int(1), &arguments);
        assert_eq!(key(), None);
        let seen: Hash = [("lang", "de")].into_iter().collect();
        results.note_traced("greet", key(), (&seen, false), &"Hallo".into());
        let known = key().expect("the filter is known");
        assert!(results.traced(&known).is_empty());
        results.note_traced("greet", key(), (&seen, false), &"Hallo".into());
        let traced = results.traced(&known);
        assert_eq!(traced.len(), 1);
        assert_eq!(traced[0].seen[0].0, "lang");
        assert_eq!(results.page_keys("greet").as_deref(), Some(&["lang".to_string()][..]));
        assert_eq!(results.page_keys("part"), None);
        results.note_traced("greet", key(), (&seen, false), &Value::array(Vec::new()));
        assert_eq!(results.traced(&known).len(), 1, "a template may change a list");
        results.forget_uncertain();
        assert!(results.traced(&known).is_empty());
        results.note_traced("greet", key(), (&seen, true), &"Hallo".into());
        results.forget_uncertain();
        assert_eq!(results.traced(&known).len(), 1, "the result depends on nothing else");
        results.forget_traced();
        assert!(results.traced(&known).is_empty());
    }
}
