//! Shared, immutable strings.
//!
//! Strings of up to 23 bytes are stored inline. These are most words, keys and names. Creating one does not allocate,
//! and comparing two follows no pointer.

use smol_str::SmolStr;
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A String of Ruby, in UTF-8 or US-ASCII. Cheap to clone.
#[derive(Clone)]
pub struct Str(Text);

#[derive(Clone)]
enum Text {
    Utf8(SmolStr),
    /// A string that has the encoding US-ASCII in Ruby. Converters, for example, treat it differently from UTF-8.
    UsAscii(Arc<str>),
    /// A long string that was built as a `String`. Its text need not be copied.
    Long(Arc<Box<str>>),
    /// A string of any length on the heap, so that copies of it can be distinguished from other equal strings.
    Object(Arc<str>),
}

impl Str {
    /// Wraps a string literal without copying it.
    pub const fn fixed(text: &'static str) -> Self {
        Str(Text::Utf8(SmolStr::new_static(text)))
    }

    /// An ASCII string that has the encoding US-ASCII in Ruby, such as captured text that starts with a number or is
    /// empty.
    pub fn us_ascii(text: &str) -> Self {
        Str(Text::UsAscii(Arc::from(text)))
    }

    /// Whether the string was created by [`Str::us_ascii`]. False for all other strings, even if they are ASCII.
    #[inline]
    pub const fn is_us_ascii(&self) -> bool {
        matches!(self.0, Text::UsAscii(_))
    }

    /// Returns an equal string for which [`Str::is_object`] is true. All its clones are the same object.
    pub fn to_object(&self) -> Self {
        match &self.0 {
            Text::Utf8(text) if !text.is_heap_allocated() => Str(Text::Object(Arc::from(text.as_str()))),
            _ => self.clone(),
        }
    }

    /// Whether the string has an identity: its clones share one allocation, and an equal string from elsewhere does
    /// not. False for strings without an allocation: most short strings, and literals of `Str::fixed`.
    pub fn is_object(&self) -> bool {
        match &self.0 {
            Text::Utf8(text) => text.is_heap_allocated(),
            Text::UsAscii(_) | Text::Object(_) | Text::Long(_) => true,
        }
    }

    /// The number of clones of an object that exist, including this one. `None` if it is unknown, or if the string is not
    /// an object.
    pub fn clones(&self) -> Option<usize> {
        match &self.0 {
            Text::UsAscii(text) | Text::Object(text) => Some(Arc::strong_count(text)),
            Text::Long(text) => Some(Arc::strong_count(text)),
            Text::Utf8(_) => None,
        }
    }

    /// The UTF-8 text of the string, even if the string has the encoding US-ASCII in Ruby.
    #[inline]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Text::Utf8(text) => text.as_str(),
            Text::UsAscii(text) | Text::Object(text) => text,
            Text::Long(text) => text,
        }
    }
}

impl Default for Str {
    fn default() -> Self {
        Str::fixed("")
    }
}

impl PartialEq for Str {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Text::Utf8(one), Text::Utf8(other)) => one == other,
            _ => self.as_str() == other.as_str(),
        }
    }
}

impl Eq for Str {}

impl Hash for Str {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl PartialOrd for Str {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Str {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Deref for Str {
    type Target = str;
    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl Borrow<str> for Str {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Str {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Self {
        Str(Text::Utf8(SmolStr::from(text)))
    }
}

impl From<String> for Str {
    fn from(text: String) -> Self {
        Str(if text.len() < LONG {
            Text::Utf8(SmolStr::from(text))
        } else {
            Text::Long(Arc::new(text.into_boxed_str()))
        })
    }
}

/// The minimum length of `Text::Long` in bytes. Copying such a text takes longer than following one more pointer to
/// read it.
const LONG: usize = 2048;

impl PartialEq<str> for Str {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Str {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}
