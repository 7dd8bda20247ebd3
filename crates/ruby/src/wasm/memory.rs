//! The guest's memory as the functions that it imports see it. Every address is checked before it is used.

use super::state::State;

/// An error number of WASI: one of the constants in [`errno`]. 0 means success.
pub(crate) type Errno = i32;

/// The result of a function that the guest imports from WASI, or of one of its steps. The guest receives the error as
/// the function's return value.
pub(crate) type WasiResult<T = ()> = Result<T, Errno>;

/// The error numbers of WASI that the host returns to the guest.
pub(crate) mod errno {
    use super::Errno;

    pub(crate) const SUCCESS: Errno = 0;
    pub(crate) const ACCES: Errno = 2;
    pub(crate) const BADF: Errno = 8;
    pub(crate) const EXIST: Errno = 20;
    pub(crate) const FAULT: Errno = 21;
    pub(crate) const INVAL: Errno = 28;
    pub(crate) const IO: Errno = 29;
    pub(crate) const ISDIR: Errno = 31;
    pub(crate) const MFILE: Errno = 33;
    pub(crate) const NOENT: Errno = 44;
    pub(crate) const NOSPC: Errno = 51;
    pub(crate) const NOSYS: Errno = 52;
    pub(crate) const NOTDIR: Errno = 54;
    pub(crate) const NOTEMPTY: Errno = 55;
    pub(crate) const ROFS: Errno = 69;
}

/// The maximum number of buffers in a scattered read or write.
const MAX_IOVECS: u32 = 1024;

/// A call from the guest into the host, with the guest's memory and the host's state.
pub(crate) struct Caller<'c> {
    /// The guest's memory, which contains arguments and receives results.
    pub memory: Memory<'c>,
    /// The host's state for this guest, such as its open files.
    pub state: &'c mut State,
}

/// The linear memory of the guest. The index of a byte is its address in the guest.
pub(crate) struct Memory<'m>(pub &'m mut [u8]);

/// A buffer in the guest's memory: its address, and its length in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Iovec {
    address: u32,
    length: u32,
}

impl Memory<'_> {
    /// `length` bytes at an address of the guest's memory. Fails if the memory does not contain all of them.
    pub(crate) fn read(&self, address: u32, length: u32) -> WasiResult<&[u8]> {
        let start = address as usize;
        let end = start.checked_add(length as usize).ok_or(errno::FAULT)?;
        self.0.get(start..end).ok_or(errno::FAULT)
    }

    /// Copies bytes into the guest's memory. Fails if they do not fit.
    pub(crate) fn write(&mut self, address: u32, bytes: &[u8]) -> WasiResult {
        let start = address as usize;
        let end = start.checked_add(bytes.len()).ok_or(errno::FAULT)?;
        self.0.get_mut(start..end).ok_or(errno::FAULT)?.copy_from_slice(bytes);
        Ok(())
    }

    /// Stores a 32-bit number at `address` in little-endian order.
    pub(crate) fn write_u32(&mut self, address: u32, number: u32) -> WasiResult {
        self.write(address, &number.to_le_bytes())
    }

    /// Stores a 64-bit number at `address` in little-endian order.
    pub(crate) fn write_u64(&mut self, address: u32, number: u64) -> WasiResult {
        self.write(address, &number.to_le_bytes())
    }

    /// Loads the 32-bit number at `address`, in little-endian order.
    pub(crate) fn read_u32(&self, address: u32) -> WasiResult<u32> {
        self.read(address, 4)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes)).ok_or(errno::FAULT)
    }

    /// A text in the guest's memory. Fails if the bytes are outside of the memory or not UTF-8.
    pub(crate) fn text(&self, address: u32, length: u32) -> WasiResult<&str> {
        std::str::from_utf8(self.read(address, length)?).map_err(|_| errno::INVAL)
    }

    /// Reads a list of `count` buffers at an address. Fails if `count` exceeds a limit, or if the list is outside of
    /// the memory.
    pub(crate) fn iovecs(&self, address: u32, count: u32) -> WasiResult<Vec<Iovec>> {
        if count > MAX_IOVECS {
            return Err(errno::INVAL);
        }
        let iovec = |index: u32| {
            let entry = address.checked_add(index * 8).ok_or(errno::FAULT)?;
            let length_at = entry.checked_add(4).ok_or(errno::FAULT)?;
            Ok(Iovec { address: self.read_u32(entry)?, length: self.read_u32(length_at)? })
        };
        (0..count).map(iovec).collect()
    }

    /// Copies bytes into buffers, one after the other, and returns the number of bytes that fit. Fails if it would copy
    /// bytes to an address outside of the memory.
    pub(crate) fn scatter(&mut self, iovecs: &[Iovec], bytes: &[u8]) -> WasiResult<u32> {
        let mut rest = bytes;
        for iovec in iovecs {
            let (part, behind) = rest.split_at(rest.len().min(iovec.length as usize));
            self.write(iovec.address, part)?;
            rest = behind;
        }
        u32::try_from(bytes.len() - rest.len()).map_err(|_| errno::INVAL)
    }

    /// The bytes of buffers, one after the other. Fails if a buffer is outside of the memory.
    pub(crate) fn gather(&self, iovecs: &[Iovec]) -> WasiResult<Vec<u8>> {
        let mut all = Vec::new();
        for iovec in iovecs {
            all.extend_from_slice(self.read(iovec.address, iovec.length)?);
        }
        Ok(all)
    }
}

/// The number of bytes in all buffers.
pub(crate) fn total_length(iovecs: &[Iovec]) -> usize {
    iovecs.iter().map(|iovec| iovec.length as usize).sum()
}
