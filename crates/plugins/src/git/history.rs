//! The last modification of all files in a folder: the output of `git log -n 1 --format=%ct -- PATH` for each of them,
//! in a single walk.
//!
//! For a single path, git walks from the newest commit. If the path is unchanged in some parent, the walk continues
//! only with the first such parent. A commit that differs from all of its parents is the result. Each path therefore
//! has a single way through the history. Here all paths walk together, as sets that wait at commits: paths changed by a
//! commit are finished, and the others continue as a set. Commits are visited from newest to oldest, so sets that meet
//! are joined.

use super::Repository;
use super::format::{Commit, Entries, Entry, Oid};
use super::objects::{Objects, Unreadable};
use hastie_site::world::World;
use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The maximum number of tree entries in one comparison. In a corrupt repository, a tree may contain itself.
const MAX_ENTRIES: usize = 50_000_000;

/// The maximum length of a path, as on most systems.
const LONGEST_PATH: usize = 4096;

/// Up to this number of paths are looked up one by one. For more paths, whole trees are compared.
const FEW: usize = 64;

/// The maximum number of visits to a commit. More than one visit only occurs if commit times are wrong.
const MAX_VISITS: usize = 1000;

/// The files below a folder of a repository, with the times of the commits that last changed them.
pub struct History {
    repository: Repository,
    below: String,
    world: World,
    /// The files in the newest commit with their modification times in seconds since 1970.
    times: Times,
    /// Deleted files with the time of their deletion, computed on first use.
    gone: OnceLock<Times>,
}

type Times = HashMap<Box<[u8]>, i64>;

impl History {
    /// Reads the history of the files in the folder `below`, a path relative to the root of the repository. An empty
    /// path is the root.
    ///
    /// # Errors
    /// Fails if the repository has no commit, if a git object is missing or corrupt, or if the repository format is not
    /// supported.
    pub fn read(repository: &Repository, below: &str, world: &World) -> Result<Self, Unreadable> {
        Ok(History {
            times: Walk::new(repository, below, world)?.run(Whose::Present)?,
            repository: repository.clone(),
            below: below.to_owned(),
            world: world.clone(),
            gone: OnceLock::new(),
        })
    }

    /// The time of the last commit that changed or deleted a file, in seconds since 1970. `path` is relative to the
    /// root of the repository.
    ///
    /// `None` if the history contains no such commit, or if the file is not below the folder of this history. Also
    /// `None` for a deleted file if the deletions cannot be read.
    pub fn time(&self, path: &str) -> Option<i64> {
        let gone = || self.gone.get_or_init(|| self.read_gone().unwrap_or_default()).get(path.as_bytes());
        self.times.get(path.as_bytes()).or_else(gone).copied()
    }

    fn read_gone(&self) -> Result<Times, Unreadable> {
        Walk::new(&self.repository, &self.below, &self.world)?.run(Whose::Gone)
    }
}

impl fmt::Debug for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History").field("repository", &self.repository).finish_non_exhaustive()
    }
}

/// The paths that a walk follows: existing or deleted ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// The files in the newest commit.
    Present,
    /// Deleted files. The walk learns a name when it reaches the commit that deleted the file. Until then, it only
    /// follows first parents.
    Gone,
}

/// A walk through the history, which finds the time of the last change of each path.
struct Walk {
    objects: Objects,
    head: Oid,
    folder: Vec<Box<[u8]>>,
    commits: HashMap<Oid, Arc<Commit>>,
    names: Vec<Box<[u8]>>,
    numbers: HashMap<Box<[u8]>, u32>,
    times: Vec<Option<i64>>,
    queue: BinaryHeap<Waiting>,
    sets: HashMap<Oid, Set>,
}

/// A set of paths that wait at a commit.
#[derive(Default)]
struct Set {
    paths: HashSet<u32>,
    /// Whether the set includes deleted files with unknown names.
    nameless: bool,
}

/// A file in which two trees differ.
struct Change {
    path: Box<[u8]>,
    /// Whether the file exists in the first tree.
    is_there: bool,
}

