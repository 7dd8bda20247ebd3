//! The page that lists a folder, if the server sends no index.

use super::resolve::is_hidden;
use crate::percent;
use crate::world::{Kind, World};
use hastie_value::text::{Apostrophe, escape_html};
use std::fmt::Write;
use std::path::Path;

/// The HTML page that lists `folder`, which was requested as `path`. As in Jekyll's server, files with names that start
/// with `.ht` or `~` are omitted. The list is empty if the folder cannot be read.
pub(super) fn page(world: &World, folder: &Path, path: &str) -> String {
    let title = escape(path);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>Index of {title}</title></head>\n\
         <body>\n<h1>Index of {title}</h1>\n<ul>\n<li><a href=\"..\">Parent folder</a></li>\n"
    );
    for entry in world.list(folder).unwrap_or_default() {
        if is_hidden(&entry.name) {
            continue;
        }
        let inside = folder.join(&entry.name);
        let slash = if entry.kind == Kind::Folder || world.is_folder(&inside) { "/" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(
            html,
            "<li><a href=\"./{}{slash}\">{}{slash}</a></li>",
            percent::encoded(&entry.name, |byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)),
            escape(&entry.name)
        );
    }
    html.push_str("</ul>\n</body>\n</html>\n");
    html
}

/// Escapes text for HTML and for attributes in double quotes. Apostrophes are unchanged.
pub(super) fn escape(text: &str) -> String {
    escape_html(text, Apostrophe::Kept)
}
