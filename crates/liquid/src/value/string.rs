//! Shared, immutable text.
//!
//! Texts of up to 23 bytes, which most words, keys and names are, lie in the value itself: making one
//! allocates nothing, and comparing two follows no pointer.

use smol_str::SmolStr;
use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

/// A String that is cheap to clone.
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Str(SmolStr);

impl Str {
    /// A text that is part of the program.
    pub const fn fixed(text: &'static str) -> Self {
        Str(SmolStr::new_static(text))
    }

    /// The text.
    #[inline]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl Deref for Str {
    type Target = str;
    #[inline]
    fn deref(&self) -> &str {
        self.0.as_str()
    }
}

impl Borrow<str> for Str {
    fn borrow(&self) -> &str {
        self.0.as_str()
    }
}

impl AsRef<str> for Str {
    fn as_ref(&self) -> &str {
        self.0.as_str()
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Self {
        Str(SmolStr::from(text))
    }
}

impl From<String> for Str {
    fn from(text: String) -> Self {
        Str(SmolStr::from(text))
    }
}

impl PartialEq<str> for Str {
    fn eq(&self, other: &str) -> bool {
        self.0.as_str() == other
    }
}

impl PartialEq<&str> for Str {
    fn eq(&self, other: &&str) -> bool {
        self.0.as_str() == *other
    }
}

impl fmt::Debug for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0.as_str(), f)
    }
}

impl fmt::Display for Str {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
