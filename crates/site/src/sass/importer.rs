//! The files that style sheets load, read from the [`World`]; where they are looked for is the compiler's matter.

use super::cache::may_be_random;
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
    reads: Arc<Reads>,
}

/// The answer to one question to the [`World`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// All reads of one compilation, in order. `None` once one came that cannot be repeated to the same result.
#[derive(Debug)]
struct Reads(Mutex<Option<Vec<(String, Seen)>>>);

impl Observer for Reads {
    fn saw(&self, read: Read<'_>) {
        let mut all = locks::lock(&self.0);
        let seen = match read {
            Read::Bytes(path, Some(bytes)) if !may_be_random(bytes) => {
                path.to_str().map(|path| (path, Seen::Contents(Sha256::digest(bytes).into())))
            }
            Read::Stat(path, stat) => path.to_str().map(|path| (path, Seen::Kind(stat.map(|stat| stat.kind)))),
            _ => None,
        };
        match (seen, all.as_mut()) {
            (Some((path, seen)), Some(all)) => all.push((path.to_owned(), seen)),
            _ => *all = None,
        }
    }
}

impl Importer {
    pub(super) fn new(world: &World, load_paths: Vec<String>) -> Self {
        let reads = Arc::new(Reads(Mutex::new(Some(Vec::new()))));
        let world = world.clone().observed(reads.clone());
        Importer { world, load_paths, reads }
    }

    /// All that was read so far; `None` where the result could be another one with the same files.
    pub(super) fn seen(&self) -> Option<Vec<(String, Seen)>> {
        locks::lock(&self.reads.0).clone()
    }

    /// The folders that are looked in, in order.
    pub(super) fn load_paths(&self) -> &[String] {
        &self.load_paths
    }
}

impl Loader for Importer {
    fn is_file(&self, path: &str) -> bool {
        self.world.is_file(Path::new(path))
    }

    fn is_folder(&self, path: &str) -> bool {
        self.world.is_folder(Path::new(path))
    }

    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        self.world.read(Path::new(path))
    }
}
