//! Updates an existing destination as the last step of a build: moves new files in and removes stale ones.
//!
//! Everything is already written to the staging folder, so the disk can no longer run full. Files and folders that are
//! new come first, because they can simply be removed again. Then each changed file replaces its old version with a
//! rename. Stale files are removed last. If a step fails, all previous steps are undone. If the process is killed in
//! between, some files are new and others old, but no file is incomplete.

use super::case::Stale;
use super::places::Places;
use super::platform::{may_change, same_file_system};
use super::staging::{Staging, move_file, parent_of};
use crate::failure::Failure;
use crate::locks;
use crate::path;
use rayon::prelude::*;
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

/// The path of a staged file, and its path in the destination.
pub(super) type Move<'a> = (PathBuf, &'a str);

/// Moves the staged files into the destination, and renames or removes the stale files. Returns the files that could
/// not be removed, with the reason. Jekyll continues in this case, too.
///
/// # Errors
/// Fails if a file cannot be moved. The destination is then unchanged.
pub(super) fn carry_out(
    staging: &Staging,
    places: &Places,
    moves: &[Move<'_>],
    stale: &Stale,
) -> Result<Vec<(String, io::Error)>, Failure> {
    let changes = Changes {
        staging,
        places,
        completed: Mutex::default(),
        keeps_backups: !moves.is_empty() && !is_ours(staging, moves),
    };
    let outcome = changes.clear_paths(moves, &stale.gone).and_then(|()| changes.move_in(moves));
    if let Err(failure) = outcome {
        changes.undo();
        return Err(failure);
    }
    let replaced = changes.put_aside_so_far();
    for (old, new) in &stale.renamed {
        // If this fails, the page still exists under its old name.
        let _ = change_case(Path::new(old), Path::new(new), staging, places);
    }
    let gone = stale.gone.iter().filter(|gone| !replaced.contains(Path::new(gone)));
    Ok(gone.filter_map(|gone| remove(gone, places).err().map(|error| (gone.clone(), error))).collect())
}

/// Renames an entry to a name that differs only in case. If the system treats the two names as equal and does nothing,
/// the entry is renamed via a third name.
fn change_case(old: &Path, new: &Path, staging: &Staging, places: &Places) -> io::Result<()> {
    let (Some(folder), Some(name)) = (new.parent(), new.file_name()) else { return Ok(()) };
    let (old, new) = (places.open_entry(old)?, places.open_entry(new)?);
    let (old, new) = (old.path(), new.path());
    fs::rename(old, new)?;
    if fs::read_dir(places.open_folder(folder)?.path())?.flatten().any(|entry| entry.file_name() == name) {
        return Ok(());
    }
    let Ok(between) = staging.new_path() else { return Ok(()) };
    fs::rename(old, &between)?;
    fs::rename(&between, new).or_else(|_| fs::rename(&between, old))
}

struct Changes<'a> {
    staging: &'a Staging,
    places: &'a Places,
    completed: Mutex<Vec<CompletedStep>>,
    /// Whether old files are kept until all steps have succeeded.
    keeps_backups: bool,
}

/// A completed step, with the paths that are needed to undo it.
enum CompletedStep {
    CreatedFolder(PathBuf),
    NewFile(PathBuf),
    Replaced { target: PathBuf, saved: PathBuf },
    SetAside { target: PathBuf, saved: PathBuf },
}

