//! Checks of paths by their names alone, without access to a file system.

use crate::path::windows::refusal;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Resolves `.` and `..` in a path, without reading links.
///
/// # Errors
/// Fails if the path is not absolute, or contains a NUL byte.
pub(super) fn normal(path: &Path) -> io::Result<PathBuf> {
    if path.as_os_str().as_encoded_bytes().contains(&0) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path contains a NUL byte"));
    }
    if !path.has_root() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path is not absolute"));
    }
    Ok(clean(path))
}

/// Resolves `.` and `..` in a path, without reading links. A `..` at the root is dropped.
pub(super) fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            part => clean.push(part),
        }
    }
    super::super::with_slashes(clean)
}

/// With `windows`, refuses the path `below` if it contains a name that Windows reserves or forbids, such as `NUL`,
/// `con.txt` and `a:b`.
///
/// # Errors
/// The error contains the reason.
pub(super) fn check(below: &Path, windows: bool) -> io::Result<()> {
    let mut names = below.components().map(|name| name.as_os_str().to_string_lossy());
    match names.find_map(|name| refusal(&name)).filter(|_| windows) {
        Some(why) => Err(io::Error::new(io::ErrorKind::InvalidInput, why)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{check, clean, normal};
    use std::path::Path;

    #[test]
    fn names_are_resolved_without_the_disk() {
        assert_eq!(clean(Path::new("/site/./a/../../etc//passwd")), Path::new("/etc/passwd"));
        assert_eq!(clean(Path::new("/../..")), Path::new("/"));
        assert!(normal(Path::new("/site/a\0b")).is_err());
        assert!(normal(Path::new("site/a")).is_err());
    }

    #[test]
    fn devices_and_streams_of_windows_are_no_files() {
        for path in ["NUL", "a/con.txt", "COM1", "lpt¹", "conin$", "a.txt:stream", "aux .html", "b/AUX/c", "a."] {
            assert!(check(Path::new(path), true).is_err(), "{path}");
            assert!(check(Path::new(path), false).is_ok(), "{path}");
        }
        for path in ["console.txt", "a/nul1", "common/auxiliary.md", ""] {
            assert!(check(Path::new(path), true).is_ok(), "{path}");
        }
    }
}
