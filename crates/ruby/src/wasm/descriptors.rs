//! WASI's functions on file descriptors, such as `fd_read`.

use super::files::{errno_of, flush, stat};
use super::host::{Kind, Stat};
use super::memory::{Caller, WasiResult, errno, total_length};
use super::preopened;
use super::state::{Descriptor, MAX_FILE, OpenFile, State};

/// The maximum number of events of one `poll_oneoff`.
const MAX_EVENTS: u32 = 64;

/// WASI's numbers for the types of files, such as 3 for a folder.
mod filetype {
    pub(crate) const CHARACTER_DEVICE: u8 = 2;
    pub(crate) const DIRECTORY: u8 = 3;
    pub(crate) const REGULAR_FILE: u8 = 4;
}

pub(crate) fn close(caller: &mut Caller<'_>, number: u32) -> WasiResult {
    flush(caller, number)?;
    match caller.state.descriptors.get_mut(number as usize) {
        Some(place @ Some(_)) => {
            *place = None;
            Ok(())
        }
        _ => Err(errno::BADF),
    }
}

pub(crate) fn read(caller: &mut Caller<'_>, number: u32, iovecs: (u32, u32), result: u32) -> WasiResult {
    let iovecs = caller.memory.iovecs(iovecs.0, iovecs.1)?;
    let count = match caller.state.descriptor(number) {
        Some(Descriptor::Input | Descriptor::Output) => 0,
        Some(Descriptor::File(file)) => {
            let rest = file.bytes.get(file.position..).unwrap_or_default();
            let part = &rest[..rest.len().min(total_length(&iovecs))];
            let count = caller.memory.scatter(&iovecs, part)?;
            file.position += count as usize;
            count
        }
        Some(Descriptor::Folder { .. }) => return Err(errno::ISDIR),
        None => return Err(errno::BADF),
    };
    caller.memory.write_u32(result, count)
}

pub(crate) fn pread(caller: &mut Caller<'_>, number: u32, iovecs: (u32, u32), offset: u64, result: u32) -> WasiResult {
    let iovecs = caller.memory.iovecs(iovecs.0, iovecs.1)?;
    let Some(Descriptor::File(file)) = caller.state.descriptor(number) else { return Err(errno::BADF) };
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    let rest = file.bytes.get(start..).unwrap_or_default();
    let count = caller.memory.scatter(&iovecs, &rest[..rest.len().min(total_length(&iovecs))])?;
    caller.memory.write_u32(result, count)
}

pub(crate) fn write(caller: &mut Caller<'_>, number: u32, iovecs: (u32, u32), result: u32) -> WasiResult {
    let iovecs = caller.memory.iovecs(iovecs.0, iovecs.1)?;
    if total_length(&iovecs) > MAX_FILE {
        return Err(errno::INVAL);
    }
    let bytes = caller.memory.gather(&iovecs)?;
    let room = caller.state.room_in_files();
    match caller.state.descriptor(number) {
        Some(Descriptor::Output) => caller.state.add_output(&bytes),
        Some(Descriptor::File(file)) if file.writable => write_file(file, &bytes, room)?,
        Some(Descriptor::Folder { .. }) => return Err(errno::ISDIR),
        Some(Descriptor::File(_) | Descriptor::Input) | None => return Err(errno::BADF),
    }
    caller.memory.write_u32(result, u32::try_from(bytes.len()).map_err(|_| errno::INVAL)?)
}

/// Writes bytes to a file, which may grow by at most `room` bytes.
fn write_file(file: &mut OpenFile, bytes: &[u8], room: usize) -> WasiResult {
    if file.append {
        file.position = file.bytes.len();
    }
    let end = file.position.checked_add(bytes.len()).filter(|end| end.saturating_sub(file.bytes.len()) <= room);
    let end = end.ok_or(errno::NOSPC)?;
    if file.bytes.len() < end {
        file.bytes.resize(end, 0);
    }
    file.bytes[file.position..end].copy_from_slice(bytes);
    file.position = end;
    file.dirty = true;
    Ok(())
}

