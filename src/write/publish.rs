//! Puts a rendered site into its destination, whole or not at all.
//!
//! First everything that differs from what is there is written beside the destination; only when all
//! of it lies on the disk are stale files removed and new ones moved into place. A full disk, an
//! unwritable folder or a crash before that leaves the old destination as it was. A file whose bytes
//! did not change is not touched. A destination that is empty is filled in one step ([`fresh`]).

use super::fresh;
use crate::failure::Failure;
use crate::model::StaticFile;
use crate::model::path;
use crate::read::unreadable;
use crate::render::view::Written;
use crate::render::{Entry, SiteView};
use crate::setup::Setup;
use rayon::prelude::*;
use std::borrow::Cow;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

/// One file of the new destination.
pub struct NewFile<'a> {
    /// Where it goes, absolute.
    pub destination: String,
    /// What is in it.
    pub contents: Contents<'a>,
}

/// What is in a new file.
pub enum Contents<'a> {
    /// Rendered text.
    Text(Cow<'a, [u8]>),
    /// A static file's bytes.
    Copy(&'a Arc<StaticFile>),
}

/// The files of a rendered site; of several with one destination, the last.
///
/// # Errors
/// Where a URL cannot be made.
pub fn files(view: &SiteView) -> Result<Vec<NewFile<'_>>, Failure> {
    let mut files: indexmap::IndexMap<String, Contents<'_>> = indexmap::IndexMap::new();
    for written in view.written() {
        let (destination, contents) = match written {
            Written::File(file) => (file.destination(&view.setup.destination), Contents::Copy(file)),
            Written::Entry(place) => {
                let entry = &view.entries[place];
                let destination = entry
                    .item()
                    .destination(&view.setup.destination)
                    .map_err(|error| Failure::raised("NoMethodError", error.to_string()))?;
                (destination, Contents::Text(encoded(view, entry)))
            }
        };
        files.insert(destination, contents);
    }
    Ok(files.into_iter().map(|(destination, contents)| NewFile { destination, contents }).collect())
}

/// The bytes of an output. Where the site has an encoding of its own, its sources and layouts are in that encoding, and
/// what is made of them goes out in it; texts that are ASCII there take on the UTF-8 of front matter and data.
fn encoded<'a>(view: &'a SiteView, entry: &'a Entry) -> Cow<'a, [u8]> {
    let output: &str = entry.output.get().map_or("", |output| output);
    let keeps = || !entry.item().source().is_ascii() || view.layouts.values().any(|layout| !layout.content.is_ascii());
    if output.is_ascii() || !view.setup.is_latin1() || !keeps() {
        return Cow::Borrowed(output.as_bytes());
    }
    let bytes: Option<Vec<u8>> = output.chars().map(|c| u8::try_from(c).ok()).collect();
    bytes.map_or(Cow::Borrowed(output.as_bytes()), Cow::Owned)
}

