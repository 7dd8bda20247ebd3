//! Interned names. Variables, functions, mixins, placeholders and units are compared as integers.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{LazyLock, PoisonError, RwLock, RwLockReadGuard};

/// A name interned for the whole process. Two symbols are equal if and only if their texts are.
///
/// The highest bit marks private names, so that [`Symbol::is_private`] does not have to read the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

/// The bit that marks private names.
const PRIVATE: u32 = 1 << 31;

/// The texts of all symbols. They are never freed, because a process uses few distinct names.
#[derive(Default)]
struct Interner {
    numbers: FastMap<&'static str, u32>,
    texts: Vec<&'static str>,
}

static INTERNER: LazyLock<RwLock<Interner>> = LazyLock::new(RwLock::default);

fn interner() -> RwLockReadGuard<'static, Interner> {
    INTERNER.read().unwrap_or_else(PoisonError::into_inner)
}

impl Symbol {
    /// The symbol of a text, in which `_` and `-` differ.
    #[must_use]
    pub fn new(text: &str) -> Symbol {
        if let Some(number) = interner().numbers.get(text) {
            return Symbol(*number);
        }
        let mut interner = INTERNER.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = interner.numbers.get(text) {
            return Symbol(*number);
        }
        let text: &'static str = Box::leak(text.into());
        let private = if text.starts_with(['-', '_']) { PRIVATE } else { 0 };
        let number = interner.texts.len() as u32 | private;
        interner.texts.push(text);
        interner.numbers.insert(text, number);
        Symbol(number)
    }

    /// Interns a Sass identifier, in which `_` and `-` are equivalent.
    #[must_use]
    pub fn normalized(text: &str) -> Symbol {
        if text.contains('_') { Symbol::new(&text.replace('_', "-")) } else { Symbol::new(text) }
    }

    /// The interned text. Symbols made by `normalized` have `-` instead of `_`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        interner().texts.get((self.0 & !PRIVATE) as usize).copied().unwrap_or("")
    }

    /// Whether members with this name are private to their module, because the name starts with `-` or `_`.
    #[must_use]
    pub fn is_private(self) -> bool {
        self.0 & PRIVATE != 0
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.as_str())
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A fast hasher for small keys, such as symbols, without a random seed.
#[derive(Default, Clone, Copy)]
pub struct FastHasher(u64);

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.write_u64(chunk.try_into().map_or(0, u64::from_le_bytes));
        }
        let rest = chunks.remainder().iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        self.write_u64(rest);
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

/// A hash map with a quick hash. Keys crafted to have the same hash can make it slow.
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;
/// A hash set with a quick hash. Keys crafted to have the same hash can make it slow.
pub type FastSet<K> = std::collections::HashSet<K, BuildHasherDefault<FastHasher>>;
