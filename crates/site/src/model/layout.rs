//! Mirrors `Jekyll::Layout`: a template that content is placed in, with front matter of its own.

use hastie_liquid::{Hash, Str};

/// A layout.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The name documents ask for: the path below the layouts' folder without extension.
    pub name: String,
    /// The absolute path of its file.
    pub path: String,
    /// The path below the source or the theme, beginning with a slash.
    pub relative_path: String,
    /// Its front matter.
    pub data: Hash,
    /// The template.
    pub content: Str,
    /// Whether the file is not UTF-8; `content` is then an approximation.
    pub invalid: bool,
}

/// The layout's name for a file: everything before the last dot.
pub fn name_of(file: &str) -> &str {
    // Ruby splits at dots and drops trailing empty parts, so "a.html." is named "a".
    let file = file.trim_end_matches('.');
    file.rfind('.').map_or("", |dot| &file[..dot])
}
