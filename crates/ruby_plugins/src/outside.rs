//! The files that a sandboxed Ruby sees: the site's source and its destination.
//!
//! Files that it writes below the destination go into the site's overlay, and are published with the rest. What it writes below
//! the source is seen by all readers of the build, and never reaches the disk. A path is followed link by link before
//! anything is done with it: what lies outside of the folders does not exist for the guest, however it is named.

use hastie_ruby::wasm::{FileError, HostFiles, Kind, Stat};
use hastie_site::world::{self, Outside, World};
use hastie_site::write::overlay::{Overlay, PathState};
use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A folder of the guest's own for temporary files. It is in memory, and only the guest sees it.
const SCRATCH: &str = "/tmp";

/// The folders of a site, and of gems.
#[derive(Debug)]
pub struct Folders {
    /// The world behind the sandbox's gate.
    world: World,
    /// The source.
    source: PathBuf,
    /// The destination, which may be written.
    written: PathBuf,
    /// Files that were written and are to be published.
    overlay: Arc<Overlay>,
}

/// A place where files may be written.
#[derive(Clone, Copy)]
enum Place {
    Destination,
    Source,
    Scratch,
}

impl Folders {
    /// The folders behind the gate of `world`, with a source and a destination.
    pub fn new(world: &World, source: &str, destination: &str, overlay: Arc<Overlay>) -> Self {
        Folders { world: world.clone(), source: source.into(), written: destination.into(), overlay }
    }

    /// Whether a path may be read, and exists.
    fn is_readable(&self, path: &str) -> bool {
        self.world.stat(Path::new(path)).is_ok()
    }

    /// Whether a path is the working directory, or one of the folders above it or above those that may be read. They exist for
    /// the guest, because Ruby starts in the working directory, and contain nothing else.
    fn is_above(&self, path: &str) -> bool {
        path == SCRATCH
            || self.world.folder().starts_with(path)
            || self.world.gate().is_some_and(|gate| gate.is_above(Path::new(path)))
    }

    /// Whether a path is in the destination or the source, where no link leads, or in the folder for a while.
    fn writable(&self, path: &str) -> Result<Place, FileError> {
        let named = Path::new(path);
        if named.components().any(|part| part == Component::ParentDir) {
            return Err(FileError::Missing);
        }
        let (top, place) = if named.starts_with(&self.written) && named != self.written {
            (&self.written, Place::Destination)
        } else if named.starts_with(&self.source) && named != self.source && !self.written.starts_with(named) {
            (&self.source, Place::Source)
        } else {
            let parent = named.parent().and_then(Path::to_str).unwrap_or_default();
            let is_source = |path: &str| self.is_readable(path) || (path != SCRATCH && self.is_above(path));
            if named.starts_with(SCRATCH) && path != SCRATCH && !is_source(path) && !is_source(parent) {
                return Ok(Place::Scratch);
            }
            let is_known = is_source(path) || self.is_readable(parent);
            return Err(if is_known { FileError::ReadOnly } else { FileError::Missing });
        };
        let mut at = top.clone();
        for part in named.strip_prefix(top).map_err(|_| FileError::Missing)?.components() {
            if self.world.is_link(&at) {
                return Err(FileError::ReadOnly);
            }
            at.push(part);
        }
        if self.world.is_link(&at) { Err(FileError::ReadOnly) } else { Ok(place) }
    }

    /// Whether the folder of a path is there to hold it.
    fn has_folder(&self, path: &str) -> Result<(), FileError> {
        let parent = Path::new(path).parent().and_then(Path::to_str).unwrap_or("/");
        // The destination itself need not be there yet: publishing makes it.
        if Path::new(parent) == self.written {
            return Ok(());
        }
        match self.stat(parent).map(|stat| stat.kind) {
            Some(Kind::Folder) => Ok(()),
            Some(Kind::File) => Err(FileError::NotFolder),
            None => Err(FileError::Missing),
        }
    }

