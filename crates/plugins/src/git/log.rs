//! The commits listed by `git log` and `git rev-list`: all of them, or those that changed a path.
//!
//! As in git, a commit is skipped if the path is unchanged from some parent, and only that parent is followed. A merge
//! that differs from all of its parents is listed.

use super::format::Oid;
use super::graph::Graph;
use super::history::differences;
use super::objects::{Found, Objects, Unreadable};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
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

/// Walks through the history of a repository. A walk reuses what earlier walks read, because plugins ask for the
/// commits of one file after another.
pub(crate) struct Log {
    pub objects: Objects,
    graph: Graph,
    /// The path of the last walk.
    path: String,
    /// The folder that contains `path` in the commits that were compared, by the commit's number.
    folders: Vec<Folder>,
    /// The total number of names in `folders`.
    names: usize,
}

/// The maximum number of names in `Log::folders`. Before it is exceeded, all older names are dropped.
const MAX_NAMES: usize = 1_000_000;

/// The mode of a folder.
const TREE: &[u8] = b"40000";

/// A folder in one commit.
#[derive(Clone, Default)]
struct Folder {
    /// The folder's mode and object. The inner `None` if the folder does not exist, and the outer one if it was not
    /// looked up yet.
    found: Option<Option<Found>>,
    /// For each parent of the commit, the names at which the folder differs from the parent's. `None` if they were not
    /// compared yet. Walks for all files of the folder use these names.
    changes: Vec<Option<HashSet<Box<[u8]>>>>,
}

/// The next step of a walk after it has compared a commit with its parents.
enum Step {
    /// Continues with all parents.
    All { is_listed: bool },
    /// Skips the commit, and continues only with this parent, in which the path is the same.
    Only(usize),
}

impl Log {
    pub(crate) fn new(objects: Objects) -> Self {
        Log { objects, graph: Graph::default(), path: String::new(), folders: Vec::new(), names: 0 }
    }

