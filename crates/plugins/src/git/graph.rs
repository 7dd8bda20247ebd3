//! The commits of a repository and their parents, as far as walks have read them.

use super::format::{Commit, Oid};
use super::objects::{Objects, Unreadable};
use std::collections::HashMap;
use std::sync::Arc;

/// The commits that are already read, with numbers from 0 in the order of reading.
#[derive(Default)]
pub(super) struct Graph {
    numbers: HashMap<Oid, usize>,
    commits: Vec<(Oid, Commit)>,
    /// The numbers of the parents, by the commit's number. `None` if they were not looked up yet.
    parents: Vec<Option<Arc<[usize]>>>,
}

impl Graph {
    /// The number of the commit with this id. Reads the commit if no earlier call has read it.
    ///
    /// # Errors
    /// Fails if the object is missing or corrupt, or is not a commit.
    pub(super) fn number(&mut self, oid: Oid, objects: &mut Objects) -> Result<usize, Unreadable> {
        if let Some(&known) = self.numbers.get(&oid) {
            return Ok(known);
        }
        let number = self.commits.len();
        self.commits.push((oid, objects.commit(oid)?));
        self.parents.push(None);
        self.numbers.insert(oid, number);
        Ok(number)
    }

    pub(super) fn commit(&self, number: usize) -> &Commit {
        &self.commits[number].1
    }

    pub(super) fn oid(&self, number: usize) -> Oid {
        self.commits[number].0
    }

    /// The numbers of a commit's parents, in the commit's order.
    ///
    /// # Errors
    /// Fails if a parent is missing or corrupt, or is not a commit.
    pub(super) fn parents(&mut self, number: usize, objects: &mut Objects) -> Result<Arc<[usize]>, Unreadable> {
        if let Some(known) = &self.parents[number] {
            return Ok(Arc::clone(known));
        }
        let oids = self.commit(number).parents.clone();
        let parents = oids.into_iter().map(|oid| self.number(oid, objects)).collect::<Result<Arc<[usize]>, _>>()?;
        self.parents[number] = Some(Arc::clone(&parents));
        Ok(parents)
    }
}
