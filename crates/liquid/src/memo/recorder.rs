//! Records what a part of a template reads from outside of itself, and which variables it sets.

use super::key::Key;
use crate::expression::Path;
use crate::value::key::Name;
use std::cell::{Cell, RefCell};
use std::collections::HashSet;

/// The maximum number of variables in a record. Comparing more of them would take too long.
const MAX_READS: usize = 64;

/// Records what the parts that are being rendered read and assign. A part may contain other parts, so the records are a
/// stack.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    parts: RefCell<Vec<Recording>>,
    is_active: Cell<bool>,
    /// Whether templates see the `to_liquid` of the objects in variables.
    converts: bool,
    /// Whether a part is being recorded, or `converts` is set.
    watches_reads: Cell<bool>,
}

/// The variables from outside that one part has read so far, and the variables that the part has assigned.
#[derive(Debug, Default)]
pub(crate) struct Recording {
    /// The number of local variables at the start of the part. Later local variables belong to the part.
    first_local: usize,
    /// The variables that were read, with their values, in order.
    pub(crate) reads: Vec<(Path, Key)>,
    seen: HashSet<Path>,
    /// The variables that were assigned, each once.
    pub(crate) assigned: Vec<Name>,
    /// The loops that have stored the index after their last item, each once.
    pub(crate) offsets: Vec<Name>,
    /// The reason why the result cannot be reused. `None` if it can.
    pub(crate) obstacle: Option<String>,
}

/// The place in which a variable was found: among the local variables, or outside of them.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    /// At this index among the local variables.
    Local(usize),
    /// In the outermost scope, the counters or the environment.
    Outside,
}

impl Recording {
    /// Whether the variable was set by the part itself.
    fn has_set(&self, name: &Name, place: Place) -> bool {
        match place {
            Place::Local(index) => index >= self.first_local,
            Place::Outside => self.assigned.iter().any(|assigned| assigned.is(name)),
        }
    }

    fn needs(&self, path: &Path, place: Place) -> bool {
        self.obstacle.is_none() && !self.has_set(path.root(), place) && !self.seen.contains(path)
    }

    fn add(&mut self, path: &Path, key: &Key) {
        if self.reads.len() >= MAX_READS {
            self.obstacle = Some(format!("it reads more than {MAX_READS} variables"));
            return;
        }
        self.seen.insert(path.clone());
        self.reads.push((path.clone(), key.clone()));
    }
}

impl Recorder {
    /// A recorder that records nothing yet. `converts`: whether templates see the `to_liquid` of the objects in
    /// variables.
    pub(crate) fn new(converts: bool) -> Self {
        Recorder { converts, watches_reads: Cell::new(converts), ..Recorder::default() }
    }

    /// Lets templates see the `to_liquid` of the objects in variables from now on.
    pub(crate) fn convert(&mut self) {
        self.converts = true;
        self.watches_reads.set(true);
    }

    /// Whether templates see the `to_liquid` of the objects in variables.
    pub(crate) fn converts(&self) -> bool {
        self.converts
    }

    /// Whether a variable that is read must be recorded or converted.
    #[inline]
    pub(crate) fn watches_reads(&self) -> bool {
        self.watches_reads.get()
    }

    /// Whether any part is being recorded at the moment.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        self.is_active.get()
    }

    /// Begins a record. Local variables from index `first_local` on belong to the recorded part.
    pub(crate) fn begin(&self, first_local: usize) {
        self.parts.borrow_mut().push(Recording { first_local, ..Recording::default() });
        self.is_active.set(true);
        self.watches_reads.set(true);
    }

    /// Ends the record that was begun last, and returns it.
    pub(crate) fn end(&self) -> Recording {
        let mut parts = self.parts.borrow_mut();
        let ended = parts.pop().unwrap_or_default();
        self.is_active.set(!parts.is_empty());
        self.watches_reads.set(self.converts || !parts.is_empty());
        ended
    }

    /// Whether the record of at least one current part still needs this variable. A record omits variables that its
    /// part has set itself. If a part cannot be reused, its record needs no more variables.
    pub(crate) fn needs(&self, path: &Path, place: Place) -> bool {
        self.parts.borrow().iter().any(|part| part.needs(path, place))
    }

    /// Adds a variable with its value (`key`) to all records that lack the variable. Without a key, the value cannot be
    /// compared, and the records are not reusable.
    pub(crate) fn read(&self, path: &Path, place: Place, key: Option<&Key>) {
        for part in self.parts.borrow_mut().iter_mut().filter(|part| part.needs(path, place)) {
            match key {
                Some(key) => part.add(path, key),
                None => part.obstacle = Some(format!("it reads `{path}`")),
            }
        }
    }

    /// Adds an assigned variable to the records of the current parts.
    pub(crate) fn assigned(&self, name: &Name) {
        for part in self.parts.borrow_mut().iter_mut() {
            if !part.assigned.iter().any(|known| known.is(name)) {
                part.assigned.push(name.clone());
            }
        }
    }

    /// Notes in the records of the current parts that the loop `name` has stored the index after its last item.
    pub(crate) fn offset(&self, name: &Name) {
        for part in self.parts.borrow_mut().iter_mut() {
            if !part.offsets.iter().any(|known| known.is(name)) {
                part.offsets.push(name.clone());
            }
        }
    }

    /// Makes sure that the results of all current parts are not reused. `why` returns the reason, for `PartReport`.
    pub(crate) fn refuse(&self, why: impl Fn() -> String) {
        for part in self.parts.borrow_mut().iter_mut().filter(|part| part.obstacle.is_none()) {
            part.obstacle = Some(why());
        }
    }

    /// Called when `Variables::set` changes the existing local variable at `index`. Prevents the reuse of parts that
    /// began after the variable was first set.
    pub(crate) fn changed_local(&self, index: usize) {
        for part in self.parts.borrow_mut().iter_mut().filter(|part| index < part.first_local) {
            part.obstacle.get_or_insert_with(|| "it sets a variable of a loop around it".into());
        }
    }
}
