//! Finds the works whose citation counts a site's pages display.

use crate::config::Configuration;
use crate::plugins::scholar_stats::{DisplayedWork, displayed_works};
use crate::world::{Kind, World};
use std::path::{Path, PathBuf};

/// A place in a page, document, layout or include that displays the citation count of a work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The path of the file, relative to the source.
    pub file: String,
    /// The id of the work, and the line that displays its count.
    pub work: DisplayedWork,
}

/// The maximum number of files to search.
const MAX_FILES: usize = 20_000;

/// The maximum size of a file to search, in bytes.
const MAX_BYTES: u64 = 4 << 20;

/// The places in pages, documents, layouts and includes that display the count of a work, sorted by file and line.
/// Skips the destination, `_site`, hidden folders, and folders of package managers. Also skips files over 4 MB, and all
/// files after the first 20,000.
#[must_use]
pub fn places(configuration: &Configuration, world: &World) -> Vec<Place> {
    let source = Path::new(&configuration.source);
    let mut waiting = vec![source.to_path_buf()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = waiting.pop() {
        for entry in world.list(&folder).unwrap_or_default() {
            let path = folder.join(&entry.name);
            match entry.kind {
                Kind::Folder if is_read(&entry.name) && path != Path::new(&configuration.destination) => {
                    waiting.push(path);
                }
                Kind::File if is_page(&entry.name) && files.len() < MAX_FILES => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files.iter().flat_map(|file| places_in(file, source, world)).collect()
}

fn places_in(file: &Path, source: &Path, world: &World) -> Vec<Place> {
    if world.stat(file).is_ok_and(|stat| stat.size > MAX_BYTES) {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(&world.read(file).unwrap_or_default()).into_owned();
    let name = file.strip_prefix(source).unwrap_or(file).to_string_lossy().into_owned();
    // A README documents the syntax and is not a page.
    if !text.starts_with("---") && !name.starts_with("_includes") && !name.starts_with("_layouts") {
        return Vec::new();
    }
    displayed_works(&text).into_iter().map(|work| Place { file: name.clone(), work }).collect()
}

fn is_read(folder: &str) -> bool {
    !folder.starts_with('.') && !matches!(folder, "node_modules" | "vendor" | "_site")
}

fn is_page(name: &str) -> bool {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    matches!(extension.as_deref(), Some("md" | "markdown" | "html" | "htm"))
}
