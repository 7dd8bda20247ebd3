//! Detects changes of the source.
//!
//! Events of the operating system are only used as a trigger: they occur twice, or for unchanged files, or not at all
//! for files in a new folder. Changes are found by comparing the size and modification time of every file. This is
//! repeated a few times after each event.

use crate::world::{Kind, Stat, World};
use notify::{EventKind, RecursiveMode, Watcher};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The time without events before a scan, so that saving many files counts as one change.
const QUIET_TIME: Duration = Duration::from_millis(40);

/// The maximum number of such waits, for folders in which events never stop.
const MAX_WAITS: usize = 25;

/// The times of further scans after an event.
const RESCANS: &[Duration] = &[Duration::from_millis(150), Duration::from_millis(500), Duration::from_millis(1500)];

/// The interval between scans if there are no events.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Folders that never contain a site's sources.
const EXCLUDED: &[&str] = &[".git", ".hg", ".svn", ".jekyll-cache", ".sass-cache", ".bundle", "node_modules"];

/// Paths that are not watched.
#[derive(Clone, Debug, Default)]
pub struct Ignored {
    /// Absolute paths of the destination, the cache and excluded entries.
    pub paths: Vec<PathBuf>,
}

impl Ignored {
    fn covers(&self, path: &Path) -> bool {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| EXCLUDED.contains(&name))
            || self.paths.iter().any(|ignored| path.starts_with(ignored))
    }
}

/// Watches a folder.
#[derive(Debug)]
pub struct Watch {
    world: World,
    root: PathBuf,
    ignored: Ignored,
    seen: BTreeMap<PathBuf, Stat>,
    watched: BTreeSet<PathBuf>,
    wakes: Receiver<()>,
    /// `None` if the system provides no events. The folder is then scanned at intervals.
    watcher: Option<notify::RecommendedWatcher>,
    looks: &'static [Duration],
}

impl Watch {
    /// Starts watching. Scans at intervals with `polling`, or if the system cannot watch (too many folders, a network
    /// drive).
    pub fn begin(world: World, root: PathBuf, ignored: Ignored, polling: bool) -> Self {
        let (wake, wakes) = channel();
        let quiet = ignored.clone();
        let listener = move |event: notify::Result<notify::Event>| {
            let matters = event.is_ok_and(|event| {
                !matches!(event.kind, EventKind::Access(_))
                    && (event.paths.is_empty() || event.paths.iter().any(|path| !quiet.covers(path)))
            });
            if matters {
                // The receiver is dropped together with the watch.
                let _ = wake.send(());
            }
        };
        let watcher = if polling { None } else { notify::recommended_watcher(listener).ok() };
        let mut watch =
            Watch { world, root, ignored, seen: BTreeMap::new(), watched: BTreeSet::new(), wakes, watcher, looks: &[] };
        watch.scan();
        watch
    }

    /// Waits for changes and returns the files that are new, removed or changed.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        loop {
            self.wait();
            let changed = self.scan();
            if !changed.is_empty() {
                self.looks = RESCANS;
                return changed;
            }
        }
    }

    fn wait(&mut self) {
        if self.watcher.is_none() {
            std::thread::sleep(POLL_INTERVAL);
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
            self.looks = RESCANS;
            for _ in 0..MAX_WAITS {
                if self.wakes.recv_timeout(QUIET_TIME).is_err() {
                    break;
                }
            }
        }
    }

    /// Scans everything and returns the changed files.
    fn scan(&mut self) -> Vec<PathBuf> {
        let mut found = Found::default();
        self.collect(&self.root, &mut found);
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

    fn collect(&self, root: &Path, found: &mut Found) {
        let mut ahead = vec![root.to_path_buf()];
        while let Some(folder) = ahead.pop() {
            for entry in self.world.list(&folder).unwrap_or_default() {
                let path = folder.join(&entry.name);
                if self.ignored.covers(&path) {
                    continue;
                }
                match entry.kind {
                    Kind::Folder => ahead.push(path),
                    // The target of a link may change. Links to folders are not followed, because they may be circular.
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

    /// Each folder is watched separately, so that ignored folders cost nothing.
    fn watch_folders(&mut self, folders: BTreeSet<PathBuf>) {
        let Some(watcher) = &mut self.watcher else { return };
        for folder in folders.difference(&self.watched) {
            // A folder that has disappeared is not a reason to give up, but a system limit on watches is.
            if watcher.watch(folder, RecursiveMode::NonRecursive).is_err() && self.world.is_folder(folder) {
                self.watcher = None;
                return;
            }
        }
        for folder in self.watched.difference(&folders) {
            // The system may have stopped watching it already.
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