pub(crate) fn seek(caller: &mut Caller<'_>, number: u32, offset: i64, whence: u32, result: u32) -> WasiResult {
    let Some(Descriptor::File(file)) = caller.state.descriptor(number) else { return Err(errno::INVAL) };
    let base = match whence {
        0 => 0,
        1 => i64::try_from(file.position).unwrap_or(i64::MAX),
        2 => i64::try_from(file.bytes.len()).unwrap_or(i64::MAX),
        _ => return Err(errno::INVAL),
    };
    let position = base.checked_add(offset).and_then(|position| usize::try_from(position).ok());
    let position = position.filter(|position| *position <= MAX_FILE).ok_or(errno::INVAL)?;
    file.position = position;
    caller.memory.write_u64(result, position as u64)
}

pub(crate) fn set_size(caller: &mut Caller<'_>, number: u32, size: u64) -> WasiResult {
    let size = usize::try_from(size).ok().filter(|size| *size <= MAX_FILE).ok_or(errno::INVAL)?;
    let room = caller.state.room_in_files();
    match caller.state.descriptor(number) {
        Some(Descriptor::File(file)) if size.saturating_sub(file.bytes.len()) > room => Err(errno::NOSPC),
        Some(Descriptor::File(file)) if file.writable => {
            file.bytes.resize(size, 0);
            file.dirty = true;
            Ok(())
        }
        _ => Err(errno::BADF),
    }
}

fn filetype_of(kind: Kind) -> u8 {
    match kind {
        Kind::Folder => filetype::DIRECTORY,
        Kind::File => filetype::REGULAR_FILE,
    }
}

/// The metadata in the layout that WASI defines for `filestat`.
pub(crate) fn filestat(stat: Stat, inode: u64) -> [u8; 64] {
    let mut bytes = [0; 64];
    bytes[8..16].copy_from_slice(&inode.to_le_bytes());
    bytes[16] = filetype_of(stat.kind);
    // The number of links.
    bytes[24..32].copy_from_slice(&1_u64.to_le_bytes());
    bytes[32..40].copy_from_slice(&stat.size.to_le_bytes());
    // The times of access, modification and change.
    for field in [40, 48, 56] {
        bytes[field..field + 8].copy_from_slice(&stat.modified.to_le_bytes());
    }
    bytes
}

