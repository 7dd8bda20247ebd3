//! Files of caches, which several processes may write and read at a time.

use std::path::Path;
use std::{fs, io};

/// Writes a file so that another process sees all of it or nothing. Its folder is made.
///
/// # Errors
/// Those of the file system. Nothing is left of the new file then.
pub fn write_whole(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = file.with_extension(format!("{}.new", std::process::id()));
    let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder.and_then(|()| fs::write(&beside, bytes)).and_then(|()| fs::rename(&beside, file));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}
