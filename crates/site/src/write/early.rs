//! Writes outputs to the staging folder while other items are still being rendered. These outputs then need no memory.
//!
//! An output that is equal to the file in the destination is not written. If another build changes that file before
//! this build publishes, the output is lost, and the site must be rendered again ([`Early::finish`]).

use super::alone::Turn;
use super::new_file::{Contents, EarlyFile, NewFile, Staged, holds};
use super::published::{Digest, Published};
use super::staging::Staging;
use super::{below, case, fresh, names};
use crate::locks::lock;
use crate::model::SiteContext;
use crate::path;
use crate::render::outlet::Outlet;
use crate::world::Version;
use foldhash::HashSet;
use foldhash::quality::RandomState;
use rayon::prelude::*;
use std::fs;
use std::hash::BuildHasher;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// The outputs that a build writes before it publishes the site.
#[derive(Debug)]
pub struct Early {
    context: Arc<SiteContext>,
    staging: Staging,
    /// The files that earlier builds of the process have published.
    published: Option<Arc<Published>>,
    /// The folder in which the new site is written. `None` unless the destination is missing or empty.
    tree: Option<PathBuf>,
    /// The output of each item, in the order of the items. An output that is still in memory is not set.
    outputs: Vec<OnceLock<Output>>,
    /// The hash of each destination path for which an output was written. A second output with the same hash stays in
    /// memory.
    destinations: Mutex<HashSet<u64>>,
    hasher: RandomState,
    /// Whether a file could not be written. Later outputs stay in memory.
    has_failed: AtomicBool,
}

/// An output that is already on disk, before the site is published.
#[derive(Debug)]
struct Output {
    /// The absolute path in the destination.
    destination: String,
    file: OutputFile,
    /// The size of the output in bytes.
    size: usize,
    /// Identifies the contents for the next build. `None` if the process builds only once.
    digest: Option<Box<Digest>>,
}

/// The file that contains an output: a new one, or one that is already published.
#[derive(Debug)]
enum OutputFile {
    /// A file in the staging folder.
    Staged(Staged),
    /// The file in the destination, which already has the same bytes. Contains the file's version.
    Published(Box<Version>),
}

impl Early {
    /// Prepares the staging folder for a site with `count` items. `None` if the staging folder cannot be made beside
    /// the destination, and always on systems other than Unix.
    pub fn begin(context: &Arc<SiteContext>, count: usize) -> Option<Self> {
        let destination = Path::new(&context.destination);
        let staging = Staging::of(&context.world, &context.destination);
        let has_place = Path::new(path::dirname(&context.destination)).is_dir() && staging.is_beside();
        if cfg!(not(unix)) || !has_place {
            return None;
        }
        let mut tree = None;
        if fresh::is_missing_or_empty(context, destination) {
            let folder = staging.folder().ok()?.join(fresh::TREE);
            fs::create_dir(&folder).ok()?;
            tree = Some(folder);
        }
        Some(Early {
            context: Arc::clone(context),
            staging,
            published: Published::of(context),
            tree,
            outputs: (0..count).map(|_| OnceLock::new()).collect(),
            destinations: Mutex::default(),
            hasher: RandomState::default(),
            has_failed: AtomicBool::new(false),
        })
    }

    /// Waits for the turn to publish, after all items are rendered. `None` if the output of an item is lost: the
    /// destination already had its bytes, but the file there has changed in the meantime.
    pub fn finish(self) -> Option<Finished> {
        let turn = Turn::beside(self.staging.destination());
        (!self.has_lost_outputs()).then_some(Finished { early: self, turn })
    }

    /// Whether a file of the destination has changed since the build found that it has the bytes of an output.
    fn has_lost_outputs(&self) -> bool {
        self.outputs.par_iter().filter_map(OnceLock::get).any(|output| match &output.file {
            OutputFile::Staged(_) => false,
            OutputFile::Published(then) => {
                let now = self.context.world.version_of_link(Path::new(&output.destination));
                !now.is_some_and(|now| now.is_same_file(then))
            }
        })
    }

    /// Writes an output to the staging folder, unless the destination already has the same bytes. `None` if the output
    /// must stay in memory.
    fn write_unless_published(&self, destination: &str, output: &[u8]) -> Option<Output> {
        let inside = self.claim(destination)?;
        let digest = self.published.as_ref().map(|published| published.of_text(output));
        let file = if let Some(tree) = &self.tree {
            self.make_folder(tree, inside)?;
            self.write(Staged::InTree, inside, output)?
        } else {
            let version = self.context.world.version_of_link(Path::new(destination));
            match version {
                Some(version) if self.is_published(destination, output, digest) => {
                    OutputFile::Published(version.into())
                }
                _ => self.write(Staged::Numbered(self.staging.new_number()), inside, output)?,
            }
        };
        let digest = digest.map(Box::new);
        Some(Output { destination: destination.to_owned(), file, size: output.len(), digest })
    }

    /// Whether the file at `destination` already has the bytes in `output`.
    fn is_published(&self, destination: &str, output: &[u8], digest: Option<Digest>) -> bool {
        let known = self.published.as_ref().zip(digest);
        known.is_some_and(|(known, digest)| known.holds(&self.context, destination, &digest))
            || holds(&self.context, destination, output)
    }

