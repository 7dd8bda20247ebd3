//! Files that plugins write below the source during a build. They hide the files on disk from all readers of a
//! [`World`](super::World) and its clones. The disk never changes.

use super::{Entry, Kind, Stat};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// The maximum size of all written files, in bytes.
const MAX_BYTES: usize = 512 << 20;

/// The maximum number of written files and folders.
const MAX_ENTRIES: usize = 100_000;

/// The changes that plugins have made, by path. Lookups take no lock if there are no changes.
#[derive(Debug, Default)]
pub(super) struct Written {
    is_used: AtomicBool,
    state: RwLock<State>,
    /// The changes at the time when static files are copied.
    copied: RwLock<Option<Arc<Written>>>,
}

#[derive(Debug, Default, Clone)]
struct State {
    changes: BTreeMap<PathBuf, Change>,
    /// The names of the changed entries in each folder.
    names: BTreeMap<PathBuf, BTreeSet<String>>,
    size: usize,
}

/// The state of a path that a plugin has changed.
#[derive(Debug, Clone)]
pub(super) enum Change {
    /// A file with its modification time.
    File(Arc<[u8]>, (i64, u32)),
    /// A new folder with its modification time.
    Folder((i64, u32)),
    /// A removed file or folder.
    Removed,
}

impl Change {
    /// The metadata of a virtual file or folder. Fails if the change is a removal.
    pub(crate) fn stat(&self) -> io::Result<Stat> {
        match self {
            Change::File(bytes, modified) => {
                Ok(Stat { kind: Kind::File, size: bytes.len() as u64, modified: *modified, identity: None })
            }
            Change::Folder(modified) => Ok(Stat { kind: Kind::Folder, size: 0, modified: *modified, identity: None }),
            Change::Removed => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// The contents of a virtual file. Fails if the change is a folder or a removal.
    pub(crate) fn bytes(&self) -> io::Result<&Arc<[u8]>> {
        match self {
            Change::File(bytes, _) => Ok(bytes),
            Change::Folder(_) => Err(io::ErrorKind::IsADirectory.into()),
            Change::Removed => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

impl Written {
    /// The change that a plugin has made to a path. `None` if no plugin has changed the path. Takes no lock before the
    /// first change.
    pub(crate) fn get(&self, path: &Path) -> Option<Change> {
        if !self.is_used.load(Ordering::Acquire) {
            return None;
        }
        self.state.read().unwrap_or_else(PoisonError::into_inner).changes.get(path).cloned()
    }

    /// From now on, changes have no effect on copies of static files.
    pub(crate) fn settle_copies(&self) {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner).clone();
        let is_used = AtomicBool::new(!state.changes.is_empty());
        let now = Written { is_used, state: RwLock::new(state), copied: RwLock::default() };
        *self.copied.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(now));
    }

    /// The changes that copies of static files contain. `None` if they contain all changes.
    pub(crate) fn copied(&self) -> Option<Arc<Written>> {
        if !self.is_used.load(Ordering::Acquire) {
            return None;
        }
        self.copied.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Records that a path was written or removed for the readers of this build. Fails if there are too many changes,
    /// or if all changes together become too large.
    pub(crate) fn set(&self, path: &Path, change: Change) -> io::Result<()> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let length = |change: &Change| if let Change::File(bytes, _) = change { bytes.len() } else { 0 };
        let size = state.size - state.changes.get(path).map_or(0, length) + length(&change);
        if size > MAX_BYTES || state.changes.len() >= MAX_ENTRIES {
            return Err(io::ErrorKind::StorageFull.into());
        }
        state.size = size;
        if let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) {
            state.names.entry(folder.to_path_buf()).or_default().insert(name.to_string());
        }
        state.changes.insert(path.to_path_buf(), change);
        self.is_used.store(true, Ordering::Release);
        Ok(())
    }

    /// The entries of a folder: `found` with the changes applied. Fails if plugins have removed the folder or replaced
    /// it by a file. Returns an error in `found` unless plugins have created the folder.
    pub(crate) fn list(&self, folder: &Path, found: io::Result<Vec<Entry>>) -> io::Result<Vec<Entry>> {
        if !self.is_used.load(Ordering::Acquire) {
            return found;
        }
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let is_new = match state.changes.get(folder) {
            Some(Change::Removed) => return Err(io::ErrorKind::NotFound.into()),
            Some(Change::File(..)) => return Err(io::ErrorKind::NotADirectory.into()),
            Some(Change::Folder(_)) => true,
            None => false,
        };
        let mut entries = if is_new { found.unwrap_or_default() } else { found? };
        for name in state.names.get(folder).into_iter().flatten() {
            entries.retain(|entry| entry.name != *name);
            let kind = match state.changes.get(&folder.join(name)) {
                Some(Change::File(..)) => Kind::File,
                Some(Change::Folder(_)) => Kind::Folder,
                Some(Change::Removed) | None => continue,
            };
            entries.push(Entry { name: name.clone(), kind });
        }
        entries.sort_unstable_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
        Ok(entries)
    }
}

#[cfg(test)]
mod tests {
    use crate::world::{Kind, World};
    use std::path::Path;

    #[test]
    fn written_files_are_seen_by_every_reader_of_the_world() {
        let world = World::fixed("/", 100);
        let reader = world.clone();
        let folder = Path::new("/nowhere/site/sub");
        let file = folder.join("a.txt");
        assert!(!reader.exists(&file));
        world.write_virtual_folder(folder).expect("a folder");
        world.write_virtual(&file, b"hello").expect("a file");
        assert_eq!(reader.read(&file).expect("a file"), b"hello");
        assert_eq!(reader.stat(&file).map(|stat| (stat.size, stat.modified)).expect("a file"), (5, (100, 0)));
        assert_eq!(reader.real_path(&file).expect("a path"), file);
        assert!(reader.is_folder(folder) && reader.open(&file).is_ok());
        let entries = reader.list(folder).expect("a folder");
        assert_eq!(
            entries.iter().map(|entry| (entry.name.as_str(), entry.kind)).collect::<Vec<_>>(),
            [("a.txt", Kind::File)]
        );
        world.remove_virtual(&file).expect("a file");
        assert!(!reader.exists(&file) && reader.read(&file).is_err() && reader.real_path(&file).is_err());
        assert!(reader.list(folder).expect("a folder").is_empty());
        assert!(!folder.exists());
    }

    #[test]
    fn removed_files_of_the_disk_are_hidden() {
        let world = World::of_process().expect("a folder");
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let folder = manifest.parent().expect("a folder");
        let is_listed =
            |world: &World| world.list(folder).expect("a folder").iter().any(|entry| entry.name == "Cargo.toml");
        assert!(world.is_file(&manifest) && is_listed(&world));
        world.remove_virtual(&manifest).expect("a file");
        assert!(!world.exists(&manifest) && world.open(&manifest).is_err() && !is_listed(&world));
        assert!(world.list(&folder.join("src")).is_ok());
    }
}
