//! Results of Ruby's filters that are functions of their arguments: Ruby is asked once for each.

use hastie_liquid::Value;
use hastie_site::locks::lock;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::Mutex;

/// The most results that are kept; then it begins anew.
const MOST: usize = 50_000;

/// The longest texts that are worth it.
const LONGEST: usize = 4096;

/// Results by filter and arguments.
#[derive(Debug, Default)]
pub struct Functions(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    names: HashSet<String>,
    results: HashMap<String, Value>,
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
    write_plain(value, &mut String::new()).is_some()
}

fn write_plain(value: &Value, key: &mut String) -> Option<()> {
    match value {
        Value::Nil => key.push_str("\0n"),
        Value::Bool(value) => key.push_str(if *value { "\0t" } else { "\0f" }),
        Value::Int(number) => write!(key, "\0i{number}").ok()?,
        Value::Str(text) if text.len() <= LONGEST => {
            let encoding = if text.is_us_ascii() { 'a' } else { 'u' };
            write!(key, "\0{encoding}{}:{text}", text.len()).ok()?;
        }
        _ => return None,
    }
    Some(())
}
