//! WASI's calls about paths and descriptors.

use super::memory::{Done, Guest, errno, gather, scatter, text, vectors, write, write_u32, write_u64};
use super::outside::{Kind, Refused, Stat, plain};
use super::state::Open;

/// The largest file that is read or written whole.
const LARGEST: usize = 256 << 20;

fn refused(why: Refused) -> i32 {
    match why {
        Refused::Missing => errno::NOENT,
        Refused::ReadOnly => errno::ROFS,
        Refused::Exists => errno::EXIST,
        Refused::IsFolder => errno::ISDIR,
        Refused::NotFolder => errno::NOTDIR,
        Refused::NotEmpty => errno::NOTEMPTY,
        Refused::Failed => errno::IO,
    }
}

/// The path that a call names: relative to an open folder.
fn path(guest: &mut Guest<'_>, folder: u32, at: u32, length: u32) -> Result<String, i32> {
    let name = text(guest, at, length)?;
    let drives = guest.data().drives;
    match guest.data_mut().get(folder) {
        Some(Open::Folder { path, .. }) => Ok(plain(path, &name, drives)),
        Some(_) => Err(errno::NOTDIR),
        None => Err(errno::BADF),
    }
}

fn stat(guest: &Guest<'_>, path: &str) -> Option<Stat> {
    if path == "/" {
        return Some(Stat { kind: Kind::Folder, size: 0, modified: 0 });
    }
    guest.data().outside.stat(path)
}

/// The mode in which a path is opened.
#[derive(Debug, Clone, Copy)]
pub struct How {
    pub open: i32,
    pub rights: i64,
    pub flags: i32,
}

const CREATE: i32 = 1;
const FOLDER: i32 = 2;
const EXCLUSIVE: i32 = 4;
const TRUNCATE: i32 = 8;
const RIGHT_TO_WRITE: i64 = 64;
const APPEND: i32 = 1;

pub fn open(guest: &mut Guest<'_>, folder: u32, at: u32, length: u32, how: How, result: u32) -> Done {
    let path = path(guest, folder, at, length)?;
    save_open(guest, &path);
    let opened = opened(guest, path, how)?;
    let number = guest.data_mut().add(opened).ok_or(errno::MFILE)?;
    write_u32(guest, result, number)
}

fn opened(guest: &mut Guest<'_>, path: String, how: How) -> Result<Open, i32> {
    let writes = how.rights & RIGHT_TO_WRITE != 0;
    let appends = how.flags & APPEND != 0;
    match stat(guest, &path) {
        Some(Stat { kind: Kind::Folder, .. }) => {
            if writes {
                Err(errno::ISDIR)
            } else {
                Ok(Open::Folder { path, entries: None })
            }
        }
        Some(_) if how.open & FOLDER != 0 => Err(errno::NOTDIR),
        Some(_) if how.open & EXCLUSIVE != 0 && how.open & CREATE != 0 => Err(errno::EXIST),
        Some(Stat { size, .. }) => {
            if size > LARGEST as u64 {
                return Err(errno::IO);
            }
            let fresh = how.open & TRUNCATE != 0;
            let outside = &mut guest.data_mut().outside;
            let bytes = if fresh { Vec::new() } else { outside.read(&path).map_err(refused)? };
            if fresh {
                outside.write(&path, &[]).map_err(refused)?;
            }
            let at = if appends { bytes.len() } else { 0 };
            Ok(Open::File { path, bytes, at, writes, appends, changed: false })
        }
        None if how.open & CREATE != 0 => {
            guest.data_mut().outside.write(&path, &[]).map_err(refused)?;
            Ok(Open::File { path, bytes: Vec::new(), at: 0, writes: true, appends, changed: false })
        }
        None => Err(errno::NOENT),
    }
}

/// Writes back what an open file has become.
fn save(guest: &mut Guest<'_>, number: u32) -> Done {
    let state = guest.data_mut();
    let Some(Some(Open::File { path, bytes, changed, .. })) = state.open.get_mut(number as usize) else {
        return Ok(());
    };
    if !std::mem::take(changed) {
        return Ok(());
    }
    state.outside.write(path, bytes).map_err(refused)
}

