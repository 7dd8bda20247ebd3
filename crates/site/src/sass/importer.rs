//! The files that style sheets load, read from the [`World`]; where they are looked for is the compiler's matter.

use super::cache::may_be_random;
use super::listings::{Listings, Told};
use crate::locks;
use crate::world::{Kind, Observer, Read, World};
use hastie_sass::Loader;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Reads style sheets for the compiler.
pub(super) struct Importer {
    world: World,
    load_paths: Vec<String>,
    listings: Mutex<Listings>,
    /// `None` where nobody asks for what was read.
    reads: Option<Arc<Reads>>,
}

/// The answer to one question to the [`World`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Seen {
    /// The SHA-256 of a file's bytes.
    Contents([u8; 32]),
    /// The kind of entry at the path; `None`: nothing.
    Kind(Option<Kind>),
}

impl Seen {
    /// A word for the kind of entry at a path.
    pub(super) fn kind_name(kind: Option<Kind>) -> &'static str {
        match kind {
            None => "nothing",
            Some(Kind::File) => "file",
            Some(Kind::Folder) => "folder",
            Some(Kind::Link) => "link",
            Some(Kind::Other) => "other",
        }
    }
}

/// All reads of one compilation. `None` once one came that cannot be repeated to the same result.
#[derive(Debug)]
struct Reads(Mutex<Option<Vec<(String, Seen)>>>);

impl Reads {
    fn note(&self, path: Option<&str>, seen: Option<Seen>) {
        let mut all = locks::lock(&self.0);
        match (path, seen, all.as_mut()) {
            (Some(path), Some(seen), Some(all)) => all.push((path.to_owned(), seen)),
            _ => *all = None,
        }
    }
}

impl Observer for Reads {
    fn saw(&self, read: Read<'_>) {
        match read {
            Read::Bytes(path, Some(bytes)) if !may_be_random(bytes) => {
                self.note(path.to_str(), Some(Seen::Contents(Sha256::digest(bytes).into())));
            }
            Read::Stat(path, stat) => self.note(path.to_str(), Some(Seen::Kind(stat.map(|stat| stat.kind)))),
            // What a listing tells is noted path by path.
            Read::Folder(..) => {}
            _ => self.note(None, None),
        }
    }
}

impl Importer {
    /// Reads files of `world`. With `remembers` all that was read can be asked for.
    pub(super) fn new(world: &World, load_paths: Vec<String>, remembers: bool) -> Self {
        let reads = remembers.then(|| Arc::new(Reads(Mutex::new(Some(Vec::new())))));
        let world = match &reads {
            Some(reads) => world.clone().observed(Arc::clone(reads) as Arc<dyn Observer>),
            None => world.clone(),
        };
        Importer { world, load_paths, listings: Mutex::default(), reads }
    }

    /// All that was read so far, once and sorted by path, because several threads ask. `None` where the result could be another one
    /// with the same files, and where nothing is remembered.
    pub(super) fn seen(&self) -> Option<Vec<(String, Seen)>> {
        let mut seen = locks::lock(&self.reads.as_ref()?.0).clone()?;
        seen.sort();
        seen.dedup();
        Some(seen)
    }

    /// The folders that are looked in, in order.
    pub(super) fn load_paths(&self) -> &[String] {
        &self.load_paths
    }

    /// The kind of entry at a path, links followed.
    fn kind(&self, path: &str) -> Option<Kind> {
        let told = locks::lock(&self.listings).tell(&self.world, path);
        let kind = match told {
            Told::Nothing => None,
            Told::File => Some(Kind::File),
            Told::Unclear => return self.world.stat(Path::new(path)).ok().map(|stat| stat.kind),
        };
        if let Some(reads) = &self.reads {
            reads.note(Some(path), Some(Seen::Kind(kind)));
        }
        kind
    }
}

impl Loader for Importer {
    fn is_file(&self, path: &str) -> bool {
        self.kind(path) == Some(Kind::File)
    }

    fn is_folder(&self, path: &str) -> bool {
        self.kind(path) == Some(Kind::Folder)
    }

    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        self.world.read(Path::new(path))
    }
}
