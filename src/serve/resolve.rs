//! Maps a request path to a file or folder. Mirrors WEBrick's `FileHandler` and `Jekyll::Commands::Serve::Servlet`.
//!
//! A folder takes precedence over a file with the same name. `/page` finds `page.html`, and `/folder/` finds its index.
//! Paths that lead out of the root are rejected before any file is accessed. Links that lead out of the root count as
//! missing.

use crate::world::World;
use crate::{path, percent};
use std::path::{Path, PathBuf};

/// The names of a folder's index, in order of precedence.
const INDEX: &[&str] =
    &["index.htm", "index.html", "index.rhtml", "index.xht", "index.xhtml", "index.cgi", "index.xml", "index.json"];

/// Suffixes to try if a file does not exist.
const SUFFIXES: &[&str] = &["", ".html", ".xhtml"];

/// The outcome of looking for a request path: a file, a folder, a redirect to a folder, nothing, or a refusal.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A file to send.
    File(PathBuf),
    /// A folder requested without a trailing slash. Contains the path for the redirect.
    Moved(String),
    /// A folder to list: it has no index, or indexes are not wanted.
    Folder(PathBuf),
    /// No file or folder belongs to the path.
    Nothing,
    /// An invalid path, or one that leads out of the root.
    Refused,
}

/// Finds the file or folder below `root` for `path`, which is percent-encoded, starts with a slash and has no query.
/// The suffixes `.html` and `.xhtml` may be missing. For a folder `docs/`, the result is its index file (only with
/// `index`), otherwise the page `docs.html` beside it, otherwise the folder.
pub(super) fn resolve(world: &World, root: &Path, path: &str, index: bool) -> Found {
    match find(world, root, path, index) {
        Found::Folder(folder) if !world.is_below(root, &folder) => Found::Nothing,
        found => found,
    }
}

fn find(world: &World, root: &Path, path: &str, index: bool) -> Found {
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
        return Found::Moved(address_of(&names));
    }
    let found = INDEX.iter().filter(|_| index).find_map(|name| with_suffix(world, &place.join(name)));
    match found.or_else(|| if names.is_empty() { None } else { with_suffix(world, &place) }) {
        Some(file) => Found::File(file),
        None => Found::Folder(place),
    }
}

/// The address of a folder. It starts with a single slash, because browsers interpret two slashes as the start of
/// another host's address.
fn address_of(names: &[&str]) -> String {
    let mut address = "/".to_owned();
    for name in names {
        percent::encode(name, |byte| byte.is_ascii_alphanumeric() || b"-._~!$'()*+,;=:@".contains(&byte), &mut address);
        address.push('/');
    }
    address
}

/// Whether Jekyll's server hides files with this name: it starts with `.ht` or `~`, as in `.htaccess`.
pub(super) fn is_hidden(name: &str) -> bool {
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
