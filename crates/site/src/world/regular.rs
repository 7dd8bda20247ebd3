//! Opens regular files and nothing else.
//!
//! A site may contain a named pipe, on which a reader waits forever, or a link to a device such as `/dev/zero`, which
//! never ends. The file is opened without waiting, and the open file is examined. So no program can exchange the file
//! between the check and the use.

use crate::failure::Failure;
use crate::path;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;
use std::{error, fmt};

/// The maximum size of a file that is read into memory, in bytes.
const MAX_BYTES: u64 = 2 << 30;

/// The maximum number of bytes to read from a file without a size, such as the files below `/proc`.
const MAX_WITHOUT_SIZE: u64 = 16 << 20;

/// The reason why a build refuses a path: it is a pipe, a socket or a device, or its name is not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The path leads to a pipe, a socket or a device. Ruby would wait for it, or read without an end.
    NotRegular,
    /// The name of the file or folder is not UTF-8.
    Name,
}

impl Refusal {
    /// The failure of a build that cannot read `path` for this reason.
    pub fn of(self, path: &Path) -> Failure {
        let path = escaped(path);
        match self {
            Refusal::NotRegular => Failure::raised("SystemCallError", format!("{NotRegular} @ rb_sysopen - {path}")),
            Refusal::Name => Failure::raised("ArgumentError", format!("invalid byte sequence in UTF-8 - {path}")),
        }
    }
}

/// A path with `\xE9` for a byte that is not UTF-8.
fn escaped(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02X}")));
    }
    path::native(&text)
}

/// The error for a file that is a pipe, a socket or a device.
#[derive(Debug)]
pub struct NotRegular;

impl NotRegular {
    /// Whether an error was raised because a file is a pipe, a socket or a device.
    pub fn is(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|reason| reason.is::<NotRegular>())
    }

    pub(super) fn error() -> io::Error {
        io::Error::new(io::ErrorKind::InvalidInput, NotRegular)
    }
}

impl fmt::Display for NotRegular {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Not a regular file")
    }
}

impl error::Error for NotRegular {}

/// Opens a regular file for reading. Fails for folders, pipes, sockets and devices, and never waits for them.
pub(super) fn open(path: &Path) -> io::Result<(File, Metadata)> {
    let file = without_waiting().open(path).map_err(|error| match fs::metadata(path) {
        // A socket cannot be opened at all.
        Ok(data) if is_special(&data) => NotRegular::error(),
        _ => error,
    })?;
    checked(file)
}

/// Checks that an open file is a regular file, not a folder, pipe, socket or device. Returns the file with its
/// metadata.
pub(super) fn checked(file: File) -> io::Result<(File, Metadata)> {
    let data = file.metadata()?;
    match &data {
        data if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        data if is_special(data) => Err(NotRegular::error()),
        _ => Ok((file, data)),
    }
}

/// Opens a regular file and reads it as [`contents`] does.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (file, data) = open(path)?;
    contents(file, &data)
}

/// Reads an open file up to the size that it had when it was opened. A file without a size, as in `/proc`, is read up
/// to a fixed limit. Fails if the size exceeds `MAX_BYTES`.
pub(super) fn contents(file: File, data: &Metadata) -> io::Result<Vec<u8>> {
    let limit = if data.len() == 0 { MAX_WITHOUT_SIZE } else { data.len() };
    if limit > MAX_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(data.len()).unwrap_or(usize::MAX))?;
    file.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn is_special(data: &Metadata) -> bool {
    !data.is_file() && !data.is_dir()
}

/// Options that open a file for reading, without waiting for the other end of a pipe and without taking over a
/// terminal.
#[cfg(unix)]
fn without_waiting() -> OpenOptions {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(flags.bits() as i32);
    options
}

/// Options that open a file for reading. Systems other than Unix need no further options.
#[cfg(not(unix))]
fn without_waiting() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    options
}
