//! The repository that contains a site.

use crate::world::World;
use std::path::{Path, PathBuf};

/// A git repository or plain folder that contains a site, at its root or below.
#[derive(Debug, Clone)]
pub struct Repository {
    /// The root of the git repository, or the site's folder if there is no repository.
    pub root: PathBuf,
    /// The path of the site in the repository. Empty if it is the root.
    pub site: String,
    /// Whether the root contains `.git`.
    pub is_git: bool,
}

impl Repository {
    /// The git repository that contains the folder `source`. Without such a repository, the folder itself.
    pub fn of(source: &Path, world: &World) -> Self {
        let root = source.ancestors().find(|folder| world.exists(&folder.join(".git")));
        let folder = root.unwrap_or(source);
        let below = source.strip_prefix(folder).unwrap_or(Path::new(""));
        let site = below.to_string_lossy().replace('\\', "/");
        Repository { root: folder.to_owned(), site, is_git: root.is_some() }
    }

    /// The text of a file. `None` if the file is missing, is not UTF-8, or is a link out of the repository.
    pub(super) fn text(&self, path: &str, world: &World) -> Option<String> {
        let file = self.root.join(path);
        String::from_utf8(world.read(&file).ok().filter(|_| world.is_below(&self.root, &file))?).ok()
    }

    /// Whether a file, folder or link exists at a path of the repository.
    pub(super) fn has(&self, path: &str, world: &World) -> bool {
        world.stat_link(&self.root.join(path)).is_ok()
    }

    /// The sorted paths of the files directly in a folder. The paths are relative to the root of the repository.
    pub(super) fn files(&self, folder: &str, world: &World) -> Vec<String> {
        let entries = world.list(&self.root.join(folder)).unwrap_or_default();
        let mut names: Vec<String> = entries
            .into_iter()
            .map(|entry| if folder.is_empty() { entry.name } else { format!("{folder}/{}", entry.name) })
            .filter(|path| world.is_file(&self.root.join(path)))
            .collect();
        names.sort();
        names
    }
}
