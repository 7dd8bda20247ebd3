//! A template into which content is inserted, with its own front matter. Mirrors `Jekyll::Layout`.

use super::ReplaceableHash;
use hastie_liquid::Str;

/// A file in the layouts folder of the site or the theme.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The name used in front matter: the path relative to the layouts folder, without extension.
    pub name: String,
    /// The absolute path of the file.
    pub path: String,
    /// The path relative to the source or the theme, with a leading slash.
    pub relative_path: String,
    /// The front matter of the layout file, with the changes that plugins have made in place.
    pub data: ReplaceableHash,
    /// The template: the text after the front matter.
    pub content: Str,
    /// Whether the file is not UTF-8. `content` is then an approximation.
    pub invalid: bool,
}

/// The layout name of a file: everything before the last dot, not counting dots at the end of the name. Empty for a
/// name without any other dot.
pub fn name_of(file: &str) -> &str {
    // Ruby splits at dots and drops trailing empty parts, so the layout of "a.html." is called "a".
    let file = file.trim_end_matches('.');
    file.rfind('.').map_or("", |dot| &file[..dot])
}
