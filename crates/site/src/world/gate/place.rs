//! Paths for writing. The folder of such a path stays open, so that no other program can replace the folder with a
//! link.

use std::path::{Path, PathBuf};

/// A path for writing.
///
/// On Linux, a path that a gate has allowed goes through an open folder (`/proc/self/fd/…`). All functions for paths
/// then use that very folder. On other systems, the path is the real path, which was checked before.
#[derive(Debug)]
pub struct Place {
    path: PathBuf,
    #[cfg(target_os = "linux")]
    _folder: Option<rustix::fd::OwnedFd>,
}

impl Place {
    /// A path for which no gate exists, so it is not checked.
    pub fn unchecked(path: impl Into<PathBuf>) -> Self {
        Place {
            path: path.into(),
            #[cfg(target_os = "linux")]
            _folder: None,
        }
    }

    /// The path `real` of a folder, reached through the open folder, so that no link can lead elsewhere. Without
    /// `/proc`, as in some containers, just the path `real`.
    #[cfg(target_os = "linux")]
    pub(super) fn opened(folder: rustix::fd::OwnedFd, real: PathBuf) -> Self {
        use std::os::fd::AsRawFd;
        let path = PathBuf::from(format!("/proc/self/fd/{}/.", folder.as_raw_fd()));
        match std::fs::symlink_metadata(&path) {
            Ok(_) => Place { path, _folder: Some(folder) },
            Err(_) => Place::unchecked(real),
        }
    }

    /// The place of the entry `name` in the folder to which this place refers.
    #[must_use]
    pub(super) fn join(mut self, name: &std::ffi::OsStr) -> Self {
        self.path.push(name);
        self
    }

    /// The path for the functions that read and write. It is valid as long as this value exists.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
