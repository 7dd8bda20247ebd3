//! A cache of function results, which saves evaluating a call with the same arguments again.
//!
//! Frameworks compute the same luminances and grid widths thousands of times. A result is cached if the call was pure:
//! it had no side effects, used no random numbers, and read only its arguments, local variables and global variables. A
//! result that depends on global variables is valid while they have the same values.
//!
//! Each function has a [`ResultCache`]. [`Effects`] tracks the side effects and dependencies of calls. The compilers
//! have their own types of values and scopes.

use crate::symbol::{FastMap, Symbol};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// The maximum number of cached results per function.
const MAX_RESULTS: usize = 8_192;

/// After this many lookups, a function is no longer cached if fewer than about one lookup in eight has found a result.
const TRIAL: u32 = 48;

/// The maximum number of cached results with the same hash, for different states of the global variables.
const MAX_SIMILAR: usize = 12;

/// The maximum number of global variables that a cached result may depend on.
const MAX_READS: usize = 24;

/// The maximum number of values that are compared for all arguments of a call together, or for one global variable. If
/// more would be needed, the arguments or the variable count as different.
pub const MAX_COMPARED: u32 = 400;

/// The maximum size of a cached result with its arguments and global variables, in bytes.
const MAX_SIZE: u64 = 64 << 10;

/// The maximum size of all cached results of a compilation, in bytes.
const MAX_TOTAL: u64 = 128 << 20;

/// A SassScript value that can be cached. The cache measures it and compares it with earlier values.
pub trait Cacheable: Clone + 'static {
    /// Whether two values are known to be indistinguishable. Subtracts the number of compared values from `budget`, and
    /// returns `false` if `budget` is used up.
    fn is_identical(&self, other: &Self, budget: &mut u32) -> bool;

    /// Subtracts the size of the value from `room`, in bytes. Returns `false` if the value does not fit or cannot be
    /// cached.
    fn fits_in(&self, room: &mut u64) -> bool;
}

/// Gives [`ResultCache`] access to global variables, so that it finds out whether they still have the same values.
pub trait GlobalScope {
    /// The type of the values of variables. The cache compares these values.
    type Value: Cacheable;

    /// Calls `look` with the value of the variable `name` in this scope, or with `None` if this scope lacks it. Does
    /// not search the scopes around this one.
    fn with_variable<T>(&self, name: Symbol, look: impl FnOnce(Option<&Self::Value>) -> T) -> T;
}

/// Gives [`ResultCache`] the arguments of a call, which it compares with the arguments of earlier calls.
pub trait CallArguments<V: 'static> {
    /// The arguments, in order.
    fn values(&self) -> impl Iterator<Item = &V>;
}

/// Earlier results of one function. They are found by a hash of the arguments, and then by comparing the arguments.
pub struct ResultCache<S: GlobalScope, A>(RefCell<Option<Box<Results<S, A>>>>);

struct Results<S: GlobalScope, A> {
    by_arguments: FastMap<u64, SmallVec<[CachedResult<S, A>; 1]>>,
    len: usize,
    lookups: u32,
    hits: u32,
    /// Whether results are no longer cached, because too few lookups found one.
    is_disabled: bool,
}

struct CachedResult<S: GlobalScope, A> {
    arguments: A,
    value: S::Value,
    dependencies: Dependencies<S>,
}

/// The dependencies of a cached result: the values of the global variables that the call read, and the functions,
/// mixins and modules added so far. The result is used only while these are the same.
pub struct Dependencies<S: GlobalScope> {
    definitions: u64,
    /// The global variables that were read, with their values.
    reads: Box<[Read<S>]>,
    /// The number of changes to any global variables so far, if it is unknown which of them were read. Otherwise
    /// `None`.
    globals: Option<u64>,
}

/// A global variable that was read, with its value.
struct Read<S: GlobalScope> {
    scope: Rc<S>,
    name: Symbol,
    value: S::Value,
}

