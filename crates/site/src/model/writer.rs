//! Decides who writes an item to the destination.

/// The program that writes a page, document or static file: Hastie, a method of a plugin, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Writer {
    /// Hastie. This is the usual case.
    #[default]
    Hastie,
    /// Hastie, although the document's collection is not written: a plugin's `write?` demands it.
    Forced,
    /// A plugin's method `write`. Hastie does not remove the file from the destination.
    Plugin,
    /// The file is not written, because a plugin suppresses it.
    Nobody,
}

impl Writer {
    /// Whether Hastie writes the item. False if a method of a plugin writes it, or if no program does.
    pub fn is_hastie(self) -> bool {
        matches!(self, Writer::Hastie | Writer::Forced)
    }
}
