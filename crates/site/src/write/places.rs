//! Opens files and folders of the destination for writing.
//!
//! A site's own Ruby chooses what is written, so no link in the destination may lead a confined build out of the
//! destination. Another program may create such a link at any time. Without Ruby, Hastie writes through links as Jekyll
//! does.

use crate::world::{Gate, Place, World};
use std::io;
use std::path::Path;

/// Opens the entries of a destination for writing. In a confined build, refuses an entry that leads out of the
/// destination.
pub(super) struct Places {
    /// Confines writes to the destination. `None` if links may lead anywhere.
    gate: Option<Gate>,
}

impl Places {
    /// Prepares to write to a destination. If the reads of `world` are confined, writes are confined to the
    /// destination.
    pub(super) fn of(world: &World, destination: &str) -> Self {
        Places { gate: world.gate().map(|_| Gate::new().writable(destination)) }
    }

    /// Prepares to write or remove the file or folder `path` of the destination. In a confined build, the folder that
    /// contains `path` must exist and be within the destination. In other builds, nothing is checked.
    ///
    /// # Errors
    /// In a confined build, fails if the folder is missing or leads out of the destination.
    pub(super) fn open_entry(&self, path: &Path) -> io::Result<Place> {
        self.gate.as_ref().map_or_else(|| Ok(Place::unchecked(path)), |gate| gate.place(path))
    }

    /// Opens a folder of the destination for the writing of files.
    ///
    /// # Errors
    /// Same as [`Places::open_entry`].
    pub(super) fn open_folder(&self, path: &Path) -> io::Result<Place> {
        self.gate.as_ref().map_or_else(|| Ok(Place::unchecked(path)), |gate| gate.folder(path))
    }
}
