//! Differences between systems: the number of the process, the real path of a file, and the working directory.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// A number that no other running process has, for the names of temporary files.
pub fn process_id() -> u32 {
    std::process::id()
}

/// Resolves all links in `path` (Ruby's `File.realpath`).
pub(super) fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path)
}

/// The working directory of the process, absolute and with links resolved.
pub(super) fn working_folder() -> io::Result<PathBuf> {
    env::current_dir()
}
