//! Publishes a rendered site to its destination, completely or not at all.
//!
//! First, all files that differ from the destination are written to a staging folder next to it (`staging`). Then the
//! destination is replaced by the new folder in one step (`exchange`). If the system cannot do that, the files are
//! moved into the destination and stale files are removed (`changes`). If the disk is full, a folder is not writable or
//! the process crashes before this replacement, the old destination is unchanged. Files whose bytes are unchanged are
//! not touched. A missing or empty destination is also replaced in one step (`fresh`). Builds that publish to the same
//! destination take turns (`alone`).

use super::alone::Turn;
use super::early::Finished;
use super::new_file::{Contents, NewFile, holds, unwritable};
use super::places::Places;
use super::published::{Digest, Published};
use super::staging::{Staging, publishing};
use super::{below, case, changes, fresh, names, static_files};
use crate::failure::Failure;
use crate::model::permalink::PermalinkError;
use crate::model::{SiteContext, Writer};
use crate::path;
use crate::render::Written;
use crate::render::{ItemSlot, SiteView};
use foldhash::quality::RandomState;
use indexmap::IndexMap;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files that Hastie writes. If several files have the same destination, only the last one is written.
///
/// # Errors
/// Fails if a URL cannot be made.
pub fn files<'a>(
    view: &'a SiteView,
    written: &[Written<'a>],
    early: Option<&Finished>,
) -> Result<Vec<NewFile<'a>>, Failure> {
    let mut files = Vec::with_capacity(written.len());
    for written in written.iter().filter(|written| written.writer(view).is_hastie()) {
        // The destination of an early output is not computed again.
        if let Some(file) = written.index().and_then(|index| early?.file(index)) {
            files.push(file);
            continue;
        }
        let destination = written.destination(view).map_err(PermalinkError::into_failure)?;
        let contents = match written {
            Written::File(file) => Contents::Copy(file),
            Written::Item(index) => Contents::Text(encoded(view, &view.slots[*index])),
        };
        files.push(NewFile { destination, contents });
    }
    Ok(last_of_each(files))
}

/// The files without those that a later file overwrites. The later file takes the place of the first one.
fn last_of_each(files: Vec<NewFile<'_>>) -> Vec<NewFile<'_>> {
    let mut destinations = HashSet::with_capacity_and_hasher(files.len(), RandomState::default());
    if files.iter().all(|file| destinations.insert(file.destination.as_str())) {
        return files;
    }
    let mut last: IndexMap<String, Contents<'_>, RandomState> = IndexMap::default();
    for NewFile { destination, contents } in files {
        last.insert(destination, contents);
    }
    last.into_iter().map(|(destination, contents)| NewFile { destination, contents }).collect()
}

/// The destinations of files that plugins write. Files whose URL cannot be made are left out.
pub fn of_plugins(view: &SiteView, written: &[Written<'_>]) -> Vec<String> {
    let of_plugins = written.iter().filter(|written| written.writer(view) == Writer::Plugin);
    of_plugins.filter_map(|written| written.destination(view).ok()).collect()
}

/// The bytes of an output in the site's encoding, UTF-8 or ISO 8859-1. If the source and all layouts are ASCII, or if a
/// character is not in ISO 8859-1, the output is UTF-8.
pub(super) fn encoded<'a>(view: &'a SiteView, slot: &'a ItemSlot) -> Cow<'a, [u8]> {
    let output: &str = slot.output().map_or("", |output| output);
    let keeps = || !slot.item().source().is_ascii() || view.layouts.values().any(|layout| !layout.content.is_ascii());
    if output.is_ascii() || !view.setup.context.is_latin1() || !keeps() {
        return Cow::Borrowed(output.as_bytes());
    }
    let bytes: Option<Vec<u8>> = output.chars().map(|c| u8::try_from(c).ok()).collect();
    bytes.map_or(Cow::Borrowed(output.as_bytes()), Cow::Owned)
}

/// The result of publishing: the changed files, and the files that could not be removed.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The absolute paths of the files that are new, differ or were removed.
    pub changed: Vec<String>,
    /// The stale files that could not be removed, with the reason.
    pub kept: Vec<(String, io::Error)>,
}

/// Publishes `files` to the destination, and removes the files and folders in `obsolete` from it. `early` has the
/// outputs that were written before all items were rendered.
///
/// # Errors
/// Fails if a file cannot be written, is not below the destination, or has a name that the system forbids. A confined
/// build also fails if a link leads a file out of the destination. In all cases, the destination is unchanged.
pub fn publish(
    context: &SiteContext,
    new_files: Vec<NewFile<'_>>,
    obsolete: &[String],
    early: Option<Finished>,
) -> Result<Outcome, Failure> {
    let files = new_files.as_slice();
    let destination = &context.destination;
    names::check(destination, files.iter().map(|file| file.destination.as_str()), path::WINDOWS)?;
    below::check(destination, files.iter().map(|file| file.destination.as_str()))?;
    below::check(destination, obsolete.iter().map(String::as_str))?;
    let (staging, _turn) = match early {
        Some(early) => early.into_staging(files),
        None => begin(context)?,
    };
    let _publishing = publishing();
    staging.sweep();
    let published = Published::of(context);
    let digests = published.as_ref().map(|published| digests(published, context, files)).unwrap_or_default();
    if let Some(plan) = fresh::plan(context, files, &staging)
        && staging.is_beside()
    {
        plan.carry_out(context, files, &staging)?;
        remember(published.as_deref(), context, files, &digests, |_| true);
        let changed = new_files.into_iter().map(|file| file.destination).collect();
        return Ok(Outcome { changed, kept: Vec::new() });
    }
    // Jekyll writes through links. If a site's own Ruby chooses what is written, this is not allowed.
    if context.world.gate().is_some() {
        let written = files.iter().map(|file| file.destination.as_str());
        below::check_links(destination, written.chain(obsolete.iter().map(String::as_str)))?;
    }
    make_folders(Path::new(destination))?;
    let places = Places::of(&context.world, destination);
    let is_held = |index: usize, file: &NewFile<'_>| {
        if matches!(file.contents, Contents::Early(_)) {
            return false;
        }
        let digest = digests.get(index).copied().flatten();
        digest.zip(published.as_ref()).is_some_and(|(digest, known)| known.holds(context, &file.destination, &digest))
    };
    let stage = |(index, file)| if is_held(index, file) { Ok(None) } else { stage(context, &staging, file).map(Some) };
    let staged: Vec<Option<Option<PathBuf>>> = files.par_iter().enumerate().map(stage).collect::<Result<_, _>>()?;
    let mut moves: Vec<_> = files
        .iter()
        .zip(&staged)
        .filter_map(|(file, staged)| Some((staged.clone()??, file.destination.as_str())))
        .collect();
    let stale = case::stale(obsolete, files, case::FOLDED);
    let changed = moves.iter().map(|(_, destination)| (*destination).to_owned()).chain(stale.gone.clone()).collect();
    let is_small = published.is_some() && is_small(files.len(), moves.len() + stale.gone.len());
    let at_once = !is_small && update_at_once(destination, &staging, &places, &mut moves, &stale);
    let kept = if at_once { Vec::new() } else { changes::carry_out(&staging, &places, &moves, &stale)? };
    // After an exchange, each file of the destination is a new link. Removing the old link changes its version again.
    drop(staging);
    remember(published.as_deref(), context, files, &digests, |index| at_once || staged[index].is_some());
    Ok(Outcome { changed, kept })
}