/// Writes back what open files of a path have become, before somebody looks at it by its name.
fn save_open(guest: &mut Guest<'_>, path: &str) {
    let is_it = |open: &Option<Open>| matches!(open, Some(Open::File { path: own, changed: true, .. }) if own == path);
    let numbers: Vec<usize> =
        (0..guest.data().open.len()).filter(|at| guest.data().open.get(*at).is_some_and(is_it)).collect();
    for number in numbers {
        // What cannot be written is told when it is closed.
        let _ = u32::try_from(number).map(|number| save(guest, number));
    }
}

pub fn sync(guest: &mut Guest<'_>, number: u32) -> Done {
    save(guest, number)
}

pub fn close(guest: &mut Guest<'_>, number: u32) -> Done {
    save(guest, number)?;
    match guest.data_mut().open.get_mut(number as usize) {
        Some(place @ Some(_)) => {
            *place = None;
            Ok(())
        }
        _ => Err(errno::BADF),
    }
}

pub fn read(guest: &mut Guest<'_>, number: u32, at: (u32, u32), result: u32) -> Done {
    let into = vectors(guest, at.0, at.1)?;
    let room: usize = into.iter().map(|(_, length)| *length as usize).sum();
    let bytes = match guest.data_mut().get(number) {
        Some(Open::Nothing | Open::Noise) => Vec::new(),
        Some(Open::File { bytes, at, .. }) => {
            let rest = bytes.get(*at..).unwrap_or_default();
            let part = rest[..rest.len().min(room)].to_vec();
            *at += part.len();
            part
        }
        Some(Open::Folder { .. }) => return Err(errno::ISDIR),
        None => return Err(errno::BADF),
    };
    let count = scatter(guest, &into, &bytes)?;
    write_u32(guest, result, count)
}

pub fn pread(guest: &mut Guest<'_>, number: u32, at: (u32, u32), offset: u64, result: u32) -> Done {
    let into = vectors(guest, at.0, at.1)?;
    let room: usize = into.iter().map(|(_, length)| *length as usize).sum();
    let Some(Open::File { bytes, .. }) = guest.data_mut().get(number) else { return Err(errno::BADF) };
    let start = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
    let rest = &bytes[start..];
    let part = rest[..rest.len().min(room)].to_vec();
    let count = scatter(guest, &into, &part)?;
    write_u32(guest, result, count)
}

pub fn fd_write(guest: &mut Guest<'_>, number: u32, at: u32, count: u32, result: u32) -> Done {
    let from = vectors(guest, at, count)?;
    let total: usize = from.iter().map(|(_, length)| *length as usize).sum();
    if total > LARGEST {
        return Err(errno::INVAL);
    }
    let given = gather(guest, &from)?;
    let state = guest.data_mut();
    match state.get(number) {
        Some(Open::Noise) => {
            let room = (1 << 20_usize).min(given.len());
            if state.noise.len() < 1 << 20 {
                state.noise.extend_from_slice(&given[..room]);
            }
        }
        Some(Open::File { bytes, at, writes: true, appends, changed, .. }) => {
            if *appends {
                *at = bytes.len();
            }
            let end = at.checked_add(given.len()).filter(|end| *end <= LARGEST).ok_or(errno::IO)?;
            if bytes.len() < end {
                bytes.resize(end, 0);
            }
            bytes[*at..end].copy_from_slice(&given);
            *at = end;
            *changed = true;
        }
        Some(Open::File { .. }) => return Err(errno::BADF),
        Some(Open::Folder { .. }) => return Err(errno::ISDIR),
        Some(Open::Nothing) | None => return Err(errno::BADF),
    }
    write_u32(guest, result, u32::try_from(given.len()).map_err(|_| errno::INVAL)?)
}

