//! Images: snapshots of a started Ruby, from which later starts begin.
//!
//! Between calls, the state of a WebAssembly instance consists of its memory and its globals (compiled C does not
//! change tables). Both are saved after Ruby is initialized and the shim is loaded, and restored in a new instance. An
//! image is data of the sandbox, not native code, so a forged image can do no more than a plugin. Its key binds it to
//! the module and to the version of the program.
//!
//! The layout has numbers in little-endian order. It starts with the magic bytes, the key (32 bytes), and the SHA-256
//! of everything that follows. Six numbers follow. The first two are the seed of the random numbers and the number of
//! times the clock was read. The others count pages of memory, globals, runs of memory and bytes of the module. Then
//! come the globals, the runs (address and length), the module without its data, and the bytes of the runs.

use sha2::{Digest, Sha256};

/// The first bytes, with the version of the layout.
const MAGIC: &[u8; 16] = b"hastie-ruby\0\0\0\0\x02";

/// The unit in which memory is searched for zeros. Blocks that contain only zeros are not stored.
const BLOCK: usize = 4096;

/// The size of a page of WebAssembly's memory, in bytes.
pub(crate) const PAGE: usize = 1 << 16;

/// The position of the bytes that the checksum covers, behind the magic bytes, the key and the checksum.
const START: usize = 16 + 32 + 32;

/// The bytes before the globals: magic bytes, key, checksum, and six numbers.
const HEAD: usize = START + 8 + 8 + 4 * 4;

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

/// The memory and the globals of a started interpreter, with its module.
#[derive(Debug, PartialEq)]
pub(crate) struct Image<'b> {
    pub seed: u64,
    pub ticks: u64,
    pub pages: u32,
    /// The globals, as 32-bit integers.
    pub globals: Vec<i32>,
    /// Runs of memory that are not all zero: addresses and bytes.
    pub runs: Vec<(usize, &'b [u8])>,
    /// The module without its data.
    pub module: &'b [u8],
}

impl<'b> Image<'b> {
    /// The parts of a memory that are not all zero, each with its address.
    pub(crate) fn runs_of(memory: &'b [u8]) -> Vec<(usize, &'b [u8])> {
        let is_zero = |block: &[u8]| block.iter().all(|byte| *byte == 0);
        let mut runs: Vec<(usize, &[u8])> = Vec::new();
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

    /// Serializes the image with its key and a checksum, for the cache.
    pub(crate) fn write(&self, key: &Key) -> Vec<u8> {
        let mut bytes =
            Vec::with_capacity(self.module.len() + self.runs.iter().map(|(_, run)| run.len() + 8).sum::<usize>());
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes();
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&key.0);
        bytes.extend_from_slice(&[0; 32]);
        bytes.extend_from_slice(&self.seed.to_le_bytes());
        bytes.extend_from_slice(&self.ticks.to_le_bytes());
        bytes.extend_from_slice(&self.pages.to_le_bytes());
        for number in [self.globals.len(), self.runs.len(), self.module.len()] {
            bytes.extend_from_slice(&count(number));
        }
        self.globals.iter().for_each(|global| bytes.extend_from_slice(&global.to_le_bytes()));
        for (start, run) in &self.runs {
            bytes.extend_from_slice(&count(*start));
            bytes.extend_from_slice(&count(run.len()));
        }
        bytes.extend_from_slice(self.module);
        self.runs.iter().for_each(|(_, run)| bytes.extend_from_slice(run));
        let sum = checksum(bytes.get(START..).unwrap_or_default());
        if let Some(place) = bytes.get_mut(START - 32..START) {
            place.copy_from_slice(&sum);
        }
        bytes
    }