impl Walk {
    fn new(repository: &Repository, below: &str, world: &World) -> Result<Self, Unreadable> {
        let head = repository.head(world).and_then(|head| Oid::parse(head.as_bytes()));
        let parts = below.split('/').filter(|part| !part.is_empty());
        Ok(Walk {
            head: head.ok_or_else(|| Unreadable("it has no commit".to_owned()))?,
            objects: Objects::open(repository, world)?,
            folder: parts.map(|part| part.as_bytes().into()).collect(),
            commits: HashMap::new(),
            names: Vec::new(),
            numbers: HashMap::new(),
            times: Vec::new(),
            queue: BinaryHeap::new(),
            sets: HashMap::new(),
        })
    }

    fn run(mut self, whose: Whose) -> Result<Times, Unreadable> {
        let mut first = Set { paths: HashSet::new(), nameless: whose == Whose::Gone };
        if whose == Whose::Present {
            let tree = self.commit(self.head)?.tree;
            for change in self.changes(Some(tree), None)? {
                first.paths.insert(self.name(change.path));
            }
        }
        self.put(self.head, first)?;
        let mut visits: HashMap<Oid, usize> = HashMap::new();
        while let Some(Waiting { oid, .. }) = self.queue.pop() {
            let Some(set) = self.sets.remove(&oid) else { continue };
            let visits = visits.entry(oid).or_default();
            *visits += 1;
            if *visits > MAX_VISITS {
                return Err(Unreadable(format!("the commit {oid} is its own ancestor")));
            }
            self.visit(oid, set)?;
        }
        let times = self.names.into_iter().zip(self.times);
        Ok(times.filter_map(|(path, time)| Some((path, time?))).collect())
    }

    /// Finishes the paths that a commit has changed, and continues with the others.
    fn visit(&mut self, oid: Oid, mut set: Set) -> Result<(), Unreadable> {
        let commit = self.commit(oid)?;
        let mut parents = commit.parents.iter();
        let first = parents.next();
        let before = first.map(|first| self.commit(*first)).transpose()?.map(|first| first.tree);
        let mut changed = Vec::new();
        for change in self.changes(Some(commit.tree), before)? {
            let known = self.numbers.get(&change.path).copied();
            match known {
                Some(number) if set.paths.remove(&number) => changed.push(number),
                // The first commit has added all of its files.
                None if set.nameless && !change.is_there => changed.push(self.name(change.path)),
                _ => {}
            }
        }
        let Some(first) = first else {
            changed.into_iter().for_each(|number| self.times[number as usize] = Some(commit.time));
            return Ok(());
        };
        self.put(*first, set)?;
        for parent in parents {
            if changed.is_empty() {
                break;
            }
            let tree = self.commit(*parent)?.tree;
            let same = self.take_same(&mut changed, commit.tree, tree)?;
            self.put(*parent, Set { paths: same, nameless: false })?;
        }
        changed.into_iter().for_each(|number| self.times[number as usize] = Some(commit.time));
        Ok(())
    }

    /// Removes the paths that are the same in two commits, given by their root trees, and returns these paths.
    fn take_same(&mut self, paths: &mut Vec<u32>, one: Oid, other: Oid) -> Result<HashSet<u32>, Unreadable> {
        let mut differ = HashSet::new();
        if paths.len() > FEW {
            let numbers = self.changes(Some(one), Some(other))?;
            differ.extend(numbers.iter().filter_map(|change| self.numbers.get(&change.path)));
        } else {
            for number in paths.iter() {
                let path = self.names[*number as usize].clone();
                if self.objects.entry(one, &path)? != self.objects.entry(other, &path)? {
                    differ.insert(*number);
                }
            }
        }
        let (changed, same): (Vec<u32>, Vec<u32>) = paths.iter().partition(|number| differ.contains(number));
        *paths = changed;
        Ok(same.into_iter().collect())
    }

    /// Adds paths to the set that waits at a commit.
    fn put(&mut self, oid: Oid, mut set: Set) -> Result<(), Unreadable> {
        if set.paths.is_empty() && !set.nameless {
            return Ok(());
        }
        if !self.sets.contains_key(&oid) {
            let (time, order) = (self.commit(oid)?.time, std::cmp::Reverse(self.commits.len()));
            self.queue.push(Waiting { time, order, oid });
        }
        let waiting = self.sets.entry(oid).or_default();
        if waiting.paths.len() < set.paths.len() {
            std::mem::swap(&mut waiting.paths, &mut set.paths);
        }
        waiting.paths.extend(set.paths);
        waiting.nameless |= set.nameless;
        Ok(())
    }