    /// Removes an entry. Nothing but the overlay has ever had one in the folder for a while.
    fn removed(&self, place: &Place, path: &str) -> Result<(), FileError> {
        match place {
            Place::Source => self.world.remove_virtual(Path::new(path)).map_err(|error| refused(&error)),
            Place::Destination => self.overlay.remove(path).map_err(|error| refused(&error)),
            Place::Scratch => {
                self.overlay.forget(path);
                Ok(())
            }
        }
    }

    fn now_in_seconds(&self) -> u64 {
        u64::try_from(self.world.now().0).unwrap_or(0)
    }
}

fn refused(error: &io::Error) -> FileError {
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

impl HostFiles for Folders {
    fn stat(&self, path: &str) -> Option<Stat> {
        let made = self.now_in_seconds() * 1_000_000_000;
        match self.overlay.state_of(&self.world, path) {
            PathState::File(size) => return Some(Stat { kind: Kind::File, size, modified: made }),
            PathState::Folder => return Some(Stat { kind: Kind::Folder, size: 0, modified: made }),
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
                let read = self.overlay.read(&self.world, path).map_err(|error| refused(&error))?;
                return read.ok_or(FileError::Missing);
            }
            PathState::Folder => return Err(FileError::IsFolder),
            PathState::Removed => return Err(FileError::Missing),
            PathState::Unknown => {}
        }
        self.world.read(Path::new(path)).map_err(|error| refused(&error))
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
                .or_else(|error| if state == PathState::Folder { Ok(Vec::new()) } else { Err(refused(&error)) })?
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
        let place = self.writable(path)?;
        self.has_folder(path)?;
        if self.stat(path).is_some_and(|stat| stat.kind == Kind::Folder) {
            return Err(FileError::IsFolder);
        }
        let written = match place {
            Place::Source => self.world.write_virtual(Path::new(path), bytes),
            Place::Destination | Place::Scratch => self.overlay.write(path, bytes),
        };
        written.map_err(|error| refused(&error))
    }

    fn make_folder(&mut self, path: &str) -> Result<(), FileError> {
        if Path::new(path) == self.written && self.stat(path).is_none() {
            return self.overlay.make_folder(path).map_err(|error| refused(&error));
        }
        if self.stat(path).is_some() {
            return Err(FileError::Exists);
        }
        let place = self.writable(path)?;
        self.has_folder(path)?;
        let made = match place {
            Place::Source => self.world.write_virtual_folder(Path::new(path)),
            Place::Destination | Place::Scratch => self.overlay.make_folder(path),
        };
        made.map_err(|error| refused(&error))
    }

    fn remove(&mut self, path: &str, kind: Kind) -> Result<(), FileError> {
        let place = self.writable(path)?;
        match (kind, self.stat(path).map(|stat| stat.kind)) {
            (_, None) => return Err(FileError::Missing),
            (Kind::File, Some(Kind::Folder)) => return Err(FileError::IsFolder),
            (Kind::Folder, Some(Kind::File)) => return Err(FileError::NotFolder),
            (Kind::Folder, _) if !self.list(path)?.is_empty() => return Err(FileError::NotEmpty),
            _ => {}
        }
        self.removed(&place, path)
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), FileError> {
        let place = self.writable(from)?;
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
                if self.stat(to).is_none() {
                    self.make_folder(to)?;
                }
                for (name, _) in self.list(from)? {
                    self.rename(&format!("{from}/{name}"), &format!("{to}/{name}"))?;
                }
            }
        }
        self.removed(&place, from)
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
    use super::{FileError, Folders, HostFiles, Overlay};
    use hastie_liquid::Hash;
    use hastie_site::config::Configuration;
    use hastie_site::diagnostic::Log;
    use hastie_site::world::World;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;
    use std::{env, fs};

    /// A site with a secret beside it, and links that lead there.
    struct Site(PathBuf);

    impl Site {
        fn new(name: &str) -> Self {
            let top = env::temp_dir().join(format!("hastie-outside-{}-{name}", std::process::id()));
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

        fn folders(&self) -> (Folders, Arc<Overlay>, World) {
            let world = World::of_process().expect("there is a folder");
            let mut overrides = Hash::new();
            overrides.set("source", self.path("site"));
            overrides.set("destination", self.path("site/_site"));
            let config = Configuration::load(&world, &overrides, &mut Log::new()).expect("a valid configuration");
            let overlay = Arc::<Overlay>::default();
            let confinement = Confinement::of(&config, &world).expect("the folders are named");
            (
                Folders::new(confinement.guest(), &config.source, &config.destination, Arc::clone(&overlay)),
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
    fn only_the_site_is_seen() {
        let site = Site::new("seen");
        let (folders, ..) = site.folders();
        assert_eq!(folders.read(&site.path("site/a.txt")), Ok(b"hello".to_vec()));
        for path in ["elsewhere/secret", "site/to-file", "site/to-folder/secret", "site/to-root/etc/passwd"] {
            assert_eq!(folders.read(&site.path(path)), Err(FileError::Missing), "{path}");
            assert_eq!(folders.stat(&site.path(path)), None, "{path}");
        }
        for path in ["/etc/passwd", "/proc/self/environ", "/proc/1/root/etc/passwd", "/dev/zero"] {
            assert_eq!(folders.read(path), Err(FileError::Missing), "{path}");
        }
        assert!(folders.list("/").is_ok_and(|names| names.is_empty()));
        assert_eq!(folders.list(&site.path("site/to-folder")), Err(FileError::Missing));
    }

    #[test]
    fn source_and_destination_are_written_and_both_not_on_the_disk() {
        let site = Site::new("written");
        let (mut folders, overlay, world) = site.folders();
        for path in ["elsewhere/x", "site/_site/out/x", "site/to-file", "site/to-folder/x", "site/none/x", "other"] {
            assert!(folders.write(&site.path(path), b"x").is_err(), "{path}");
        }
        assert_eq!(folders.write("/etc/passwd", b"x"), Err(FileError::Missing));
        assert!(folders.remove(&site.path("site"), super::Kind::Folder).is_err());
        assert!(folders.rename(&site.path("elsewhere/secret"), &site.path("site/secret")).is_err());

        let page = site.path("site/a.txt");
        assert_eq!(folders.write(&page, b"changed"), Ok(()));
        assert_eq!(
            (folders.read(&page), world.read(Path::new(&page)).ok()),
            (Ok(b"changed".to_vec()), Some(b"changed".to_vec()))
        );
        assert_eq!(fs::read(&page).ok(), Some(b"hello".to_vec()));
        assert_eq!(folders.rename(&page, &site.path("site/b.txt")), Ok(()));
        assert!(
            folders.stat(&page).is_none() && Path::new(&page).exists() && !Path::new(&site.path("site/b.txt")).exists()
        );
        assert_eq!(folders.make_folder(&site.path("site/_data")), Ok(()));
        assert_eq!(folders.write(&site.path("site/_data/x.yml"), b"1"), Ok(()));
        let listed = folders.list(&site.path("site/_data"));
        assert_eq!(listed, Ok(vec![("x.yml".to_string(), super::Kind::File)]));

        let new = site.path("site/_site/new.txt");
        assert_eq!(folders.write(&new, b"new"), Ok(()));
        assert_eq!(folders.read(&new), Ok(b"new".to_vec()));
        assert!(!Path::new(&new).exists());
        assert_eq!(overlay.read(&world, &new).ok().flatten(), Some(b"new".to_vec()));

        let old = site.path("site/_site/old");
        assert_eq!(folders.rename(&old, &site.path("site/_site/young")), Ok(()));
        assert_eq!(folders.stat(&old), None);
        assert_eq!(folders.read(&site.path("site/_site/young/x.txt")), Ok(b"old".to_vec()));
        assert!(Path::new(&old).exists());
    }

    #[test]
    fn a_folder_for_a_while_is_in_memory() {
        let site = Site::new("scratch");
        let (mut folders, ..) = site.folders();
        assert_eq!(folders.write("/tmp/hastie-outside-x", b"x"), Ok(()));
        assert_eq!(folders.read("/tmp/hastie-outside-x"), Ok(b"x".to_vec()));
        assert!(!Path::new("/tmp/hastie-outside-x").exists());
        assert_eq!(folders.remove("/tmp/hastie-outside-x", super::Kind::File), Ok(()));
        assert_eq!(folders.stat("/tmp/hastie-outside-x"), None);
    }
}
