//! Results of functions that are kept: a call with the same arguments need not be evaluated again.
//!
//! Frameworks compute the same luminances and the same grid widths thousands of times. A result is kept if the call did
//! nothing but compute: it reported nothing, assigned no global variable, asked for no random number and looked at
//! nothing but its arguments, its own variables and global variables. It holds while those global variables have the
//! same values and no name has got another meaning.
//!
//! Each function has a [`Memo`]; [`Effects`] tells what calls do besides computing. Both dialects use them, over values
//! and scopes of their own.

use crate::{FastMap, Symbol};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// The number of results of one function that are kept.
const MAX_RESULTS: usize = 8_192;

/// The number of calls after which a function that gains nothing is no longer looked up.
const TRIAL: u32 = 48;

/// The number of results with like arguments that are kept, for several states of the global variables.
const MAX_ALIKE: usize = 12;

/// The largest number of global variables that a result may depend on.
const MAX_READS: usize = 24;

/// The number of values that are compared for one argument or one variable.
pub(crate) const MAX_COMPARED: u32 = 400;

/// How many bytes one result may take, with arguments and global variables.
const MAX_SIZE: u64 = 64 << 10;

/// How many bytes all results of a compilation may take.
const MAX_TOTAL: u64 = 128 << 20;

/// A value that results are made of.
pub(crate) trait Value: Clone + 'static {
    /// Whether nobody can tell two values apart. At most `budget` values are compared; what is longer counts as
    /// different.
    fn is_identical(&self, other: &Self, budget: &mut u32) -> bool;

    /// Takes the size of the value from `room`, in bytes. `false` if there is not so much, or if it cannot be kept.
    fn fits_in(&self, room: &mut u64) -> bool;
}

/// A scope with global variables.
pub(crate) trait Scope {
    type Value: Value;

    /// Looks at a variable of this very scope.
    fn with_variable<T>(&self, name: Symbol, look: impl FnOnce(Option<&Self::Value>) -> T) -> T;
}

/// The arguments of a kept call.
pub(crate) trait Arguments<V: 'static> {
    fn values(&self) -> impl Iterator<Item = &V>;
}

/// The results of one function, whose arguments are kept as `A`.
pub(crate) struct Memo<S: Scope, A>(RefCell<Option<Box<Results<S, A>>>>);

struct Results<S: Scope, A> {
    by_arguments: FastMap<u64, SmallVec<[Kept<S, A>; 1]>>,
    len: usize,
    lookups: u32,
    hits: u32,
    /// Whether the function gains nothing from it.
    given_up: bool,
}

struct Kept<S: Scope, A> {
    arguments: A,
    value: S::Value,
    dependencies: Dependencies<S>,
}

/// The state that a result depends on.
pub(crate) struct Dependencies<S: Scope> {
    definitions: u64,
    /// The global variables that were read.
    reads: Box<[Read<S>]>,
    /// The state of all global variables, where it is not known which of them were read.
    globals: Option<u64>,
}

/// A global variable with the value that it had.
struct Read<S: Scope> {
    scope: Rc<S>,
    name: Symbol,
    value: S::Value,
}

/// The side effects of calls, and the state that they depended on.
pub(crate) struct Effects<S: Scope> {
    /// The number of side effects.
    count: u64,
    /// The nesting of watched calls.
    watched: u32,
    /// The global variables that watched calls have read; those of the innermost call begin at `own_reads`.
    reads: Vec<Read<S>>,
    own_reads: usize,
    /// Whether the watched call has read a global variable in another way.
    read_unknown: bool,
    /// Counts assignments that changed a global variable.
    globals: u64,
    /// Counts declarations of functions and modules that became visible.
    definitions: u64,
    /// How many bytes of results are kept.
    kept: u64,
}

/// The state before a call that is watched.
pub(crate) struct Watch {
    count: u64,
    own_reads: usize,
    read_unknown: bool,
}

impl<S: Scope> Read<S> {
    /// Whether the variable has the same value now.
    fn holds(&self) -> bool {
        let same = |now: &S::Value| now.is_identical(&self.value, &mut { MAX_COMPARED });
        self.scope.with_variable(self.name, |now| now.is_some_and(same))
    }
}

impl<S: Scope> Default for Effects<S> {
    fn default() -> Self {
        Effects {
            count: 0,
            watched: 0,
            reads: Vec::new(),
            own_reads: 0,
            read_unknown: false,
            globals: 0,
            definitions: 0,
            kept: 0,
        }
    }
}

impl<S: Scope> Effects<S> {
    /// The number of side effects until now.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Notes that what runs does more than compute, or depends on more than arguments and global variables.
    #[inline]
    pub(crate) fn note(&mut self) {
        self.count += 1;
    }

    /// Notes that a global variable was read.
    #[inline]
    pub(crate) fn note_global(&mut self, scope: &Rc<S>, name: Symbol, value: &S::Value) {
        if self.watched > 0 {
            self.add_read(scope, name, value);
        }
    }

    fn add_read(&mut self, scope: &Rc<S>, name: Symbol, value: &S::Value) {
        let own = self.reads.get(self.own_reads..).unwrap_or_default();
        if own.iter().any(|read| read.name == name && Rc::ptr_eq(&read.scope, scope)) {
            return;
        }
        if own.len() >= MAX_READS {
            self.read_unknown = true;
            return;
        }
        self.reads.push(Read { scope: Rc::clone(scope), name, value: value.clone() });
    }

