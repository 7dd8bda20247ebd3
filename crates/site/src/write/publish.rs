//! Puts a rendered site into its destination, whole or not at all.
//!
//! First everything that differs from what is there is written beside the destination (`staging`);
//! only when all of it lies on the disk are files moved into place and stale ones removed
//! (`changes`). A full disk, an unwritable folder or a crash before that leaves the old destination
//! as it was. A file whose bytes did not change is not touched. A destination that is not there or empty is filled in
//! one step (`fresh`).

use super::staging::Staging;
use super::{case, changes, fresh, names, static_files};
use crate::failure::Failure;
use crate::model::{SiteContext, StaticFile, Writing};
use crate::path;
use crate::render::view::Written;
use crate::render::{ItemSlot, SiteView};
use rayon::prelude::*;
use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// One file of the new destination.
pub struct NewFile<'a> {
    /// The absolute path of its destination.
    pub destination: String,
    /// The contents.
    pub contents: Contents<'a>,
}

/// The contents of a new file.
pub enum Contents<'a> {
    /// Rendered text.
    Text(Cow<'a, [u8]>),
    /// A static file's bytes.
    Copy(&'a Arc<StaticFile>),
}

/// The files of all that the program writes; of several with one destination, the last.
///
/// # Errors
/// Where a URL cannot be made.
pub fn files<'a>(view: &'a SiteView, written: &[Written<'a>]) -> Result<Vec<NewFile<'a>>, Failure> {
    let mut files: indexmap::IndexMap<String, Contents<'_>> = indexmap::IndexMap::new();
    for written in written.iter().filter(|written| written.writing(view) == Writing::Program) {
        let destination =
            written.destination(view).map_err(|error| Failure::raised("NoMethodError", error.to_string()))?;
        let contents = match written {
            Written::File(file) => Contents::Copy(file),
            Written::Item(index) => Contents::Text(encoded(view, &view.slots[*index])),
        };
        files.insert(destination, contents);
    }
    Ok(files.into_iter().map(|(destination, contents)| NewFile { destination, contents }).collect())
}

/// The destinations of what plugins write.
pub fn of_plugins(view: &SiteView, written: &[Written<'_>]) -> Vec<String> {
    let of_plugins = written.iter().filter(|written| written.writing(view) == Writing::Plugin);
    of_plugins.filter_map(|written| written.destination(view).ok()).collect()
}

/// The bytes of an output. Where the site has an encoding of its own, its sources and layouts are in that encoding, and
/// what is made of them goes out in it; texts that are ASCII there take on the UTF-8 of front matter and data.
pub(super) fn encoded<'a>(view: &'a SiteView, slot: &'a ItemSlot) -> Cow<'a, [u8]> {
    let output: &str = slot.output.get().map_or("", |output| output);
    let keeps = || !slot.item().source().is_ascii() || view.layouts.values().any(|layout| !layout.content.is_ascii());
    if output.is_ascii() || !view.setup.is_latin1() || !keeps() {
        return Cow::Borrowed(output.as_bytes());
    }
    let bytes: Option<Vec<u8>> = output.chars().map(|c| u8::try_from(c).ok()).collect();
    bytes.map_or(Cow::Borrowed(output.as_bytes()), Cow::Owned)
}

/// Makes the destination hold `files`, and not `obsolete`. What could not be removed is returned, with the reason.
///
/// # Errors
/// Where something cannot be written; the destination is then as it was.
pub fn publish(
    context: &SiteContext,
    files: &[NewFile<'_>],
    obsolete: &[String],
) -> Result<Vec<(String, io::Error)>, Failure> {
    let destination = &context.destination;
    names::check(destination, files.iter().map(|file| file.destination.as_str()), path::WINDOWS)?;
    let fresh = fresh::plan(context, files);
    let folder = if fresh.is_some() { path::dirname(destination) } else { destination };
    make_folders(Path::new(folder))?;
    let staging = Staging::of(&context.world, destination);
    if let Some(plan) = fresh
        && staging.is_beside()
    {
        return plan.carry_out(context, files, &staging).map(|()| Vec::new());
    }
    // Where nothing can be made beside it, the destination has to be there after all.
    make_folders(Path::new(destination))?;
    let staged: Vec<Option<PathBuf>> =
        files.par_iter().map(|file| stage(context, &staging, file)).collect::<Result<_, _>>()?;
    let moves: Vec<_> =
        files.iter().zip(staged).filter_map(|(file, staged)| Some((staged?, file.destination.as_str()))).collect();
    changes::carry_out(&staging, &moves, &case::stale(obsolete, files, case::FOLDED))
}

/// `FileUtils.mkdir_p`: makes a folder and those above it that are missing.
///
/// # Errors
/// Where one cannot be made, which is named.
pub fn make_folders(folder: &Path) -> Result<(), Failure> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|folder| !folder.is_dir()).collect();
    for folder in missing.into_iter().rev() {
        let made = fs::create_dir(folder).or_else(|error| if folder.is_dir() { Ok(()) } else { Err(error) });
        made.map_err(|error| unwritable("dir_s_mkdir", &folder.to_string_lossy(), &error))?;
    }
    Ok(())
}

/// Writes a file's contents into the staging folder, unless its destination holds them already.
fn stage(context: &SiteContext, staging: &Staging, file: &NewFile<'_>) -> Result<Option<PathBuf>, Failure> {
    match &file.contents {
        Contents::Text(text) if holds(context, &file.destination, text) => Ok(None),
        Contents::Text(text) => {
            let staged = staging.new_path()?;
            fs::write(&staged, text).map_err(|error| unwritable("rb_sysopen", &file.destination, &error))?;
            Ok(Some(staged))
        }
        Contents::Copy(source) if static_files::is_there(context, source, &file.destination)? => Ok(None),
        Contents::Copy(source) => {
            let staged = staging.new_path()?;
            static_files::stream(context, source, &staged, &file.destination)?;
            Ok(Some(staged))
        }
    }
}

/// Whether a regular file holds exactly these bytes.
fn holds(context: &SiteContext, file: &str, bytes: &[u8]) -> bool {
    let file = Path::new(file);
    let alike = context
        .world
        .stat_link(file)
        .is_ok_and(|stat| stat.kind == crate::world::Kind::File && stat.size == bytes.len() as u64);
    alike && context.world.read(file).is_ok_and(|held| held == bytes)
}

/// The failure of a file that cannot be written, in Ruby's words or the system's.
pub(super) fn unwritable(call: &str, file: &str, error: &io::Error) -> Failure {
    let known = match error.kind() {
        io::ErrorKind::StorageFull => Some(("Errno::ENOSPC", "No space left on device")),
        io::ErrorKind::AlreadyExists => Some(("Errno::EEXIST", "File exists")),
        io::ErrorKind::NotADirectory => Some(("Errno::ENOTDIR", "Not a directory")),
        io::ErrorKind::ReadOnlyFilesystem => Some(("Errno::EROFS", "Read-only file system")),
        io::ErrorKind::FileTooLarge => Some(("Errno::EFBIG", "File too large")),
        io::ErrorKind::QuotaExceeded => Some(("Errno::EDQUOT", "Disk quota exceeded")),
        _ => None,
    };
    match known {
        Some((class, words)) => Failure::raised(class, format!("{words} @ {call} - {file}")),
        None => Failure::unreadable(call, file, error),
    }
}
