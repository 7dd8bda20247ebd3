//! The files that a sandboxed Ruby sees.
//!
//! Ruby reads through the world of [`Confinement::guest`](super::confinement::Confinement::guest). For Ruby, paths
//! outside of its folders do not exist, and symbolic links are resolved before a path is used. Files that Ruby writes
//! to the destination go into the overlay and are published with the site. Files that it writes to the source are
//! visible to all readers of this build, but never written to the disk.

use hastie_ruby::wasm::{FileError, HostFiles, Kind, Stat};
use hastie_site::world::{self, Outside, World};
use hastie_site::write::overlay::{Overlay, PathState};
use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The folder for temporary files. It is in memory, and only the guest sees it.
const TEMPORARY: &str = "/tmp";

/// The file system of a sandboxed Ruby: the files that it may read, and the files that it has written.
#[derive(Debug)]
pub(crate) struct GuestFiles {
    /// The files that Ruby can read and change. A gate limits them to Ruby's folders.
    world: World,
    source: PathBuf,
    destination: PathBuf,
    /// Files that were written to the destination and to the folder for temporary files.
    overlay: Arc<Overlay>,
}

/// A folder in which the guest may write.
#[derive(Clone, Copy)]
enum WritableFolder {
    Destination,
    Source,
    Temporary,
}

impl GuestFiles {
    /// Creates the file system. Ruby reads what `world` can read. Files that it writes below `destination` or to the
    /// folder for temporary files go into `overlay`. `world` keeps the files that Ruby writes elsewhere below `source`
    /// in memory. They never reach the disk.
    pub(crate) fn new(world: &World, source: &str, destination: &str, overlay: Arc<Overlay>) -> Self {
        GuestFiles { world: world.clone(), source: source.into(), destination: destination.into(), overlay }
    }

    /// Whether something exists at a path that Ruby may read.
    fn is_readable(&self, path: &str) -> bool {
        self.world.stat(Path::new(path)).is_ok()
    }

    /// Whether a path is the folder for temporary files, the working directory, or a parent of the working directory or
    /// of a readable folder. Such folders exist for the guest, because Ruby starts in the working directory. They
    /// contain nothing except what is readable.
    fn is_above(&self, path: &str) -> bool {
        path == TEMPORARY
            || self.world.folder().starts_with(path)
            || self.world.gate().is_some_and(|gate| gate.is_above(Path::new(path)))
    }

    /// The writable folder that contains a path. In the destination and the source, no part of the path may be a link.
    fn writable(&self, path: &str) -> Result<WritableFolder, FileError> {
        let named = Path::new(path);
        if named.components().any(|part| part == Component::ParentDir) {
            return Err(FileError::Missing);
        }
        let (top, folder) = if named.starts_with(&self.destination) && named != self.destination {
            (&self.destination, WritableFolder::Destination)
        } else if named.starts_with(&self.source) && named != self.source && !self.destination.starts_with(named) {
            (&self.source, WritableFolder::Source)
        } else {
            let parent = named.parent().and_then(Path::to_str).unwrap_or_default();
            let is_source = |path: &str| self.is_readable(path) || (path != TEMPORARY && self.is_above(path));
            if named.starts_with(TEMPORARY) && path != TEMPORARY && !is_source(path) && !is_source(parent) {
                return Ok(WritableFolder::Temporary);
            }
            let is_known = is_source(path) || self.is_readable(parent);
            return Err(if is_known { FileError::ReadOnly } else { FileError::Missing });
        };
        let mut current = top.clone();
        for part in named.strip_prefix(top).map_err(|_| FileError::Missing)?.components() {
            if self.world.is_link(&current) {
                return Err(FileError::ReadOnly);
            }
            current.push(part);
        }
        if self.world.is_link(&current) { Err(FileError::ReadOnly) } else { Ok(folder) }
    }

    /// Checks that the parent folder of a path exists.
    fn check_folder(&self, path: &str) -> Result<(), FileError> {
        let parent = Path::new(path).parent().and_then(Path::to_str).unwrap_or("/");
        // The destination itself need not exist yet, because publishing creates it.
        if Path::new(parent) == self.destination {
            return Ok(());
        }
        match self.stat(parent).map(|stat| stat.kind) {
            Some(Kind::Folder) => Ok(()),
            Some(Kind::File) => Err(FileError::NotFolder),
            None => Err(FileError::Missing),
        }
    }

