//! Strings, quoted or unquoted.

use hastie_sass_core::characters;
use std::sync::Arc;

/// A string, with or without quotes. Strings with the same text are equal, whether quoted or not.
#[derive(Clone, Debug)]
pub struct SassString {
    /// The text without quotes, with escapes resolved.
    pub text: Arc<str>,
    /// Whether the string has quotes. They affect the output, but not equality.
    pub quoted: bool,
}

impl PartialEq for SassString {
    /// Quotes do not affect equality.
    fn eq(&self, other: &SassString) -> bool {
        self.text == other.text
    }
}

impl SassString {
    /// A string that CSS shows with quotes. `text` has no quotes around it, and its escapes are resolved.
    #[must_use]
    pub fn quoted(text: impl Into<Arc<str>>) -> SassString {
        SassString { text: text.into(), quoted: true }
    }

    /// A string that CSS shows without quotes.
    #[must_use]
    pub fn unquoted(text: impl Into<Arc<str>>) -> SassString {
        SassString { text: text.into(), quoted: false }
    }

    /// The length in characters (code points).
    #[must_use]
    pub fn char_len(&self) -> usize {
        characters::count(&self.text)
    }

    /// Whether the string is unquoted and starts like a CSS function call that the browser may replace by a number,
    /// such as `calc(`.
    #[must_use]
    pub fn is_special_number(&self) -> bool {
        const FUNCTIONS: [&str; 8] = ["attr(", "clamp(", "calc(", "var(", "env(", "max(", "min(", "if("];
        self.starts_with_any(&FUNCTIONS, "min(_)".len())
    }

    /// Whether the string is unquoted and starts like a CSS function call that the browser may replace by anything,
    /// such as `var(`.
    #[must_use]
    pub fn is_special_variable(&self) -> bool {
        self.starts_with_any(&["attr(", "var(", "if("], "var(_)".len())
    }

    fn starts_with_any(&self, functions: &[&str], shortest: usize) -> bool {
        let text = self.text.as_bytes();
        !self.quoted
            && text.len() >= shortest
            && functions
                .iter()
                .any(|name| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes())))
    }
}
