//! Mirrors the search of WEBrick's `FileHandler` and of `Jekyll::Commands::Serve::Servlet`: from the path of a
//! request to a file, a folder or nothing.
//!
//! A folder goes before a file of the same name; `/page` finds `page.html`, and `/folder/` its index. Paths that
//! climb out of the root are refused before anything is looked at.

use crate::world::World;
use crate::{path, percent};
use std::path::{Path, PathBuf};

/// Names of a folder's index, first found first.
const INDEX: &[&str] =
    &["index.htm", "index.html", "index.rhtml", "index.xht", "index.xhtml", "index.cgi", "index.xml", "index.json"];

/// Suffixes to try for a file that is not there.
const SUFFIXES: &[&str] = &["", ".html", ".xhtml"];

/// The target of a path.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// A file to send.
    File(PathBuf),
    /// A folder asked for without its slash: the path to ask for instead.
    Moved(String),
    /// A folder without an index.
    Folder(PathBuf),
    /// Nothing.
    Nothing,
    /// A path that makes no sense, or climbs out.
    Refused,
}

/// Finds what `path` (percent-encoded, beginning with a slash, without query) names below `root`.
pub fn resolve(world: &World, root: &Path, path: &str, index: bool) -> Found {
    let Some(decoded) = decode(path) else { return Found::Refused };
    if !decoded.starts_with('/') || decoded.contains('\0') {
        return Found::Refused;
    }
    let mut place = root.to_path_buf();
    let mut names = Vec::new();
    for name in decoded.split('/').skip(1) {
        match name {
            ".." if names.pop().is_none() => return Found::Refused,
            "" | "." | ".." => {}
            name => names.push(name),
        }
    }
    if names.iter().any(|name| is_hidden(name) || path::WINDOWS && path::windows::refusal(name).is_some()) {
        return Found::Nothing;
    }
    let as_folder = decoded.ends_with('/') || decoded.ends_with("/.") || decoded.ends_with("/..");
    for (place_of_name, name) in names.iter().enumerate() {
        let inner = place.join(name);
        if world.is_folder(&inner) {
            place = inner;
            continue;
        }
        if place_of_name + 1 < names.len() || as_folder {
            return Found::Nothing;
        }
        return with_suffix(world, &inner).map_or(Found::Nothing, Found::File);
    }
    if !world.is_folder(&place) {
        return Found::Nothing;
    }
    if !as_folder {
        return Found::Moved(format!("{path}/"));
    }
    let found = INDEX.iter().filter(|_| index).find_map(|name| with_suffix(world, &place.join(name)));
    match found.or_else(|| if names.is_empty() { None } else { with_suffix(world, &place) }) {
        Some(file) => Found::File(file),
        None => Found::Folder(place),
    }
}

/// Names WEBrick does not disclose.
pub fn is_hidden(name: &str) -> bool {
    name.starts_with(".ht") || name.starts_with('~')
}

fn with_suffix(world: &World, path: &Path) -> Option<PathBuf> {
    SUFFIXES.iter().find_map(|suffix| {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        let file = PathBuf::from(name);
        world.is_file(&file).then_some(file)
    })
}

/// Percent-decoding; `None` if the bytes are not UTF-8.
fn decode(path: &str) -> Option<String> {
    String::from_utf8(percent::decoded(path)).ok()
}
