//! Measures the calls of tags, filters, hooks and other definitions in Ruby, for `--profile` and `doctor`.

use hastie_plugins::local::LocalFile;
use hastie_site::locks::lock;
use hastie_site::world::instant;
use std::collections::HashMap;
use std::sync::Mutex;
use std::thread::{self, ThreadId};
use std::time::Duration;

/// The kind of a definition in Ruby whose calls are counted and timed, such as a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A tag or block whose class is in Ruby.
    Tag,
    /// A filter that is a method of a registered module in Ruby.
    Filter,
    /// A class below `Jekyll::Generator`.
    Generator,
    /// A class below `Jekyll::Converter`.
    Converter,
    /// All hooks for an event, under the event's name, or a method of `Renderer` that a plugin has replaced.
    Hook,
}

/// The number and total duration of calls by name.
type Calls = HashMap<String, (u64, Duration)>;

/// The number and total time of the calls of each definition in Ruby, for `--profile`.
#[derive(Debug, Default)]
pub(crate) struct CallTimes {
    calls: Mutex<HashMap<Kind, Calls>>,
    /// The calls that are running, with their threads, outermost first.
    running: Mutex<Vec<(ThreadId, Kind, String)>>,
}

/// The definitions and times of one of the site's Ruby files, or of a gem.
#[derive(Debug, Clone)]
pub struct FileReport {
    /// The file's path, relative to the source. For a gem, `the gem` and the name of the gem's folder.
    pub path: String,
    /// A summary of the file's definitions, such as `tags a, b; hook :site post_write`.
    pub defines: String,
    /// The time that loading the file took.
    pub loading: Duration,
    /// The number of calls of the file's definitions.
    pub calls: u64,
    /// The total time of the calls of the file's definitions.
    pub running: Duration,
}

impl CallTimes {
    /// Runs `work` and adds its duration to the calls of a definition.
    pub(crate) fn of<T>(&self, kind: Kind, name: &str, work: impl FnOnce() -> T) -> T {
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

    /// A description of the tag, filter or other definition in Ruby that this thread is running: the innermost one if
    /// they are nested. `None` if the thread runs none.
    pub(crate) fn running(&self) -> Option<String> {
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

    /// The report on a file. Calls are attributed to the file by the names of its definitions.
    pub(crate) fn report(&self, file: &LocalFile, loading: Duration) -> FileReport {
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
                // Ruby names classes with their modules, and the file's summary does not.
                let is_same = |other: &str| other == name || other.rsplit("::").next() == Some(name);
                for (_, (calls, time)) in known.iter().filter(|(other, _)| is_same(other)) {
                    report.calls += calls;
                    report.running += *time;
                }
            }
        }
        report
    }
}