/// Counts the side effects of calls, and records the global variables that tracked calls read.
pub struct Effects<S: GlobalScope> {
    /// The number of side effects so far.
    count: u64,
    /// The nesting depth of tracked calls.
    tracked: u32,
    /// The global variables read by tracked calls. Those of the innermost call start at `own_reads`.
    reads: Vec<Read<S>>,
    own_reads: usize,
    /// Whether the innermost tracked call read global variables that are not in `reads`.
    read_unknown: bool,
    /// Counts assignments that changed a global variable.
    globals: u64,
    /// Counts new declarations of functions and modules.
    definitions: u64,
    /// The size of the cached results, in bytes.
    cached_bytes: u64,
}

/// The state of [`Effects`] before a tracked call, for [`Effects::stop_tracking`].
pub struct Tracking {
    count: u64,
    own_reads: usize,
    read_unknown: bool,
}

impl<S: GlobalScope> Read<S> {
    /// Whether the variable still has the value that was read.
    fn holds(&self) -> bool {
        let same = |now: &S::Value| now.is_identical(&self.value, &mut { MAX_COMPARED });
        self.scope.with_variable(self.name, |now| now.is_some_and(same))
    }
}

impl<S: GlobalScope> Default for Effects<S> {
    fn default() -> Self {
        Effects {
            count: 0,
            tracked: 0,
            reads: Vec::new(),
            own_reads: 0,
            read_unknown: false,
            globals: 0,
            definitions: 0,
            cached_bytes: 0,
        }
    }
}

impl<S: GlobalScope> Effects<S> {
    /// The number of side effects so far, including the dependencies that [`Self::note`] records.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Records a side effect, or a dependency on something other than arguments and global variables.
    #[inline]
    pub fn note(&mut self) {
        self.count += 1;
    }