    /// Assigns the next number to a path that has none yet, and returns the number.
    fn name(&mut self, path: Box<[u8]>) -> u32 {
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(path.clone());
        self.times.push(None);
        self.numbers.insert(path, number);
        number
    }

    fn commit(&mut self, oid: Oid) -> Result<Arc<Commit>, Unreadable> {
        if let Some(commit) = self.commits.get(&oid) {
            return Ok(Arc::clone(commit));
        }
        let commit = Arc::new(self.objects.commit(oid)?);
        self.commits.insert(oid, Arc::clone(&commit));
        Ok(commit)
    }

    /// The files below the folder that differ between two commits, given by their root trees.
    fn changes(&mut self, one: Option<Oid>, other: Option<Oid>) -> Result<Vec<Change>, Unreadable> {
        let path = self.folder.join(&b'/');
        let mut within = |tree: Option<Oid>| -> Result<Option<Oid>, Unreadable> {
            let Some(tree) = tree.filter(|_| !path.is_empty()) else { return Ok(tree) };
            Ok(self.objects.entry(tree, &path)?.filter(|(mode, _)| **mode == *b"40000").map(|(_, oid)| oid))
        };
        let (one, other) = (within(one)?, within(other)?);
        let prefix = if path.is_empty() { path } else { [&path[..], b"/"].concat() };
        self.compare(one, other, prefix)
    }

    fn compare(&mut self, one: Option<Oid>, other: Option<Oid>, prefix: Vec<u8>) -> Result<Vec<Change>, Unreadable> {
        let mut changes = Vec::new();
        let mut folders = vec![(one, other, prefix)];
        let mut seen = 0;
        while let Some((one, other, prefix)) = folders.pop() {
            if one == other {
                continue;
            }
            let read = |objects: &mut Objects, tree: Option<Oid>| tree.map(|tree| objects.tree(tree)).transpose();
            let (one, other) = (read(&mut self.objects, one)?, read(&mut self.objects, other)?);
            let entries = |bytes: &Option<Arc<[u8]>>| bytes.as_ref().map_or(0, |bytes| bytes.len());
            seen += 1 + (entries(&one) + entries(&other)) / 24;
            if seen > MAX_ENTRIES || prefix.len() > LONGEST_PATH {
                return Err(Unreadable("its folders contain themselves".to_owned()));
            }
            differences(one.as_deref().unwrap_or_default(), other.as_deref().unwrap_or_default(), |one, other| {
                let Some(entry) = one.or(other) else { return };
                let path = [&prefix[..], entry.name].concat();
                if entry.is_tree() {
                    folders.push((one.map(|one| one.oid), other.map(|other| other.oid), [&path[..], b"/"].concat()));
                } else {
                    changes.push(Change { path: path.into(), is_there: one.is_some() });
                }
            });
        }
        Ok(changes)
    }
}

/// Calls `found` for each name at which two trees differ, with the entry of each tree. An entry is `None` if its tree
/// lacks the name. A file and a folder of the same name are two names.
pub(super) fn differences<'a>(
    one: &'a [u8],
    other: &'a [u8],
    mut found: impl FnMut(Option<Entry<'a>>, Option<Entry<'a>>),
) {
    let (mut ones, mut others) = (Entries(one).peekable(), Entries(other).peekable());
    loop {
        let order = match (ones.peek(), others.peek()) {
            (None, None) => return,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(one), Some(other)) => one.order(other),
        };
        let one = if order.is_le() { ones.next() } else { None };
        let other = if order.is_ge() { others.next() } else { None };
        if one != other {
            found(one, other);
        }
    }
}

/// A commit with waiting paths. Newer commits come first, and among equal times the one that was added first.
#[derive(PartialEq, Eq)]
struct Waiting {
    time: i64,
    order: std::cmp::Reverse<usize>,
    oid: Oid,
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.time, self.order).cmp(&(other.time, other.order))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