pub fn seek(guest: &mut Guest<'_>, number: u32, offset: i64, whence: u32, result: u32) -> Done {
    let Some(Open::File { bytes, at, .. }) = guest.data_mut().get(number) else { return Err(errno::INVAL) };
    let base = match whence {
        0 => 0,
        1 => i64::try_from(*at).unwrap_or(i64::MAX),
        2 => i64::try_from(bytes.len()).unwrap_or(i64::MAX),
        _ => return Err(errno::INVAL),
    };
    let place = base.checked_add(offset).and_then(|place| usize::try_from(place).ok()).ok_or(errno::INVAL)?;
    if place > LARGEST {
        return Err(errno::INVAL);
    }
    *at = place;
    write_u64(guest, result, place as u64)
}

pub fn resize(guest: &mut Guest<'_>, number: u32, size: u64) -> Done {
    let size = usize::try_from(size).ok().filter(|size| *size <= LARGEST).ok_or(errno::INVAL)?;
    let Some(Open::File { bytes, writes: true, changed, .. }) = guest.data_mut().get(number) else {
        return Err(errno::BADF);
    };
    bytes.resize(size, 0);
    *changed = true;
    Ok(())
}

fn kind_number(kind: Kind) -> u8 {
    match kind {
        Kind::Folder => 3,
        Kind::File => 4,
    }
}

/// The 64 bytes of a `filestat`.
fn filestat(stat: Stat, inode: u64) -> [u8; 64] {
    let mut bytes = [0; 64];
    bytes[8..16].copy_from_slice(&inode.to_le_bytes());
    bytes[16] = kind_number(stat.kind);
    bytes[24..32].copy_from_slice(&1_u64.to_le_bytes());
    bytes[32..40].copy_from_slice(&stat.size.to_le_bytes());
    for place in [40, 48, 56] {
        bytes[place..place + 8].copy_from_slice(&stat.modified.to_le_bytes());
    }
    bytes
}

