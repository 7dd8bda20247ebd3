//! Files that are replaced whole or not at all.
//!
//! They are written beside the old ones under names of their own, read back, and then renamed. Whatever goes wrong
//! before, the old files are untouched; two runs at once leave whole files.

use crate::world::World;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Puts all files in place, or none. Folders are made.
///
/// # Errors
/// Fails if a file cannot be written. The old files are then unchanged.
pub fn replace(files: &[(PathBuf, String)], world: &World) -> io::Result<()> {
    let mut drafts = Drafts(Vec::new());
    for (path, text) in files {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let draft = folder.join(format!(".{name}.{}.part", std::process::id()));
        drafts.0.push(draft.clone());
        fs::write(&draft, text)?;
        if world.read(&draft)? != text.as_bytes() {
            return Err(io::Error::other(format!("{} was not written whole", draft.display())));
        }
    }
    for (draft, (path, _)) in drafts.0.iter().zip(files) {
        fs::rename(draft, path)?;
    }
    Ok(())
}

/// Files that are on their way; what is left of them goes when all is done.
struct Drafts(Vec<PathBuf>);

impl std::ops::Drop for Drafts {
    fn drop(&mut self) {
        for draft in &self.0 {
            // Those that were renamed are not there any more.
            let _ = fs::remove_file(draft);
        }
    }
}