    /// Notes that a variable was read that may be any global one.
    #[inline]
    pub(crate) fn note_unknown_read(&mut self) {
        self.read_unknown = true;
    }

    /// Notes that a global variable was assigned, and whether its value changed.
    pub(crate) fn note_assignment(&mut self, changed: bool) {
        self.count += 1;
        self.globals += u64::from(changed);
    }

    /// Notes that names have other meanings from now on.
    pub(crate) fn note_definition(&mut self) {
        self.count += 1;
        self.definitions += 1;
    }

    /// Begins to watch a call.
    pub(crate) fn watch(&mut self) -> Watch {
        self.watched += 1;
        let outer = Watch { count: self.count, own_reads: self.own_reads, read_unknown: self.read_unknown };
        self.own_reads = self.reads.len();
        self.read_unknown = false;
        outer
    }

    /// Ends a watch. The result is what the call depended on, unless it had side effects. What it read counts for the
    /// call around it, too.
    pub(crate) fn unwatch(&mut self, outer: &Watch) -> Option<Dependencies<S>> {
        let reads: Box<[Read<S>]> = self.reads.drain(self.own_reads..).collect();
        let globals = self.read_unknown.then_some(self.globals);
        self.watched -= 1;
        self.own_reads = outer.own_reads;
        self.read_unknown |= outer.read_unknown;
        for read in &reads {
            self.note_global(&read.scope, read.name, &read.value);
        }
        let definitions = self.definitions;
        (self.count == outer.count).then_some(Dependencies { definitions, reads, globals })
    }

    /// Whether a result depends on nothing that has changed.
    fn allow(&self, dependencies: &Dependencies<S>) -> bool {
        dependencies.definitions == self.definitions
            && dependencies.globals.is_none_or(|globals| globals == self.globals)
            && dependencies.reads.iter().all(Read::holds)
    }

    /// Notes that a kept result stands for a call that depended on the same.
    fn note_again(&mut self, dependencies: &Dependencies<S>) {
        for read in &dependencies.reads {
            self.note_global(&read.scope, read.name, &read.value);
        }
        self.read_unknown |= dependencies.globals.is_some();
    }

    /// Whether there is room for a result, which is taken then.
    fn has_room<A: Arguments<S::Value>>(&mut self, kept: &Kept<S, A>) -> bool {
        let whole = MAX_SIZE.min(MAX_TOTAL.saturating_sub(self.kept));
        let mut room = whole;
        let reads = kept.dependencies.reads.iter().map(|read| &read.value);
        let fits = kept.arguments.values().chain(reads).chain([&kept.value]).all(|value| value.fits_in(&mut room));
        if fits {
            self.kept += whole - room;
        }
        fits
    }
}

impl<S: Scope, A: Arguments<S::Value>> Memo<S, A> {
    /// Forgets everything, so that values and functions do not keep each other alive.
    pub(crate) fn clear(&self) {
        self.0.take();
    }

    /// Whether the function may gain something from it.
    pub(crate) fn is_useful(&self) -> bool {
        self.0.borrow().as_ref().is_none_or(|results| !results.given_up)
    }

    /// The kept result of a call that holds now. Like arguments share their `number`; `same` tells equal ones.
    pub(crate) fn find(&self, number: u64, same: impl Fn(&A) -> bool, effects: &mut Effects<S>) -> Option<S::Value> {
        let mut results = self.0.borrow_mut();
        let results = results.get_or_insert_default();
        results.lookups += 1;
        let found = results.by_arguments.get(&number).and_then(|alike| {
            alike.iter().rev().find(|kept| effects.allow(&kept.dependencies) && same(&kept.arguments))
        });
        if let Some(kept) = found {
            results.hits += 1;
            effects.note_again(&kept.dependencies);
            return Some(kept.value.clone());
        }
        if results.lookups >= TRIAL && results.hits < results.lookups / 8 {
            results.given_up = true;
            results.by_arguments = FastMap::default();
        }
        None
    }

    /// Keeps the result of a call, if there is room.
    pub(crate) fn keep(
        &self,
        number: u64,
        arguments: A,
        value: S::Value,
        dependencies: Dependencies<S>,
        effects: &mut Effects<S>,
    ) {
        let kept = Kept { arguments, value, dependencies };
        if !effects.has_room(&kept) {
            return;
        }
        let mut results = self.0.borrow_mut();
        let results = results.get_or_insert_default();
        if results.len >= MAX_RESULTS {
            results.by_arguments.clear();
            results.len = 0;
        }
        let alike = results.by_arguments.entry(number).or_default();
        if alike.len() >= MAX_ALIKE {
            alike.remove(0);
            results.len -= 1;
        }
        results.len += 1;
        alike.push(kept);
    }
}

impl<S: Scope, A> Default for Memo<S, A> {
    fn default() -> Self {
        Memo(RefCell::new(None))
    }
}

impl<S: Scope, A> Default for Results<S, A> {
    fn default() -> Self {
        Results { by_arguments: FastMap::default(), len: 0, lookups: 0, hits: 0, given_up: false }
    }
}

impl<S: Scope, A> fmt::Debug for Memo<S, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memo").finish_non_exhaustive()
    }
}
