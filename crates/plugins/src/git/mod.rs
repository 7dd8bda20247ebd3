//! Reads the git repository of a site, for gems that call the program `git`.
//!
//! [`Repository`] finds the repository and its branches, `Objects` reads commits and trees, [`History`] finds the last
//! modifications of files, and [`answer`] answers read-only commands. Nothing is written, and only commits and trees
//! are read, no files. Repositories with SHA-256 ids or `reftable`, and replaced objects, are not supported.

mod command;
mod format;
mod history;
mod log;
mod objects;
mod pack;
mod show;

pub use command::{NoAnswer, answer, folder};
pub use history::History;
pub use objects::Unreadable;

use hastie_site::world::World;
use std::path::{Path, PathBuf};

/// A git repository with its objects, read without git.
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
    /// The repository that contains a folder.
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

    /// The folders of the repository that are not in the work tree. A linked work tree and a submodule keep `.git`
    /// elsewhere, in a folder that names them. A file `.git` that refers to a repository
    /// of another work tree is ignored.
    pub fn folders_elsewhere(&self, world: &World) -> Vec<PathBuf> {
        let below = |name: &str| self.folder.components().any(|part| part.as_os_str() == name);
        let real = |path: &Path| world.real_path(path).ok();
        let is_own = if self.folder.starts_with(&self.top) {
            false
        } else if below("worktrees") {
            let named = text(world, &self.folder.join("gitdir"));
            named.is_some_and(|file| real(Path::new(file.trim())) == real(&self.top.join(".git")))
        } else if below("modules") {
            let config = text(world, &self.folder.join("config")).unwrap_or_default();
            let tree = config.lines().filter_map(|line| line.split_once('=')).find(|(key, _)| key.trim() == "worktree");
            tree.is_some_and(|(_, tree)| real(&self.folder.join(tree.trim())) == real(&self.top))
        } else {
            false
        };
        if is_own { vec![self.folder.clone(), self.common.clone()] } else { Vec::new() }
    }

    /// The commit of `HEAD`: `git rev-parse HEAD`.
    pub fn head(&self, world: &World) -> Option<String> {
        let head = text(world, &self.folder.join("HEAD"))?;
        match head.trim().strip_prefix("ref:") {
            Some(name) => self.commit_of(world, name.trim(), 5),
            None => Some(head.trim().to_owned()),
        }
    }

    /// The current branch: `git branch --show-current`.
    pub fn branch(&self, world: &World) -> Option<String> {
        let head = text(world, &self.folder.join("HEAD"))?;
        let name = head.trim().strip_prefix("ref:")?.trim();
        Some(name.strip_prefix("refs/heads/").unwrap_or(name).to_owned())
    }

    /// The commit of a branch. `hops` limits the number of symbolic references.
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

    /// The first URL of the remote `origin`.
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
