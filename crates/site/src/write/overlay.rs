//! Files that plugins write to the destination during the build, kept in memory until the site is published.
//!
//! When a plugin writes, renames or removes files in the destination, the change is recorded here. Before the site is
//! published, the overlay is rebased on the site ([`Overlay::rebase`]), so that the last hooks see the destination as
//! it will be. Finally, all changes are published together with the site ([`Overlay::merge`]).

use super::new_file::{Contents, NewFile};
use super::publish;
use crate::locks;
use crate::model::StaticFile;
use crate::path;
use crate::render::SiteView;
use crate::render::Written;
use crate::world::{Kind, World};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// The maximum number of bytes that plugins may write in one build. The paths of files, folders and removals count,
/// too.
pub const MAX_BYTES: usize = 256 << 20;

/// The maximum number of files and folders that plugins may write or remove in one build.
pub const MAX_ENTRIES: usize = 100_000;

/// Pending changes of plugins to the destination and to temporary files of the sandbox. All paths are absolute.
#[derive(Debug, Default)]
pub struct Overlay {
    state: Mutex<State>,
    /// The number of changes that plugins have made to files, here and in the source.
    changes: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    entries: BTreeMap<String, Entry>,
    size: usize,
    site: Option<NewSite>,
}

#[derive(Debug, Clone)]
enum Entry {
    File(Arc<[u8]>),
    Folder,
    Removed,
}

/// The site as it will be published.
#[derive(Debug, Default)]
struct NewSite {
    files: HashMap<String, Source>,
    /// The entries of each folder: their names and kinds.
    folders: HashMap<String, BTreeMap<String, Kind>>,
    obsolete: HashSet<String>,
}

#[derive(Debug)]
enum Source {
    Output(Arc<SiteView>, usize),
    Copy(Arc<StaticFile>),
}

/// The state that a path will have once the site is published. During the build, plugins already see this state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PathState {
    /// A file of this size, in bytes.
    File(u64),
    /// An existing folder.
    Folder,
    /// A removed path. It counts as missing even if it exists on disk.
    Removed,
    /// A path that the overlay does not cover. The disk decides.
    Unknown,
}

