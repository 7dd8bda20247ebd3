//! The changes of a repository so that Hastie builds its site instead of Jekyll: workflows, `.gitignore`, and what only
//! a person can change. Nothing here prints or writes; `hastie migrate` does.

mod containers;
mod ignored;
mod report;
mod repository;
mod shell;
mod step;
mod versions;
mod workflow;
mod workflows;

pub use report::{Build, Report};
pub use repository::Repository;
pub use versions::{Difference, differences};

use crate::world::World;
use std::path::PathBuf;

/// A file that `hastie migrate` would write, with its old and new text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The absolute path of the file.
    pub file: PathBuf,
    /// The path of the file, relative to the root of the repository.
    pub path: String,
    /// The present text of the file. `None` if the file does not exist.
    pub old: Option<String>,
    /// The whole text of the changed file.
    pub new: String,
    /// A sentence for the report about the effect of the change.
    pub purpose: String,
}

/// A sentence about a file that `hastie migrate` does not change. Reports print it after the file's path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The path of the file, relative to the root of the repository.
    pub path: String,
    /// The line that the remark is about, starting at 1. 0 if the remark is about the whole file.
    pub line: usize,
    /// The sentence of the remark, without the path.
    pub text: String,
}

/// The changes of files that a repository needs, and remarks about files that stay unchanged.
#[derive(Debug, Default)]
pub struct Plan {
    /// The files to write, with their old and new text.
    pub changes: Vec<Change>,
    /// Sentences about files that a person may want to change.
    pub remarks: Vec<Remark>,
}

/// The plan for a repository. `arguments` are options that every `hastie build` needs, such as `--github-pages`.
pub fn plan(repository: &Repository, arguments: &[&str], world: &World) -> Plan {
    let mut plan = Plan::default();
    workflows::plan(repository, arguments, world, &mut plan);
    ignored::plan(repository, world, &mut plan);
    containers::plan(repository, world, &mut plan);
    plan
}
