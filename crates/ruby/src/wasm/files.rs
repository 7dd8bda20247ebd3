//! WASI's functions on paths, such as `path_open`.

use super::descriptors::{filestat, inode};
use super::host::{FileError, Kind, Stat, normalize};
use super::memory::{Caller, Errno, WasiResult, errno};
use super::state::{Descriptor, OpenFile};

/// WASI's error number for a failed operation on a file.
pub(crate) fn errno_of(error: FileError) -> Errno {
    match error {
        FileError::Missing => errno::NOENT,
        FileError::ReadOnly => errno::ROFS,
        FileError::Exists => errno::EXIST,
        FileError::IsFolder => errno::ISDIR,
        FileError::NotFolder => errno::NOTDIR,
        FileError::NotEmpty => errno::NOTEMPTY,
        FileError::Full => errno::NOSPC,
        FileError::Failed => errno::IO,
    }
}

/// A path that the guest passes: a folder's descriptor, and the address and length of a name relative to that folder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathArgument {
    pub folder: u32,
    pub address: u32,
    pub length: u32,
}

impl PathArgument {
    /// The absolute, normalized path. Fails if `folder` is not the descriptor of an open folder.
    fn resolve(self, caller: &mut Caller<'_>) -> WasiResult<String> {
        let name = caller.memory.text(self.address, self.length)?;
        let drives = caller.state.drives;
        match caller.state.descriptor(self.folder) {
            Some(Descriptor::Folder { path, .. }) => Ok(normalize(path, name, drives)),
            Some(_) => Err(errno::NOTDIR),
            None => Err(errno::BADF),
        }
    }
}

/// The metadata of an absolute path. `None` if nothing exists there, or if the guest may not see it.
pub(crate) fn stat(caller: &Caller<'_>, path: &str) -> Option<Stat> {
    if path == "/" {
        return Some(Stat { kind: Kind::Folder, size: 0, modified: 0 });
    }
    caller.state.files.stat(path)
}

/// The arguments of `path_open` that determine how a path is opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpenFlags {
    pub open: i32,
    pub rights: i64,
    pub descriptor: i32,
}

impl OpenFlags {
    fn create(self) -> bool {
        self.open & 1 != 0
    }

    fn folder(self) -> bool {
        self.open & 2 != 0
    }

    fn exclusive(self) -> bool {
        self.open & 4 != 0
    }

    fn truncate(self) -> bool {
        self.open & 8 != 0
    }

    fn write(self) -> bool {
        self.rights & 64 != 0
    }

    fn append(self) -> bool {
        self.descriptor & 1 != 0
    }
}

pub(crate) fn open(caller: &mut Caller<'_>, path: PathArgument, flags: OpenFlags, result: u32) -> WasiResult {
    let path = path.resolve(caller)?;
    flush_path(caller, &path);
    let descriptor = open_path(caller, path, flags)?;
    let number = caller.state.add_descriptor(descriptor).ok_or(errno::MFILE)?;
    caller.memory.write_u32(result, number)
}

fn open_path(caller: &mut Caller<'_>, path: String, flags: OpenFlags) -> WasiResult<Descriptor> {
    let found = stat(caller, &path);
    let room = caller.state.room_in_files() as u64;
    let files = &mut caller.state.files;
    let mut create = |path: &str| files.write(path, &[]).map_err(errno_of);
    let (bytes, writable) = match found {
        Some(Stat { kind: Kind::Folder, .. }) if flags.write() => return Err(errno::ISDIR),
        Some(Stat { kind: Kind::Folder, .. }) => return Ok(Descriptor::Folder { path, entries: None }),
        Some(_) if flags.folder() => return Err(errno::NOTDIR),
        Some(_) if flags.exclusive() && flags.create() => return Err(errno::EXIST),
        Some(Stat { size, .. }) if !flags.truncate() && size > room => return Err(errno::IO),
        Some(_) if flags.truncate() => {
            create(&path)?;
            (Vec::new(), flags.write())
        }
        None if flags.create() => {
            create(&path)?;
            (Vec::new(), true)
        }
        Some(_) => (files.read(&path).map_err(errno_of)?, flags.write()),
        None => return Err(errno::NOENT),
    };
    let position = if flags.append() { bytes.len() } else { 0 };
    Ok(Descriptor::File(OpenFile { path, bytes, position, writable, append: flags.append(), dirty: false }))
}

/// Writes the open file with the descriptor `number` back to the host, if the file was changed.
pub(crate) fn flush(caller: &mut Caller<'_>, number: u32) -> WasiResult {
    let state = &mut *caller.state;
    if let Some(Some(Descriptor::File(file))) = state.descriptors.get_mut(number as usize)
        && std::mem::take(&mut file.dirty)
    {
        state.files.write(&file.path, &file.bytes).map_err(errno_of)?;
    }
    Ok(())
}

/// Writes changes of open files with this path to the host, before the guest accesses the file by its path.
fn flush_path(caller: &mut Caller<'_>, path: &str) {
    let state = &mut *caller.state;
    for descriptor in state.descriptors.iter_mut().flatten() {
        if let Descriptor::File(file) = descriptor
            && file.dirty
            && file.path == path
        {
            file.dirty = false;
            // `close` should return the error, but a file that the host refuses cannot be opened in the first place.
            let _ = state.files.write(&file.path, &file.bytes);
        }
    }
}

pub(crate) fn path_filestat(caller: &mut Caller<'_>, path: PathArgument, result: u32) -> WasiResult {
    let path = path.resolve(caller)?;
    flush_path(caller, &path);
    let stat = stat(caller, &path).ok_or(errno::NOENT)?;
    caller.memory.write(result, &filestat(stat, inode(&path)))
}

/// `path_filestat_set_times`: checks that the path exists. The times are not changed.
pub(crate) fn set_times(caller: &mut Caller<'_>, path: PathArgument) -> WasiResult {
    let path = path.resolve(caller)?;
    stat(caller, &path).map(drop).ok_or(errno::NOENT)
}

pub(crate) fn make_folder(caller: &mut Caller<'_>, path: PathArgument) -> WasiResult {
    let path = path.resolve(caller)?;
    caller.state.files.make_folder(&path).map_err(errno_of)
}

pub(crate) fn remove(caller: &mut Caller<'_>, path: PathArgument, kind: Kind) -> WasiResult {
    let path = path.resolve(caller)?;
    caller.state.files.remove(&path, kind).map_err(errno_of)
}

pub(crate) fn rename(caller: &mut Caller<'_>, from: PathArgument, to: PathArgument) -> WasiResult {
    let from = from.resolve(caller)?;
    let to = to.resolve(caller)?;
    caller.state.files.rename(&from, &to).map_err(errno_of)
}
