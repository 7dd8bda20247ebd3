//! Detects changes of the source.
//!
//! Events of the operating system are only used as a trigger: they occur twice, or for unchanged files, or not at all
//! for files in a new folder. Changes are found by comparing the metadata of files. After an event about files, these
//! files are compared at once, and all others a little later, a few times. Changes by other machines on a network drive
//! cause no events, so all files there are also compared at intervals.

use crate::locks;
use crate::world::{Kind, Stat, World};
use crate::write::is_staging;
use notify::{EventKind, RecursiveMode, Watcher};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, RwLock};
use std::time::Duration;

/// The time without events before a scan, so that the steps in which an editor saves a file count as one change.
const QUIET_TIME: Duration = Duration::from_millis(8);

/// The quiet time after events about many files, as when a program writes a whole folder.
const LONG_QUIET_TIME: Duration = Duration::from_millis(60);

/// If events report more files than this, the scan waits for `LONG_QUIET_TIME` instead of `QUIET_TIME`.
const LONG_QUIET_THRESHOLD: usize = 12;

/// The maximum time between the first event and a scan, for folders in which events never stop.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// The pauses before each of the three further scans that follow an event.
const RESCANS: &[Duration] = &[Duration::from_millis(150), Duration::from_millis(500), Duration::from_millis(1500)];

/// The interval between scans if the events of the operating system may be incomplete.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Folders that never contain a site's sources.
const EXCLUDED: &[&str] = &[".git", ".hg", ".svn", ".jekyll-cache", ".sass-cache", ".bundle", "node_modules"];

/// The folders and files whose changes are ignored. Folders such as `.git` and `node_modules` are always ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ignored {
    /// Absolute paths of the destination, the cache and excluded entries.
    pub paths: Vec<PathBuf>,
}

impl Ignored {
    fn covers(&self, path: &Path) -> bool {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| EXCLUDED.contains(&name))
            || self.paths.iter().any(|ignored| path.starts_with(ignored) || is_staging(ignored, path))
    }
}

/// The reason why all files are compared at intervals, and not only after events of the operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Polling {
    /// The user asked for comparisons at intervals (`force_polling`).
    Wanted,
    /// The system provides no events, or cannot watch more folders.
    NoMoreWatches,
    /// Other machines may change the files, which causes no events.
    NetworkDrive,
}

/// A report of the system about changes.
#[derive(Debug, Default)]
struct Wake {
    /// The files and folders that changed.
    paths: BTreeSet<PathBuf>,
    /// Whether any other file or folder may have changed, too.
    is_partial: bool,
}

/// Watches the source of a site, and other folders and files that it is built from.
#[derive(Debug)]
pub struct Watch {
    world: World,
    /// The folder of the source, and watched files outside of it.
    roots: Vec<PathBuf>,
    /// The folder of a theme outside of the source.
    theme: Option<PathBuf>,
    /// The folders and files to ignore, shared with the thread that receives events.
    ignored: Arc<RwLock<Ignored>>,
    seen: HashMap<PathBuf, Stat>,
    watched: BTreeSet<PathBuf>,
    wakes: Receiver<Wake>,
    /// The operating system's watcher. `None` if the system provides no events.
    watcher: Option<notify::RecommendedWatcher>,
    polling: Option<Polling>,
    looks: &'static [Duration],
    request: Request,
}

/// A handle to start a build although no file has changed.
#[derive(Clone, Debug)]
pub struct Request {
    is_made: Arc<AtomicBool>,
    wake: Sender<Wake>,
}

impl Request {
    /// Requests a build, and wakes the watcher.
    pub fn make(&self) {
        self.is_made.store(true, Ordering::Release);
        // The receiver is dropped together with the watch.
        let _ = self.wake.send(Wake::anything());
    }
}

impl Watch {
    /// Starts watching the folder `root`, and `files` outside of it. All files are compared at intervals if `polling`
    /// is set, `root` is on a network drive, or the operating system cannot report changes.
    pub fn begin(world: World, root: PathBuf, files: Vec<PathBuf>, ignored: Ignored, polling: bool) -> Self {
        let (wake, wakes) = channel();
        let ignored = Arc::new(RwLock::new(ignored));
        let quiet = Arc::clone(&ignored);
        let request = Request { is_made: Arc::default(), wake: wake.clone() };
        let listener = move |event: notify::Result<notify::Event>| {
            let quiet = locks::read(&quiet);
            if let Some(found) = event.map_or_else(|_| Some(Wake::anything()), |event| Wake::of(event, &quiet)) {
                // The receiver is dropped together with the watch.
                let _ = wake.send(found);
            }
        };
        let watcher = if polling { None } else { notify::recommended_watcher(listener).ok() };
        let polling = match (polling, &watcher) {
            (true, _) => Some(Polling::Wanted),
            (false, None) => Some(Polling::NoMoreWatches),
            (false, Some(_)) => world.is_on_network(&root).then_some(Polling::NetworkDrive),
        };
        let (seen, watched) = (HashMap::new(), BTreeSet::new());
        let roots = [vec![root], files].concat();
        let mut watch =
            Watch { world, roots, theme: None, ignored, seen, watched, wakes, watcher, polling, looks: &[], request };
        watch.scan();
        watch
    }

