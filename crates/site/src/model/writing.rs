//! Who writes a part of the site into the destination.

/// The writer of a page, document or static file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Writing {
    /// The program, as nearly always.
    #[default]
    Program,
    /// A plugin with a way of its own. What lies at the destination stays there.
    Plugin,
    /// Nobody: a plugin keeps it out.
    Nobody,
}
