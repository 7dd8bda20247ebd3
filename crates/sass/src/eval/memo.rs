//! A cache of function results, which saves evaluating a call with the same arguments again.
//!
//! Frameworks compute the same luminances and grid widths thousands of times. A result is cached if the call was pure:
//! it had no side effects, used no random numbers, and read only its arguments, local variables and global variables. A
//! result that depends on global variables is valid while they have the same values.

use super::Evaluator;
use super::callable::UserCallable;
use super::environment::{Scope, Variable};
use super::table::Table;
use crate::symbol::FastHasher;
use crate::value::Value;
use crate::{FastMap, Result, Symbol};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::hash::Hasher;
use std::rc::Rc;

/// The maximum number of cached results per function.
const MAX_RESULTS: usize = 8_192;

/// The number of calls after which a function without cache hits is no longer cached.
const TRIAL: u32 = 48;

/// The maximum number of cached results with similar arguments, for different states of the global variables.
const MAX_SIMILAR: usize = 12;

/// The maximum number of global variables that a cached result may depend on.
const MAX_READS: usize = 24;

/// The maximum number of values compared for an argument.
const MAX_COMPARED: u32 = 400;

/// The maximum size of a cached result with its arguments and global variables, in bytes.
const MAX_SIZE: u64 = 64 << 10;

/// The maximum size of all cached results of a compilation, in bytes.
const MAX_TOTAL: u64 = 128 << 20;

/// The cached results of a function.
#[derive(Default)]
pub(super) struct Memo(RefCell<Option<Box<Results>>>);

#[derive(Default)]
struct Results {
    by_arguments: FastMap<u64, SmallVec<[CachedResult; 1]>>,
    len: usize,
    lookups: u32,
    hits: u32,
    /// Whether the function is no longer cached because it had no hits.
    is_disabled: bool,
}

struct CachedResult {
    arguments: Box<[(Symbol, Value)]>,
    value: Value,
    definitions: u64,
    /// The global variables that the result depends on.
    reads: Box<[Read]>,
    /// The state of all global variables, if it is unknown which of them the result depends on.
    globals: Option<u64>,
}

/// A global variable that was read, with its value.
struct Read {
    scope: Rc<Scope>,
    name: Symbol,
    value: Value,
}

impl Read {
    /// Whether the variable still has the same value.
    fn holds(&self) -> bool {
        let mut budget = MAX_COMPARED;
        let variables = self.scope.variables.borrow();
        variables.get(self.name).is_some_and(|now| now.value.is_identical(&self.value, &mut budget))
    }
}

/// The side effects and dependencies of calls.
#[derive(Default)]
pub(super) struct Effects {
    /// The number of side effects.
    count: u64,
    /// The nesting depth of tracked calls.
    tracked: u32,
    /// The global variables read by tracked calls. Those of the innermost call start at `own_reads`.
    reads: Vec<Read>,
    own_reads: usize,
    /// Whether the tracked call read global variables that are not in `reads`.
    read_unknown: bool,
    /// Counts assignments that changed a global variable.
    globals: u64,
    /// Counts new declarations of functions and modules.
    definitions: u64,
    /// The size of the cached results, in bytes.
    cached_bytes: u64,
}

impl Effects {
    /// The number of side effects so far.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Reserves memory for a result. Returns false if it is too large or the cache is full.
    fn reserve(&mut self, arguments: &[(Symbol, Value)], reads: &[Read], value: &Value) -> bool {
        let whole = MAX_SIZE.min(MAX_TOTAL.saturating_sub(self.cached_bytes));
        let mut room = whole;
        let values = arguments.iter().map(|(_, value)| value).chain(reads.iter().map(|read| &read.value));
        let fits = values.chain([value]).all(|value| value.fits_in(&mut room));
        if fits {
            self.cached_bytes += whole - room;
        }
        fits
    }

    /// Records a side effect.
    #[inline]
    pub(super) fn note(&mut self) {
        self.count += 1;
    }

    /// Records that a global variable was read.
    #[inline]
    pub(super) fn note_global(&mut self, scope: &Rc<Scope>, name: Symbol, value: &Value) {
        if self.tracked > 0 {
            self.add_read(scope, name, value);
        }
    }