/// Waits for the turn to publish. Returns the turn and the staging folder.
fn begin(context: &SiteContext) -> Result<(Staging, Turn), Failure> {
    let staging = Staging::of(&context.world, &context.destination);
    make_folders(Path::new(path::dirname(&context.destination)))?;
    let turn = Turn::beside(staging.destination());
    Ok((staging, turn))
}

/// Whether a rebuild changes so few files that moving them is much faster than linking all unchanged files into a new
/// folder.
fn is_small(files: usize, changes: usize) -> bool {
    const MIN_FILES: usize = 2000;
    const MIN_SHARE: usize = 20;
    files >= MIN_FILES && changes <= files / MIN_SHARE
}

/// The digests of new files. Must be called before any of the files is written.
fn digests(published: &Published, context: &SiteContext, files: &[NewFile<'_>]) -> Vec<Option<Digest>> {
    let digest = |file: &NewFile<'_>| match &file.contents {
        Contents::Text(text) => Some(published.of_text(text)),
        Contents::Copy(source) => Published::of_copy(context, source),
        Contents::Early(file) => file.digest.as_deref().copied(),
    };
    files.par_iter().with_min_len(MIN_LENGTH).map(digest).collect()
}

/// The minimum number of files that a thread processes at a time.
const MIN_LENGTH: usize = 64;

/// Stores the digests of files in the destination for the next build. Skips a file if `is_new` returns false for its
/// index.
fn remember(
    published: Option<&Published>,
    context: &SiteContext,
    files: &[NewFile<'_>],
    digests: &[Option<Digest>],
    is_new: impl Fn(usize) -> bool + Sync,
) {
    let Some(published) = published else { return };
    let new = files.par_iter().zip(digests).enumerate().filter(|(index, _)| is_new(*index));
    published.remember(context, new.filter_map(|(_, (file, digest))| Some((file.destination.as_str(), (*digest)?))));
}

/// Updates the destination in one step if the system can. Otherwise returns false and changes nothing.
#[cfg(target_os = "linux")]
fn update_at_once(
    destination: &str,
    staging: &Staging,
    places: &Places,
    moves: &mut [changes::Move<'_>],
    stale: &case::Stale,
) -> bool {
    super::exchange::carry_out(destination, staging, places, moves, stale)
}

/// Updates the destination in one step if the system can. Otherwise returns false and changes nothing.
#[cfg(not(target_os = "linux"))]
fn update_at_once(_: &str, _: &Staging, _: &Places, _: &mut [changes::Move<'_>], _: &case::Stale) -> bool {
    false
}

/// `FileUtils.mkdir_p`: creates a folder and its missing parents.
///
/// # Errors
/// Fails if a folder cannot be created. The error names the folder.
pub fn make_folders(folder: &Path) -> Result<(), Failure> {
    let missing: Vec<&Path> = folder.ancestors().take_while(|folder| !folder.is_dir()).collect();
    for folder in missing.into_iter().rev() {
        let made = fs::create_dir(folder).or_else(|error| if folder.is_dir() { Ok(()) } else { Err(error) });
        made.map_err(|error| unwritable("dir_s_mkdir", &folder.to_string_lossy(), &error))?;
    }
    Ok(())
}

/// Writes a file's contents to the staging folder, unless the destination already has the same contents. Returns the
/// path of the staged file. `None` if nothing has to be moved.
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
        Contents::Early(early) => {
            let inside = file.destination.strip_prefix(context.destination.as_str()).unwrap_or_default();
            let place = |staged| staging.path_of(staged, inside.trim_start_matches('/'));
            early.staged.map(place).transpose()
        }
    }
}
