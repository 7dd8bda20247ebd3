//! The entries of a folder.

use super::entry::{Entry, Kind, kind_of};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

/// The entries of a folder, sorted by the bytes of their names.
#[derive(Clone, Debug, Default)]
pub(super) struct Listing {
    /// The entries whose names are UTF-8.
    pub entries: Vec<Entry>,
    /// The names that are not UTF-8.
    pub undecodable: Vec<OsString>,
}

impl Listing {
    pub(super) fn add(&mut self, name: OsString, kind: impl FnOnce() -> io::Result<Kind>) -> io::Result<()> {
        match name.into_string() {
            Ok(name) => self.entries.push(Entry { name, kind: kind()? }),
            Err(name) => self.undecodable.push(name),
        }
        Ok(())
    }

    pub(super) fn sorted(mut self) -> Self {
        self.entries.sort_unstable_by(|a, b| a.name.as_bytes().cmp(b.name.as_bytes()));
        self
    }
}

/// The entries of a folder on disk.
pub(super) fn list(folder: &Path) -> io::Result<Listing> {
    let mut listing = Listing::default();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        listing.add(entry.file_name(), || Ok(kind_of(entry.file_type()?)))?;
    }
    Ok(listing.sorted())
}