    /// Also watches the folder of a theme, unless the folder is part of the source. This folder replaces the folder of
    /// an earlier call. With `None`, no theme is watched any more. Changes in the folder before this call are not
    /// reported.
    pub fn set_theme(&mut self, folder: Option<&Path>) {
        let is_elsewhere = |folder: &&Path| self.world.is_folder(folder) && !self.covers(folder);
        let theme = folder.filter(is_elsewhere).map(Path::to_path_buf);
        if self.theme == theme {
            return;
        }
        self.theme = theme;
        let mut before = std::mem::take(&mut self.seen);
        self.scan();
        // Changes of the source since the last scan are left to the next one.
        let mut now = std::mem::take(&mut self.seen);
        before.retain(|path, _| self.covers(path));
        now.retain(|path, _| !self.covers(path));
        now.extend(before);
        self.seen = now;
        self.looks = RESCANS;
    }

    /// Replaces the folders and files whose changes are ignored.
    pub fn set_ignored(&mut self, ignored: Ignored) {
        let mut old = locks::write(&self.ignored);
        if *old == ignored {
            return;
        }
        self.seen.retain(|path, _| !ignored.covers(path));
        *old = ignored;
        // Folders that were ignored so far may have changed before now.
        self.looks = RESCANS;
    }

    /// Whether a path is in the source or one of the watched files outside of it.
    fn covers(&self, path: &Path) -> bool {
        self.roots.iter().any(|root| path.starts_with(root))
    }

    fn roots(&self) -> impl Iterator<Item = &PathBuf> {
        self.roots.iter().chain(&self.theme)
    }

    /// Why files are compared at intervals. `None` if the events of the operating system suffice.
    pub fn polling(&self) -> Option<Polling> {
        self.polling
    }

    /// A handle with which other threads request a build.
    pub fn request(&self) -> Request {
        self.request.clone()
    }

