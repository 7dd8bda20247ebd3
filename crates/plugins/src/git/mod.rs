//! The git repository of a site, read from its files where gems call the program `git`.
//!
//! [`Repository`] finds it and knows its branches, `Objects` reads commits and folders out of it, [`History`] knows
//! when files last changed, [`answer`] knows commands that only ask. Reading alone: nothing here writes, and only commits
//! and folders are looked at, never
//! files. Not read: repositories with SHA-256 names or `reftable`, replaced objects.

mod command;
mod format;
mod history;
mod log;
mod objects;
mod pack;
mod show;

pub use command::{NoAnswer, answer};
pub use history::History;
pub use objects::Unreadable;

use hastie_site::world::World;
use std::path::{Path, PathBuf};

/// A repository.
#[derive(Debug, Clone)]
pub struct Repository {
    /// The folder `.git`, or where a file of that name leads.
    folder: PathBuf,
    /// The folder that holds branches and settings, which work trees share.
    common: PathBuf,
    /// The folder of the files.
    top: PathBuf,
}

impl Repository {
    /// The repository around a folder.
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

    /// The folder of the files, which contains `.git`.
    pub fn top(&self) -> &Path {
        &self.top
    }

    /// The commit that is checked out: `git rev-parse HEAD`.
    pub fn head(&self, world: &World) -> Option<String> {
        let head = text(world, &self.folder.join("HEAD"))?;
        match head.trim().strip_prefix("ref:") {
            Some(name) => self.commit_of(world, name.trim(), 5),
            None => Some(head.trim().to_owned()),
        }
    }

    /// The branch that is checked out: `git branch --show-current`.
    pub fn branch(&self, world: &World) -> Option<String> {
        let head = text(world, &self.folder.join("HEAD"))?;
        let name = head.trim().strip_prefix("ref:")?.trim();
        Some(name.strip_prefix("refs/heads/").unwrap_or(name).to_owned())
    }

    /// The commit of a branch; `hops` bounds the number of names that refer to other names.
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
