//! Reads the git repository of a site, for gems that call the program `git`.
//!
//! [`Repository`] finds the repository and its branches, `Objects` reads commits and trees, [`History`] finds the last
//! modifications of files, and [`answer`] answers read-only commands. Nothing is written, and only commits and trees
//! are read, no files. Repositories with SHA-256 ids or `reftable`, and replaced objects, are not supported.

mod command;
mod format;
mod graph;
mod history;
mod log;
mod objects;
mod pack;
mod show;

pub use command::{LastRepository, NoAnswer, answer, folder};
pub use history::History;
pub use objects::Unreadable;

use hastie_site::world::World;
use std::path::{Path, PathBuf};

/// The paths of a git repository's folders. Hastie reads the repository itself, without running git.
#[derive(Debug, Clone)]
pub struct Repository {
    /// The folder `.git`, or the folder to which a file of that name refers.
    folder: PathBuf,
    /// The folder with branches and settings, shared between work trees.
    common: PathBuf,
    /// The root of the work tree.
    top: PathBuf,
}

impl Repository {
    /// The git repository that contains a folder. `None` if there is none, or if the nearest `.git` is a file that does
    /// not start with `gitdir:`.
    pub fn around(world: &World, folder: &Path) -> Option<Self> {
        for above in folder.ancestors() {
            let git = above.join(".git");
            let folder = if world.is_folder(&git) {
                git
            } else if let Some(text) = text(world, &git) {
                above.join(text.strip_prefix("gitdir:")?.trim())
            } else {
                continue;
            };
            let common = text(world, &folder.join("commondir"))
                .map_or_else(|| folder.clone(), |common| folder.join(common.trim()));
            return Some(Repository { folder, common, top: above.to_path_buf() });
        }
        None
    }

    /// The root of the work tree, which contains `.git`.
    pub fn top(&self) -> &Path {
        &self.top
    }

    /// The repository's folders outside of the work tree. Sandboxed Ruby may read them. In a linked work tree or a
    /// submodule, these are the folder to which the file `.git` refers, and the common folder. Otherwise empty.
    ///
    /// An untrusted site can contain any file `.git`. So the result is empty unless the folder to which `.git` refers
    /// is outside of the work tree and refers back to it:
    ///
    /// - The folder of a linked work tree is in `worktrees` of the common folder, and its file `gitdir` names the work
    ///   tree's `.git`.
    /// - The folder of a submodule is below a folder `modules`, and `worktree` in its `config` names the work tree.
    pub fn folders_elsewhere(&self, world: &World) -> Vec<PathBuf> {
        let real = |path: &Path| world.real_path(path).ok();
        let (Some(folder), Some(common), Some(top)) = (real(&self.folder), real(&self.common), real(&self.top)) else {
            return Vec::new();
        };
        let text = |name: &str| text(world, &folder.join(name)).unwrap_or_default();
        let is_worktree = || {
            let container = folder.parent().filter(|container| container.ends_with("worktrees"));
            container.and_then(Path::parent) == Some(common.as_path())
                && real(Path::new(text("gitdir").trim())) == real(&top.join(".git"))
        };
        let is_submodule = || {
            let config = text("config");
            let tree = config.lines().filter_map(|line| line.split_once('=')).find(|(key, _)| key.trim() == "worktree");
            folder.components().any(|part| part.as_os_str() == "modules")
                && common == folder
                && tree.is_some_and(|(_, tree)| real(&folder.join(tree.trim())).as_ref() == Some(&top))
        };
        match !folder.starts_with(&top) && (is_worktree() || is_submodule()) {
            true => vec![folder, common],
            false => Vec::new(),
        }
    }

    /// The commit of `HEAD`: `git rev-parse HEAD`. `None` if `HEAD` refers to no commit, as in a repository without
    /// commits.
    pub fn head(&self, world: &World) -> Option<String> {
        let head = text(world, &self.folder.join("HEAD"))?;
        match head.trim().strip_prefix("ref:") {
            Some(name) => self.commit_of(world, name.trim(), 5),
            None => Some(head.trim().to_owned()),
        }
    }

    /// The current branch: `git branch --show-current`. `None` if `HEAD` is a commit.
    pub fn branch(&self, world: &World) -> Option<String> {
        let head = text(world, &self.folder.join("HEAD"))?;
        let name = head.trim().strip_prefix("ref:")?.trim();
        Some(name.strip_prefix("refs/heads/").unwrap_or(name).to_owned())
    }

    /// The commit to which a reference such as `refs/heads/main` points. Follows at most `hops` symbolic references.
    fn commit_of(&self, world: &World, name: &str, hops: usize) -> Option<String> {
        if let Some(commit) = text(world, &self.common.join(name)) {
            return match commit.trim().strip_prefix("ref:") {
                Some(other) => self.commit_of(world, other.trim(), hops.checked_sub(1)?),
                None => Some(commit.trim().to_owned()),
            };
        }
        let packed = text(world, &self.common.join("packed-refs"))?;
        let line = packed.lines().find(|line| line.split_once(' ').is_some_and(|(_, other)| other == name))?;
        line.split_once(' ').map(|(commit, _)| commit.to_owned())
    }

    /// The first URL of the remote `origin` in the repository's `config` file. `None` if the file contains no such URL.
    pub fn origin(&self, world: &World) -> Option<String> {
        let config = text(world, &self.common.join("config"))?;
        let mut is_origin = false;
        for line in config.lines().map(str::trim) {
            if line.starts_with('[') {
                is_origin = line.replace(' ', "") == "[remote\"origin\"]";
            } else if let Some((key, value)) = line.split_once('=')
                && is_origin
                && key.trim() == "url"
            {
                return Some(value.trim().trim_matches('"').to_owned());
            }
        }
        None
    }
}

fn text(world: &World, file: &Path) -> Option<String> {
    if !world.is_file(file) {
        return None;
    }
    String::from_utf8(world.read(file).ok()?).ok()
}