    fn add_read(&mut self, scope: &Rc<Scope>, name: Symbol, value: &Value) {
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

    /// Records that an unknown global variable was read.
    #[inline]
    pub(super) fn note_unknown_read(&mut self) {
        self.read_unknown = true;
    }

    /// Records an assignment to a global variable, and whether it changed the value.
    pub(super) fn note_assignment(&mut self, changed: bool) {
        self.count += 1;
        self.globals += u64::from(changed);
    }

    /// Records that a function or module was declared.
    pub(super) fn note_definition(&mut self) {
        self.count += 1;
        self.definitions += 1;
    }

    /// Records the dependencies of a cached result that is used.
    fn note_cached(&mut self, cached: &CachedResult) {
        for read in &cached.reads {
            self.note_global(&read.scope, read.name, &read.value);
        }
        self.read_unknown |= cached.globals.is_some();
    }

    fn start_tracking(&mut self) -> Tracking {
        self.tracked += 1;
        let outer = Tracking { count: self.count, own_reads: self.own_reads, read_unknown: self.read_unknown };
        self.own_reads = self.reads.len();
        self.read_unknown = false;
        outer
    }

    /// Ends the tracking of a call. Its dependencies are also those of the outer call.
    fn stop_tracking(&mut self, outer: &Tracking) -> (Box<[Read]>, bool) {
        let reads: Box<[Read]> = self.reads.drain(self.own_reads..).collect();
        let read_unknown = self.read_unknown;
        self.tracked -= 1;
        self.own_reads = outer.own_reads;
        self.read_unknown |= outer.read_unknown;
        for read in &reads {
            self.note_global(&read.scope, read.name, &read.value);
        }
        (reads, read_unknown)
    }
}

/// The state before a tracked call.
struct Tracking {
    count: u64,
    own_reads: usize,
    read_unknown: bool,
}

/// The arguments of a call, with their hash.
pub(super) struct Key {
    hash: u64,
    arguments: Box<[(Symbol, Value)]>,
}

impl Memo {
    /// Removes all results, to break reference cycles between values and functions.
    pub(super) fn clear(&self) {
        self.0.take();
    }

    fn is_useful(&self) -> bool {
        self.0.borrow().as_ref().is_none_or(|results| !results.is_disabled)
    }

    /// The cached result of a call.
    fn find(&self, hash: u64, arguments: &Table<Variable>, effects: &mut Effects) -> Option<Value> {
        let mut results = self.0.borrow_mut();
        let results = results.get_or_insert_default();
        results.lookups += 1;
        let found = results.by_arguments.get(&hash).and_then(|kept| {
            kept.iter().rev().find(|kept| kept.is_valid(effects) && same_arguments(&kept.arguments, arguments))
        });
        if let Some(kept) = found {
            results.hits += 1;
            effects.note_cached(kept);
            return Some(kept.value.clone());
        }
        if results.lookups >= TRIAL && results.hits < results.lookups / 8 {
            results.is_disabled = true;
            results.by_arguments = FastMap::default();
        }
        None
    }

    fn insert(&self, key: Key, result: CachedResult) {
        let mut results = self.0.borrow_mut();
        let results = results.get_or_insert_default();
        if results.len >= MAX_RESULTS {
            results.by_arguments.clear();
            results.len = 0;
        }
        let others = results.by_arguments.entry(key.hash).or_default();
        if others.len() >= MAX_SIMILAR {
            others.remove(0);
            results.len -= 1;
        }
        results.len += 1;
        others.push(CachedResult { arguments: key.arguments, ..result });
    }
}

impl CachedResult {
    /// Whether the result is still valid.
    fn is_valid(&self, effects: &Effects) -> bool {
        self.definitions == effects.definitions
            && self.globals.is_none_or(|globals| globals == effects.globals)
            && self.reads.iter().all(Read::holds)
    }
}

fn same_arguments(cached: &[(Symbol, Value)], arguments: &Table<Variable>) -> bool {
    let mut budget = MAX_COMPARED;
    cached.len() == arguments.len()
        && cached.iter().zip(arguments.iter()).all(|((name, value), (other_name, other))| {
            *name == other_name && value.is_identical(&other.value, &mut budget)
        })
}

/// A hash of the arguments.
fn hash_of(arguments: &Table<Variable>) -> u64 {
    let mut hasher = FastHasher::default();
    for (name, variable) in arguments.iter() {
        std::hash::Hash::hash(&name, &mut hasher);
        variable.value.hash_shallow(&mut hasher, 3);
    }
    hasher.finish()
}

impl Evaluator<'_> {
    /// Whether results of the function can be cached in the current state.
    pub(super) fn can_cache(&self, function: &UserCallable) -> bool {
        function.memo.is_useful() && !self.in_supports_declaration && function.environment.at_root()
    }

    /// The result of a call with these arguments. Evaluates `call` unless the result is cached.
    pub(super) fn cached_call(
        &mut self,
        function: &UserCallable,
        arguments: &RefCell<Table<Variable>>,
        call: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        if !self.can_cache(function) {
            return call(self);
        }
        let key = {
            let arguments = arguments.borrow();
            let hash = hash_of(&arguments);
            if let Some(value) = function.memo.find(hash, &arguments, &mut self.effects) {
                return Ok(value);
            }
            let arguments = arguments.iter().map(|(name, variable)| (name, variable.value.clone())).collect();
            Key { hash, arguments }
        };
        let outer = self.effects.start_tracking();
        let result = call(self);
        let (reads, read_unknown) = self.effects.stop_tracking(&outer);
        if let Ok(value) = &result
            && self.effects.count == outer.count
            && self.effects.reserve(&key.arguments, &reads, value)
        {
            let globals = read_unknown.then_some(self.effects.globals);
            let definitions = self.effects.definitions;
            function.memo.insert(
                key,
                CachedResult { arguments: Box::default(), value: value.clone(), definitions, reads, globals },
            );
        }
        result
    }
}
