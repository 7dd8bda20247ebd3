//! What a sandboxed Ruby sees of the machine: the site's source, to read, and its destination, to write.
//!
//! A path is followed link by link before anything is done with it: what lies outside of the folders does not exist for
//! the guest, however it is named.

use hastie_ruby::wasm::{Kind, Outside, Refused, Stat};
use hastie_site::config::Configuration;
use hastie_site::path;
use hastie_site::world::{self, World};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folders of a site, and of gems.
#[derive(Debug)]
pub struct Folders {
    world: World,
    /// Folders that may be read, as they are named and as they really are.
    read: Vec<(PathBuf, PathBuf)>,
    /// The destination, which may be written.
    written: PathBuf,
}

impl Folders {
    pub fn new(config: &Configuration, world: &World) -> Self {
        let mut read = Vec::new();
        let mut folders = vec![PathBuf::from(&config.source), PathBuf::from(&config.destination)];
        let plugins = config.strings("plugins_dir");
        folders.extend(plugins.iter().map(|folder| world.expand(folder)));
        folders.extend(config.text("plugins_dir").map(|folder| world.expand(folder)));
        for name in ["GEM_HOME", "GEM_PATH"] {
            let named = world.folders_of(name).into_iter();
            folders.extend(named.filter(|folder| path::is_absolute(folder)).map(PathBuf::from));
        }
        for folder in folders {
            let real = world.real_path(&folder).unwrap_or_else(|_| folder.clone());
            read.push((folder, real));
        }
        let written = PathBuf::from(&config.destination);
        Folders { world: world.clone(), read, written }
    }

    /// The real place of a path that may be read.
    fn readable(&self, path: &str) -> Option<PathBuf> {
        let path = Path::new(path);
        let real = self.world.real_path(path).ok()?;
        let known = self.read.iter().map(|(_, folder)| folder).chain(std::iter::once(&self.written));
        known.into_iter().any(|folder| real.starts_with(folder)).then_some(real)
    }

    /// Whether a path is one of the folders above those that may be read: they are there, and hold nothing else.
    fn is_above(&self, path: &str) -> bool {
        let mut named = self.read.iter().map(|(folder, _)| folder).chain(std::iter::once(&self.written));
        named.any(|folder| folder.starts_with(path) && folder != Path::new(path))
    }

    /// The real place of a path in the destination, where something may be made: no link leads there.
    fn writable(&self, path: &str) -> Result<PathBuf, Refused> {
        let path = Path::new(path);
        if !path.starts_with(&self.written) || path == self.written {
            let is_known = path.to_str().is_some_and(|path| self.readable(path).is_some() || self.is_above(path));
            let parent = path.parent().and_then(Path::to_str).is_some_and(|path| self.readable(path).is_some());
            return Err(if is_known || parent { Refused::ReadOnly } else { Refused::Missing });
        }
        let mut at = self.written.clone();
        for part in path.strip_prefix(&self.written).map_err(|_| Refused::Missing)?.components() {
            if self.world.is_link(&at) {
                return Err(Refused::ReadOnly);
            }
            at.push(part);
        }
        if self.world.is_link(&at) { Err(Refused::ReadOnly) } else { Ok(at) }
    }
}

fn refused(error: &io::Error) -> Refused {
    match error.kind() {
        io::ErrorKind::NotFound => Refused::Missing,
        io::ErrorKind::AlreadyExists => Refused::Exists,
        io::ErrorKind::IsADirectory => Refused::IsFolder,
        io::ErrorKind::NotADirectory => Refused::NotFolder,
        io::ErrorKind::DirectoryNotEmpty => Refused::NotEmpty,
        _ => Refused::Failed,
    }
}

impl Outside for Folders {
    fn stat(&self, path: &str) -> Option<Stat> {
        let Some(real) = self.readable(path) else {
            return self.is_above(path).then_some(Stat { kind: Kind::Folder, size: 0, modified: 0 });
        };
        let stat = self.world.stat(&real).ok()?;
        let kind = if stat.kind == world::Kind::Folder { Kind::Folder } else { Kind::File };
        let seconds = u64::try_from(stat.modified.0).unwrap_or(0);
        Some(Stat { kind, size: stat.size, modified: seconds * 1_000_000_000 + u64::from(stat.modified.1) })
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, Refused> {
        let real = self.readable(path).ok_or(Refused::Missing)?;
        if !self.world.is_file(&real) {
            return Err(Refused::IsFolder);
        }
        self.world.read(&real).map_err(|error| refused(&error))
    }

    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, Refused> {
        let Some(real) = self.readable(path) else {
            return if self.is_above(path) { Ok(Vec::new()) } else { Err(Refused::Missing) };
        };
        let mut names: Vec<(String, Kind)> = self
            .world
            .list(&real)
            .map_err(|error| refused(&error))?
            .into_iter()
            .map(|entry| {
                let folder = self.world.is_folder(&real.join(&entry.name));
                (entry.name, if folder { Kind::Folder } else { Kind::File })
            })
            .collect();
        names.sort();
        Ok(names)
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), Refused> {
        let file = self.writable(path)?;
        fs::write(file, bytes).map_err(|error| refused(&error))
    }

    fn make_folder(&mut self, path: &str) -> Result<(), Refused> {
        if Path::new(path) == self.written {
            return fs::create_dir_all(&self.written).map_err(|error| refused(&error));
        }
        let folder = self.writable(path)?;
        fs::create_dir(folder).map_err(|error| refused(&error))
    }

    fn remove(&mut self, path: &str, kind: Kind) -> Result<(), Refused> {
        let place = self.writable(path)?;
        let removed = match kind {
            Kind::File => fs::remove_file(place),
            Kind::Folder => fs::remove_dir(place),
        };
        removed.map_err(|error| refused(&error))
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), Refused> {
        let (from, to) = (self.writable(from)?, self.writable(to)?);
        fs::rename(from, to).map_err(|error| refused(&error))
    }

    fn now(&self) -> u64 {
        let (seconds, nanos) = self.world.now();
        u64::try_from(seconds).unwrap_or(0) * 1_000_000_000 + u64::from(nanos)
    }
}
