//! Detects, without reading a file, whether it has changed.

use super::kept::{Generations, Part};
use super::{Gate, Kind, Listing, Stat, World};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use std::{fs, io};

/// The coarsest resolution of modification times. A file may change twice within this time and look the same.
const RESOLUTION: Duration = Duration::from_secs(2);

/// The metadata by which a build recognizes an unchanged file or folder on disk. Metadata that was taken just after a
/// change proves nothing, because a second change could leave the metadata the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    stat: Stat,
    /// Whether any later change certainly gives the file another version.
    is_settled: bool,
}

impl Version {
    /// Whether a file whose version was `then` and is now `self` certainly still has the same contents.
    pub fn is_still(&self, then: &Version) -> bool {
        then.is_settled && self.stat == then.stat
    }

    /// Like [`is_still`](Self::is_still), but also true if the file had changed just before `then` was taken. Used for
    /// files that only this program writes.
    pub fn is_same_file(&self, then: &Version) -> bool {
        self.stat == then.stat
    }

    /// The size in bytes that the file had when the version was taken.
    pub(crate) fn size(&self) -> u64 {
        self.stat.size
    }
}

impl World {
    /// The current version of a file, following links. It must be taken before the file is read. `None` for everything
    /// but regular files on disk, and on systems without inode numbers.
    pub fn version(&self, path: &Path) -> Option<Version> {
        version_of(self.stat(path).ok()?, Kind::File)
    }

    /// The version of the file at the path itself, without following links. `None` for everything but regular files on
    /// disk, and on systems without inode numbers.
    pub fn version_of_link(&self, path: &Path) -> Option<Version> {
        version_of(self.stat_link(path).ok()?, Kind::File)
    }

    /// The entries of a folder on disk. On Unix, a process that builds several times usually does not read an unchanged
    /// folder again.
    pub(super) fn list_on_disk(&self, folder: &Path) -> io::Result<Arc<Listing>> {
        let list = || self.behind_gate(folder, Gate::list, super::list).map(Arc::new);
        let Some(kept) = &self.kept else { return list() };
        let stat = self.behind_gate(folder, Gate::stat, |path| fs::metadata(path).map(|data| super::stat_of(&data)));
        let Some(version) = stat.ok().and_then(|stat| version_of(stat, Kind::Folder)) else { return list() };
        let kept = kept.part::<KeptListings>();
        if let Some((then, listing)) = kept.0.get(folder)
            && version.is_still(&then)
        {
            return Ok(listing);
        }
        let listing = list()?;
        kept.0.insert(folder.to_path_buf(), (version, Arc::clone(&listing)));
        Ok(listing)
    }
}

/// The entries of folders, with the versions of the folders.
#[derive(Default)]
struct KeptListings(Generations<PathBuf, (Version, Arc<Listing>)>);

impl Part for KeptListings {
    fn drop_unused(&self) {
        self.0.drop_unused();
    }
}

fn version_of(stat: Stat, kind: Kind) -> Option<Version> {
    let identity = stat.identity.filter(|_| stat.kind == kind);
    // Without an identity, a program that sets modification times could make a changed file look unchanged.
    let changed = identity?.changed.max(stat.modified);
    let limit = SystemTime::now().checked_sub(RESOLUTION)?;
    Some(Version { stat, is_settled: changed < super::since_epoch(limit) })
}