/// Makes the destination hold `files`, and not `obsolete`.
///
/// # Errors
/// Where something cannot be written; the destination is then as it was.
pub fn publish(setup: &Setup, files: &[NewFile<'_>], obsolete: &[String]) -> Result<(), Failure> {
    let staging = Staging::open(&setup.destination)?;
    if staging.is_beside
        && let Some(plan) = fresh::plan(setup, files)
    {
        return plan.carry_out(setup, files, &staging);
    }
    let staged: Vec<Option<PathBuf>> = files
        .par_iter()
        .enumerate()
        .map(|(number, file)| staging.stage(setup, number, file))
        .collect::<Result<_, _>>()?;
    for gone in obsolete {
        remove(gone)?;
    }
    for (file, staged) in files.iter().zip(staged) {
        if let Some(staged) = staged {
            put(&staged, &file.destination)?;
        }
    }
    Ok(())
}

/// A folder beside the destination, on the same file system; it goes when this goes.
pub(super) struct Staging {
    pub(super) folder: PathBuf,
    /// Whether it lies beside the destination, and not in it because that is a file system of its own.
    is_beside: bool,
}

impl Staging {
    fn open(destination: &str) -> Result<Self, Failure> {
        fs::create_dir_all(destination).map_err(|error| unreadable("dir_s_mkdir", destination, &error))?;
        let name = format!(".{}.new-{}", path::basename(destination), std::process::id());
        let beside = path::join(path::dirname(destination), &name);
        let inside = path::join(destination, &name);
        let is_beside = same_device(destination) && fs::create_dir(&beside).is_ok();
        if !is_beside {
            fs::create_dir(&inside).map_err(|error| unreadable("dir_s_mkdir", &inside, &error))?;
        }
        Ok(Staging { folder: if is_beside { beside } else { inside }.into(), is_beside })
    }

    /// Writes a file's contents into the folder, unless its destination holds them already.
    fn stage(&self, setup: &Setup, number: usize, file: &NewFile<'_>) -> Result<Option<PathBuf>, Failure> {
        let staged = self.folder.join(number.to_string());
        let written = match &file.contents {
            Contents::Text(text) => {
                if holds(setup, &file.destination, text) {
                    return Ok(None);
                }
                fs::write(&staged, text)
            }
            Contents::Copy(source) => match copy(setup, source, &file.destination, &staged) {
                Ok(false) => return Ok(None),
                Ok(true) => Ok(()),
                Err(error) => return Err(unreadable("rb_sysopen", &source.path, &error)),
            },
        };
        written.map_err(|error| unreadable("rb_sysopen", &file.destination, &error))?;
        Ok(Some(staged))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Whether the folder above the destination is on its file system.
fn same_device(destination: &str) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &str| fs::symlink_metadata(path).map(|data| data.dev()).ok();
    device(destination).is_some() && device(destination) == device(path::dirname(destination))
}

/// Whether a regular file holds exactly these bytes.
fn holds(setup: &Setup, file: &str, bytes: &[u8]) -> bool {
    let file = Path::new(file);
    let alike = setup
        .world
        .stat_link(file)
        .is_ok_and(|stat| stat.kind == crate::world::Kind::File && stat.size == bytes.len() as u64);
    alike && setup.world.read(file).is_ok_and(|held| held == bytes)
}

/// Copies a static file, with its time of change; `false` where the destination is the same already.
fn copy(setup: &Setup, source: &StaticFile, destination: &str, staged: &Path) -> io::Result<bool> {
    let from = Path::new(&source.path);
    let stat = setup.world.stat(from)?;
    let there = setup.world.stat_link(Path::new(destination)).ok();
    let alike = there.is_some_and(|there| {
        there.kind == crate::world::Kind::File && there.size == stat.size && there.modified.0 == source.modified.seconds
    });
    if alike && same_bytes(setup, from, Path::new(destination))? {
        return Ok(false);
    }
    stream(setup, source, staged)?;
    Ok(true)
}

/// Copies a static file piece by piece, with its permissions and its time of change.
pub(super) fn stream(setup: &Setup, source: &StaticFile, place: &Path) -> io::Result<()> {
    let modified = UNIX_EPOCH + Duration::from_secs(u64::try_from(source.modified.seconds).unwrap_or(0));
    let mut input = setup.world.open(Path::new(&source.path))?;
    let mut output = fs::File::create(place)?;
    io::copy(&mut input, &mut output)?;
    if let Some(permissions) = input.permissions()? {
        output.set_permissions(permissions)?;
    }
    output.set_modified(modified)?;
    output.flush()
}

/// Whether two files hold the same bytes; neither is loaded as a whole.
fn same_bytes(setup: &Setup, a: &Path, b: &Path) -> io::Result<bool> {
    let (mut a, mut b) = (setup.world.open(a)?, setup.world.open(b)?);
    let (mut left, mut right) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let count = a.read(&mut left)?;
        if count == 0 {
            return Ok(b.read(&mut right)? == 0);
        }
        if b.read_exact(&mut right[..count]).is_err() || left[..count] != right[..count] {
            return Ok(false);
        }
    }
}

/// Removes a file or a folder with all that is in it; what is gone already is fine.
fn remove(gone: &str) -> Result<(), Failure> {
    let removed = match fs::symlink_metadata(gone) {
        Ok(data) if data.is_dir() => fs::remove_dir_all(gone),
        Ok(_) => fs::remove_file(gone),
        Err(_) => Ok(()),
    };
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unreadable("apply2files", gone, &error)),
        _ => Ok(()),
    }
}

/// Moves a staged file to its destination.
fn put(staged: &Path, destination: &str) -> Result<(), Failure> {
    let folder = path::dirname(destination);
    fs::create_dir_all(folder).map_err(|error| unreadable("dir_s_mkdir", folder, &error))?;
    // A folder that became a file: its files are gone by now. (Ruby Jekyll fails here.)
    if fs::symlink_metadata(destination).is_ok_and(|data| data.is_dir()) {
        let _ = fs::remove_dir(destination);
    }
    fs::rename(staged, destination).map_err(|error| unreadable("rb_sysopen", destination, &error))
}
