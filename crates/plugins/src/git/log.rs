//! The commits listed by `git log` and `git rev-list`: all of them, or those that changed a path.
//!
//! As in git, a commit is skipped if the path is unchanged from some parent, and only that parent is followed. A merge
//! that differs from all of its parents is listed.

use super::command::parents;
use super::format::{Commit, Oid};
use super::history::differences;
use super::objects::{Found, Objects, Unreadable};
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::Arc;

/// Which commits to list, and in which order: the options of `git log` and `git rev-list`.
#[derive(Debug, Default)]
pub(crate) struct Wish {
    /// The path relative to the root of the repository.
    pub path: Option<String>,
    pub most: Option<usize>,
    pub oldest_first: bool,
    pub no_merges: bool,
    pub first_parent: bool,
}

/// Walks through the history of a repository. A walk reuses the commits that earlier walks read, because plugins ask
/// for the commits of one file after another.
pub(crate) struct Log {
    pub objects: Objects,
    commits: HashMap<Oid, Arc<Commit>>,
    /// The path of the last walk.
    path: String,
    /// The mode and object at `path`, by root tree.
    targets: HashMap<Oid, Target>,
    /// The mode and object of the folder that contains `path`, by root tree.
    folders: HashMap<Oid, Target>,
    /// The names that differ between two trees of a folder, by these trees. Walks for all files of the folder use them.
    differences: HashMap<(Oid, Oid), HashSet<Box<[u8]>>>,
    /// The total number of names in `differences`.
    names: usize,
}

/// The maximum number of names in `Log::differences`. Before it is exceeded, all older names are dropped.
const MAX_NAMES: usize = 1_000_000;

/// The mode of a folder.
const TREE: &[u8] = b"40000";

/// The mode and object of a path in a commit. `None` if the path does not exist there.
type Target = Option<Found>;

impl Log {
    pub(crate) fn new(objects: Objects) -> Self {
        Log {
            objects,
            commits: HashMap::new(),
            path: String::new(),
            targets: HashMap::new(),
            folders: HashMap::new(),
            differences: HashMap::new(),
            names: 0,
        }
    }

    /// The commits that `git log` would show for `head` with the options `wish`, in the same order: newer commits
    /// first, unless `wish` reverses the order.
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

    /// Starts a walk for `path`, and drops what was found at another path. Trees of the folder are kept for files in
    /// the same folder.
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

    /// Whether two root trees have the same object at the path. Compares the folder first, which most commits do not
    /// change.
    fn is_same(&mut self, one: Oid, other: Oid) -> Result<bool, Unreadable> {
        if one == other {
            return Ok(true);
        }
        let (folder, other_folder) = (self.folder(one)?, self.folder(other)?);
        if folder.is_some() && folder == other_folder {
            return Ok(true);
        }
        match (folder, other_folder) {
            (Some((mode, one)), Some((other_mode, other))) if *mode == *TREE && *other_mode == *TREE => {
                self.has_same_entry(one, other)
            }
            _ => Ok(self.target(one)? == self.target(other)?),
        }
    }

    /// Whether two trees of the path's folder have the same entry for the last part of the path.
    fn has_same_entry(&mut self, one: Oid, other: Oid) -> Result<bool, Unreadable> {
        let name = self.path.trim_end_matches('/').rsplit('/').next().unwrap_or_default().as_bytes();
        if let Some(names) = self.differences.get(&(one, other)) {
            return Ok(!names.contains(name));
        }
        let (tree, other_tree) = (self.objects.tree(one)?, self.objects.tree(other)?);
        let mut names = HashSet::new();
        differences(&tree, &other_tree, |one, other| names.extend(one.or(other).map(|entry| entry.name.into())));
        let is_same = !names.contains(name);
        self.names += names.len();
        if self.names > MAX_NAMES {
            self.differences.clear();
            self.names = names.len();
        }
        self.differences.insert((one, other), names);
        Ok(is_same)
    }

    /// The mode and object of the folder that contains the path. `None` if this is the root, or if the folder does not
    /// exist.
    fn folder(&mut self, tree: Oid) -> Result<Target, Unreadable> {
        let Some(folder) = folder_of(&self.path) else { return Ok(None) };
        entry(&mut self.objects, &mut self.folders, tree, folder)
    }

    /// The mode and object at the path in a root tree. `None` if the path does not exist there.
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
