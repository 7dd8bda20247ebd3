//! Files behind a gate on Unix: each folder on the way is opened relative to the one before it.

use super::super::{Identity, Kind, Listing, NotRegular, Stat, regular};
use super::{Place, Root, names, root_of};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, readlinkat, statat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// The maximum number of links that are followed in one path, as in Linux.
const MAX_LINKS: usize = 40;

/// Flags for all opened files: links are not followed, opening does not wait for pipes, and terminals do not become the
/// controlling terminal.
const SAFE: OFlags = OFlags::CLOEXEC.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

/// Flags for the parent folders of a path, which are opened but not read.
#[cfg(any(target_os = "linux", target_os = "android"))]
const FOLDER: OFlags = OFlags::CLOEXEC.union(OFlags::NOFOLLOW).union(OFlags::DIRECTORY).union(OFlags::PATH);
#[cfg(not(any(target_os = "linux", target_os = "android")))]
const FOLDER: OFlags = OFlags::CLOEXEC.union(OFlags::NOFOLLOW).union(OFlags::DIRECTORY);

pub(super) fn read(roots: &[Root], path: &Path) -> io::Result<Vec<u8>> {
    let (file, data) = open(roots, path)?;
    regular::contents(file, &data)
}

/// Opens a file that is in one of the folders `roots` once links are followed. Fails if it is not a regular file.
pub(super) fn open(roots: &[Root], path: &Path) -> io::Result<(File, Metadata)> {
    follow(roots, path, |at| {
        let file = match openat(at.folder, at.name, OFlags::RDONLY | SAFE, Mode::empty()) {
            Err(error) if is_link(error) => return Ok(None),
            // A socket cannot be opened at all.
            Err(Errno::NXIO) => return Err(NotRegular::error()),
            other => File::from(other?),
        };
        regular::checked(file).map(Some)
    })
}

pub(super) fn list(roots: &[Root], path: &Path) -> io::Result<Listing> {
    follow(roots, path, |at| {
        let folder = match openat(at.folder, at.name, OFlags::RDONLY | OFlags::DIRECTORY | SAFE, Mode::empty()) {
            Err(error) if (is_link(error) || error == Errno::NOTDIR) && at.is_link() => return Ok(None),
            other => other?,
        };
        entries(&folder).map(Some)
    })
}

fn entries(folder: &OwnedFd) -> io::Result<Listing> {
    let mut listing = Listing::default();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = OsStr::from_bytes(entry.file_name().to_bytes());
        if name == "." || name == ".." {
            continue;
        }
        listing.add(name.to_owned(), || match entry.file_type() {
            FileType::Unknown => Ok(kind_of(statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?.st_mode)),
            known => Ok(kind_of_type(known)),
        })?;
    }
    Ok(listing.sorted())
}

pub(super) fn stat(roots: &[Root], path: &Path) -> io::Result<Stat> {
    follow(roots, path, |at| Ok(Some(at.stat()?).filter(|stat| stat.kind != Kind::Link)))
}

/// The metadata of a path itself, without following a link in its last part. Fails if the path is not in one of the
/// folders `roots` once other links are followed.
pub(super) fn stat_link(roots: &[Root], path: &Path) -> io::Result<Stat> {
    follow(roots, path, |at| at.stat().map(Some))
}

pub(super) fn real_path(roots: &[Root], path: &Path) -> io::Result<PathBuf> {
    follow(roots, path, |at| {
        let is_link = at.stat()?.kind == Kind::Link;
        Ok((!is_link).then(|| at.real_path()))
    })
}

/// Opens a folder in which something is to be written. Fails if a link leads the path out of the folders `roots`.
pub(super) fn open_folder(roots: &[Root], path: &Path) -> io::Result<Place> {
    follow(roots, path, |at| {
        let folder = match openat(at.folder, at.name, FOLDER, Mode::empty()) {
            Err(error) if (is_link(error) || error == Errno::NOTDIR) && at.is_link() => return Ok(None),
            other => other?,
        };
        Ok(Some(place(folder, at.real_path())))
    })
}

#[cfg(target_os = "linux")]
fn place(folder: OwnedFd, real: PathBuf) -> Place {
    Place::opened(folder, real)
}

#[cfg(not(target_os = "linux"))]
fn place(_: OwnedFd, real: PathBuf) -> Place {
    Place::unchecked(real)
}

/// The last part of a path, together with the open folder that contains it.
struct At<'a> {
    folder: BorrowedFd<'a>,
    /// The real path of `folder`.
    path: &'a Path,
    name: &'a OsStr,
}

