//! The files outside, as a sandboxed Ruby may see them: those below some folders.

/// The kind of a file system entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
}

/// The metadata of a file system entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    /// File or folder.
    pub kind: Kind,
    /// Bytes of a file.
    pub size: u64,
    /// Last change, in nanoseconds since 1970.
    pub modified: u64,
}

/// The reason why something outside cannot be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// There is no such entry, or none that may be seen.
    Missing,
    /// It may be seen, and not changed.
    ReadOnly,
    /// There is an entry already.
    Exists,
    /// It is a folder.
    IsFolder,
    /// It is none.
    NotFolder,
    /// A folder that is not empty.
    NotEmpty,
    /// Whatever else went wrong.
    Failed,
}

/// The world outside. All paths are absolute, without `.`, `..` and doubled slashes; on a system with drives they begin with
/// one, as in `C:/site`. The implementor follows links, and shows nothing that the sandbox may not see.
pub trait Outside: Send {
    /// The metadata of an entry.
    fn stat(&self, path: &str) -> Option<Stat>;

    /// The bytes of a file.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, Refused>;

    /// The names in a folder, sorted.
    ///
    /// # Errors
    /// Where there is no such folder.
    fn list(&self, path: &str) -> Result<Vec<(String, Kind)>, Refused>;

    /// Writes a whole file.
    ///
    /// # Errors
    /// Where that is not allowed.
    fn write(&mut self, path: &str, bytes: &[u8]) -> Result<(), Refused>;

    /// Makes a folder.
    ///
    /// # Errors
    /// Where that is not allowed.
    fn make_folder(&mut self, path: &str) -> Result<(), Refused>;

    /// Removes a file, or an empty folder.
    ///
    /// # Errors
    /// Where that is not allowed.
    fn remove(&mut self, path: &str, kind: Kind) -> Result<(), Refused>;

    /// Gives an entry another name.
    ///
    /// # Errors
    /// Where that is not allowed.
    fn rename(&mut self, from: &str, to: &str) -> Result<(), Refused>;

    /// The clock, in nanoseconds since 1970.
    fn now(&self) -> u64;
}

/// No world at all: of a Ruby that works for nobody yet.
pub struct Nowhere;

impl Outside for Nowhere {
    fn stat(&self, _path: &str) -> Option<Stat> {
        None
    }

    fn read(&self, _path: &str) -> Result<Vec<u8>, Refused> {
        Err(Refused::Missing)
    }

    fn list(&self, _path: &str) -> Result<Vec<(String, Kind)>, Refused> {
        Err(Refused::Missing)
    }

    fn write(&mut self, _path: &str, _bytes: &[u8]) -> Result<(), Refused> {
        Err(Refused::ReadOnly)
    }

    fn make_folder(&mut self, _path: &str) -> Result<(), Refused> {
        Err(Refused::ReadOnly)
    }

    fn remove(&mut self, _path: &str, _kind: Kind) -> Result<(), Refused> {
        Err(Refused::ReadOnly)
    }

    fn rename(&mut self, _from: &str, _to: &str) -> Result<(), Refused> {
        Err(Refused::ReadOnly)
    }

    fn now(&self) -> u64 {
        0
    }
}

/// Whether a path begins with a drive.
pub fn has_drive(path: &str) -> bool {
    path.split('/').next().is_some_and(is_drive)
}

fn is_drive(part: &str) -> bool {
    matches!(part.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

/// A path made absolute and plain: relative ones are below `folder`.
///
/// The guest knows no drives: for it `C:/site` is a relative path, and an absolute one is `/C:/site`. No name holds a colon
/// where there are drives, so a path begins anew at each.
pub fn plain(folder: &str, path: &str, drives: bool) -> String {
    let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    parts.extend(path.split('/'));
    let mut kept: Vec<&str> = Vec::new();
    for part in parts {
        match part {
            "" | "." => {}
            ".." => {
                kept.pop();
            }
            part => {
                if drives && is_drive(part) {
                    kept.clear();
                }
                kept.push(part);
            }
        }
    }
    match kept.as_slice() {
        [drive] if drives && is_drive(drive) => format!("{drive}/"),
        [drive, ..] if drives && is_drive(drive) => kept.join("/"),
        _ => format!("/{}", kept.join("/")),
    }
}

#[cfg(test)]
mod tests {
    use super::{has_drive, plain};

    #[test]
    fn paths_stay_below_the_root() {
        assert_eq!(plain("/site", "a/./b//../c", false), "/site/a/c");
        assert_eq!(plain("/site", "../../../etc/passwd", false), "/etc/passwd");
        assert_eq!(plain("/", "..", false), "/");
        assert_eq!(plain("/site", "/x/y/", false), "/x/y");
        assert_eq!(plain("/site", "C:/x", false), "/site/C:/x");
    }

    #[test]
    fn a_drive_is_where_a_path_begins() {
        assert_eq!(plain("/", "C:/site/a.txt", true), "C:/site/a.txt");
        assert_eq!(plain("C:/site", "a.txt", true), "C:/site/a.txt");
        assert_eq!(plain("/", "C:/site/C:/site/a.txt", true), "C:/site/a.txt");
        assert_eq!(plain("/", "C:/site/D:/other", true), "D:/other");
        assert_eq!(plain("/", "C:/site/..", true), "C:/");
        assert_eq!(plain("C:/", "site", true), "C:/site");
        assert_eq!(plain("C:/site", "/tmp/x", true), "/tmp/x");
        assert!(has_drive("C:/site") && has_drive("z:") && !has_drive("/C:/site") && !has_drive("CC:/site"));
    }
}