impl Overlay {
    /// The number of changes that plugins have made so far to files that they see. As long as it is the same, a file
    /// has the same content each time that a plugin reads it.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Relaxed)
    }

    /// Notes that a plugin changes a file or a folder, which need not be in the overlay.
    pub fn note_change(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
    }

    /// The state of a path as plugins see it. Their changes hide the file or folder on the disk.
    pub fn state_of(&self, world: &World, file: &str) -> PathState {
        let state = locks::lock(&self.state);
        match state.entries.get(file) {
            Some(Entry::File(bytes)) => return PathState::File(bytes.len() as u64),
            Some(Entry::Folder) => return PathState::Folder,
            Some(Entry::Removed) => return PathState::Removed,
            None => {}
        }
        let Some(site) = &state.site else { return PathState::Unknown };
        match site.files.get(file) {
            Some(Source::Output(view, index)) => {
                PathState::File(publish::encoded(view, &view.slots[*index]).len() as u64)
            }
            Some(Source::Copy(source)) => match world.for_copies().stat(Path::new(&source.path)) {
                Ok(stat) => PathState::File(stat.size),
                Err(_) => PathState::Removed,
            },
            None if site.folders.contains_key(file) => PathState::Folder,
            None if site.obsolete.contains(file) => PathState::Removed,
            None => PathState::Unknown,
        }
    }

    /// The bytes of a file, as it will be published. `None` if the overlay does not know the file, or if plugins have
    /// replaced it by a folder or removed it.
    ///
    /// # Errors
    /// Fails if a static file cannot be read.
    pub fn read(&self, world: &World, file: &str) -> io::Result<Option<Vec<u8>>> {
        let state = locks::lock(&self.state);
        match state.entries.get(file) {
            Some(Entry::File(bytes)) => return Ok(Some(bytes.to_vec())),
            Some(_) => return Ok(None),
            None => {}
        }
        match state.site.as_ref().and_then(|site| site.files.get(file)) {
            Some(Source::Output(view, index)) => Ok(Some(publish::encoded(view, &view.slots[*index]).into_owned())),
            Some(Source::Copy(source)) => world.for_copies().read(Path::new(&source.path)).map(Some),
            None => Ok(None),
        }
    }

    /// The names in a folder: the names on `disk`, with the overlay's changes applied.
    pub fn list(&self, folder: &str, disk: BTreeMap<String, Kind>) -> BTreeMap<String, Kind> {
        let state = locks::lock(&self.state);
        let mut names = disk;
        if let Some(site) = &state.site {
            names.retain(|name, _| !site.obsolete.contains(&path::join(folder, name)));
            names.extend(site.folders.get(folder).into_iter().flatten().map(|(name, kind)| (name.clone(), *kind)));
        }
        let below = format!("{}/", folder.trim_end_matches('/'));
        for (file, entry) in state.entries.range(below.clone()..) {
            let Some(name) = file.strip_prefix(&below) else { break };
            if name.contains('/') {
                continue;
            }
            match entry {
                Entry::File(_) => names.insert(name.to_string(), Kind::File),
                Entry::Folder => names.insert(name.to_string(), Kind::Folder),
                Entry::Removed => names.remove(name),
            };
        }
        names
    }

    /// Records that a plugin wrote a file.
    ///
    /// # Errors
    /// Fails if plugins have made too many changes, or if all changes together become too large.
    pub fn write(&self, file: &str, bytes: &[u8]) -> io::Result<()> {
        locks::lock(&self.state).add(file, Entry::File(bytes.into()))
    }

    /// Records that a plugin created a folder.
    ///
    /// # Errors
    /// Fails if plugins have made too many changes, or if all changes together become too large.
    pub fn make_folder(&self, folder: &str) -> io::Result<()> {
        locks::lock(&self.state).add(folder, Entry::Folder)
    }

    /// Records that a plugin removed a file or folder.
    ///
    /// # Errors
    /// Fails if plugins have made too many changes, or if all changes together become too large.
    pub fn remove(&self, file: &str) -> io::Result<()> {
        locks::lock(&self.state).add(file, Entry::Removed)
    }

    /// Forgets the changes that plugins made at a path. A path that exists only because of these changes is then
    /// missing.
    pub fn forget(&self, file: &str) {
        locks::lock(&self.state).forget(file);
    }

    /// Forgets all recorded changes, and the site to which they apply.
    pub fn clear(&self) {
        *locks::lock(&self.state) = State::default();
    }

    /// The files and folders below the destination that plugins have created or overwritten so far.
    pub fn made(&self, destination: &str) -> Vec<(String, Kind)> {
        let state = locks::lock(&self.state);
        let made = state.below(destination).filter_map(|(file, entry)| match entry {
            Entry::File(_) => Some((file.clone(), Kind::File)),
            Entry::Folder => Some((file.clone(), Kind::Folder)),
            Entry::Removed => None,
        });
        made.collect()
    }

    /// Shows the new site to plugins from now on, with their changes on top. Forgets changes to files that the site
    /// overwrites, and files and folders of plugins that are in `obsolete`. Static files whose source was written by a
    /// plugin get the plugin's bytes, unless the source is also the destination. In that case, Jekyll removes the
    /// destination before copying, and fails.
    pub fn rebase(
        &self,
        view: &Arc<SiteView>,
        written: &[Written<'_>],
        files: &mut [NewFile<'_>],
        obsolete: &[String],
    ) {
        let destination = view.setup.context.destination.clone();
        let mut state = locks::lock(&self.state);
        for file in files.iter_mut() {
            if let Contents::Copy(source) = &file.contents
                && source.path != file.destination
                && let Some(Entry::File(bytes)) = state.entries.get(&source.path)
            {
                file.contents = Contents::Text(Cow::Owned(bytes.to_vec()));
            }
        }
        let mut site = NewSite { obsolete: obsolete.iter().cloned().collect(), ..NewSite::default() };
        site.folders.insert(destination.clone(), BTreeMap::new());
        for written in written.iter().filter(|written| written.writer(view).is_hastie()) {
            let Ok(file) = written.destination(view) else { continue };
            let source = match written {
                Written::File(file) => Source::Copy(Arc::clone(file)),
                Written::Item(index) => Source::Output(Arc::clone(view), *index),
            };
            site.add(&destination, file, source);
        }
        let is_past = |file: &String, entry: &Entry| {
            site.files.contains_key(file) || (!matches!(entry, Entry::Removed) && site.obsolete.contains(file))
        };
        let past: Vec<String> = state
            .below(&destination)
            .filter(|(file, entry)| is_past(file, entry))
            .map(|(file, _)| file.clone())
            .collect();
        past.iter().for_each(|file| state.forget(file));
        state.site = Some(site);
    }

    /// Merges the changes below the destination into the files of the site and the list of obsolete files, and forgets
    /// these changes. Returns additional folders to create.
    pub fn merge(&self, destination: &str, files: &mut Vec<NewFile<'_>>, obsolete: &mut Vec<String>) -> Vec<String> {
        let mut state = locks::lock(&self.state);
        state.site = None;
        let changed: BTreeMap<String, Entry> =
            state.below(destination).map(|(file, entry)| (file.clone(), entry.clone())).collect();
        for file in changed.keys() {
            state.forget(file);
        }
        drop(state);
        let stays: HashSet<&str> = changed
            .iter()
            .filter(|(_, entry)| !matches!(entry, Entry::Removed))
            .flat_map(|(file, _)| {
                std::iter::successors(Some(file.as_str()), |file| Some(path::dirname(file)))
                    .take_while(|file| *file != destination && file.len() > destination.len())
            })
            .collect();
        files.retain(|file| !changed.contains_key(&file.destination));
        obsolete.retain(|file| !stays.contains(file.as_str()));
        let mut folders = BTreeSet::new();
        for (file, entry) in &changed {
            match entry {
                Entry::File(bytes) => {
                    let contents = Contents::Text(Cow::Owned(bytes.to_vec()));
                    files.push(NewFile { destination: file.clone(), contents });
                }
                Entry::Folder => {
                    folders.insert(file.clone());
                }
                Entry::Removed => obsolete.push(file.clone()),
            }
        }
        folders.into_iter().collect()
    }
}

impl Entry {
    /// The number of bytes that the entry for `path` adds to the total size.
    fn size(&self, path: &str) -> usize {
        match self {
            Entry::File(bytes) => path.len() + bytes.len(),
            Entry::Folder | Entry::Removed => path.len(),
        }
    }
}

impl State {
    fn add(&mut self, path: &str, entry: Entry) -> io::Result<()> {
        let old = self.entries.get(path).map(|entry| entry.size(path));
        let size = self.size.saturating_sub(old.unwrap_or(0)).saturating_add(entry.size(path));
        if size > MAX_BYTES || (old.is_none() && self.entries.len() >= MAX_ENTRIES) {
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        self.size = size;
        self.entries.insert(path.to_string(), entry);
        Ok(())
    }

    fn forget(&mut self, path: &str) {
        if let Some(entry) = self.entries.remove(path) {
            self.size = self.size.saturating_sub(entry.size(path));
        }
    }

    fn below(&self, folder: &str) -> impl Iterator<Item = (&String, &Entry)> {
        let below = format!("{folder}/");
        self.entries.range(below.clone()..).take_while(move |(file, _)| file.starts_with(&below))
    }
}

impl NewSite {
    fn add(&mut self, destination: &str, file: String, source: Source) {
        let (mut below, mut kind) = (file.as_str(), Kind::File);
        while below != destination && below.len() > destination.len() {
            let folder = path::dirname(below);
            let names = self.folders.entry(folder.to_string()).or_default();
            let is_known = names.insert(path::basename(below).to_string(), kind).is_some();
            if is_known && kind == Kind::Folder {
                break;
            }
            (below, kind) = (folder, Kind::Folder);
        }
        self.files.insert(file, source);
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_BYTES, MAX_ENTRIES, Overlay};

    #[test]
    fn plugins_create_and_remove_a_limited_number_of_entries() {
        let overlay = Overlay::default();
        let name = |number: usize| format!("/tmp/{number}");
        for number in 0..MAX_ENTRIES {
            assert!(overlay.write(&name(number), b"").is_ok(), "{number}");
        }
        assert!(overlay.write("/tmp/more", b"").is_err());
        assert!(overlay.make_folder("/tmp/more").is_err());
        assert!(overlay.remove("/site/_site/old").is_err());
        assert!(overlay.write(&name(0), b"again").is_ok());
        overlay.forget(&name(1));
        assert!(overlay.make_folder("/tmp/more").is_ok());
    }

    #[test]
    fn a_file_without_room_leaves_the_old_one() {
        let overlay = Overlay::default();
        let world = crate::world::World::fixed("/", 0);
        assert!(overlay.write("/tmp/a", b"old").is_ok());
        assert!(overlay.write("/tmp/a", &vec![0; MAX_BYTES]).is_err());
        assert_eq!(overlay.read(&world, "/tmp/a").ok().flatten(), Some(b"old".to_vec()));
        assert!(overlay.write("/tmp/a", &vec![0; MAX_BYTES / 2]).is_ok());
        assert!(overlay.write("/tmp/a", &vec![0; MAX_BYTES / 2]).is_ok());
        assert!(overlay.write("/tmp/b", &vec![0; MAX_BYTES / 2]).is_err());
    }
}
