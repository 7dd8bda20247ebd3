//! Notices changes of the source.
//!
//! Events of the system only wake it: they come twice, or for files that did not change, or not at all for what
//! is made in a folder a moment old. What changed is found by looking at every file's size and time, and it
//! looks again a few times after each event.

use crate::world::{Kind, Stat, World};
use notify::{EventKind, RecursiveMode, Watcher};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// An editor that saves many files is one change: so long must be silence.
const QUIET: Duration = Duration::from_millis(40);

/// But a folder that is never silent is looked at nevertheless.
const PATIENCE: usize = 25;

/// When to look again after an event.
const LOOKS: &[Duration] = &[Duration::from_millis(150), Duration::from_millis(500), Duration::from_millis(1500)];

/// The interval between looks where there are no events.
const POLL: Duration = Duration::from_millis(500);

/// Folders no site has its sources in.
const NEVER: &[&str] = &[".git", ".hg", ".svn", ".jekyll-cache", ".sass-cache", ".bundle", "node_modules"];

/// Paths that are not watched.
#[derive(Clone, Debug, Default)]
pub struct Ignored {
    /// Absolute paths: the destination, the cache, what the configuration excludes.
    pub paths: Vec<PathBuf>,
}

impl Ignored {
    fn covers(&self, path: &Path) -> bool {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| NEVER.contains(&name))
            || self.paths.iter().any(|ignored| path.starts_with(ignored))
    }
}

/// A watch over a folder, from the moment it was made.
#[derive(Debug)]
pub struct Watch {
    world: World,
    root: PathBuf,
    ignored: Ignored,
    seen: BTreeMap<PathBuf, Stat>,
    watched: BTreeSet<PathBuf>,
    wakes: Receiver<()>,
    /// `None`: there are no events, so we look at intervals.
    watcher: Option<notify::RecommendedWatcher>,
    looks: &'static [Duration],
}

impl Watch {
    /// Begins to watch. Where the system cannot (too many folders, a network drive), or with `polling`, it looks
    /// by itself.
    pub fn begin(world: World, root: PathBuf, ignored: Ignored, polling: bool) -> Self {
        let (wake, wakes) = channel();
        let quiet = ignored.clone();
        let listener = move |event: notify::Result<notify::Event>| {
            let matters = event.is_ok_and(|event| {
                !matches!(event.kind, EventKind::Access(_))
                    && (event.paths.is_empty() || event.paths.iter().any(|path| !quiet.covers(path)))
            });
            if matters {
                // The other end is gone when the watch is; then nobody cares.
                let _ = wake.send(());
            }
        };
        let watcher = if polling { None } else { notify::recommended_watcher(listener).ok() };
        let mut watch =
            Watch { world, root, ignored, seen: BTreeMap::new(), watched: BTreeSet::new(), wakes, watcher, looks: &[] };
        watch.look();
        watch
    }

    /// Waits until something changed, and returns the files that are new, gone or different.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        loop {
            self.wait();
            let changed = self.look();
            if !changed.is_empty() {
                self.looks = LOOKS;
                return changed;
            }
        }
    }

    fn wait(&mut self) {
        if self.watcher.is_none() {
            std::thread::sleep(POLL);
            return;
        }
        let woken = match self.looks {
            [] => self.wakes.recv().is_ok(),
            [pause, rest @ ..] => match self.wakes.recv_timeout(*pause) {
                Ok(()) => true,
                Err(RecvTimeoutError::Timeout) => {
                    self.looks = rest;
                    false
                }
                Err(RecvTimeoutError::Disconnected) => false,
            },
        };
        if woken {
            self.looks = LOOKS;
            for _ in 0..PATIENCE {
                if self.wakes.recv_timeout(QUIET).is_err() {
                    break;
                }
            }
        }
    }

    /// Looks at everything; returns what is not as it was.
    fn look(&mut self) -> Vec<PathBuf> {
        let mut found = Found::default();
        self.scan(&self.root, &mut found);
        self.watch_folders(found.folders);
        let now = found.files;
        let mut changed: Vec<PathBuf> = now
            .iter()
            .filter(|(path, stat)| self.seen.get(*path) != Some(stat))
            .map(|(path, _)| path.clone())
            .collect();
        changed.extend(self.seen.keys().filter(|path| !now.contains_key(*path)).cloned());
        changed.sort();
        self.seen = now;
        changed
    }

    fn scan(&self, root: &Path, found: &mut Found) {
        let mut ahead = vec![root.to_path_buf()];
        while let Some(folder) = ahead.pop() {
            for entry in self.world.list(&folder).unwrap_or_default() {
                let path = folder.join(&entry.name);
                if self.ignored.covers(&path) {
                    continue;
                }
                match entry.kind {
                    Kind::Folder => ahead.push(path),
                    // What a link leads to may change; but links may lead in circles, so folders are not entered.
                    _ => {
                        if let Ok(stat) = self.world.stat(&path) {
                            found.files.insert(path, stat);
                        }
                    }
                }
            }
            found.folders.insert(folder);
        }
    }

    /// Each folder is watched for itself, so that ignored ones cost nothing.
    fn watch_folders(&mut self, folders: BTreeSet<PathBuf>) {
        let Some(watcher) = &mut self.watcher else { return };
        for folder in folders.difference(&self.watched) {
            // A folder that is gone again is no reason to give up; a system that has no more watches is.
            if watcher.watch(folder, RecursiveMode::NonRecursive).is_err() && self.world.is_folder(folder) {
                self.watcher = None;
                return;
            }
        }
        for folder in self.watched.difference(&folders) {
            // The system forgot it already.
            let _ = watcher.unwatch(folder);
        }
        self.watched = folders;
    }
}

#[derive(Default)]
struct Found {
    files: BTreeMap<PathBuf, Stat>,
    folders: BTreeSet<PathBuf>,
}
