//! Packs of objects and their indexes.

use super::format::{Kind, Oid};
use flate2::bufread::ZlibDecoder;
use std::io::{BufRead, Read, Seek};

/// The index of a pack: maps the ids of objects to byte offsets in the pack.
#[derive(Debug)]
pub(crate) struct Index {
    bytes: Vec<u8>,
    count: usize,
    /// The positions of the ids, offsets and large offsets in the file, and the size of an id entry.
    layout: Layout,
}

#[derive(Debug, Clone, Copy)]
struct Layout {
    fan: usize,
    names: usize,
    stride: usize,
    offsets: usize,
    large: usize,
}

impl Index {
    /// Parses the bytes of an `.idx` file of version 1 or 2. `None` for a later version, or if the file is too short.
    pub(crate) fn new(bytes: Vec<u8>) -> Option<Self> {
        let is_new = bytes.starts_with(b"\xfftOc");
        if is_new && bytes.get(4..8) != Some(&[0, 0, 0, 2]) {
            return None;
        }
        let fan = if is_new { 8 } else { 0 };
        let count = number(&bytes, fan + 255 * 4)?;
        let table = fan + 1024;
        let layout = if is_new {
            let offsets = table + count * 24;
            Layout { fan, names: table, stride: 20, offsets, large: offsets + count * 4 }
        } else {
            Layout { fan, names: table + 4, stride: 24, offsets: table, large: usize::MAX }
        };
        let end = if is_new { layout.large } else { table + count * 24 };
        (bytes.len() >= end).then_some(Index { bytes, count, layout })
    }

    /// The number of objects in the pack, according to its index.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The byte offset of an object in the pack. `None` if the pack does not contain the object.
    pub(crate) fn offset(&self, oid: Oid) -> Option<u64> {
        let first = usize::from(oid.0[0]);
        let start = if first == 0 { 0 } else { number(&self.bytes, self.layout.fan + (first - 1) * 4)? };
        let end = number(&self.bytes, self.layout.fan + first * 4)?.min(self.count);
        let (mut low, mut high) = (start, end);
        while low < high {
            let middle = low + (high - low) / 2;
            let from = self.layout.names + middle * self.layout.stride;
            match self.bytes.get(from..from + 20)?.cmp(&oid.0[..]) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return self.offset_at(middle),
            }
        }
        None
    }

    fn offset_at(&self, place: usize) -> Option<u64> {
        let step = if self.layout.stride == 20 { 4 } else { self.layout.stride };
        let offset = number(&self.bytes, self.layout.offsets + place * step)?;
        if self.layout.stride != 20 || offset < 0x8000_0000 {
            return Some(offset as u64);
        }
        let from = self.layout.large + (offset & 0x7fff_ffff) * 8;
        Some(u64::from_be_bytes(self.bytes.get(from..from + 8)?.try_into().ok()?))
    }
}

/// A big-endian number of four bytes.
fn number(bytes: &[u8], start: usize) -> Option<usize> {
    let four = bytes.get(start..start.checked_add(4)?)?;
    Some(u32::from_be_bytes(four.try_into().ok()?) as usize)
}

/// An object as stored in a pack: whole, or as a delta to another object.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Packed {
    /// An object that is not a delta, with its kind and bytes.
    Whole(Kind, Vec<u8>),
    /// A delta to the object at another offset in the pack.
    FromOffset(u64, Vec<u8>),
    /// A delta to an object given by its id.
    FromName(Oid, Vec<u8>),
}

/// Reads the object at a byte offset of the pack. `None` if it is invalid, or if its decompressed data exceeds `limit`
/// bytes.
pub(crate) fn read(pack: &mut (impl BufRead + Seek), offset: u64, limit: u64) -> Option<Packed> {
    // Seeks relatively, so that the buffer is kept.
    let here = pack.stream_position().ok()?;
    pack.seek_relative(i64::try_from(offset).ok()?.checked_sub(i64::try_from(here).ok()?)?).ok()?;
    let first = byte(pack)?;
    let (mut size, mut shift, mut last) = (u64::from(first & 15), 4, first);
    while last & 0x80 != 0 {
        last = byte(pack)?;
        size |= u64::from(last & 0x7f).checked_shl(shift)?;
        shift += 7;
    }
    let kind = match first >> 4 & 7 {
        1 => Kind::Commit,
        2 => Kind::Tree,
        3 => Kind::Blob,
        4 => Kind::Tag,
        6 => {
            let back = distance(pack)?;
            // A base comes before its deltas, so chains are finite.
            let base = offset.checked_sub(back).filter(|base| *base < offset)?;
            return Some(Packed::FromOffset(base, inflate(pack, size, limit)?));
        }
        7 => {
            let mut name = [0; 20];
            pack.read_exact(&mut name).ok()?;
            return Some(Packed::FromName(Oid(name), inflate(pack, size, limit)?));
        }
        _ => return None,
    };
    Some(Packed::Whole(kind, inflate(pack, size, limit)?))
}

/// Reads a number with seven bits per byte, highest first. Before each further byte is added, the number is
/// incremented.
fn distance(pack: &mut impl Read) -> Option<u64> {
    let mut last = byte(pack)?;
    let mut number = u64::from(last & 0x7f);
    while last & 0x80 != 0 {
        last = byte(pack)?;
        number = number.checked_add(1)?.checked_mul(128)? | u64::from(last & 0x7f);
    }
    Some(number)
}

/// Decompresses data. `None` if the data is invalid, if the result does not have `size` bytes, or if `size` is over
/// `limit`.
pub(crate) fn inflate(source: &mut impl BufRead, size: u64, limit: u64) -> Option<Vec<u8>> {
    if size > limit {
        return None;
    }
    // The declared size may be wrong, so reserve only a part of it.
    let mut bytes = Vec::with_capacity(size.min(1 << 20) as usize);
    ZlibDecoder::new(source).take(size + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 == size).then_some(bytes)
}

fn byte(source: &mut impl Read) -> Option<u8> {
    let mut byte = [0];
    source.read_exact(&mut byte).ok()?;
    Some(byte[0])
}
