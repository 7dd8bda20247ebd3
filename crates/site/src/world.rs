//! Reads files, the environment and the clock for builds.
//!
//! Everything a build depends on is read through a [`World`]. All reads can therefore be recorded, and two builds of
//! the same site at the same time write the same bytes. `clippy.toml` bans direct calls; the exceptions state their
//! reasons.
//!
//! A [`World`] is a snapshot of the process's environment variables, working directory and clock, with access to files.
//! It is cheap to clone and can be shared between threads. An [`Observer`] is notified of every read. Virtual files
//! ([`Overlay`], [`World::write_virtual`]) hide the files on disk with the same paths. The network is also accessed
//! through the world, as far as the user's options allow. Writing files is the task of [`write`](mod@crate::write).
#![allow(clippy::disallowed_methods, reason = "the one place where files, environment and clock are read")]

mod drives;
mod entry;
mod gate;
pub mod kept;
mod listing;
mod network;
mod options;
mod overlay;
mod places;
mod regular;
#[cfg_attr(target_family = "wasm", path = "world/system_wasi.rs")]
mod system;
mod timeout;
mod usage;
mod version;
mod whole;
mod written;

pub use entry::{Entry, Identity, Kind, Stat};
pub use gate::{Gate, Outside, Place};
pub use network::{Permission, Request, RequestError, Response};
#[cfg(not(target_family = "wasm"))]
pub use network::{PluginClient, PluginRequest, PluginRequestError, PluginResponse, RequestFailure};
pub use options::{BuildOptions, ResourceLimits, RubyMode};
pub use overlay::{Opened, Overlay};
pub use regular::{NotRegular, Refusal};
pub use system::process_id;
pub use timeout::{Activity, Timeout};
pub use usage::{Usage, working_instant};
pub use version::Version;
pub use whole::{write_below, write_private, write_whole};

use crate::{locks, path};
use entry::{since_epoch, stat_of};
use kept::Kept;
use listing::{Listing, list};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};
use written::{Change, Written};

/// The files, environment and clock of a build.
#[derive(Clone)]
pub struct World {
    surroundings: Arc<Surroundings>,
    observers: Vec<Arc<dyn Observer>>,
    overlay: Option<Arc<Overlay>>,
    /// The paths that could not be read because they were refused. `None` if refusals are not collected.
    refused: Option<Arc<Mutex<BTreeMap<PathBuf, Refusal>>>>,
    written: Arc<Written>,
    /// The folders to which reads are confined. `None` if all folders may be read.
    gate: Option<Arc<Gate>>,
    /// The results of earlier builds. `None` if the process builds only once.
    kept: Option<Arc<Kept>>,
    /// The sum of file sizes that [`World::bytes_seen`] returns.
    seen: Arc<AtomicU64>,
    /// See [`World::with_text_identity`].
    has_text_identity: bool,
}

/// The state of the process when the world was created.
#[derive(Clone, Debug)]
struct Surroundings {
    environment: BTreeMap<OsString, OsString>,
    folder: PathBuf,
    /// The fixed time. `None` for a running clock.
    clock: Option<(i64, u32)>,
    /// The time limit of the build. `None` for no limit.
    timeout: Option<Arc<Timeout>>,
    options: BuildOptions,
}

/// An observer of all reads of a [`World`]. The Sass importer records its reads with an observer.
pub trait Observer: Send + Sync {
    /// Called after each read, from any thread.
    fn saw(&self, read: Read<'_>);
}

/// A read of a [`World`] with its result, as observers receive it. The result of a failed read is `None`.
#[derive(Clone, Copy, Debug)]
pub enum Read<'a> {
    /// A file's bytes; `None` if it could not be read.
    Bytes(&'a Path, Option<&'a [u8]>),
    /// A file's metadata; `None` if there is nothing at the path.
    Stat(&'a Path, Option<&'a Stat>),
    /// A folder's entries; `None` if it could not be listed.
    Folder(&'a Path, Option<&'a [Entry]>),
    /// An environment variable with its value; `None` if it is unset or not UTF-8.
    Variable(&'a str, Option<&'a str>),
    /// The current time.
    Clock,
}

/// The current instant, for measuring durations. It must not influence a site's output.
pub fn instant() -> Instant {
    Instant::now()
}

