//! The files that the builds of one process have published: the contents of each file, and the file's version since
//! then. As long as the version is the same, no build has to read the file again.

use crate::model::{SiteContext, StaticFile};
use crate::world::Version;
use crate::world::kept::{Generations, Part};
use foldhash::quality::RandomState;
use rayon::prelude::*;
use std::hash::BuildHasher;
use std::path::Path;
use std::sync::Arc;

/// Identifies the contents of a published file: by the length and hash of a text, or by the version of the file from
/// which it was copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digest {
    /// The length and hash of a text.
    Text(usize, u64),
    /// A copy: the version of the source file, and the modification time of the copy in seconds since 1970.
    Copy(Version, i64),
}

/// The published files by their absolute paths, each with its version and a digest of its contents.
#[derive(Debug, Default)]
pub(super) struct Published {
    files: Generations<String, (Version, Digest)>,
    hasher: RandomState,
}

impl Part for Published {
    fn drop_unused(&self) {
        self.files.drop_unused();
    }
}

impl Published {
    /// The files that earlier builds of this process have published. `None` if the process builds only once.
    pub(super) fn of(context: &SiteContext) -> Option<Arc<Published>> {
        Some(context.world.kept()?.part())
    }

    /// Identifies the content of an output by its length and a hash.
    pub(super) fn of_text(&self, text: &[u8]) -> Digest {
        Digest::Text(text.len(), self.hasher.hash_one(text))
    }

    /// The digest for a copy of a static file, taken before the file is copied. `None` if the source has no version,
    /// for example because it is a virtual file.
    pub(super) fn of_copy(context: &SiteContext, source: &StaticFile) -> Option<Digest> {
        Some(Digest::Copy(context.world.version(Path::new(&source.path))?, source.modified.seconds))
    }

    /// The version and the digest of the file that an earlier build has published at this path. `None` if no build has
    /// published a file at this path.
    pub(super) fn get(&self, file: &str) -> Option<(Version, Digest)> {
        self.files.get(file)
    }

    /// Whether the file at the path `file` still has the contents that `digest` identifies. Reads only the file's
    /// metadata. False for a file that no earlier build has published.
    pub(super) fn holds(&self, context: &SiteContext, file: &str, digest: &Digest) -> bool {
        let Some((then, known)) = self.files.get(file) else { return false };
        let is_equal = match (digest, known) {
            (Digest::Copy(now, modified), Digest::Copy(then, was)) => now.is_still(&then) && *modified == was,
            (digest, known) => *digest == known,
        };
        is_equal && context.world.version_of_link(Path::new(file)).is_some_and(|now| now.is_same_file(&then))
    }

    /// Remembers the digests of `files`, which the destination contains now, with the current version of each file.
    pub(super) fn remember<'f>(&self, context: &SiteContext, files: impl ParallelIterator<Item = (&'f str, Digest)>) {
        files.for_each(|(file, digest)| {
            if let Some(version) = context.world.version_of_link(Path::new(file)) {
                self.files.insert(file.to_owned(), (version, digest));
            }
        });
    }
}
