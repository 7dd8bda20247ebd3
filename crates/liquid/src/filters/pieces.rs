//! The pieces of a split string, and the words of a text. Other code can use these functions without rendering a
//! template.

use crate::search;
use crate::value::text::is_space;
use crate::value::{Str, Value};
use memchr::memchr_iter;
use std::borrow::Cow;

/// A string and the separator at which `split` would divide it. Filters can read the pieces without creating the array.
pub struct Pieces<'t> {
    pub(super) text: Cow<'t, str>,
    pub(super) separator: Cow<'t, str>,
    /// Whether the string has the encoding US-ASCII in Ruby. Its pieces have the same encoding.
    pub(super) is_us_ascii: bool,
}

impl Pieces<'_> {
    /// The number of pieces, counted without creating the array.
    pub fn count(&self) -> usize {
        match self.separator.as_bytes() {
            b" " => count_words(&self.text),
            [] => self.text.chars().count(),
            [byte] => match without_last(&self.text, *byte) {
                "" => 0,
                text => memchr_iter(*byte, text.as_bytes()).count() + 1,
            },
            _ => {
                let mut count = 0;
                self.each(|_| {
                    count += 1;
                    true
                });
                count
            }
        }
    }

    /// `piece` as a value, with the encoding of the string that was split.
    pub fn value(&self, piece: &str) -> Value {
        if self.is_us_ascii && piece.is_ascii() { Value::Str(Str::us_ascii(piece)) } else { Value::from(piece) }
    }

    /// Calls `take` with each piece, in order, until `take` returns `false`.
    pub fn each<'p>(&'p self, mut take: impl FnMut(&'p str) -> bool) {
        let text: &str = &self.text;
        match self.separator.as_bytes() {
            b" " => drop(words(text).all(take)),
            [] => drop(text.char_indices().all(|(position, c)| take(&text[position..position + c.len_utf8()]))),
            [byte] => {
                let text = without_last(text, *byte);
                if text.is_empty() {
                    return;
                }
                let mut done = 0;
                let ended = memchr_iter(*byte, text.as_bytes()).all(|position| {
                    let piece = &text[done..position];
                    done = position + 1;
                    take(piece)
                });
                if ended {
                    take(&text[done..]);
                }
            }
            separator => {
                // Empty pieces are held back, because those at the end are dropped.
                let mut empty = 0;
                let mut done = 0;
                let mut more = true;
                let mut piece = |piece: &'p str| {
                    if piece.is_empty() {
                        empty += 1;
                        return true;
                    }
                    (0..std::mem::take(&mut empty)).all(|_| take("")) && take(piece)
                };
                search::each(text, &self.separator, |position| {
                    more = piece(&text[done..position]);
                    done = position + separator.len();
                    more
                });
                if more {
                    piece(&text[done..]);
                }
            }
        }
    }
}

/// The text without trailing repetitions of one character.
fn without_last(text: &str, byte: u8) -> &str {
    text.trim_end_matches(char::from(byte))
}

/// The words of a text, separated by ASCII white space, as in Ruby's `split` without arguments.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut position = 0;
    std::iter::from_fn(move || {
        while is_space(*bytes.get(position)?) {
            position += 1;
        }
        let start = position;
        position = word_end(bytes, position);
        Some(&text[start..position])
    })
}

/// The number of words in a text. Words are separated by ASCII white space.
pub fn count_words(text: &str) -> usize {
    let Some((first, rest)) = text.as_bytes().split_first() else { return 0 };
    let begins = |before: u8, byte: u8| is_space(before) & !is_space(byte);
    // Counts in chunks whose sums fit into a byte, so that the processor can add many at a time.
    let counted = text.as_bytes().chunks(255).zip(rest.chunks(255));
    let inside: usize = counted
        .map(|(before, bytes)| {
            usize::from(
                before.iter().zip(bytes).fold(0_u8, |sum, (before, byte)| sum + u8::from(begins(*before, *byte))),
            )
        })
        .sum();
    inside + usize::from(!is_space(*first))
}

/// The end of the word at `position`. Tests eight bytes at a time: only white space and control characters are smaller
/// than `!`.
#[inline]
fn word_end(bytes: &[u8], mut position: usize) -> usize {
    const EACH: u64 = u64::MAX / 255;
    while let Some(eight) = bytes.get(position..).and_then(<[u8]>::first_chunk::<8>) {
        let eight = u64::from_le_bytes(*eight);
        let small = eight.wrapping_sub(EACH * 0x21) & !eight & (EACH * 0x80);
        if small == 0 {
            position += 8;
            continue;
        }
        // The lowest mark is exact. Marks above it may be caused by a borrow.
        position += small.trailing_zeros() as usize / 8;
        if is_space(bytes[position]) {
            return position;
        }
        position += 1;
    }
    while bytes.get(position).is_some_and(|byte| !is_space(*byte)) {
        position += 1;
    }
    position
}
