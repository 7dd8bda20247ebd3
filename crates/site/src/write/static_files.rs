//! Copies static files to the destination in chunks, without loading a whole file into memory.

use super::new_file::unwritable;
use super::platform::set_permissions;
use crate::failure::Failure;
use crate::model::{SiteContext, StaticFile};
use crate::world::Kind;
use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

/// Whether the file at `destination` already has the contents and modification time of `source`.
///
/// # Errors
/// Fails if the source is gone or cannot be read. Also fails if the source is itself the destination, because Jekyll
/// removes the destination before it copies.
pub(super) fn is_there(context: &SiteContext, source: &StaticFile, destination: &str) -> Result<bool, Failure> {
    let from = Path::new(&source.path);
    let unreadable = |error: io::Error| Failure::unreadable("rb_sysopen", &source.path, &error);
    if source.path == destination {
        return Err(unreadable(io::ErrorKind::NotFound.into()));
    }
    let stat = context.world.stat(from).map_err(unreadable)?;
    let there = context.world.stat_link(Path::new(destination)).ok();
    let alike = there.is_some_and(|there| {
        there.kind == Kind::File && there.size == stat.size && there.modified.0 == source.modified.seconds
    });
    Ok(alike && same_bytes(context, from, Path::new(destination)).map_err(unreadable)?)
}

/// Whether a source file and an output file have the same bytes. Compares them in chunks.
fn same_bytes(context: &SiteContext, source: &Path, output: &Path) -> io::Result<bool> {
    let mut a = context.world.for_copies().open(source)?;
    // As in Jekyll, an output file that cannot be read is replaced.
    let Ok(mut b) = context.world.open(output) else { return Ok(false) };
    let (mut left, mut right) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let count = a.read(&mut left)?;
        if count == 0 {
            return Ok(b.read(&mut right).is_ok_and(|count| count == 0));
        }
        if b.read_exact(&mut right[..count]).is_err() || left[..count] != right[..count] {
            return Ok(false);
        }
    }
}

/// Copies a static file to `staged` in chunks, with its permissions and modification time. If writing fails, the error
/// message names `destination`, because `staged` is a temporary path.
///
/// # Errors
/// Fails if the file cannot be read or written.
pub(super) fn stream(
    context: &SiteContext,
    source: &StaticFile,
    staged: &Path,
    destination: &str,
) -> Result<(), Failure> {
    let unreadable = |error: io::Error| Failure::unreadable("rb_sysopen", &source.path, &error);
    let mut input = context.world.for_copies().open(Path::new(&source.path)).map_err(unreadable)?;
    let modified = UNIX_EPOCH + Duration::from_secs(u64::try_from(source.modified.seconds).unwrap_or(0));
    let mut copy = || {
        let mut output = fs::File::create(staged)?;
        input.copy_to(&mut output)?;
        if let Some(permissions) = input.permissions()? {
            set_permissions(&output, permissions)?;
        }
        output.set_modified(modified)
    };
    copy().map_err(|error| match error.kind() {
        io::ErrorKind::IsADirectory => unreadable(error),
        _ => unwritable("copy_stream", destination, &error),
    })
}