/// A number for a path.
fn inode(path: &str) -> u64 {
    path.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

pub fn fd_filestat(guest: &mut Guest<'_>, number: u32, result: u32) -> Done {
    let (path, size) = match guest.data_mut().get(number) {
        Some(Open::Folder { path, .. }) => (path.clone(), None),
        Some(Open::File { path, bytes, .. }) => (path.clone(), Some(bytes.len() as u64)),
        Some(Open::Nothing | Open::Noise) => {
            let mut bytes = [0; 64];
            bytes[16] = 2;
            return write(guest, result, &bytes);
        }
        None => return Err(errno::BADF),
    };
    let found = stat(guest, &path).unwrap_or(Stat { kind: Kind::File, size: 0, modified: 0 });
    let found = Stat { size: size.unwrap_or(found.size), ..found };
    write(guest, result, &filestat(found, inode(&path)))
}

pub fn path_filestat(guest: &mut Guest<'_>, folder: u32, at: u32, length: u32, result: u32) -> Done {
    let path = path(guest, folder, at, length)?;
    save_open(guest, &path);
    let found = stat(guest, &path).ok_or(errno::NOENT)?;
    write(guest, result, &filestat(found, inode(&path)))
}

/// `path_filestat_set_times`: times stay as they are, but of what is not there.
pub fn set_times(guest: &mut Guest<'_>, folder: u32, at: u32, length: u32) -> Done {
    let path = path(guest, folder, at, length)?;
    stat(guest, &path).map(drop).ok_or(errno::NOENT)
}

pub fn fdstat(guest: &mut Guest<'_>, number: u32, result: u32) -> Done {
    let (kind, flags) = match guest.data_mut().get(number) {
        Some(Open::Folder { .. }) => (3_u8, 0_u16),
        Some(Open::File { appends, .. }) => (4, u16::from(*appends)),
        Some(_) => (2, 0),
        None => return Err(errno::BADF),
    };
    let mut bytes = [0; 24];
    bytes[0] = kind;
    bytes[2..4].copy_from_slice(&flags.to_le_bytes());
    bytes[8..16].copy_from_slice(&u64::MAX.to_le_bytes());
    bytes[16..24].copy_from_slice(&u64::MAX.to_le_bytes());
    write(guest, result, &bytes)
}

pub fn readdir(guest: &mut Guest<'_>, number: u32, at: u32, room: u32, cookie: u64, result: u32) -> Done {
    let path = match guest.data_mut().get(number) {
        Some(Open::Folder { path, .. }) => path.clone(),
        Some(_) => return Err(errno::NOTDIR),
        None => return Err(errno::BADF),
    };
    if cookie == 0 {
        let mut listed = guest.data().outside.list(&path).map_err(refused)?;
        listed.insert(0, ("..".to_string(), Kind::Folder));
        listed.insert(0, (".".to_string(), Kind::Folder));
        if let Some(Open::Folder { entries, .. }) = guest.data_mut().get(number) {
            *entries = Some(listed);
        }
    }
    let mut bytes = Vec::new();
    if let Some(Open::Folder { entries: Some(entries), .. }) = guest.data_mut().get(number) {
        let from = usize::try_from(cookie).unwrap_or(usize::MAX);
        for (place, (name, kind)) in entries.iter().enumerate().skip(from) {
            bytes.extend_from_slice(&(place as u64 + 1).to_le_bytes());
            bytes.extend_from_slice(&inode(&format!("{path}/{name}")).to_le_bytes());
            bytes.extend_from_slice(&u32::try_from(name.len()).unwrap_or(0).to_le_bytes());
            bytes.extend_from_slice(&[kind_number(*kind), 0, 0, 0]);
            bytes.extend_from_slice(name.as_bytes());
            if bytes.len() >= room as usize {
                break;
            }
        }
    }
    bytes.truncate(room as usize);
    write(guest, at, &bytes)?;
    write_u32(guest, result, u32::try_from(bytes.len()).unwrap_or(0))
}

pub fn make_folder(guest: &mut Guest<'_>, folder: u32, at: u32, length: u32) -> Done {
    let path = path(guest, folder, at, length)?;
    guest.data_mut().outside.make_folder(&path).map_err(refused)
}

pub fn remove(guest: &mut Guest<'_>, folder: u32, at: u32, length: u32, kind: Kind) -> Done {
    let path = path(guest, folder, at, length)?;
    guest.data_mut().outside.remove(&path, kind).map_err(refused)
}

pub fn rename(guest: &mut Guest<'_>, from: (u32, u32, u32), to: (u32, u32, u32)) -> Done {
    let from = path(guest, from.0, from.1, from.2)?;
    let to = path(guest, to.0, to.1, to.2)?;
    guest.data_mut().outside.rename(&from, &to).map_err(refused)
}

/// `fd_prestat_get` and `fd_prestat_dir_name`: the root is the one folder that is open from the beginning.
pub fn prestat(guest: &mut Guest<'_>, number: u32, result: u32) -> Done {
    if number != 3 {
        return Err(errno::BADF);
    }
    write_u32(guest, result, 0)?;
    write_u32(guest, result + 4, 1)
}

pub fn prestat_name(guest: &mut Guest<'_>, number: u32, at: u32) -> Done {
    if number == 3 { write(guest, at, b"/") } else { Err(errno::BADF) }
}

/// `poll_oneoff`: whatever is waited for is there at once.
pub fn poll(guest: &mut Guest<'_>, subscriptions: u32, events: u32, count: u32, result: u32) -> Done {
    if count > 64 {
        return Err(errno::INVAL);
    }
    for number in 0..count {
        let from = subscriptions.checked_add(number * 48).ok_or(errno::FAULT)?;
        let user = super::memory::read(guest, from, 8)?;
        let kind = super::memory::read(guest, from + 8, 1)?;
        let mut event = [0; 32];
        event[..8].copy_from_slice(&user);
        event[10] = kind.first().copied().unwrap_or(0);
        write(guest, events.checked_add(number * 32).ok_or(errno::FAULT)?, &event)?;
    }
    write_u32(guest, result, count)
}
