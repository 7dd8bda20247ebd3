//! The commits listed by `git log` and `git rev-list`: all of them, or those that changed a path.
//!
//! As in git, a commit is skipped if the path is unchanged from some parent, and only that parent is followed. A merge
//! that differs from all of its parents is listed.

use super::format::Oid;
use super::graph::Graph;
use super::history::differences;
use super::objects::{Objects, Unreadable};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;

/// Which commits to list, and in which order: the options of `git log` and `git rev-list`.
#[derive(Debug, Default)]
pub(crate) struct LogOptions {
    /// The path whose changes are listed, relative to the root of the repository. `None` lists all commits.
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
    /// The last part of `path`.
    name: Box<[u8]>,
    /// The folders above `path`, outermost first. The last one contains `path`.
    above: Vec<Ancestor>,
    /// The changes in the folder that contains `path`, by the commit's number.
    changes: Vec<Changes>,
    /// The total number of names in `changes`.
    names: usize,
}

/// The maximum number of names in `Log::changes`. Before it is exceeded, all older names are dropped.
const MAX_NAMES: usize = 1_000_000;

/// The names at which the path's folder differs between a commit and each of its parents. `None` if they were not
/// compared yet. Walks for all files of the folder use these names.
type Changes = Vec<Option<HashSet<Box<[u8]>>>>;

/// A folder above the path of the last walk.
struct Ancestor {
    name: Box<[u8]>,
    /// The folder's tree, by the commit's number. The inner `None` means that the folder does not exist. The outer
    /// `None` means that it was not looked up yet.
    found: Vec<Option<Option<Oid>>>,
    /// The argument and the result of the last call of `within`. Both are often the same for the next commit.
    last: Option<(Oid, Option<Oid>)>,
}

/// The next step of a walk after it has compared a commit with its parents.
enum Step {
    /// Continues with all parents.
    All { is_listed: bool },
    /// Skips the commit, and continues only with the parent at this index, in which the path is the same.
    Only(usize),
}

impl Log {
    pub(crate) fn new(objects: Objects) -> Self {
        Log {
            objects,
            graph: Graph::default(),
            path: String::new(),
            name: Box::default(),
            above: Vec::new(),
            changes: Vec::new(),
            names: 0,
        }
    }

    /// The commits that `git log` would show for `head` with `options`, in the same order: newer commits
    /// first, unless `options` reverses the order.
    ///
    /// # Errors
    /// Fails if an object is missing or corrupt.
    pub(crate) fn commits(&mut self, head: Oid, options: &LogOptions) -> Result<Vec<Oid>, Unreadable> {
        self.follow(options.path.as_deref().unwrap_or_default());
        let head = self.graph.number(head, &mut self.objects)?;
        let mut queue = BinaryHeap::from([(self.graph.commit(head).time, Reverse(0_usize), head)]);
        let mut seen = Seen::default();
        seen.insert(head);
        let mut found = Vec::new();
        // In reverse order, the oldest commits come last.
        let most = if options.oldest_first { usize::MAX } else { options.most.unwrap_or(usize::MAX) };
        while let Some((_, _, commit)) = queue.pop() {
            if found.len() >= most {
                break;
            }
            let all = self.graph.parents(commit, &mut self.objects)?;
            // The parents with which the commit is compared.
            let parents = if options.first_parent { all.get(..1).unwrap_or_default() } else { &all[..] };
            let (is_listed, next) = match self.step(commit, parents)? {
                Step::All { is_listed } => (is_listed, parents),
                Step::Only(index) => (false, &parents[index..=index]),
            };
            if is_listed && !(options.no_merges && all.len() > 1) {
                found.push(self.graph.oid(commit));
            }
            for &parent in next {
                if seen.insert(parent) {
                    queue.push((self.graph.commit(parent).time, Reverse(seen.count), parent));
                }
            }
        }
        if options.oldest_first {
            // Git also takes the newest commits before it reverses the order.
            found.truncate(options.most.unwrap_or(usize::MAX));
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

    /// Starts a walk for `path`. Keeps the results of earlier comparisons if the last path was in the same folder.
    fn follow(&mut self, path: &str) {
        if self.path == path {
            return;
        }
        path.clone_into(&mut self.path);
        let mut parts: Vec<&[u8]> = path.split('/').filter(|part| !part.is_empty()).map(str::as_bytes).collect();
        self.name = parts.pop().unwrap_or_default().into();
        let is_known = |(ancestor, part): &(&Ancestor, &&[u8])| *ancestor.name == ***part;
        let known = self.above.iter().zip(&parts).take_while(is_known).count();
        if known < self.above.len() || known < parts.len() {
            self.forget();
            self.above.truncate(known);
            let new = |part: &&[u8]| Ancestor { name: (*part).into(), found: Vec::new(), last: None };
            self.above.extend(parts[known..].iter().map(new));
        }
    }

    fn forget(&mut self) {
        self.changes.clear();
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
        Ok(self.known_changes(commit, index).is_none_or(|names| !names.contains(&self.name)))
    }

    fn known_changes(&self, commit: usize, index: usize) -> Option<&HashSet<Box<[u8]>>> {
        self.changes.get(commit)?.get(index)?.as_ref()
    }

    /// Compares the path's folder in a commit and in its parent with this index, and records the names that differ.
    fn compare(&mut self, commit: usize, index: usize, parent: usize) -> Result<(), Unreadable> {
        let names = self.changed_names(commit, parent)?;
        if self.names + names.len() > MAX_NAMES {
            self.forget();
        }
        self.names += names.len();
        self.changes.resize(self.changes.len().max(commit + 1), Changes::new());
        let changes = &mut self.changes[commit];
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

    /// The tree of the path's folder in a commit. `None` if the folder does not exist.
    fn folder(&mut self, commit: usize) -> Result<Option<Oid>, Unreadable> {
        let known = |ancestor: &Ancestor| ancestor.found.get(commit).copied().flatten();
        let deepest =
            self.above.iter().enumerate().rev().find_map(|(index, ancestor)| Some((index + 1, known(ancestor)?)));
        let (start, mut folder) = deepest.unwrap_or_else(|| (0, Some(self.graph.commit(commit).tree)));
        for ancestor in &mut self.above[start..] {
            folder = match folder {
                Some(parent) => ancestor.within(parent, &mut self.objects)?,
                None => None,
            };
            ancestor.found.resize(ancestor.found.len().max(commit + 1), None);
            ancestor.found[commit] = Some(folder);
        }
        Ok(folder)
    }

    /// The entries of a tree in Git's format. Empty if the folder does not exist.
    fn entries(&mut self, tree: Option<Oid>) -> Result<Arc<[u8]>, Unreadable> {
        tree.map_or_else(|| Ok(Arc::default()), |tree| self.objects.tree(tree))
    }
}

impl Ancestor {
    /// The tree of this folder in `parent`, which is a tree of the folder above. `None` if `parent` lacks this folder.
    fn within(&mut self, parent: Oid, objects: &mut Objects) -> Result<Option<Oid>, Unreadable> {
        if let Some((last, found)) = self.last
            && last == parent
        {
            return Ok(found);
        }
        let found = objects.folder(parent, &self.name)?;
        self.last = Some((parent, found));
        Ok(found)
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