    /// The commits that `git log` would show for `head` with the options `wish`, in the same order: newer commits
    /// first, unless `wish` reverses the order.
    ///
    /// # Errors
    /// Fails if an object is missing or corrupt.
    pub(crate) fn commits(&mut self, head: Oid, wish: &Wish) -> Result<Vec<Oid>, Unreadable> {
        self.follow(wish.path.as_deref().unwrap_or_default());
        let head = self.graph.number(head, &mut self.objects)?;
        let mut queue = BinaryHeap::from([(self.graph.commit(head).time, Reverse(0_usize), head)]);
        let mut seen = Seen::default();
        seen.insert(head);
        let mut found = Vec::new();
        // In reverse order, the oldest commits come last.
        let most = if wish.oldest_first { usize::MAX } else { wish.most.unwrap_or(usize::MAX) };
        while let Some((_, _, commit)) = queue.pop() {
            if found.len() >= most {
                break;
            }
            let all = self.graph.parents(commit, &mut self.objects)?;
            // The parents with which the commit is compared.
            let parents = if wish.first_parent { all.get(..1).unwrap_or_default() } else { &all[..] };
            let (is_listed, next) = match self.step(commit, parents)? {
                Step::All { is_listed } => (is_listed, parents),
                Step::Only(parent) => (false, &parents[parent..=parent]),
            };
            if is_listed && !(wish.no_merges && all.len() > 1) {
                found.push(self.graph.oid(commit));
            }
            for &parent in next {
                if seen.insert(parent) {
                    queue.push((self.graph.commit(parent).time, Reverse(seen.count), parent));
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

    fn step(&mut self, commit: usize, parents: &[usize]) -> Result<Step, Unreadable> {
        if self.path.is_empty() {
            return Ok(Step::All { is_listed: true });
        }
        if parents.is_empty() {
            let tree = self.graph.commit(commit).tree;
            return Ok(Step::All { is_listed: self.objects.entry(tree, self.path.as_bytes())?.is_some() });
        }
        for (index, &parent) in parents.iter().enumerate() {
            if self.is_same(commit, index, parent)? {
                return Ok(Step::Only(index));
            }
        }
        Ok(Step::All { is_listed: true })
    }

    /// Starts a walk for `path`. Comparisons of a folder are kept for files in the same folder.
    fn follow(&mut self, path: &str) {
        if folder_of(&self.path) != folder_of(path) {
            self.forget();
        }
        path.clone_into(&mut self.path);
    }

    fn forget(&mut self) {
        self.folders.clear();
        self.names = 0;
    }

    /// Whether a commit and its parent with this index have the same object at the path.
    fn is_same(&mut self, commit: usize, index: usize, parent: usize) -> Result<bool, Unreadable> {
        if self.graph.commit(commit).tree == self.graph.commit(parent).tree {
            return Ok(true);
        }
        if self.known_changes(commit, index).is_none() {
            self.compare(commit, index, parent)?;
        }
        let name = self.path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        Ok(self.known_changes(commit, index).is_none_or(|names| !names.contains(name.as_bytes())))
    }

    fn known_changes(&self, commit: usize, index: usize) -> Option<&HashSet<Box<[u8]>>> {
        self.folders.get(commit)?.changes.get(index)?.as_ref()
    }

    /// Compares the path's folder in a commit and in its parent with this index, and records the names that differ.
    fn compare(&mut self, commit: usize, index: usize, parent: usize) -> Result<(), Unreadable> {
        let names = self.changed_names(commit, parent)?;
        if self.names + names.len() > MAX_NAMES {
            self.forget();
        }
        self.names += names.len();
        let changes = &mut self.folder_mut(commit).changes;
        changes.resize(changes.len().max(index + 1), None);
        changes[index] = Some(names);
        Ok(())
    }

    /// The names at which the path's folder differs between two commits. A folder that does not exist is empty.
    fn changed_names(&mut self, commit: usize, parent: usize) -> Result<HashSet<Box<[u8]>>, Unreadable> {
        let mut names = HashSet::new();
        let (one, other) = (self.folder(commit)?, self.folder(parent)?);
        if one != other {
            let (one, other) = (self.entries(one)?, self.entries(other)?);
            differences(&one, &other, |one, other| names.extend(one.or(other).map(|entry| entry.name.into())));
        }
        Ok(names)
    }

    /// The mode and object of the path's folder in a commit. `None` if the folder does not exist.
    fn folder(&mut self, commit: usize) -> Result<Option<Found>, Unreadable> {
        if let Some(known) = self.folders.get(commit).and_then(|folder| folder.found.clone()) {
            return Ok(known);
        }
        let tree = self.graph.commit(commit).tree;
        let found = match folder_of(&self.path) {
            Some(folder) => self.objects.entry(tree, folder.as_bytes())?,
            None => Some((TREE.into(), tree)),
        };
        self.folder_mut(commit).found = Some(found.clone());
        Ok(found)
    }

    fn folder_mut(&mut self, commit: usize) -> &mut Folder {
        self.folders.resize(self.folders.len().max(commit + 1), Folder::default());
        &mut self.folders[commit]
    }

    /// The entries of a folder in Git's format. Empty for anything else.
    fn entries(&mut self, folder: Option<Found>) -> Result<Arc<[u8]>, Unreadable> {
        match folder {
            Some((mode, oid)) if *mode == *TREE => self.objects.tree(oid),
            _ => Ok(Arc::default()),
        }
    }
}

/// The commits that a walk has added to its queue.
#[derive(Default)]
struct Seen {
    commits: Vec<bool>,
    count: usize,
}

impl Seen {
    /// Adds a commit. Returns false if it was added before.
    fn insert(&mut self, commit: usize) -> bool {
        if self.commits.len() <= commit {
            self.commits.resize(commit + 1, false);
        }
        let is_new = !std::mem::replace(&mut self.commits[commit], true);
        self.count += usize::from(is_new);
        is_new
    }
}

/// The folder of a path. `None` for a path at the root.
fn folder_of(path: &str) -> Option<&str> {
    path.trim_end_matches('/').rsplit_once('/').map(|(folder, _)| folder)
}