    /// Removes an existing entry. In the source, the entry is hidden for this build. In the destination and the folder
    /// for temporary files, it is removed from the overlay.
    fn remove_entry(&self, folder: WritableFolder, path: &str) -> Result<(), FileError> {
        match folder {
            WritableFolder::Source => self.world.remove_virtual(Path::new(path)).map_err(|error| file_error(&error)),
            WritableFolder::Destination => self.overlay.remove(path).map_err(|error| file_error(&error)),
            WritableFolder::Temporary => {
                self.overlay.forget(path);
                Ok(())
            }
        }
    }

    fn now_in_seconds(&self) -> u64 {
        u64::try_from(self.world.now().0).unwrap_or(0)
    }
}

fn file_error(error: &io::Error) -> FileError {
    if Outside::is(error) {
        return FileError::Missing;
    }
    match error.kind() {
        io::ErrorKind::NotFound => FileError::Missing,
        io::ErrorKind::AlreadyExists => FileError::Exists,
        io::ErrorKind::IsADirectory => FileError::IsFolder,
        io::ErrorKind::NotADirectory => FileError::NotFolder,
        io::ErrorKind::DirectoryNotEmpty => FileError::NotEmpty,
        io::ErrorKind::StorageFull => FileError::Full,
        _ => FileError::Failed,
    }
}

