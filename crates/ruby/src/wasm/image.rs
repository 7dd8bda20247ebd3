//! Images: snapshots of a started Ruby, from which later starts begin.
//!
//! Between calls, the state of a WebAssembly instance consists of its memory and its globals (compiled C does not
//! change tables). Both are saved after Ruby is initialized and the shim is loaded, and restored in a new instance. An
//! image is data of the sandbox, not native code, so a forged image can do no more than a plugin. Its key binds it to
//! the module and to the version of the program.
//!
//! The layout has numbers in little-endian order. It starts with the magic bytes and the key (32 bytes). The CRC-32 of
//! the rest of the head follows, and then seven numbers. The first two are the seed of the random numbers and the
//! number of times the clock was read. The next four count pages of memory, globals, runs of memory and bytes of the
//! module. The last is the CRC-32 of the runs. Then come the globals, the address and length of each run, and the
//! module without its data. This is the end of the head. The bytes of the runs follow. They go from the file straight
//! into the memory of an instance, because copying them once more would take several times as long.
//!
//! Only its owner can write an image, so the checksums need not protect from forgery. CRC-32 takes a fraction of the
//! time of SHA-256.

use flate2::Crc;
use sha2::{Digest, Sha256};
use std::io::Read;

/// The first bytes of an image. The last of them is the version of the layout and of the changes to the module.
const MAGIC: &[u8; 16] = b"hastie-ruby\0\0\0\0\x06";

/// The unit in which memory is searched for zeros. Blocks that contain only zeros are not stored.
const BLOCK: usize = 4096;

/// The size of a page of WebAssembly's memory, in bytes.
pub(crate) const PAGE: usize = 1 << 16;

/// The number of bytes that are read and added to the checksum at once. They fit in the processor's cache.
const CHUNK: usize = 1 << 17;

/// The maximum size of a part of the head, in bytes. Damaged images may claim any size.
const MAX_PART: usize = 64 << 20;

/// The identity of an image: a hash of everything that determines its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Key {
    /// Computes a key that differs if any part differs. The key of the parts `a` and `b` also differs from the key of
    /// `ab`.
    pub fn of<'p>(parts: impl IntoIterator<Item = &'p str>) -> Self {
        let mut digest = Sha256::new();
        for part in parts {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        Key(digest.finalize().into())
    }
}

/// The head of an image: the module, and the state of a started interpreter except the content of its memory.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Head {
    pub seed: u64,
    pub ticks: u64,
    pub pages: u32,
    /// The values of the module's globals, all of which are 32-bit integers.
    pub globals: Vec<i32>,
    /// The WebAssembly module without its data segments.
    pub module: Vec<u8>,
}

/// The memory of a started interpreter: the runs of bytes that are not all zero, each with its address.
pub(crate) type Runs<'b> = Vec<(usize, &'b [u8])>;

/// The parts of a memory that are not all zero, each with its address.
pub(crate) fn runs_of(memory: &[u8]) -> Runs<'_> {
    let is_zero = |block: &[u8]| block.iter().all(|byte| *byte == 0);
    let mut runs: Runs<'_> = Vec::new();
    for (place, block) in memory.chunks(BLOCK).enumerate() {
        if is_zero(block) {
            continue;
        }
        let offset = place * BLOCK;
        match runs.last_mut() {
            Some((start, run)) if *start + run.len() == offset => {
                *run = memory.get(*start..offset + block.len()).unwrap_or_default();
            }
            _ => runs.push((offset, block)),
        }
    }
    runs
}

/// Serializes an image with its key and checksums, for the cache.
pub(crate) fn write(head: &Head, runs: &[(usize, &[u8])], key: &Key) -> Vec<u8> {
    let size = head.module.len() + runs.iter().map(|(_, run)| run.len() + 8).sum::<usize>();
    let mut bytes = Vec::with_capacity(size + BLOCK);
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes();
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&key.0);
    let start = bytes.len();
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&head.seed.to_le_bytes());
    bytes.extend_from_slice(&head.ticks.to_le_bytes());
    bytes.extend_from_slice(&head.pages.to_le_bytes());
    for number in [head.globals.len(), runs.len(), head.module.len()] {
        bytes.extend_from_slice(&count(number));
    }
    let mut memory = Crc::new();
    runs.iter().for_each(|(_, run)| memory.update(run));
    bytes.extend_from_slice(&memory.sum().to_le_bytes());
    head.globals.iter().for_each(|global| bytes.extend_from_slice(&global.to_le_bytes()));
    for (start, run) in runs {
        bytes.extend_from_slice(&count(*start));
        bytes.extend_from_slice(&count(run.len()));
    }
    bytes.extend_from_slice(&head.module);
    let mut sum = Crc::new();
    sum.update(bytes.get(start + 4..).unwrap_or_default());
    if let Some(place) = bytes.get_mut(start..start + 4) {
        place.copy_from_slice(&sum.sum().to_le_bytes());
    }
    runs.iter().for_each(|(_, run)| bytes.extend_from_slice(run));
    bytes
}

/// An image of a started Ruby that is being read: first its head with the module, and then the memory.
#[derive(Debug)]
pub struct StoredImage<R> {
    reader: Summing<R>,
}

impl<R: Read> StoredImage<R> {
    /// Begins to read an image. `None` if the file is not an image with this key, or cannot be read.
    pub fn open(mut file: R, key: &Key) -> Option<Self> {
        let mut start = [0; 48];
        file.read_exact(&mut start).ok()?;
        let has_key = start.strip_prefix(MAGIC).is_some_and(|rest| *rest == key.0);
        has_key.then(|| StoredImage { reader: Summing { file, sum: Crc::new() } })
    }

