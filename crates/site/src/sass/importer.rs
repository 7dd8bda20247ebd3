//! Reads imported style sheets from the [`World`]. The compiler decides which paths to try.

use super::cache::may_be_random;
use super::listings::{Listings, Lookup};
use crate::locks;
use crate::world::{Kind, Observer, Read, World};
use hastie_sass::Loader;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Reads style sheets for the compiler, and can record the reads for the cache of compiled style sheets.
pub(super) struct Importer {
    world: World,
    load_paths: Vec<String>,
    listings: Mutex<Listings>,
    /// The recorded reads. `None` if reads are not recorded.
    reads: Option<Arc<Reads>>,
}

/// The recorded result of a read, for the cache of style sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Seen {
    /// The SHA-256 of a file's bytes.
    Contents([u8; 32]),
    /// The kind of entry at the path. `None` if there is none.
    Kind(Option<Kind>),
}

impl Seen {
    /// The word that the cache of style sheets stores for what exists at a path: `file`, `folder`, `link`, `other` or
    /// `nothing`.
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

/// All reads of one compilation. `None` after a read whose result may differ each time.
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
            // Names learned from listings are recorded path by path.
            Read::Folder(..) => {}
            _ => self.note(None, None),
        }
    }
}

impl Importer {
    /// Creates an importer. With `remembers`, all reads are recorded.
    pub(super) fn new(world: &World, load_paths: Vec<String>, remembers: bool) -> Self {
        let reads = remembers.then(|| Arc::new(Reads(Mutex::new(Some(Vec::new())))));
        let world = match &reads {
            Some(reads) => world.clone().observed(Arc::clone(reads) as Arc<dyn Observer>),
            None => world.clone(),
        };
        Importer { world, load_paths, listings: Mutex::default(), reads }
    }

    /// All recorded reads without duplicates, sorted by path because several threads read. `None` if reads are not
    /// recorded, or if they do not determine the result.
    pub(super) fn seen(&self) -> Option<Vec<(String, Seen)>> {
        let mut seen = locks::lock(&self.reads.as_ref()?.0).clone()?;
        seen.sort();
        seen.dedup();
        Some(seen)
    }

    /// The folders that are searched for imported style sheets, in order.
    pub(super) fn load_paths(&self) -> &[String] {
        &self.load_paths
    }

    /// The kind of entry at a path, following links. `None` if there is none.
    fn kind(&self, path: &str) -> Option<Kind> {
        let told = locks::lock(&self.listings).look_up(&self.world, path);
        let kind = match told {
            Lookup::Nothing => None,
            Lookup::File => Some(Kind::File),
            Lookup::Unclear => return self.world.stat(Path::new(path)).ok().map(|stat| stat.kind),
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
