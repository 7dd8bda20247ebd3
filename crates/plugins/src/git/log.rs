//! The commits listed by `git log` and `git rev-list`: all of them, or those that changed a path.
//!
//! As in git, a commit is skipped if the path is unchanged from some parent, and only that parent is followed. A merge
//! that differs from all of its parents is listed.

use super::command::parents;
use super::format::{Commit, Oid};
use super::objects::{Found, Objects, Unreadable};
use std::collections::{BinaryHeap, HashMap, HashSet};

/// The query.
#[derive(Debug, Default)]
pub struct Wish {
    /// The path relative to the root of the repository.
    pub path: Option<String>,
    pub most: Option<usize>,
    pub oldest_first: bool,
    pub no_merges: bool,
    pub first_parent: bool,
}

/// A walk through the history.
pub struct Log<'o> {
    objects: &'o mut Objects,
    commits: HashMap<Oid, Commit>,
    targets: HashMap<Oid, Target>,
}

/// The mode and object of a path in a commit. `None` if it does not exist.
type Target = Option<Found>;

impl<'o> Log<'o> {
    pub fn new(objects: &'o mut Objects) -> Self {
        Log { objects, commits: HashMap::new(), targets: HashMap::new() }
    }

    /// The commits, the newest first.
    ///
    /// # Errors
    /// Fails if an object is missing or corrupt.
    pub fn commits(mut self, head: Oid, wish: &Wish) -> Result<Vec<Oid>, Unreadable> {
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
            let commit = self.commit(oid)?.clone();
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
        let Some(path) = wish.path.as_deref().filter(|path| !path.is_empty()) else { return Ok((true, parents)) };
        let own = self.target(commit.tree, path)?;
        if parents.is_empty() {
            return Ok((own.is_some(), parents));
        }
        for parent in &parents {
            let tree = self.commit(*parent)?.tree;
            if self.target(tree, path)? == own {
                return Ok((false, vec![*parent]));
            }
        }
        Ok((true, parents))
    }

    fn target(&mut self, tree: Oid, path: &str) -> Result<Target, Unreadable> {
        if let Some(known) = self.targets.get(&tree) {
            return Ok(known.clone());
        }
        let found = self.objects.entry(tree, path.as_bytes())?;
        self.targets.insert(tree, found.clone());
        Ok(found)
    }

    fn commit(&mut self, oid: Oid) -> Result<&Commit, Unreadable> {
        if !self.commits.contains_key(&oid) {
            let commit = self.objects.commit(oid)?;
            self.commits.insert(oid, commit);
        }
        self.commits.get(&oid).ok_or_else(|| Unreadable(format!("{oid} is missing")))
    }
}
