//! Atomic writes of files that several processes may read and write at the same time.

use super::{Gate, NotRegular};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file below a folder atomically, as [`write_whole`] does. `folder` must exist; the folders below it are
/// created. Links that lead out of `folder` are not followed, because a site may contain such links.
///
/// # Errors
/// Returns the operating system's error, [`NotRegular`], or [`Outside`](super::Outside) for a path that leads out.
pub fn write_below(folder: &Path, file: &Path, bytes: &[u8]) -> io::Result<()> {
    let gate = Gate::new().writable(folder);
    let missing = file.ancestors().skip(1).take_while(|above| *above != folder && above.starts_with(folder));
    for above in missing.collect::<Vec<_>>().into_iter().rev() {
        match fs::create_dir(gate.place(above)?.path()) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
    }
    write_whole(gate.place(file)?.path(), bytes)
}

/// Writes a file atomically: another process never sees a part of the bytes. Creates the folder of the file.
///
/// The bytes are written to a new file in the same folder, which is then renamed. An existing link, pipe or device is
/// neither followed nor replaced.
///
/// # Errors
/// Returns the operating system's error, or [`NotRegular`]. The new file is then removed.
pub fn write_whole(file: &Path, bytes: &[u8]) -> io::Result<()> {
    write_new(file, bytes, fs::File::options().write(true).create_new(true))
}

/// Like [`write_whole`], but on Unix, only the user can read the file.
///
/// # Errors
/// Same as [`write_whole`].
pub fn write_private(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    write_new(file, bytes, &options)
}

fn write_new(file: &Path, bytes: &[u8], options: &fs::OpenOptions) -> io::Result<()> {
    if fs::symlink_metadata(file).is_ok_and(|data| !data.is_file()) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, NotRegular));
    }
    fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))?;
    let beside = file.with_extension(format!("{}.new", super::process_id()));
    // A process that was killed may have left a file with this name.
    let _ = fs::remove_file(&beside);
    let mut new = options.open(&beside)?;
    let written = new.write_all(bytes).and_then(|()| fs::rename(&beside, file));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}