    /// Records that a global variable was read, if a call is tracked.
    #[inline]
    pub fn note_global(&mut self, scope: &Rc<S>, name: Symbol, value: &S::Value) {
        if self.tracked > 0 {
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

    /// Records a read of global variables whose names are not known.
    #[inline]
    pub fn note_unknown_read(&mut self) {
        self.read_unknown = true;
    }

    /// Records an assignment to a global variable, and whether it changed the value.
    pub fn note_assignment(&mut self, changed: bool) {
        self.count += 1;
        self.globals += u64::from(changed);
    }

    /// Records that a function, a mixin or a module was added. Results that were cached before are then no longer used.
    pub fn note_definition(&mut self) {
        self.count += 1;
        self.definitions += 1;
    }

    /// Begins to observe whether a call reads or changes anything outside of itself, until [`Self::stop_tracking`].
    pub fn start_tracking(&mut self) -> Tracking {
        self.tracked += 1;
        let outer = Tracking { count: self.count, own_reads: self.own_reads, read_unknown: self.read_unknown };
        self.own_reads = self.reads.len();
        self.read_unknown = false;
        outer
    }

    /// Stops tracking a call. `outer` is the result of [`Self::start_tracking`] for this call. Returns the dependencies
    /// of the call, or `None` if [`Self::count`] increased during the call. An outer call that is tracked gets these
    /// dependencies, too.
    pub fn stop_tracking(&mut self, outer: &Tracking) -> Option<Dependencies<S>> {
        let reads: Box<[Read<S>]> = self.reads.drain(self.own_reads..).collect();
        let globals = self.read_unknown.then_some(self.globals);
        self.tracked -= 1;
        self.own_reads = outer.own_reads;
        self.read_unknown |= outer.read_unknown;
        for read in &reads {
            self.note_global(&read.scope, read.name, &read.value);
        }
        let definitions = self.definitions;
        (self.count == outer.count).then_some(Dependencies { definitions, reads, globals })
    }

    /// Whether everything that a cached result depends on is unchanged.
    fn is_valid(&self, dependencies: &Dependencies<S>) -> bool {
        dependencies.definitions == self.definitions
            && dependencies.globals.is_none_or(|globals| globals == self.globals)
            && dependencies.reads.iter().all(Read::holds)
    }

    /// Records the dependencies of a cached result that is used.
    fn note_cached(&mut self, dependencies: &Dependencies<S>) {
        for read in &dependencies.reads {
            self.note_global(&read.scope, read.name, &read.value);
        }
        self.read_unknown |= dependencies.globals.is_some();
    }

    /// Reserves memory for a result. Returns `false` if it is too large or the cache is full.
    fn reserve<A: CallArguments<S::Value>>(&mut self, cached: &CachedResult<S, A>) -> bool {
        let whole = MAX_SIZE.min(MAX_TOTAL.saturating_sub(self.cached_bytes));
        let mut room = whole;
        let reads = cached.dependencies.reads.iter().map(|read| &read.value);
        let fits = cached.arguments.values().chain(reads).chain([&cached.value]).all(|value| value.fits_in(&mut room));
        if fits {
            self.cached_bytes += whole - room;
        }
        fits
    }
}

impl<S: GlobalScope, A: CallArguments<S::Value>> ResultCache<S, A> {
    /// Removes all results, to break reference cycles between values and functions.
    pub fn clear(&self) {
        self.0.take();
    }

    /// Whether results of the function should be cached. False once fewer than about one lookup in eight has found a
    /// result, but not before the 48th lookup.
    pub fn is_useful(&self) -> bool {
        self.0.borrow().as_ref().is_none_or(|results| !results.is_disabled)
    }

    /// The cached result of an earlier call with the same arguments. `None` if there is no such result, or if its
    /// dependencies differ now. `hash` is the hash of the arguments. `same` returns whether the arguments of an earlier
    /// call are the same.
    pub fn find(&self, hash: u64, same: impl Fn(&A) -> bool, effects: &mut Effects<S>) -> Option<S::Value> {
        let mut results = self.0.borrow_mut();
        let results = results.get_or_insert_default();
        results.lookups += 1;
        let found = results.by_arguments.get(&hash).and_then(|similar| {
            similar.iter().rev().find(|cached| effects.is_valid(&cached.dependencies) && same(&cached.arguments))
        });
        if let Some(cached) = found {
            results.hits += 1;
            effects.note_cached(&cached.dependencies);
            return Some(cached.value.clone());
        }
        if results.lookups >= TRIAL && results.hits < results.lookups / 8 {
            results.is_disabled = true;
            results.by_arguments = FastMap::default();
        }
        None
    }

    /// Caches the result of a call, unless it is too large or the memory for cached results is used up. If the function
    /// has too many results, first removes all of them. If too many have the same `hash`, removes the oldest of these.
    pub fn insert(
        &self,
        hash: u64,
        arguments: A,
        value: S::Value,
        dependencies: Dependencies<S>,
        effects: &mut Effects<S>,
    ) {
        let cached = CachedResult { arguments, value, dependencies };
        if !effects.reserve(&cached) {
            return;
        }
        let mut results = self.0.borrow_mut();
        let results = results.get_or_insert_default();
        if results.len >= MAX_RESULTS {
            results.by_arguments.clear();
            results.len = 0;
        }
        let similar = results.by_arguments.entry(hash).or_default();
        if similar.len() >= MAX_SIMILAR {
            similar.remove(0);
            results.len -= 1;
        }
        results.len += 1;
        similar.push(cached);
    }
}

impl<S: GlobalScope, A> Default for ResultCache<S, A> {
    fn default() -> Self {
        ResultCache(RefCell::new(None))
    }
}

impl<S: GlobalScope, A> Default for Results<S, A> {
    fn default() -> Self {
        Results { by_arguments: FastMap::default(), len: 0, lookups: 0, hits: 0, is_disabled: false }
    }
}

impl<S: GlobalScope, A> fmt::Debug for ResultCache<S, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResultCache").finish_non_exhaustive()
    }
}