impl At<'_> {
    #[allow(clippy::unnecessary_cast, clippy::cast_lossless, reason = "the types of the fields differ between systems")]
    fn stat(&self) -> io::Result<Stat> {
        let found = statat(self.folder, self.name, AtFlags::SYMLINK_NOFOLLOW)?;
        let size = u64::try_from(found.st_size).unwrap_or(0);
        let changed = (found.st_ctime as i64, found.st_ctime_nsec as u32);
        Ok(Stat {
            kind: kind_of(found.st_mode),
            size,
            modified: (found.st_mtime as i64, found.st_mtime_nsec as u32),
            identity: Some(Identity { inode: found.st_ino as u64, changed }),
        })
    }

    fn real_path(&self) -> PathBuf {
        if self.name == "." { self.path.to_path_buf() } else { self.path.join(self.name) }
    }

    fn is_link(&self) -> bool {
        self.stat().is_ok_and(|stat| stat.kind == Kind::Link)
    }
}

/// The outcome of one walk along a path.
enum Walk<T> {
    Done(T),
    /// The path contains a link. Continue with this path, in which the link is replaced by its target.
    Link(PathBuf),
}

/// Walks along a path and calls `act` on its last part. If the last part is a link, `act` returns `None`, and the walk
/// continues at the target of the link.
fn follow<T>(roots: &[Root], path: &Path, act: impl Fn(&At<'_>) -> io::Result<Option<T>>) -> io::Result<T> {
    let mut path = path.to_path_buf();
    for _ in 0..=MAX_LINKS {
        match walk(roots, &path, &act)? {
            Walk::Done(result) => return Ok(result),
            Walk::Link(next) => path = names::normal(&next)?,
        }
    }
    Err(Errno::LOOP.into())
}

fn walk<T>(roots: &[Root], path: &Path, act: &impl Fn(&At<'_>) -> io::Result<Option<T>>) -> io::Result<Walk<T>> {
    let (root, below) = root_of(roots, path)?;
    let mut folder = openat(CWD, &root.real, FOLDER, Mode::empty())?;
    let mut real = root.real.clone();
    let mut names: Vec<&OsStr> = below.iter().collect();
    let last = names.pop().unwrap_or(OsStr::new("."));
    match shortcut(&folder, below) {
        Some(Ok(inner)) => {
            folder = inner;
            real.extend(&names);
        }
        Some(Err(error)) => return Err(error),
        None => {
            for (index, name) in names.iter().enumerate() {
                match openat(&folder, *name, FOLDER, Mode::empty()) {
                    Ok(inner) => folder = inner,
                    Err(error) => {
                        let target = target(&folder, name).ok_or(error)?;
                        let rest: PathBuf = names[index + 1..].iter().copied().chain([last]).collect();
                        return Ok(Walk::Link(real.join(target).join(rest)));
                    }
                }
                real.push(name);
            }
        }
    }
    let at = At { folder: folder.as_fd(), path: &real, name: last };
    match act(&at)? {
        Some(result) => Ok(Walk::Done(result)),
        // If it is not a link any more, `act` is called once more.
        None => Ok(Walk::Link(target(&folder, last).map_or_else(|| path.to_path_buf(), |target| real.join(target)))),
    }
}

/// The target of a link; `None` if the entry is not a link.
fn target(folder: impl AsFd, name: &OsStr) -> Option<OsString> {
    let target = readlinkat(folder, name, Vec::new()).ok()?;
    Some(OsString::from_vec(target.into_bytes()))
}

/// Opens the folder that contains `below` in one step. The kernel refuses to do so if a part of the path is a link.
/// `None` if the folders must be opened one by one.
#[cfg(target_os = "linux")]
fn shortcut(root: &OwnedFd, below: &Path) -> Option<io::Result<OwnedFd>> {
    use rustix::fs::{ResolveFlags, openat2};
    let folder = below.parent().filter(|folder| !folder.as_os_str().is_empty())?;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
    match openat2(root, folder, FOLDER, Mode::empty(), resolve) {
        Ok(inner) => Some(Ok(inner)),
        Err(Errno::NOENT) => Some(Err(Errno::NOENT.into())),
        Err(_) => None,
    }
}

#[cfg(not(target_os = "linux"))]
fn shortcut(_root: &OwnedFd, _below: &Path) -> Option<io::Result<OwnedFd>> {
    None
}

/// Whether a file could not be opened because it is a link.
fn is_link(error: Errno) -> bool {
    matches!(error, Errno::LOOP | Errno::MLINK)
}

#[allow(clippy::unnecessary_cast, clippy::cast_lossless, reason = "the types of the fields differ between systems")]
fn kind_of(mode: rustix::fs::RawMode) -> Kind {
    kind_of_type(FileType::from_raw_mode(mode))
}

fn kind_of_type(kind: FileType) -> Kind {
    match kind {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Folder,
        FileType::Symlink => Kind::Link,
        _ => Kind::Other,
    }
}
