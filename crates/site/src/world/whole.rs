//! Atomic writes of cache files, which several processes may read and write at the same time.

use std::path::Path;
use std::{fs, io};

/// Writes a file atomically: another process sees all of it or nothing. Creates its folder.
///
/// # Errors
/// Returns the operating system's error. The new file is then removed.
pub fn write_whole(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = file.with_extension(format!("{}.new", std::process::id()));
    let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder.and_then(|()| fs::write(&beside, bytes)).and_then(|()| fs::rename(&beside, file));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}