    /// The path of a file relative to the destination. `None` if it is not below the destination.
    fn inside<'d>(&self, file: &'d str) -> Option<&'d str> {
        file.strip_prefix(self.context.destination.as_str())?.strip_prefix('/')
    }

    /// Reserves `destination` for one output, and returns its path relative to the site's destination. `None` if
    /// another output has reserved it, or if publishing would refuse it.
    fn claim<'d>(&self, destination: &'d str) -> Option<&'d str> {
        let folder = &self.context.destination;
        below::check(folder, [destination].into_iter()).ok()?;
        names::check(folder, [destination].into_iter(), path::WINDOWS).ok()?;
        let inside = self.inside(destination)?;
        if !Path::new(inside).components().all(|part| matches!(part, Component::Normal(_))) {
            return None;
        }
        let hash = if case::FOLDED {
            self.hasher.hash_one(destination.to_lowercase())
        } else {
            self.hasher.hash_one(destination)
        };
        lock(&self.destinations).insert(hash).then_some(inside)
    }

    /// The file version and the digest of the file at `destination`, as the last build of the process published it.
    /// `None` if no earlier build has published it.
    fn last_published(&self, destination: &str) -> Option<(Version, Digest)> {
        self.published.as_ref()?.get(destination)
    }

    /// Creates the missing parent folders of the file `inside` in the new site `tree`. `None` if a folder cannot be
    /// created.
    fn make_folder(&self, tree: &Path, inside: &str) -> Option<()> {
        let mut missing = Vec::new();
        let mut folder = path::dirname(inside);
        while folder != "." && folder != "/" && !folder.is_empty() && !self.staging.has_in_tree(folder) {
            missing.push(folder);
            folder = path::dirname(folder);
        }
        for folder in missing.into_iter().rev() {
            let place = tree.join(folder);
            // Another thread may have created it in the meantime.
            if fs::create_dir(&place).is_err() && !place.is_dir() {
                self.has_failed.store(true, Ordering::Release);
                return None;
            }
            self.staging.note_in_tree(folder);
        }
        Some(())
    }

    fn write(&self, staged: Staged, inside: &str, output: &[u8]) -> Option<OutputFile> {
        let file = self.staging.path_of(staged, inside).ok()?;
        if fs::write(&file, output).is_ok() {
            return Some(OutputFile::Staged(staged));
        }
        // Publishing tries again and reports the error.
        let _ = fs::remove_file(&file);
        self.has_failed.store(true, Ordering::Release);
        None
    }
}

/// The outputs that a build has written, and its turn to publish.
#[derive(Debug)]
pub struct Finished {
    early: Early,
    turn: Turn,
}

impl Finished {
    /// The new file for the item in slot `index`. `None` if the output of this item is in memory.
    pub(super) fn file(&self, index: usize) -> Option<NewFile<'static>> {
        let Output { destination, file, digest, .. } = self.early.outputs.get(index)?.get()?;
        let staged = if let OutputFile::Staged(staged) = file { Some(*staged) } else { None };
        let contents = Contents::Early(EarlyFile { staged, digest: digest.clone() });
        Some(NewFile { destination: destination.clone(), contents })
    }

    /// Removes early files that are not in `files` from the new site in the staging folder. Returns the staging folder,
    /// which may contain other files, and the build's turn to publish.
    pub(super) fn into_staging(self, files: &[NewFile<'_>]) -> (Staging, Turn) {
        let Finished { early, turn } = self;
        if let Some(tree) = &early.tree {
            let is_staged = |output: &&Output| matches!(output.file, OutputFile::Staged(_));
            let count = early.outputs.iter().filter_map(OnceLock::get).filter(is_staged).count();
            let is_early =
                |file: &&NewFile<'_>| matches!(&file.contents, Contents::Early(file) if file.staged.is_some());
            if files.iter().filter(is_early).count() == count {
                return (early.staging, turn);
            }
            early.staging.forget_tree();
            let used: HashSet<&str> = files.iter().filter(is_early).map(|file| file.destination.as_str()).collect();
            for output in early.outputs.iter().filter_map(OnceLock::get).filter(is_staged) {
                if !used.contains(output.destination.as_str())
                    && let Some(inside) = early.inside(&output.destination)
                {
                    let file = &tree.join(inside);
                    let _ = fs::remove_file(file);
                    let mut folders = file.ancestors().skip(1).take_while(|folder| folder != tree);
                    let _ = folders.try_for_each(fs::remove_dir);
                }
            }
        }
        (early.staging, turn)
    }
}

impl Outlet for Early {
    fn take(&self, index: usize, destination: &str, output: &str) -> bool {
        let Some(cell) = self.outputs.get(index).filter(|_| !self.has_failed.load(Ordering::Acquire)) else {
            return false;
        };
        self.write_unless_published(destination, output.as_bytes()).is_some_and(|output| cell.set(output).is_ok())
    }

    fn output(&self, index: usize) -> io::Result<Option<String>> {
        let Some(output) = self.outputs.get(index).and_then(OnceLock::get) else { return Ok(None) };
        let inside = self.inside(&output.destination).unwrap_or_default();
        let staged = |staged| self.staging.path_of(staged, inside).map_err(|_| io::ErrorKind::NotFound);
        let file = match output.file {
            OutputFile::Staged(file) => &staged(file)?,
            OutputFile::Published(_) => Path::new(&output.destination),
        };
        fs::read_to_string(file).map(Some)
    }

    fn size(&self, index: usize) -> Option<usize> {
        Some(self.outputs.get(index)?.get()?.size)
    }

    fn can_keep(&self, destination: &str) -> bool {
        let known = self.last_published(destination);
        let now = self.context.world.version_of_link(Path::new(destination));
        known.zip(now).is_some_and(|((then, _), now)| now.is_same_file(&then))
    }

    fn keep(&self, index: usize, destination: &str) -> bool {
        let known = self.last_published(destination);
        let (Some(cell), Some((version, digest))) = (self.outputs.get(index), known) else { return false };
        let Digest::Text(size, _) = digest else { return false };
        let output = Output {
            destination: destination.to_owned(),
            file: OutputFile::Published(version.into()),
            size,
            digest: Some(digest.into()),
        };
        self.claim(destination).is_some() && cell.set(output).is_ok()
    }
}