impl HostFiles for GuestFiles {
    fn stat(&self, path: &str) -> Option<Stat> {
        let now = self.now_in_seconds() * 1_000_000_000;
        match self.overlay.state_of(&self.world, path) {
            PathState::File(size) => return Some(Stat { kind: Kind::File, size, modified: now }),
            PathState::Folder => return Some(Stat { kind: Kind::Folder, size: 0, modified: now }),
            PathState::Removed => return None,
            PathState::Unknown => {}
        }
        let Ok(stat) = self.world.stat(Path::new(path)) else {
            return self.is_above(path).then_some(Stat { kind: Kind::Folder, size: 0, modified: 0 });
        };
        let kind = if stat.kind == world::Kind::Folder { Kind::Folder } else { Kind::File };
        let seconds = u64::try_from(stat.modified.0).unwrap_or(0);
        Some(Stat { kind, size: stat.size, modified: seconds * 1_000_000_000 + u64::from(stat.modified.1) })
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, FileError> {
        match self.overlay.state_of(&self.world, path) {
            PathState::File(_) => {
                let read = self.overlay.read(&self.world, path).map_err(|error| file_error(&error))?;
                return read.ok_or(FileError::Missing);
            }
            PathState::Folder => return Err(FileError::IsFolder),
            PathState::Removed => return Err(FileError::Missing),
            PathState::Unknown => {}
        }
        self.world.read(Path::new(path)).map_err(|error| file_error(&error))
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, FileError> {
        let state = self.overlay.state_of(&self.world, path);
        if matches!(state, PathState::Removed | PathState::File(_)) {
            return Err(FileError::Missing);
        }
        let mut names = BTreeMap::new();
        if self.is_readable(path) {
            for entry in self
                .world
                .list(Path::new(path))
                .or_else(|error| if state == PathState::Folder { Ok(Vec::new()) } else { Err(file_error(&error)) })?
            {
                let is_folder = match entry.kind {
                    world::Kind::Link => self.world.is_folder(&Path::new(path).join(&entry.name)),
                    kind => kind == world::Kind::Folder,
                };
                names.insert(entry.name, if is_folder { world::Kind::Folder } else { world::Kind::File });
            }
        } else if state != PathState::Folder && !self.is_above(path) {
            return Err(FileError::Missing);
        }
        let names = self.overlay.list(path, names).into_iter();
        Ok(names
            .map(|(name, kind)| (name, if kind == world::Kind::Folder { Kind::Folder } else { Kind::File }))
            .collect())
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), FileError> {
        self.overlay.note_change();
        let folder = self.writable(path)?;
        self.check_folder(path)?;
        if self.stat(path).is_some_and(|stat| stat.kind == Kind::Folder) {
            return Err(FileError::IsFolder);
        }
        let written = match folder {
            WritableFolder::Source => self.world.write_virtual(Path::new(path), bytes),
            WritableFolder::Destination | WritableFolder::Temporary => self.overlay.write(path, bytes),
        };
        written.map_err(|error| file_error(&error))
    }

    fn make_folder(&mut self, path: &str) -> Result<(), FileError> {
        self.overlay.note_change();
        if Path::new(path) == self.destination && self.stat(path).is_none() {
            return self.overlay.make_folder(path).map_err(|error| file_error(&error));
        }
        if self.stat(path).is_some() {
            return Err(FileError::Exists);
        }
        let folder = self.writable(path)?;
        self.check_folder(path)?;
        let made = match folder {
            WritableFolder::Source => self.world.write_virtual_folder(Path::new(path)),
            WritableFolder::Destination | WritableFolder::Temporary => self.overlay.make_folder(path),
        };
        made.map_err(|error| file_error(&error))
    }

    fn remove(&mut self, path: &str, kind: Kind) -> Result<(), FileError> {
        self.overlay.note_change();
        let folder = self.writable(path)?;
        match (kind, self.stat(path).map(|stat| stat.kind)) {
            (_, None) => return Err(FileError::Missing),
            (Kind::File, Some(Kind::Folder)) => return Err(FileError::IsFolder),
            (Kind::Folder, Some(Kind::File)) => return Err(FileError::NotFolder),
            (Kind::Folder, _) if !self.list(path)?.is_empty() => return Err(FileError::NotEmpty),
            _ => {}
        }
        self.remove_entry(folder, path)
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), FileError> {
        self.overlay.note_change();
        let folder = self.writable(from)?;
        self.writable(to)?;
        if Path::new(to).starts_with(from) {
            return if from == to { Ok(()) } else { Err(FileError::Failed) };
        }
        match self.stat(from).map(|stat| stat.kind) {
            None => return Err(FileError::Missing),
            Some(Kind::File) => {
                let bytes = self.read(from)?;
                self.write(to, &bytes)?;
            }
            Some(Kind::Folder) => {
                match self.stat(to).map(|stat| stat.kind) {
                    None => self.make_folder(to)?,
                    Some(Kind::File) => return Err(FileError::NotFolder),
                    Some(Kind::Folder) if !self.list(to)?.is_empty() => return Err(FileError::NotEmpty),
                    Some(Kind::Folder) => {}
                }
                for (name, _) in self.list(from)? {
                    self.rename(&format!("{from}/{name}"), &format!("{to}/{name}"))?;
                }
            }
        }
        self.remove_entry(folder, from)
    }

    fn now(&self) -> u64 {
        let (seconds, nanos) = self.world.now();
        u64::try_from(seconds).unwrap_or(0) * 1_000_000_000 + u64::from(nanos)
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests look at the disk itself")]
mod tests {
    use super::super::confinement::Confinement;
    use super::{FileError, GuestFiles, HostFiles, Overlay};
    use hastie_liquid::Hash;
    use hastie_site::config::Configuration;
    use hastie_site::diagnostic::Log;
    use hastie_site::world::World;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::{env, fs};

    /// A site with a secret beside it, and links that lead to the secret.
    struct Site(PathBuf);

    impl Site {
        fn new(name: &str) -> Self {
            let top = env::temp_dir().join(format!("hastie-guest-files-{}-{name}", std::process::id()));
            for folder in ["site/_site/old", "elsewhere"] {
                fs::create_dir_all(top.join(folder)).expect("a folder is made");
            }
            for (file, text) in [("site/a.txt", "hello"), ("site/_site/old/x.txt", "old"), ("elsewhere/secret", "s")] {
                fs::write(top.join(file), text).expect("a file is written");
            }
            #[cfg(unix)]
            for (link, target) in [
                ("site/to-file", "../elsewhere/secret"),
                ("site/to-folder", "../elsewhere"),
                ("site/to-root", "/"),
                ("site/_site/out", "../../elsewhere"),
            ] {
                std::os::unix::fs::symlink(target, top.join(link)).expect("a link is made");
            }
            Site(top)
        }

        fn guest_files(&self) -> (GuestFiles, Arc<Overlay>, World) {
            let world = World::of_process().expect("there is a folder");
            let mut overrides = Hash::new();
            overrides.set("source", self.path("site"));
            overrides.set("destination", self.path("site/_site"));
            let config = Configuration::load(&world, &overrides, &mut Log::new()).expect("a valid configuration");
            let overlay = Arc::<Overlay>::default();
            let confinement = Confinement::of(&config, &world).expect("the folders are named");
            (
                GuestFiles::new(confinement.guest(), &config.source, &config.destination, Arc::clone(&overlay)),
                overlay,
                world,
            )
        }

        fn path(&self, below: &str) -> String {
            self.0.join(below).to_string_lossy().into_owned()
        }
    }

    impl Drop for Site {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn only_the_site_is_visible() {
        let site = Site::new("seen");
        let (files, ..) = site.guest_files();
        assert_eq!(files.read(&site.path("site/a.txt")), Ok(b"hello".to_vec()));
        for path in ["elsewhere/secret", "site/to-file", "site/to-folder/secret", "site/to-root/etc/passwd"] {
            assert_eq!(files.read(&site.path(path)), Err(FileError::Missing), "{path}");
            assert_eq!(files.stat(&site.path(path)), None, "{path}");
        }
        // Files of every Linux system.
        for path in ["/etc/passwd", "/proc/self/environ", "/proc/1/root/etc/passwd", "/dev/zero"] {
            assert_eq!(files.read(path), Err(FileError::Missing), "{path}");
        }
        assert!(files.list("/").is_ok_and(|names| names.is_empty()));
        assert_eq!(files.list(&site.path("site/to-folder")), Err(FileError::Missing));
    }

    #[test]
    fn writes_to_source_and_destination_do_not_reach_the_disk() {
        let site = Site::new("written");
        let (mut files, overlay, world) = site.guest_files();
        for path in ["elsewhere/x", "site/_site/out/x", "site/to-file", "site/to-folder/x", "site/none/x", "other"] {
            assert!(files.write(&site.path(path), b"x").is_err(), "{path}");
        }
        assert_eq!(files.write("/etc/passwd", b"x"), Err(FileError::Missing));
        assert!(files.remove(&site.path("site"), super::Kind::Folder).is_err());
        assert!(files.rename(&site.path("elsewhere/secret"), &site.path("site/secret")).is_err());

        let page = site.path("site/a.txt");
        assert_eq!(files.write(&page, b"changed"), Ok(()));
        assert_eq!(
            (files.read(&page), world.read(Path::new(&page)).ok()),
            (Ok(b"changed".to_vec()), Some(b"changed".to_vec()))
        );
        assert_eq!(fs::read(&page).ok(), Some(b"hello".to_vec()));
        assert_eq!(files.rename(&page, &site.path("site/b.txt")), Ok(()));
        assert!(
            files.stat(&page).is_none() && Path::new(&page).exists() && !Path::new(&site.path("site/b.txt")).exists()
        );
        assert_eq!(files.make_folder(&site.path("site/_data")), Ok(()));
        assert_eq!(files.write(&site.path("site/_data/x.yml"), b"1"), Ok(()));
        let listed = files.list(&site.path("site/_data"));
        assert_eq!(listed, Ok(vec![("x.yml".to_string(), super::Kind::File)]));

        let new = site.path("site/_site/new.txt");
        assert_eq!(files.write(&new, b"new"), Ok(()));
        assert_eq!(files.read(&new), Ok(b"new".to_vec()));
        assert!(!Path::new(&new).exists());
        assert_eq!(overlay.read(&world, &new).ok().flatten(), Some(b"new".to_vec()));

        let old = site.path("site/_site/old");
        assert_eq!(files.rename(&old, &site.path("site/_site/young")), Ok(()));
        assert_eq!(files.stat(&old), None);
        assert_eq!(files.read(&site.path("site/_site/young/x.txt")), Ok(b"old".to_vec()));
        assert!(Path::new(&old).exists());

        let (young, empty) = (site.path("site/_site/young"), site.path("site/_site/empty"));
        assert_eq!(files.make_folder(&empty), Ok(()));
        assert_eq!(files.rename(&empty, &young), Err(FileError::NotEmpty));
        assert_eq!(files.rename(&empty, &new), Err(FileError::NotFolder));
        assert_eq!(files.rename(&new, &empty), Err(FileError::IsFolder));
        assert_eq!(files.rename(&young, &empty), Ok(()));
        assert_eq!((files.stat(&young), files.read(&site.path("site/_site/empty/x.txt"))), (None, Ok(b"old".to_vec())));
    }

    #[test]
    fn temporary_files_are_in_memory() {
        let site = Site::new("scratch");
        let (mut files, ..) = site.guest_files();
        assert_eq!(files.write("/tmp/hastie-outside-x", b"x"), Ok(()));
        assert_eq!(files.read("/tmp/hastie-outside-x"), Ok(b"x".to_vec()));
        assert!(!Path::new("/tmp/hastie-outside-x").exists());
        assert_eq!(files.remove("/tmp/hastie-outside-x", super::Kind::File), Ok(()));
        assert_eq!(files.stat("/tmp/hastie-outside-x"), None);
    }
}