    /// Waits for changes and returns the files that are new, removed or changed. If a build is requested, returns at
    /// once, even if no file has changed.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        loop {
            let wake = self.wait();
            self.forget_folders(&wake.paths);
            let seen = if wake.is_partial { None } else { self.look_at(&wake.paths) };
            let changed = seen.unwrap_or_else(|| self.scan());
            if self.request.is_made.swap(false, Ordering::AcqRel) || !changed.is_empty() {
                self.looks = RESCANS;
                return changed;
            }
        }
    }

    /// Waits for events, or for the time of the next scan. Events that follow each other are joined.
    fn wait(&mut self) -> Wake {
        let pause = match (self.looks, self.polling) {
            ([pause, ..], None) => Some(*pause),
            ([], None) => None,
            (_, Some(_)) => Some(POLL_INTERVAL),
        };
        let first = match (pause, &self.watcher) {
            (Some(pause), None) => {
                std::thread::sleep(pause);
                return Wake::anything();
            }
            (Some(pause), Some(_)) => self.wakes.recv_timeout(pause),
            (None, _) => self.wakes.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match first {
            Ok(first) => {
                self.looks = RESCANS;
                self.join(first)
            }
            Err(_) => {
                self.looks = self.looks.get(1..).unwrap_or_default();
                Wake::anything()
            }
        }
    }

    /// Joins a report with the reports that follow it. Ends after a quiet time, or after [`MAX_WAIT`].
    fn join(&self, first: Wake) -> Wake {
        let mut all = first;
        let began = crate::world::instant();
        while began.elapsed() < MAX_WAIT {
            let is_much = all.is_partial || all.paths.len() > LONG_QUIET_THRESHOLD;
            let Ok(next) = self.wakes.recv_timeout(if is_much { LONG_QUIET_TIME } else { QUIET_TIME }) else { break };
            all.paths.extend(next.paths);
            all.is_partial |= next.is_partial;
        }
        all
    }

    /// Stops watching folders that may have been removed or renamed. If they exist, the next scan watches them again,
    /// because the system still watches the old folder.
    fn forget_folders(&mut self, paths: &BTreeSet<PathBuf>) {
        let Some(watcher) = &mut self.watcher else { return };
        let gone = |folder: &&PathBuf| folder.ancestors().any(|part| paths.contains(part));
        let is_affected = paths.iter().any(|path| self.watched.contains(path));
        let gone: Vec<PathBuf> = self.watched.iter().filter(|_| is_affected).filter(gone).cloned().collect();
        for folder in gone {
            // The system may have stopped watching it already.
            let _ = watcher.unwatch(&folder);
            self.watched.remove(&folder);
        }
    }

    /// Compares only the files at these paths, and returns the changed ones. `None` if a path is a folder, or was one.
    fn look_at(&mut self, paths: &BTreeSet<PathBuf>) -> Option<Vec<PathBuf>> {
        let mut changed = Vec::new();
        // Beside a file that is watched, there may be others.
        let is_meant = |path: &&PathBuf| self.roots().any(|root| path.starts_with(root));
        let meant: Vec<&PathBuf> = paths.iter().filter(is_meant).collect();
        let stats: Vec<_> = meant.into_iter().map(|path| (path, self.world.stat(path).ok())).collect();
        let is_folder = |(path, stat): &(&PathBuf, Option<Stat>)| match stat {
            Some(stat) => stat.kind == Kind::Folder,
            None => !self.seen.contains_key(*path) && self.seen.keys().any(|file| file.starts_with(path)),
        };
        if stats.iter().any(is_folder) {
            return None;
        }
        for (path, stat) in stats {
            let before = match stat {
                Some(stat) => self.seen.insert(path.clone(), stat),
                None => self.seen.remove(path),
            };
            if before != stat {
                changed.push(path.clone());
            }
        }
        Some(changed)
    }

    /// Scans everything and returns the changed files.
    fn scan(&mut self) -> Vec<PathBuf> {
        let mut found = Found::default();
        for root in self.roots() {
            self.collect(root, &mut found);
        }
        self.watch_folders(found.folders);
        let stat = |path: PathBuf| self.world.stat(&path).ok().map(|stat| (path, stat));
        let now: HashMap<PathBuf, Stat> = found.files.into_par_iter().with_min_len(256).filter_map(stat).collect();
        let is_changed = |(path, stat): &(&PathBuf, &Stat)| self.seen.get(*path) != Some(*stat);
        let mut changed: Vec<PathBuf> = now.iter().filter(is_changed).map(|(path, _)| path.clone()).collect();
        changed.extend(self.seen.keys().filter(|path| !now.contains_key(*path)).cloned());
        changed.sort();
        self.seen = now;
        changed
    }

    fn collect(&self, root: &Path, found: &mut Found) {
        if self.world.is_file(root) {
            found.files.push(root.to_path_buf());
            found.folders.extend(root.parent().map(Path::to_path_buf));
            return;
        }
        let ignored = locks::read(&self.ignored);
        let mut ahead = vec![root.to_path_buf()];
        while let Some(folder) = ahead.pop() {
            for entry in self.world.list(&folder).unwrap_or_default() {
                let path = folder.join(&entry.name);
                if ignored.covers(&path) {
                    continue;
                }
                match entry.kind {
                    Kind::Folder => ahead.push(path),
                    // The target of a link may change. Links to folders are not followed, because they may be circular.
                    _ => found.files.push(path),
                }
            }
            found.folders.insert(folder);
        }
    }

    /// Watches only these folders, and each of them separately, so that ignored folders cost nothing.
    fn watch_folders(&mut self, folders: BTreeSet<PathBuf>) {
        let Some(watcher) = &mut self.watcher else { return };
        for folder in folders.difference(&self.watched) {
            // A folder that has disappeared is not a reason to give up, but a system limit on watches is.
            if watcher.watch(folder, RecursiveMode::NonRecursive).is_err() && self.world.is_folder(folder) {
                self.watcher = None;
                self.polling = Some(Polling::NoMoreWatches);
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

impl Wake {
    /// A report that anything may have changed.
    fn anything() -> Self {
        Wake { paths: BTreeSet::new(), is_partial: true }
    }

    /// The paths that an event reports. `None` if it does not concern the source.
    fn of(event: notify::Event, ignored: &Ignored) -> Option<Self> {
        if matches!(event.kind, EventKind::Access(_)) {
            return None;
        }
        if event.need_rescan() || event.paths.is_empty() {
            return Some(Wake::anything());
        }
        let paths: BTreeSet<PathBuf> = event.paths.into_iter().filter(|path| !ignored.covers(path)).collect();
        (!paths.is_empty()).then_some(Wake { paths, is_partial: false })
    }
}

#[derive(Default)]
struct Found {
    files: Vec<PathBuf>,
    folders: BTreeSet<PathBuf>,
}