impl Changes<'_> {
    /// Moves old entries out of the way of new folders and files, and creates the folders.
    fn clear_paths(&self, moves: &[Move<'_>], obsolete: &[String]) -> Result<(), Failure> {
        let folders: BTreeSet<&Path> = moves.iter().map(|(_, target)| parent_of(target)).collect();
        for folder in folders {
            self.make_folder(folder, obsolete)?;
        }
        for (_, target) in moves {
            let target = Path::new(target);
            // A folder that is now a file. (Ruby Jekyll fails here.)
            if self.metadata(target).is_ok_and(|data| data.is_dir()) {
                self.put_aside(target)?;
            }
        }
        Ok(())
    }

    fn make_folder(&self, folder: &Path, obsolete: &[String]) -> Result<(), Failure> {
        let mut missing = Vec::new();
        let mut next = Some(folder);
        while let Some(folder) =
            next.filter(|folder| self.places.open_folder(folder).map_or(true, |place| !place.path().is_dir()))
        {
            // A file that is now a folder.
            if self.exists(folder) && obsolete.iter().any(|gone| Path::new(gone) == folder) {
                self.put_aside(folder)?;
            }
            missing.push(folder);
            next = folder.parent();
        }
        for folder in missing.into_iter().rev() {
            self.places
                .open_entry(folder)
                .and_then(|place| fs::create_dir(place.path()))
                .map_err(|error| Failure::unreadable("dir_s_mkdir", &folder.to_string_lossy(), &error))?;
            self.note(CompletedStep::CreatedFolder(folder.to_path_buf()));
        }
        Ok(())
    }

    fn put_aside(&self, target: &Path) -> Result<(), Failure> {
        let saved = self.staging.new_path()?;
        self.places
            .open_entry(target)
            .and_then(|place| fs::rename(place.path(), &saved))
            .map_err(|error| Failure::unreadable("apply2files", &target.to_string_lossy(), &error))?;
        self.note(CompletedStep::SetAside { target: target.to_path_buf(), saved });
        Ok(())
    }

    /// Moves the staged files into the destination. New files come first, because only they need additional disk space.
    fn move_in(&self, moves: &[Move<'_>]) -> Result<(), Failure> {
        let is_new = |target: &str| !self.exists(Path::new(target));
        let (new, old): (Vec<_>, Vec<_>) = moves.par_iter().partition(|(_, target)| is_new(target));
        new.par_iter().try_for_each(|(staged, target)| {
            self.put(staged, target)?;
            self.note(CompletedStep::NewFile(PathBuf::from(target)));
            Ok(())
        })?;
        old.par_iter().try_for_each(|(staged, target)| {
            if !self.keeps_backups {
                return self.put(staged, target);
            }
            let saved = self.staging.new_path()?;
            let held = Path::new(target);
            self.places
                .open_entry(held)
                .and_then(|place| fs::hard_link(place.path(), &saved).or_else(|_| fs::rename(place.path(), &saved)))
                .map_err(|error| Failure::unreadable("rb_sysopen", target, &error))?;
            self.note(CompletedStep::Replaced { target: held.to_path_buf(), saved });
            self.put(staged, target)
        })
    }

    fn put(&self, staged: &Path, target: &str) -> Result<(), Failure> {
        let place = self.places.open_entry(Path::new(target));
        let moved = place.and_then(|place| move_file(staged, place.path()));
        moved.map_err(|error| Failure::unreadable("rb_sysopen", target, &error))
    }

    fn metadata(&self, path: &Path) -> io::Result<fs::Metadata> {
        fs::symlink_metadata(self.places.open_entry(path)?.path())
    }

    fn exists(&self, path: &Path) -> bool {
        self.metadata(path).is_ok()
    }

    fn note(&self, step: CompletedStep) {
        self.lock().push(step);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<CompletedStep>> {
        locks::lock(&self.completed)
    }

    fn put_aside_so_far(&self) -> HashSet<PathBuf> {
        let aside = |step: &CompletedStep| match step {
            CompletedStep::SetAside { target, .. } => Some(target.clone()),
            _ => None,
        };
        self.lock().iter().filter_map(aside).collect()
    }

    /// Undoes all steps in reverse order.
    fn undo(self) {
        let completed = locks::into_inner(self.completed);
        for step in completed.into_iter().rev() {
            let (CompletedStep::CreatedFolder(path)
            | CompletedStep::NewFile(path)
            | CompletedStep::Replaced { target: path, .. }
            | CompletedStep::SetAside { target: path, .. }) = &step;
            let Ok(place) = self.places.open_entry(path) else { continue };
            let _ = match &step {
                CompletedStep::CreatedFolder(_) => fs::remove_dir(place.path()),
                CompletedStep::NewFile(_) => fs::remove_file(place.path()),
                CompletedStep::Replaced { saved, .. } | CompletedStep::SetAside { saved, .. } => {
                    fs::rename(saved, place.path())
                }
            };
        }
    }
}

/// Whether no rename can fail: the build may change all folders, and all of them are on one file system.
fn is_ours(staging: &Staging, moves: &[Move<'_>]) -> bool {
    let Some(own) = staging.folder().ok().and_then(|folder| fs::metadata(folder).ok()) else { return false };
    let is_ours = |data: &fs::Metadata| may_change(data, &own) && same_file_system(data, &own);
    let folders: BTreeSet<&str> = moves.iter().map(|(_, target)| path::dirname(target)).collect();
    // A missing folder will be created by us.
    folders.into_iter().all(|folder| fs::metadata(folder).map_or(true, |data| is_ours(&data)))
}

/// Removes a file, or a folder with its contents. A missing file is not an error.
fn remove(gone: &str, places: &Places) -> io::Result<()> {
    let removed = places.open_entry(Path::new(gone)).and_then(|place| match fs::symlink_metadata(place.path()) {
        Ok(data) if data.is_dir() => fs::remove_dir_all(place.path()),
        Ok(_) => fs::remove_file(place.path()),
        Err(_) => Ok(()),
    });
    removed.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}