impl World {
    /// The environment, working directory and clock of the process. With `SOURCE_DATE_EPOCH` in the environment
    /// (seconds since 1970), the clock is fixed at that time. Fails if the working directory cannot be determined.
    pub fn of_process() -> io::Result<Self> {
        let environment: BTreeMap<_, _> = std::env::vars_os().collect();
        let clock = environment
            .get(OsStr::new("SOURCE_DATE_EPOCH"))
            .and_then(|text| text.to_str()?.trim().parse().ok())
            .map(|seconds| (seconds, 0));
        let folder = PathBuf::from(path::text(&system::working_folder()?));
        let options =
            BuildOptions::from_variables(|name| environment.get(OsStr::new(name)).and_then(|value| value.to_str()));
        Ok(World {
            surroundings: Arc::new(Surroundings { environment, folder, clock, timeout: None, options }),
            observers: Vec::new(),
            overlay: None,
            refused: Some(Arc::default()),
            written: Arc::default(),
            gate: None,
            kept: None,
            seen: Arc::default(),
            has_text_identity: false,
        })
    }

    /// A world with an empty environment, the working directory `folder`, and a clock fixed at `seconds` since 1970.
    pub fn fixed(folder: impl Into<PathBuf>, seconds: i64) -> Self {
        let surroundings = Surroundings {
            environment: BTreeMap::new(),
            folder: folder.into(),
            clock: Some((seconds, 0)),
            timeout: None,
            options: BuildOptions::default(),
        };
        World {
            surroundings: Arc::new(surroundings),
            observers: Vec::new(),
            overlay: None,
            refused: Some(Arc::default()),
            written: Arc::default(),
            gate: None,
            kept: None,
            seen: Arc::default(),
            has_text_identity: false,
        }
    }

    /// Sets an environment variable. This does not change the [`BuildOptions`].
    #[must_use]
    pub fn with_variable(mut self, name: &str, value: &str) -> Self {
        Arc::make_mut(&mut self.surroundings).environment.insert(name.into(), value.into());
        self
    }

    /// Adds an observer, which learns of each [`Read`]. From then on, results of earlier builds are not reused, except
    /// for the listings of unchanged folders.
    #[must_use]
    pub fn observed(mut self, observer: Arc<dyn Observer>) -> Self {
        self.observers.push(observer);
        self
    }

    /// The same world without observers, for files that no output depends on. It does not record refused paths.
    #[must_use]
    pub fn unobserved(&self) -> Self {
        World { observers: Vec::new(), refused: None, ..self.clone() }
    }

    /// Returns the first refused path in alphabetical order, with the reason, and forgets all refused paths. `None` if
    /// no path was refused. Many readers treat an unreadable file as a missing one, so a build calls this before it
    /// publishes anything.
    pub fn take_refused(&self) -> Option<(PathBuf, Refusal)> {
        std::mem::take(&mut *locks::lock(self.refused.as_ref()?)).pop_first()
    }

    /// The same world, in which the texts of a site with Ruby are objects from the start: a plugin changes such texts in
    /// place.
    #[must_use]
    pub fn with_text_identity(&self) -> Self {
        World { has_text_identity: true, ..self.clone() }
    }

    /// Whether this world is the result of [`World::with_text_identity`].
    pub fn has_text_identity(&self) -> bool {
        self.has_text_identity
    }

    /// Limits the time of the build. The time starts now.
    #[must_use]
    pub fn with_timeout(mut self, most: Duration) -> Self {
        Arc::make_mut(&mut self.surroundings).timeout = Timeout::new(most).map(Arc::new);
        self
    }

    /// The same world without a limit on the build's time.
    #[must_use]
    pub fn without_timeout(&self) -> Self {
        let mut world = self.clone();
        Arc::make_mut(&mut world.surroundings).timeout = None;
        world
    }

    /// The time limit of the build, if it has one.
    pub fn timeout(&self) -> Option<&Arc<Timeout>> {
        self.surroundings.timeout.as_ref()
    }

