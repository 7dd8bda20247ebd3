//! Atomic replacement of several files.
//!
//! New files are written next to the old ones under temporary names, read back, and then renamed. If something fails
//! before the first file is renamed, the old files are unchanged. If two processes do this at the same time, each file
//! is still complete.

use crate::world::World;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes all files next to their targets first, and then moves each to its target. Creates missing folders.
///
/// # Errors
/// Fails if a file cannot be written, and then leaves all old files unchanged. If a file cannot be moved to its target,
/// earlier files are already replaced.
pub fn replace(files: &[(PathBuf, String)], world: &World) -> io::Result<()> {
    let mut drafts = Drafts(Vec::new());
    for (path, text) in files {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let draft = folder.join(format!(".{name}.{}.part", crate::world::process_id()));
        drafts.0.push(draft.clone());
        // A process that was killed may have left a file with this name.
        let _ = fs::remove_file(&draft);
        File::create_new(&draft)?.write_all(text.as_bytes())?;
        if world.read(&draft)? != text.as_bytes() {
            return Err(io::Error::other(format!("{} was not written completely", draft.display())));
        }
    }
    for (draft, (path, _)) in drafts.0.iter().zip(files) {
        fs::rename(draft, path)?;
    }
    Ok(())
}

/// Temporary files, which are removed on drop.
struct Drafts(Vec<PathBuf>);

impl std::ops::Drop for Drafts {
    fn drop(&mut self) {
        for draft in &self.0 {
            // Renamed files no longer exist under the temporary name.
            let _ = fs::remove_file(draft);
        }
    }
}
