//! How long the site's own Ruby took, by what it defines: for `--profile` and `doctor`.

use super::shared::lock;
use crate::local::LocalFile;
use hastie_site::world::instant;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

/// What is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Tag,
    Filter,
    Generator,
    Converter,
    /// By the point alone.
    Hook,
}

/// Calls and their time, by name.
#[derive(Debug, Default)]
pub struct Times(Mutex<HashMap<Kind, HashMap<String, (u64, Duration)>>>);

/// One of the site's Ruby files.
#[derive(Debug, Clone)]
pub struct FileReport {
    /// Its path.
    pub path: String,
    /// What it defines, in words.
    pub defines: String,
    /// How long loading it took.
    pub loading: Duration,
    /// Calls of what it defines.
    pub calls: u64,
    /// How long they took.
    pub running: Duration,
}

impl Times {
    /// Does something and notes its time.
    pub fn of<T>(&self, kind: Kind, name: &str, work: impl FnOnce() -> T) -> T {
        let since = instant();
        let result = work();
        let time = since.elapsed();
        let mut all = lock(&self.0);
        let names = all.entry(kind).or_default();
        match names.get_mut(name) {
            Some((calls, total)) => {
                *calls += 1;
                *total += time;
            }
            None => {
                names.insert(name.to_string(), (1, time));
            }
        }
        result
    }

    /// What a file took, with the time in which it was loaded.
    pub fn report(&self, file: &LocalFile, loading: Duration) -> FileReport {
        let all = lock(&self.0);
        let mut report =
            FileReport { path: file.path.clone(), defines: file.summary(), loading, calls: 0, running: Duration::ZERO };
        let hooks: Vec<String> =
            file.hooks.iter().map(|hook| hook.rsplit(' ').next().unwrap_or_default().to_string()).collect();
        let defined = [
            (Kind::Tag, &file.tags),
            (Kind::Filter, &file.filters),
            (Kind::Generator, &file.generators),
            (Kind::Converter, &file.converters),
            (Kind::Hook, &hooks),
        ];
        for (kind, names) in defined {
            let Some(known) = all.get(&kind) else { continue };
            for name in names {
                // Classes are named with their modules in Ruby.
                let is_it = |other: &str| other == name || other.rsplit("::").next() == Some(name);
                for (_, (calls, time)) in known.iter().filter(|(other, _)| is_it(other)) {
                    report.calls += calls;
                    report.running += *time;
                }
            }
        }
        report
    }
}