    /// Describes work that lasts until the returned [`Activity`] is dropped. The description is for the message of a
    /// build that takes too long. `None` without a time limit.
    pub fn begin_activity(&self, label: impl FnOnce() -> String) -> Option<Activity<'_>> {
        self.timeout().map(|timeout| timeout.begin(label()))
    }

    /// Sets the virtual files, replacing earlier ones.
    #[must_use]
    pub fn with_overlay(mut self, overlay: Overlay) -> Self {
        self.overlay = Some(Arc::new(overlay));
        self
    }

    /// Writes a file for all readers of this world and its clones, but not to the disk.
    ///
    /// # Errors
    /// Fails if plugins have made too many changes, or if all changes together become too large.
    pub fn write_virtual(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.written.set(path, Change::File(bytes.into(), self.now()))
    }

    /// Creates a folder for all readers of this world and its clones, but not on the disk.
    ///
    /// # Errors
    /// Fails if plugins have made too many changes.
    pub fn write_virtual_folder(&self, path: &Path) -> io::Result<()> {
        self.written.set(path, Change::Folder(self.now()))
    }

    /// Removes a file or folder for all readers of this world and its clones, but not from the disk. Does not check
    /// whether a folder is empty.
    ///
    /// # Errors
    /// Fails if plugins have made too many changes.
    pub fn remove_virtual(&self, path: &Path) -> io::Result<()> {
        self.written.set(path, Change::Removed)
    }

    /// From now on, files that plugins write below the source have no effect on the copies of static files. In Jekyll,
    /// the files are copied before the last hooks run.
    pub fn settle_copies(&self) {
        self.written.settle_copies();
    }

    /// The world in which static files are copied: without the changes after [`World::settle_copies`].
    pub fn for_copies(&self) -> Cow<'_, World> {
        match self.written.copied() {
            Some(written) => Cow::Owned(World { written, ..self.clone() }),
            None => Cow::Borrowed(self),
        }
    }

    /// Keeps results for the next build of the same process, and reuses the results of the last build.
    #[must_use]
    pub fn keeping(mut self, kept: Arc<Kept>) -> Self {
        self.kept = Some(kept);
        self
    }

    /// The results of earlier builds. `None` if the process builds only once, or if an observer must see all reads.
    pub fn kept(&self) -> Option<&Arc<Kept>> {
        self.kept.as_ref().filter(|_| self.observers.is_empty())
    }

    /// Confines reads to the folders of a gate. Virtual files and [`World::read_named`] are not affected.
    #[must_use]
    pub fn within(mut self, gate: Arc<Gate>) -> Self {
        self.gate = Some(gate);
        self
    }

    /// The gate: the folders to which reads are confined. `None` if reads are not confined.
    pub fn gate(&self) -> Option<&Arc<Gate>> {
        self.gate.as_ref()
    }

    fn virtual_file(&self, path: &Path) -> Option<Stat> {
        self.overlay.as_ref()?.stat(path)
    }

    /// The working directory: the process's own, absolute and with links resolved (Ruby's `Dir.pwd`), or the one given
    /// to [`World::fixed`].
    pub fn folder(&self) -> &Path {
        &self.surroundings.folder
    }

    /// Makes `path` absolute like Ruby's `File.expand_path`: relative to [`World::folder`], with `.` and `..` resolved
    /// lexically and `~` replaced by the home folder. Links are not followed.
    pub fn expand(&self, path: &str) -> PathBuf {
        expand(path, self.folder(), self.home().as_deref())
    }

    /// An environment variable. `None` if it is unset or not UTF-8.
    pub fn variable(&self, name: &str) -> Option<&str> {
        let value = self.surroundings.environment.get(OsStr::new(name)).and_then(|value| value.to_str());
        self.record(Read::Variable(name, value));
        value
    }

    /// The current time: seconds and nanoseconds since 1970-01-01 UTC.
    pub fn now(&self) -> (i64, u32) {
        self.record(Read::Clock);
        self.surroundings.clock.unwrap_or_else(|| since_epoch(SystemTime::now()))
    }

    /// Reads a regular file. Refuses pipes, sockets and devices without waiting for them.
    pub fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let bytes = match (self.written.get(path), self.overlay.as_ref().and_then(|overlay| overlay.bytes(path))) {
            (Some(change), _) => change.bytes().map(|bytes| bytes.to_vec()),
            (None, Some(virtual_file)) => Ok(virtual_file.to_vec()),
            (None, None) => self.noted(path, self.behind_gate(path, Gate::read, regular::read)),
        };
        self.count_seen(bytes.as_ref().map_or(0, Vec::len) as u64);
        self.record(Read::Bytes(path, bytes.as_deref().ok()));
        bytes
    }

    /// The total size in bytes of the files that this build uses so far. Counts files that were read, that will be
    /// copied, or that have not changed since the last build. A file that is read twice counts twice.
    pub fn bytes_seen(&self) -> u64 {
        self.seen.load(Ordering::Relaxed)
    }

    /// Adds `size` to [`World::bytes_seen`]. The size belongs to a file that was read, that has not changed since the
    /// last build, or that will be copied.
    pub(crate) fn count_seen(&self, size: u64) {
        self.seen.fetch_add(size, Ordering::Relaxed);
    }

    /// Reads a file that the user names on the command line, which may be a pipe. Virtual files and the gate of a
    /// confined build do not apply.
    pub fn read_named(&self, path: &Path) -> io::Result<Vec<u8>> {
        let bytes = fs::read(path);
        self.record(Read::Bytes(path, bytes.as_deref().ok()));
        bytes
    }

    /// Opens a regular file for streaming (a large static file). Observers see its metadata, not its bytes.
    pub fn open(&self, path: &Path) -> io::Result<Opened> {
        if let Some(change) = self.written.get(path) {
            self.record(Read::Stat(path, change.stat().ok().as_ref()));
            return change.bytes().map(|bytes| Opened::Virtual(io::Cursor::new(Arc::clone(bytes))));
        }
        if let Some(virtual_file) = self.overlay.as_ref().and_then(|overlay| overlay.bytes(path)) {
            self.record(Read::Stat(path, self.virtual_file(path).as_ref()));
            return Ok(Opened::Virtual(io::Cursor::new(Arc::clone(virtual_file))));
        }
        let opened = self.noted(path, self.behind_gate(path, Gate::open, regular::open));
        self.record(Read::Stat(path, opened.as_ref().ok().map(|(_, data)| stat_of(data)).as_ref()));
        opened.map(|(file, data)| Opened::Real(file, data.len()))
    }

    /// Whether `path` is below `root`, or is `root`, once links in both are resolved. False if one of them does not
    /// exist.
    pub fn is_below(&self, root: &Path, path: &Path) -> bool {
        self.real_path(root).and_then(|root| Ok(self.real_path(path)?.starts_with(root))).unwrap_or(false)
    }

    /// Opens a regular file that is below `root` once links are resolved. Fails with `NotFound` for a regular file
    /// elsewhere. On Unix, the open file is compared with the file found below `root`. No program can therefore
    /// exchange a folder for a link in between.
    pub fn open_below(&self, root: &Path, path: &Path) -> io::Result<Opened> {
        let opened = self.open(path)?;
        let real = self.real_path(path)?;
        match opened.is_at(&real)? && real.starts_with(self.real_path(root)?) {
            true => Ok(opened),
            false => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// The metadata of `path`, following links.
    pub fn stat(&self, path: &Path) -> io::Result<Stat> {
        let free = |path: &Path| fs::metadata(path).map(|data| stat_of(&data));
        let stat = self.stat_or_virtual(path, || self.behind_gate(path, Gate::stat, free));
        self.record(Read::Stat(path, stat.as_ref().ok()));
        stat
    }

    /// The metadata of `path` itself, without following links.
    pub fn stat_link(&self, path: &Path) -> io::Result<Stat> {
        let free = |path: &Path| fs::symlink_metadata(path).map(|data| stat_of(&data));
        let stat = self.stat_or_virtual(path, || self.behind_gate(path, Gate::stat_link, free));
        self.record(Read::Stat(path, stat.as_ref().ok()));
        stat
    }

    fn stat_or_virtual(&self, path: &Path, real: impl FnOnce() -> io::Result<Stat>) -> io::Result<Stat> {
        if let Some(change) = self.written.get(path) {
            return change.stat();
        }
        let stat = real();
        let virtual_file = self.virtual_file(path);
        virtual_file.filter(|found| found.kind == Kind::File || stat.is_err()).map_or(stat, Ok)
    }

    /// Whether something exists at `path`. Symbolic links are followed.
    pub fn exists(&self, path: &Path) -> bool {
        self.stat(path).is_ok()
    }

    /// Whether `path` is a regular file, following links.
    pub fn is_file(&self, path: &Path) -> bool {
        self.stat(path).is_ok_and(|stat| stat.kind == Kind::File)
    }

    /// Whether `path` is a folder, following links. False for a link to nothing.
    pub fn is_folder(&self, path: &Path) -> bool {
        self.stat(path).is_ok_and(|stat| stat.kind == Kind::Folder)
    }

    /// Whether `path` itself is a symbolic link. A link to nothing counts, too.
    pub fn is_link(&self, path: &Path) -> bool {
        self.stat_link(path).is_ok_and(|stat| stat.kind == Kind::Link)
    }

    /// Resolves all links in `path` (Ruby's `File.realpath`).
    pub fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        let real = match (self.written.get(path), self.virtual_file(path)) {
            (Some(change), _) => change.stat().and_then(|_| real_or_virtual(path)),
            (None, Some(_)) => real_or_virtual(path),
            (None, None) => self.behind_gate(path, Gate::real_path, system::canonicalize),
        };
        let real = real.map(with_slashes);
        let free = |path: &Path| fs::metadata(path).map(|data| stat_of(&data));
        let stat = real.as_deref().ok().and_then(|real| self.behind_gate(real, Gate::stat, free).ok());
        self.record(Read::Stat(path, stat.as_ref()));
        real
    }

    /// The entries of a folder, sorted by the bytes of their names, without `.` and `..`. Names that are not UTF-8 are
    /// left out.
    pub fn list(&self, folder: &Path) -> io::Result<Vec<Entry>> {
        self.list_all(folder, |_| false)
    }

    /// Like [`World::list`], but records a name that is not UTF-8 as refused if `belongs` accepts the name with U+FFFD
    /// for invalid bytes. The build then fails, see [`World::take_refused`]. Ruby fails when it compares such a name
    /// with a pattern.
    pub fn list_all(&self, folder: &Path, belongs: impl Fn(&str) -> bool) -> io::Result<Vec<Entry>> {
        let entries = self.list_on_disk(folder).map(|listing| {
            for name in listing.undecodable.iter().filter(|name| belongs(&name.to_string_lossy())) {
                self.refuse(&folder.join(name), Refusal::Name);
            }
            Arc::unwrap_or_clone(listing).entries
        });
        let entries = match &self.overlay {
            Some(overlay) => overlay.list(folder, entries),
            None => entries,
        };
        let entries = self.written.list(folder, entries);
        self.record(Read::Folder(folder, entries.as_deref().ok()));
        entries
    }

    /// Returns `outcome`. If it is the error for a pipe, a socket or a device, records the path as refused.
    fn noted<T>(&self, path: &Path, outcome: io::Result<T>) -> io::Result<T> {
        outcome.inspect_err(|error| {
            if NotRegular::is(error) {
                self.refuse(path, Refusal::NotRegular);
            }
        })
    }

    fn refuse(&self, path: &Path, refusal: Refusal) {
        if let Some(refused) = &self.refused {
            locks::lock(refused).insert(path.to_path_buf(), refusal);
        }
    }

    /// Calls one of two functions for a path: `gated` if there is a gate, and otherwise `free`.
    fn behind_gate<T>(
        &self,
        path: &Path,
        gated: impl FnOnce(&Gate, &Path) -> io::Result<T>,
        free: impl FnOnce(&Path) -> io::Result<T>,
    ) -> io::Result<T> {
        match &self.gate {
            Some(gate) => gated(gate, &self.folder().join(path)),
            None => free(path),
        }
    }

    fn record(&self, read: Read<'_>) {
        for observer in &self.observers {
            observer.saw(read);
        }
    }
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("folder", &self.surroundings.folder)
            .field("clock", &self.surroundings.clock)
            .finish_non_exhaustive()
    }
}

/// Ruby's `File.expand_path(path, base)`, resolved lexically. `home` replaces `~` as the first part of `path`, as in
/// `~/site`.
pub fn expand(path: &str, base: &Path, home: Option<&str>) -> PathBuf {
    let joined = match (path.strip_prefix('~'), home) {
        (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => {
            Path::new(home).join(rest.trim_start_matches('/'))
        }
        _ => base.join(path),
    };
    let mut clean = PathBuf::new();
    for part in joined.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            part => clean.push(part),
        }
    }
    with_slashes(clean)
}

/// The path, on Windows with slashes instead of backslashes.
fn with_slashes(path: PathBuf) -> PathBuf {
    if path::WINDOWS { PathBuf::from(path::text(&path)) } else { path }
}

/// The real path of an entry that may be virtual. Resolves links in the nearest folder above it that exists on disk.
fn real_or_virtual(path: &Path) -> io::Result<PathBuf> {
    let mut below = Vec::new();
    for folder in path.ancestors() {
        if let Ok(real) = system::canonicalize(folder) {
            return Ok(below.iter().rev().fold(real, |path, name| path.join(name)));
        }
        below.extend(folder.file_name());
    }
    Ok(path.to_path_buf())
}
