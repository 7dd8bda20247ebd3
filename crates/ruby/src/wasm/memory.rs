//! The guest's memory: every address is looked at before it is used.

use super::engine::Memory;

pub use super::engine::Caller as Guest;

/// WASI's error numbers, as far as they are used.
pub mod errno {
    pub const SUCCESS: i32 = 0;
    pub const ACCES: i32 = 2;
    pub const BADF: i32 = 8;
    pub const EXIST: i32 = 20;
    pub const FAULT: i32 = 21;
    pub const INVAL: i32 = 28;
    pub const IO: i32 = 29;
    pub const ISDIR: i32 = 31;
    pub const MFILE: i32 = 33;
    pub const NOENT: i32 = 44;
    pub const NOSYS: i32 = 52;
    pub const NOTDIR: i32 = 54;
    pub const NOTEMPTY: i32 = 55;
    pub const ROFS: i32 = 69;
}

/// A call's outcome: nothing, or an error number.
pub type Done = Result<(), i32>;

pub fn code(done: Done) -> i32 {
    done.map_or_else(|error| error, |()| errno::SUCCESS)
}

pub fn memory(guest: &Guest<'_>) -> Result<Memory, i32> {
    guest.data().memory.ok_or(errno::FAULT)
}

pub fn read(guest: &Guest<'_>, at: u32, length: u32) -> Result<Vec<u8>, i32> {
    let memory = memory(guest)?;
    let data = memory.data(guest);
    let start = at as usize;
    let end = start.checked_add(length as usize).ok_or(errno::FAULT)?;
    data.get(start..end).map(<[u8]>::to_vec).ok_or(errno::FAULT)
}

pub fn write(guest: &mut Guest<'_>, at: u32, bytes: &[u8]) -> Done {
    let memory = memory(guest)?;
    memory.write(guest, at as usize, bytes).map_err(|_| errno::FAULT)
}

pub fn write_u32(guest: &mut Guest<'_>, at: u32, number: u32) -> Done {
    write(guest, at, &number.to_le_bytes())
}

pub fn write_u64(guest: &mut Guest<'_>, at: u32, number: u64) -> Done {
    write(guest, at, &number.to_le_bytes())
}

pub fn read_u32(guest: &Guest<'_>, at: u32) -> Result<u32, i32> {
    let bytes = read(guest, at, 4)?;
    bytes.first_chunk().map(|bytes| u32::from_le_bytes(*bytes)).ok_or(errno::FAULT)
}

pub fn text(guest: &Guest<'_>, at: u32, length: u32) -> Result<String, i32> {
    String::from_utf8(read(guest, at, length)?).map_err(|_| errno::INVAL)
}

/// The buffers of a scattered read or write: addresses and lengths.
pub fn vectors(guest: &Guest<'_>, at: u32, count: u32) -> Result<Vec<(u32, u32)>, i32> {
    if count > 1024 {
        return Err(errno::INVAL);
    }
    let place = |number: u32| at.checked_add(number * 8).ok_or(errno::FAULT);
    (0..count).map(|number| Ok((read_u32(guest, place(number)?)?, read_u32(guest, place(number)? + 4)?))).collect()
}

/// Copies bytes into buffers and returns the number that found room.
pub fn scatter(guest: &mut Guest<'_>, vectors: &[(u32, u32)], bytes: &[u8]) -> Result<u32, i32> {
    let mut rest = bytes;
    for (at, length) in vectors {
        let (part, behind) = rest.split_at(rest.len().min(*length as usize));
        write(guest, *at, part)?;
        rest = behind;
    }
    u32::try_from(bytes.len() - rest.len()).map_err(|_| errno::INVAL)
}

/// The bytes of buffers.
pub fn gather(guest: &Guest<'_>, vectors: &[(u32, u32)]) -> Result<Vec<u8>, i32> {
    let mut all = Vec::new();
    for (at, length) in vectors {
        all.extend(read(guest, *at, *length)?);
    }
    Ok(all)
}
