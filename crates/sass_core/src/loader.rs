//! Access to the files of a compilation.

use std::io;

/// Access to the files of a compilation. The parts of a path are separated by `/`.
pub trait Loader: Sync {
    /// Whether a file exists at `path`. False for a folder.
    fn is_file(&self, path: &str) -> bool;

    /// Whether a folder exists at `path`. False for a file.
    fn is_folder(&self, path: &str) -> bool;

    /// The contents of the file at `path`.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;
}

/// A loader without files, for text that loads no other files. Each read fails with `NotFound`.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn is_file(&self, _path: &str) -> bool {
        false
    }

    fn is_folder(&self, _path: &str) -> bool {
        false
    }

    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        Err(io::Error::new(io::ErrorKind::NotFound, path.to_owned()))
    }
}

/// Whether a path is absolute: it starts with a slash, or on Windows with a drive.
fn is_absolute(path: &str) -> bool {
    let has_drive = || matches!(path.as_bytes(), [drive, b':', b'/', ..] if drive.is_ascii_alphabetic());
    path.starts_with('/') || cfg!(windows) && has_drive()
}

/// Joins two paths and resolves `.` and `..`. The result of two relative paths may start with `..`. If `path` is
/// absolute, `folder` is ignored.
#[must_use]
pub fn join(folder: &str, path: &str) -> String {
    let joined = if is_absolute(path) || folder.is_empty() { path.to_owned() } else { format!("{folder}/{path}") };
    let absolute = joined.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in joined.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if absolute => {}
            _ => parts.push(part),
        }
    }
    let path = parts.join("/");
    if absolute { format!("/{path}") } else { path }
}
