//! The two sites of a comparison.

use super::super::built_files::{Unreadable, list};
use super::published::{Published, escaped};
use crate::world::World;
use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

/// One of the two sites that are compared: a folder, or files from a server.
pub(super) enum Side {
    /// The root of a site on this machine.
    Folder(PathBuf),
    /// Files that a server sent.
    Published(Published),
}

impl Side {
    /// The paths of all files of this side, relative to its root.
    pub(super) fn files(&self, world: &World) -> Result<Vec<String>, Unreadable> {
        match self {
            Side::Folder(root) => list(world, root),
            Side::Published(site) => Ok(site.files.keys().cloned().collect()),
        }
    }

    /// The contents of a file on this side of the comparison. Fails if they cannot be read, or if the server has not
    /// sent the file.
    pub(super) fn read(&self, file: &str, world: &World) -> Result<Cow<'_, [u8]>, Unreadable> {
        match self {
            Side::Folder(root) => {
                let path = root.join(file);
                world.read(&path).map(Cow::Owned).map_err(|error| (path, error))
            }
            Side::Published(site) => match site.files.get(file) {
                Some(bytes) => Ok(Cow::Borrowed(bytes)),
                None => Err((PathBuf::from(file), io::Error::other("the server has not sent it"))),
            },
        }
    }

    /// The address under which a browser finds a file or folder of this side.
    pub(super) fn address(&self, path: &str) -> String {
        match self {
            Side::Folder(root) => {
                let path = root.join(path).to_string_lossy().replace('\\', "/").replace('%', "%25").replace(' ', "%20");
                let path = path.replace('#', "%23").replace('?', "%3F");
                format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" })
            }
            Side::Published(site) => format!("{}/{}", site.address, escaped(path)),
        }
    }
}
