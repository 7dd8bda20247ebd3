//! Times of the site's own Ruby, by what it defines: for `--profile` and `doctor`.

use hastie_plugins::local::LocalFile;
use hastie_site::locks::lock;
use hastie_site::world::instant;
use std::collections::HashMap;
use std::sync::Mutex;
use std::thread::{self, ThreadId};
use std::time::Duration;

/// The kind of a definition that is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Tag,
    Filter,
    Generator,
    Converter,
    /// By the point alone.
    Hook,
}

/// The number of calls of each name, and their time.
type Calls = HashMap<String, (u64, Duration)>;

/// Calls and their time, by kind and name.
#[derive(Debug, Default)]
pub struct Times {
    calls: Mutex<HashMap<Kind, Calls>>,
    /// The calls that have not ended, with their threads.
    running: Mutex<Vec<(ThreadId, Kind, String)>>,
}

/// One of the site's Ruby files.
#[derive(Debug, Clone)]
pub struct FileReport {
    /// Its path.
    pub path: String,
    /// Its definitions, in words.
    pub defines: String,
    /// The time of loading it.
    pub loading: Duration,
    /// The number of calls of its definitions.
    pub calls: u64,
    /// The time of those calls.
    pub running: Duration,
}

impl Times {
    /// Does something and notes its time.
    pub fn of<T>(&self, kind: Kind, name: &str, work: impl FnOnce() -> T) -> T {
        let thread = thread::current().id();
        lock(&self.running).push((thread, kind, name.to_string()));
        let since = instant();
        let result = work();
        let time = since.elapsed();
        {
            let mut running = lock(&self.running);
            if let Some(last) = running.iter().rposition(|(other, ..)| *other == thread) {
                running.remove(last);
            }
        }
        let mut all = lock(&self.calls);
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

    /// The innermost call of this thread, in words.
    pub fn running(&self) -> Option<String> {
        let thread = thread::current().id();
        let running = lock(&self.running);
        let (_, kind, name) = running.iter().rev().find(|(other, ..)| *other == thread)?;
        Some(match kind {
            Kind::Tag => format!("the tag '{name}'"),
            Kind::Filter => format!("the filter '{name}'"),
            Kind::Generator => format!("the generator {name}"),
            Kind::Converter => format!("the converter {name}"),
            Kind::Hook => format!("a hook of {name}"),
        })
    }

    /// The times of a file, with the time in which it was loaded.
    pub fn report(&self, file: &LocalFile, loading: Duration) -> FileReport {
        let all = lock(&self.calls);
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
