//! The commits listed by `git log` and `git rev-list`: all of them, or those that changed a path.
//!
//! As in git, a commit is skipped if the path is unchanged from some parent, and only that parent is followed. A merge
//! that differs from all of its parents is listed.

use super::command::parents;
use super::format::{Commit, Oid};
use super::objects::{Found, Objects, Unreadable};
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::Arc;

/// The query.
#[derive(Debug, Default)]
pub(crate) struct Wish {
    /// The path relative to the root of the repository.
    pub path: Option<String>,
    pub most: Option<usize>,
    pub oldest_first: bool,
    pub no_merges: bool,
    pub first_parent: bool,
}

/// Walks through the history of a repository. A walk reuses the commits that earlier walks read, because plugins ask for
/// the commits of one file after another.
pub(crate) struct Log {
    pub objects: Objects,
    commits: HashMap<Oid, Arc<Commit>>,
    /// The path of the last walk.
    path: String,
    /// The mode and object at this path, by root tree.
    targets: HashMap<Oid, Target>,
    /// The tree of the folder that contains the path, by root tree.
    folders: HashMap<Oid, Target>,
}

/// The mode and object of a path in a commit. `None` if it does not exist.
type Target = Option<Found>;

impl Log {
    pub(crate) fn new(objects: Objects) -> Self {
        Log { objects, commits: HashMap::new(), path: String::new(), targets: HashMap::new(), folders: HashMap::new() }
    }

    /// The commits, the newest first.
    ///
    /// # Errors
    /// Fails if an object is missing or corrupt.
    pub(crate) fn commits(&mut self, head: Oid, wish: &Wish) -> Result<Vec<Oid>, Unreadable> {
        self.follow(wish.path.as_deref().unwrap_or_default());
        let mut queue = BinaryHeap::new();
        let mut seen = HashSet::from([head]);
        let mut found = Vec::new();
        queue.push((self.commit(head)?.time, std::cmp::Reverse(0_usize), head));
        // In reverse order, the oldest commits come last.
        let most = if wish.oldest_first { usize::MAX } else { wish.most.unwrap_or(usize::MAX) };
        while let Some((_, _, oid)) = queue.pop() {
            if found.len() >= most {
                break;
            }
            let commit = self.commit(oid)?;
            let (is_shown, next) = self.judge(&commit, wish)?;
            if is_shown && !(wish.no_merges && commit.parents.len() > 1) {
                found.push(oid);
            }
            for parent in next {
                if seen.insert(parent) {
                    let place = std::cmp::Reverse(seen.len());
                    queue.push((self.commit(parent)?.time, place, parent));
                }
            }
        }
        if wish.oldest_first {
            // Git also takes the newest commits before it reverses the order.
            found.truncate(wish.most.unwrap_or(usize::MAX));
            found.reverse();
        }
        Ok(found)
    }

    /// Whether a commit is listed, and the parents to follow.
    fn judge(&mut self, commit: &Commit, wish: &Wish) -> Result<(bool, Vec<Oid>), Unreadable> {
        let parents = parents(commit, wish).to_vec();
        if self.path.is_empty() {
            return Ok((true, parents));
        }
        if parents.is_empty() {
            return Ok((self.target(commit.tree)?.is_some(), parents));
        }
        for parent in &parents {
            let tree = self.commit(*parent)?.tree;
            if self.is_same(commit.tree, tree)? {
                return Ok((false, vec![*parent]));
            }
        }
        Ok((true, parents))
    }

    /// Forgets what was found at another path. Files in the same folder share its trees.
    fn follow(&mut self, path: &str) {
        if self.path == path {
            return;
        }
        if folder_of(&self.path) != folder_of(path) {
            self.folders.clear();
        }
        self.targets.clear();
        self.path = path.to_owned();
    }

    /// Whether the path is the same in two root trees. Most commits do not even change its folder.
    fn is_same(&mut self, one: Oid, other: Oid) -> Result<bool, Unreadable> {
        if one == other {
            return Ok(true);
        }
        let folder = self.folder(one)?;
        if folder.is_some() && folder == self.folder(other)? {
            return Ok(true);
        }
        Ok(self.target(one)? == self.target(other)?)
    }

    /// The folder that contains the path. `None` at the root, which is the tree itself.
    fn folder(&mut self, tree: Oid) -> Result<Target, Unreadable> {
        let Some(folder) = folder_of(&self.path) else { return Ok(None) };
        entry(&mut self.objects, &mut self.folders, tree, folder)
    }

    /// The path itself.
    fn target(&mut self, tree: Oid) -> Result<Target, Unreadable> {
        entry(&mut self.objects, &mut self.targets, tree, &self.path)
    }

    fn commit(&mut self, oid: Oid) -> Result<Arc<Commit>, Unreadable> {
        if let Some(known) = self.commits.get(&oid) {
            return Ok(Arc::clone(known));
        }
        let commit = Arc::new(self.objects.commit(oid)?);
        self.commits.insert(oid, Arc::clone(&commit));
        Ok(commit)
    }
}

/// The mode and object at a path in a root tree. `known` contains the results of earlier calls with the same path.
fn entry(objects: &mut Objects, known: &mut HashMap<Oid, Target>, tree: Oid, path: &str) -> Result<Target, Unreadable> {
    if let Some(found) = known.get(&tree) {
        return Ok(found.clone());
    }
    let found = objects.entry(tree, path.as_bytes())?;
    known.insert(tree, found.clone());
    Ok(found)
}

/// The folder of a path. `None` for a path at the root.
fn folder_of(path: &str) -> Option<&str> {
    path.trim_end_matches('/').rsplit_once('/').map(|(folder, _)| folder)
}