    /// Reads the head and verifies its checksum. `None` if the head is damaged or cannot be read.
    pub(crate) fn head(mut self) -> Option<(Head, StoredMemory<R>)> {
        let reader = &mut self.reader;
        let sum = reader.number()?;
        reader.sum.reset();
        let (seed, ticks) = (reader.long()?, reader.long()?);
        let (pages, globals, runs, module) = (reader.number()?, reader.size()?, reader.size()?, reader.size()?);
        let memory_sum = reader.number()?;
        let globals = reader.bytes(globals.checked_mul(4)?)?;
        let runs = reader.bytes(runs.checked_mul(8)?)?;
        let module = reader.bytes(module)?;
        if sum != reader.sum.sum() {
            return None;
        }
        reader.sum.reset();
        let numbers = |bytes: &[u8]| bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect();
        let (globals, runs): (Vec<u32>, Vec<u32>) = (numbers(&globals), numbers(&runs));
        let globals = globals.into_iter().map(u32::cast_signed).collect();
        let runs = runs.as_chunks().0.iter().map(|[start, size]| (*start as usize, *size as usize)).collect();
        let head = Head { seed, ticks, pages, globals, module };
        Some((head, StoredMemory { reader: self.reader, runs, sum: memory_sum }))
    }
}

/// The part of an image after the head: the runs of memory, which `StoredMemory::fill` reads.
#[derive(Debug)]
pub(crate) struct StoredMemory<R> {
    reader: Summing<R>,
    /// The address and the size of each run.
    runs: Vec<(usize, usize)>,
    sum: u32,
}

impl<R: Read> StoredMemory<R> {
    /// Copies each run of bytes to its address in a memory that contains only zeros. `None` if the bytes are damaged or
    /// cannot be read, or if a run exceeds the memory.
    pub(crate) fn fill(mut self, memory: &mut [u8]) -> Option<()> {
        for (start, size) in self.runs {
            self.reader.fill(memory.get_mut(start..start.checked_add(size)?)?)?;
        }
        let is_at_end = self.reader.file.read(&mut [0]).ok()? == 0;
        (is_at_end && self.reader.sum.sum() == self.sum).then_some(())
    }
}

/// Reads a file, and computes the checksum of the bytes that were read.
#[derive(Debug)]
struct Summing<R> {
    file: R,
    sum: Crc,
}

impl<R: Read> Summing<R> {
    fn fill(&mut self, place: &mut [u8]) -> Option<()> {
        for chunk in place.chunks_mut(CHUNK) {
            self.file.read_exact(chunk).ok()?;
            self.sum.update(chunk);
        }
        Some(())
    }

    fn bytes(&mut self, count: usize) -> Option<Vec<u8>> {
        if count > MAX_PART {
            return None;
        }
        let mut bytes = vec![0; count];
        self.fill(&mut bytes)?;
        Some(bytes)
    }

    fn number(&mut self) -> Option<u32> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Some(u32::from_le_bytes(bytes))
    }

    fn size(&mut self) -> Option<usize> {
        self.number().and_then(|number| usize::try_from(number).ok())
    }

    fn long(&mut self) -> Option<u64> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes)?;
        Some(u64::from_le_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::{Head, Key, PAGE, StoredImage, runs_of, write};

    /// The head and the memory of an intact image.
    fn read(bytes: &[u8], key: &Key) -> Option<(Head, Vec<u8>)> {
        let (head, stored) = StoredImage::open(bytes, key)?.head()?;
        let mut memory = vec![0; head.pages as usize * PAGE];
        stored.fill(&mut memory)?;
        Some((head, memory))
    }

    fn memory() -> Vec<u8> {
        let mut memory = vec![0; 2 * PAGE];
        memory[5] = 1;
        memory[4096] = 2;
        memory[2 * PAGE - 1] = 3;
        memory
    }

    fn head() -> Head {
        Head { seed: 7, ticks: 9, pages: 2, globals: vec![-1, 0, 5], module: b"\0asm".to_vec() }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let memory = memory();
        let runs = runs_of(&memory);
        assert_eq!(
            runs.iter().map(|(start, run)| (*start, run.len())).collect::<Vec<_>>(),
            [(0, 8192), (126_976, 4096)]
        );
        let key = Key::of(["a", "b"]);
        let bytes = write(&head(), &runs, &key);
        assert_eq!(read(&bytes, &key), Some((head(), memory)));
        assert_eq!(read(&bytes, &Key::of(["ab"])), None);
    }

    #[test]
    fn a_broken_image_is_none() {
        let memory = memory();
        let key = Key::of(["a"]);
        let bytes = write(&head(), &runs_of(&memory), &key);
        for end in (0..200).chain([bytes.len() - 1]) {
            assert_eq!(read(&bytes[..end], &key), None, "{end}");
        }
        for place in (0..200).chain([bytes.len() - 1]) {
            let mut changed = bytes.clone();
            changed[place] ^= 0x40;
            assert_eq!(read(&changed, &key), None, "{place}");
        }
        assert_eq!(read(&[&bytes[..], &[0]].concat(), &key), None);
    }

    #[test]
    fn a_run_beyond_the_memory_is_refused() {
        let key = Key::of([]);
        for start in [2 * PAGE, usize::MAX, 2 * PAGE - 1] {
            assert_eq!(read(&write(&head(), &[(start, &[1, 2])], &key), &key), None, "{start}");
        }
    }
}
