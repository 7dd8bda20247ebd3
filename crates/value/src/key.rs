//! The codes by which a [`Hash`](struct@crate::Hash) finds its keys.

use crate::{Str, Value};

/// A 16-byte code of a key. The code of a string of up to 15 bytes contains the string. All other codes are digests, so
/// different keys can have the same code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code([u64; 2]);

impl Code {
    /// The code of a string. If the string has up to 15 bytes, no other key has the same code.
    #[inline]
    pub fn of_text(text: &str) -> Self {
        let bytes = text.as_bytes();
        let length = bytes.len();
        let sized = (length as u64) << 56;
        if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            if length >= 16 {
                return Code([digest_of_text(text), u64::MAX]);
            }
            // The bytes at the end that are not among the first eight.
            let behind = u64::from_le_bytes(*last).checked_shr(8 * (16 - length as u32)).unwrap_or(0);
            return Code([u64::from_le_bytes(*first), sized | behind]);
        }
        Code([short_number(bytes), sized])
    }

    pub(crate) fn of(key: &Value) -> Self {
        match key {
            Value::Str(text) => Code::of_text(text),
            other => Code([digest(other), u64::MAX - 1]),
        }
    }

    /// Whether no other key can have this code. This is true for the codes of strings of up to 15 bytes.
    #[inline]
    pub(crate) fn is_exact(self) -> bool {
        self.0[1] >> 56 < 16
    }

    /// A 64-bit digest of the code, for tables that find their entries by digests.
    #[inline]
    pub fn digest(self) -> u64 {
        mix(self.0[0], self.0[1])
    }
}

/// A string key and its hash code, which is computed once instead of for each look-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The key as a string.
    pub text: Str,
    /// The hash code of `text`.
    pub code: Code,
}

impl Name {
    /// Computes the code of a key for all later look-ups.
    pub fn new(text: &str) -> Self {
        Name { text: text.into(), code: Code::of_text(text) }
    }

    /// Whether the key equals `text`. `code` is the code of `text`. Compares the codes first, and the texts only if
    /// codes may collide.
    #[inline]
    pub fn has(&self, text: &str, code: Code) -> bool {
        self.code == code && (code.is_exact() || *self.text == *text)
    }

    /// Whether both keys are equal strings.
    #[inline]
    pub fn is(&self, other: &Name) -> bool {
        self.code == other.code && (self.code.is_exact() || self.text == other.text)
    }
}

/// Ruby's `hash`: equal for all values that are `eql?`.
fn digest(value: &Value) -> u64 {
    match value {
        Value::Array(items) => {
            let mut left = DIGESTED;
            items.iter().fold(9, |state, item| mix(state, digest_within(item, &mut left, 0)))
        }
        _ => digest_within(value, &mut 0, 0),
    }
}

/// The maximum number of nested array items that contribute to a digest. Without a limit, arrays that share their parts
/// many times over would take exponential time.
const DIGESTED: usize = 64;

fn digest_within(value: &Value, left: &mut usize, depth: usize) -> u64 {
    match value {
        Value::Str(text) => digest_of_text(text),
        Value::Symbol(name) => mix(digest_of_text(name), 15),
        Value::Nil => mix(0, 1),
        Value::Bool(truth) => mix(u64::from(*truth), 2),
        Value::Int(number) => mix(number.cast_unsigned(), 3),
        Value::Big(number) => number.iter_u64_digits().fold(4, mix),
        // The sum is positive for both zeros, which are equal.
        Value::Float(number) => mix((number + 0.0).to_bits(), 5),
        Value::Date(date) => mix(date.days_since_epoch().cast_unsigned(), 6),
        Value::Time(time) => mix(time.seconds.cast_unsigned(), u64::from(time.nanos) + 7),
        Value::Range(first, last) => mix(mix(first.cast_unsigned(), 8), last.cast_unsigned()),
        Value::Array(items) => {
            let counted = if depth < 8 { items.len().min(*left) } else { 0 };
            *left -= counted;
            let state = mix(items.len() as u64, 14);
            items[..counted].iter().fold(state, |state, item| mix(state, digest_within(item, left, depth + 1)))
        }
        // Equal hashes may have different orders, so only their size contributes.
        Value::Hash(hash) => mix(hash.len() as u64, 10),
        Value::Drop(object) => mix(object.identity() as u64, 11),
        Value::Empty => mix(0, 12),
        Value::Blank => mix(0, 13),
    }
}

/// The digest of a string, computed from eight bytes at a time.
#[inline]
fn digest_of_text(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let state = bytes.len() as u64;
    let Some(last) = bytes.last_chunk() else { return mix(state, short_number(bytes)) };
    let (chunks, _) = bytes.as_chunks::<8>();
    let state = chunks.iter().fold(state, |state, chunk| mix(state, u64::from_le_bytes(*chunk)));
    mix(state, u64::from_le_bytes(*last))
}

/// Converts up to eight bytes to a number that is unique among strings of the same length.
#[inline]
fn short_number(bytes: &[u8]) -> u64 {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32,
        _ => bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)),
    }
}

/// Mixes a number into a digest, so that every bit of both affects every bit of the result. Multiplies both and
/// combines the two halves of the product.
#[inline]
fn mix(state: u64, number: u64) -> u64 {
    let product = u128::from(state ^ 0x9e37_79b9_7f4a_7c15) * u128::from(number ^ 0xd6e8_feb8_6659_fd93);
    (product as u64) ^ ((product >> 64) as u64)
}