    /// Reads an image without verifying its checksum: [`is_intact`] takes as long as everything else. `None` if the
    /// image has another key, or if parts are missing.
    pub(crate) fn read(bytes: &'b [u8], key: &Key) -> Option<Self> {
        if !has_key(bytes, key) {
            return None;
        }
        let mut reader = Reader(bytes.get(START..)?);
        let (seed, ticks) = (reader.long()?, reader.long()?);
        let (pages, globals, runs, module) = (reader.number()?, reader.size()?, reader.size()?, reader.size()?);
        // There cannot be more of them than bytes, so this limits the allocation.
        let most = bytes.len().saturating_sub(HEAD) / 4;
        if globals > most || runs > most {
            return None;
        }
        let globals = (0..globals).map(|_| reader.number().map(u32::cast_signed)).collect::<Option<Vec<_>>>()?;
        let places = (0..runs).map(|_| Some((reader.size()?, reader.size()?))).collect::<Option<Vec<_>>>()?;
        let module = reader.take(module)?;
        let end = (pages as usize).checked_mul(PAGE)?;
        let run = |(start, length): (usize, usize)| {
            let is_inside = start.checked_add(length).is_some_and(|last| last <= end);
            if is_inside { Some((start, reader.take(length)?)) } else { None }
        };
        let runs = places.into_iter().map(run).collect::<Option<Vec<_>>>()?;
        Some(Image { seed, ticks, pages, globals, runs, module })
    }
}

/// Whether the bytes begin like an image with this key. Does not verify the checksum of the rest.
pub fn has_key(bytes: &[u8], key: &Key) -> bool {
    bytes.strip_prefix(MAGIC).is_some_and(|rest| rest.starts_with(&key.0))
}

/// Whether the content of an image has the checksum that was written with it.
pub(crate) fn is_intact(bytes: &[u8]) -> bool {
    bytes.get(START - 32..).and_then(<[u8]>::split_first_chunk::<32>).is_some_and(|(sum, rest)| *sum == checksum(rest))
}

fn checksum(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// A cursor over bytes.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u32> {
        self.take(4)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
    }

    fn size(&mut self) -> Option<usize> {
        self.number().and_then(|number| usize::try_from(number).ok())
    }

    fn long(&mut self) -> Option<u64> {
        self.take(8)?.first_chunk().map(|bytes| u64::from_le_bytes(*bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::{Image, Key, PAGE, is_intact};

    fn read<'b>(bytes: &'b [u8], key: &Key) -> Option<Image<'b>> {
        Image::read(bytes, key).filter(|_| is_intact(bytes))
    }

    fn memory() -> Vec<u8> {
        let mut memory = vec![0; 2 * PAGE];
        memory[5] = 1;
        memory[4096] = 2;
        memory[2 * PAGE - 1] = 3;
        memory
    }

    fn image(memory: &[u8]) -> Image<'_> {
        let runs = Image::runs_of(memory);
        Image { seed: 7, ticks: 9, pages: 2, globals: vec![-1, 0, 5], runs, module: b"\0asm" }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let memory = memory();
        let image = image(&memory);
        assert_eq!(
            image.runs.iter().map(|(start, run)| (*start, run.len())).collect::<Vec<_>>(),
            [(0, 8192), (126_976, 4096)]
        );
        let key = Key::of(["a", "b"]);
        let bytes = image.write(&key);
        assert_eq!(read(&bytes, &key), Some(image));
        assert_eq!(read(&bytes, &Key::of(["ab"])), None);
    }

    #[test]
    fn a_broken_image_is_none() {
        let memory = memory();
        let key = Key::of(["a"]);
        let bytes = image(&memory).write(&key);
        for end in (0..200).chain([bytes.len() - 1]) {
            assert_eq!(read(&bytes[..end], &key), None, "{end}");
        }
        for place in (0..200).chain([bytes.len() - 1]) {
            let mut changed = bytes.clone();
            changed[place] ^= 0x40;
            assert_eq!(read(&changed, &key), None, "{place}");
        }
    }

    #[test]
    fn a_run_beyond_the_memory_is_refused() {
        let key = Key::of([]);
        let image = Image { runs: vec![(2 * PAGE, &[1_u8][..])], ..image(&[]) };
        assert_eq!(read(&image.write(&key), &key), None);
    }
}
