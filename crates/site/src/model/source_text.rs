//! The text of a document or page after its front matter.

use crate::locks;
use hastie_liquid::Str;
use std::sync::RwLock;

/// The text of a document or page after its front matter. The build of a large site frees each text when no rendering
/// can read it any more.
#[derive(Debug, Default)]
pub struct SourceText(RwLock<Option<Str>>);

impl SourceText {
    /// The text. `None` for YAML documents, documents whose file is unreadable, and texts that were freed.
    pub fn get(&self) -> Option<Str> {
        locks::read(&self.0).clone()
    }

    /// Like [`get`](Self::get), but empty instead of `None`.
    pub fn text(&self) -> Str {
        self.get().unwrap_or_default()
    }

    /// True for YAML documents, documents whose file is unreadable, and texts that were freed. False for an empty text.
    pub fn is_none(&self) -> bool {
        locks::read(&self.0).is_none()
    }

    /// Replaces the text after a plugin has changed it.
    pub(crate) fn replace(&self, text: Str) {
        *locks::write(&self.0) = Some(text);
    }

    /// Frees the memory of the text. From now on, `get` returns `None`.
    pub(crate) fn free(&self) {
        *locks::write(&self.0) = None;
    }
}

impl Clone for SourceText {
    fn clone(&self) -> Self {
        self.get().into()
    }
}

impl From<Option<Str>> for SourceText {
    fn from(text: Option<Str>) -> Self {
        SourceText(RwLock::new(text))
    }
}

impl From<Str> for SourceText {
    fn from(text: Str) -> Self {
        Some(text).into()
    }
}

impl From<String> for SourceText {
    fn from(text: String) -> Self {
        Str::from(text).into()
    }
}

impl From<&str> for SourceText {
    fn from(text: &str) -> Self {
        Str::from(text).into()
    }
}