/// The inode number of a path: a hash (FNV-1a), because the host's numbers differ between machines.
pub(crate) fn inode(path: &str) -> u64 {
    path.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

pub(crate) fn fd_filestat(caller: &mut Caller<'_>, number: u32, result: u32) -> WasiResult {
    let (path, size) = match caller.state.descriptor(number) {
        Some(Descriptor::Folder { path, .. }) => (path.clone(), None),
        Some(Descriptor::File(file)) => (file.path.clone(), Some(file.bytes.len() as u64)),
        Some(Descriptor::Input | Descriptor::Output) => {
            let mut bytes = [0; 64];
            bytes[16] = filetype::CHARACTER_DEVICE;
            return caller.memory.write(result, &bytes);
        }
        None => return Err(errno::BADF),
    };
    let found = stat(caller, &path).unwrap_or(Stat { kind: Kind::File, size: 0, modified: 0 });
    let found = Stat { size: size.unwrap_or(found.size), ..found };
    caller.memory.write(result, &filestat(found, inode(&path)))
}

pub(crate) fn fdstat(caller: &mut Caller<'_>, number: u32, result: u32) -> WasiResult {
    let (filetype, flags) = match caller.state.descriptor(number) {
        Some(Descriptor::Folder { .. }) => (filetype::DIRECTORY, 0_u16),
        Some(Descriptor::File(file)) => (filetype::REGULAR_FILE, u16::from(file.append)),
        Some(Descriptor::Input | Descriptor::Output) => (filetype::CHARACTER_DEVICE, 0),
        None => return Err(errno::BADF),
    };
    let mut bytes = [0; 24];
    bytes[0] = filetype;
    bytes[2..4].copy_from_slice(&flags.to_le_bytes());
    // All rights.
    bytes[8..24].fill(0xff);
    caller.memory.write(result, &bytes)
}

pub(crate) fn readdir(
    caller: &mut Caller<'_>,
    number: u32,
    buffer: (u32, u32),
    cookie: u64,
    result: u32,
) -> WasiResult {
    let (address, length) = buffer;
    let state = &mut *caller.state;
    let Some(Some(descriptor)) = state.descriptors.get_mut(number as usize) else { return Err(errno::BADF) };
    let Descriptor::Folder { path, entries } = descriptor else { return Err(errno::NOTDIR) };
    if cookie == 0 {
        let mut listed = vec![(".".to_string(), Kind::Folder), ("..".to_string(), Kind::Folder)];
        listed.extend(state.files.list(path).map_err(errno_of)?);
        *entries = Some(listed);
    }
    let mut bytes = Vec::new();
    let first = usize::try_from(cookie).unwrap_or(usize::MAX);
    for (index, (name, kind)) in entries.iter().flatten().enumerate().skip(first) {
        bytes.extend_from_slice(&(index as u64 + 1).to_le_bytes());
        bytes.extend_from_slice(&inode(&format!("{path}/{name}")).to_le_bytes());
        bytes.extend_from_slice(&u32::try_from(name.len()).unwrap_or(0).to_le_bytes());
        bytes.extend_from_slice(&[filetype_of(*kind), 0, 0, 0]);
        bytes.extend_from_slice(name.as_bytes());
        if bytes.len() >= length as usize {
            break;
        }
    }
    bytes.truncate(length as usize);
    caller.memory.write(address, &bytes)?;
    caller.memory.write_u32(result, u32::try_from(bytes.len()).unwrap_or(0))
}

/// `fd_prestat_get`: describes a folder that is open from the start, by the length of its name. Fails for all other
/// descriptors.
pub(crate) fn prestat(caller: &mut Caller<'_>, number: u32, result: u32) -> WasiResult {
    let name = preopened::name(number).ok_or(errno::BADF)?;
    let length_at = result.checked_add(4).ok_or(errno::FAULT)?;
    caller.memory.write_u32(result, 0)?;
    caller.memory.write_u32(length_at, u32::try_from(name.len()).map_err(|_| errno::INVAL)?)
}

/// `fd_prestat_dir_name`: writes the name of a folder that is open from the start. Fails for all other descriptors.
pub(crate) fn prestat_name(caller: &mut Caller<'_>, number: u32, address: u32) -> WasiResult {
    caller.memory.write(address, preopened::name(number).ok_or(errno::BADF)?.as_bytes())
}

/// `poll_oneoff`: reports that all events have occurred already. If the guest waits only for points in time, as for
/// `sleep`, its clock advances to the earliest one.
pub(crate) fn poll(caller: &mut Caller<'_>, subscriptions: u32, events: u32, count: u32, result: u32) -> WasiResult {
    if count > MAX_EVENTS {
        return Err(errno::INVAL);
    }
    let mut first = u64::MAX;
    for index in 0..count {
        let subscription = subscriptions.checked_add(index * 48).ok_or(errno::FAULT)?;
        let bytes: [u8; 48] = *caller.memory.read(subscription, 48)?.first_chunk().ok_or(errno::FAULT)?;
        first = first.min(waiting_time(&bytes, caller.state));
        let mut event = [0; 32];
        // The caller's own number, and the type of event.
        event[..8].copy_from_slice(&bytes[..8]);
        event[10] = bytes[8];
        caller.memory.write(events.checked_add(index * 32).ok_or(errno::FAULT)?, &event)?;
    }
    if count > 0 {
        caller.state.sleep(first);
    }
    caller.memory.write_u32(result, count)
}

/// The nanoseconds after which the event of a subscription occurs.
fn waiting_time(subscription: &[u8; 48], state: &mut State) -> u64 {
    let [is_clock, is_absolute] = [subscription[8] == 0, subscription[40] & 1 != 0];
    let timeout = subscription[24..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    match (is_clock, is_absolute) {
        (false, _) => 0,
        (true, false) => timeout,
        (true, true) => timeout.saturating_sub(state.now()),
    }
}
