//! Detects whether a folder contains a site, without reading more than the first bytes of its files.

use super::generators::{self, Generator};
use crate::bundled::folder::{CONFIGURATIONS, is_markdown};
use crate::world::{Kind, World};
use std::collections::VecDeque;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The maximum number of entries to examine.
const MAX_ENTRIES: usize = 3000;

/// Folder names that are specific to Jekyll.
const JEKYLL_FOLDERS: [&str; 5] = ["_layouts", "_includes", "_posts", "_drafts", "_sass"];

/// Folders with generated or third-party files, which are skipped.
const SKIPPED: [&str; 4] = ["node_modules", "target", "vendor", "_site"];

/// The contents of a folder, as far as they show its kind.
#[derive(Debug, Default)]
pub struct Folder {
    /// Whether the top level contains a configuration, one of Jekyll's folders, or a page with front matter.
    pub is_site: bool,
    /// Whether the search stayed below the maximum number of entries.
    pub is_complete: bool,
    /// The number of files, including those in subfolders. Hidden files are not counted.
    pub files: usize,
    /// The number of Markdown files, including those in subfolders.
    pub markdown: usize,
    /// Whether there is an `index.html` at the top level.
    pub has_index: bool,
    /// Another site generator that has a configuration file at the top level.
    pub generator: Option<Generator>,
    /// The parent folder and the folders below this one that have a configuration, as relative paths.
    pub sites_nearby: Vec<String>,
}

/// Searches a folder for files that show its kind, such as `_config.yml`. Folders near the root come first. The search
/// ends when it recognizes a site, or after a maximum number of entries.
pub fn look(root: &Path, world: &World) -> Folder {
    let mut found = Folder { is_complete: true, ..Folder::default() };
    let mut ahead = VecDeque::from([PathBuf::new()]);
    let mut entries = 0;
    while let Some(below) = ahead.pop_front() {
        let is_top = below.as_os_str().is_empty();
        for entry in world.list(&root.join(&below)).unwrap_or_default() {
            entries += 1;
            if entries > MAX_ENTRIES {
                found.is_complete = false;
                break;
            }
            let path = below.join(&entry.name);
            if is_top && found.generator.is_none() {
                found.generator = generators::of_file(&entry.name);
            }
            match entry.kind {
                Kind::Folder if is_top && JEKYLL_FOLDERS.contains(&entry.name.as_str()) => found.is_site = true,
                Kind::Folder if !is_passed_over(&entry.name) => ahead.push_back(path),
                Kind::File => found.take(&path, is_top, root, world),
                _ => {}
            }
        }
        if !found.is_complete || found.is_site {
            break;
        }
    }
    let is_above = root.parent().is_some_and(|above| has_configuration(above, world));
    if is_above {
        found.sites_nearby.insert(0, "..".to_owned());
    }
    found
}

impl Folder {
    fn take(&mut self, path: &Path, is_top: bool, root: &Path, world: &World) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with('.') {
            return;
        }
        self.files += 1;
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        self.markdown += usize::from(is_markdown(name));
        self.has_index |= is_top && name == "index.html";
        let is_configuration = CONFIGURATIONS.contains(&name);
        if is_configuration && !is_top {
            self.sites_nearby.extend(path.parent().map(|folder| folder.to_string_lossy().into_owned()));
        }
        let may_be_page = is_top && matches!(extension, "html" | "htm" | "md" | "markdown" | "xml" | "scss" | "txt");
        self.is_site |= is_top && is_configuration || may_be_page && has_front_matter(&root.join(path), world);
    }
}

fn is_passed_over(name: &str) -> bool {
    name.starts_with('.') || SKIPPED.contains(&name)
}

fn has_configuration(folder: &Path, world: &World) -> bool {
    CONFIGURATIONS.iter().any(|name| world.is_file(&folder.join(name)))
}

fn has_front_matter(file: &Path, world: &World) -> bool {
    let mut start = [0; 4];
    let is_read = world.open(file).is_ok_and(|mut file| file.read_exact(&mut start).is_ok());
    is_read && start.starts_with(b"---") && matches!(start[3], b'\n' | b'\r' | b' ')
}
