//! The digest of a folder's files: the output of `git ls-files | LC_ALL=C sort | xargs sha256sum | sha256sum` for a
//! repository without links. The archive itself is not used, because servers pack the same files differently over time.

use hastie_site::world::{Kind, World};
use sha2::{Digest, Sha256};
use std::io;
use std::path::Path;

/// The maximum number of parts in an archive's paths, and the maximum nesting of folders in `sum`.
pub(crate) const DEPTH: usize = 64;

/// The digest of a folder, as 64 hexadecimal digits. It depends on the paths and contents of all files.
///
/// # Errors
/// Fails if a file cannot be read, if the folder contains a link, or if folders are nested deeper than [`DEPTH`].
pub(crate) fn sum(world: &World, folder: &Path) -> io::Result<String> {
    let mut lines = Vec::new();
    add(world, folder, "", DEPTH, &mut lines)?;
    lines.sort();
    let mut whole = Sha256::new();
    for (path, sum) in lines {
        whole.update(format!("{sum}  {path}\n"));
    }
    Ok(hex(&whole.finalize()))
}

fn add(world: &World, folder: &Path, below: &str, depth: usize, lines: &mut Vec<(String, String)>) -> io::Result<()> {
    for entry in world.list(folder)? {
        let (path, full) = (format!("{below}{}", entry.name), folder.join(&entry.name));
        match entry.kind {
            Kind::File => lines.push((path, hex(&Sha256::digest(world.read(&full)?)))),
            Kind::Folder if depth > 0 => add(world, &full, &format!("{path}/"), depth - 1, lines)?,
            _ => return Err(io::Error::other(format!("{path} is not a file of a theme"))),
        }
    }
    Ok(())
}

/// Writes each byte as two lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
