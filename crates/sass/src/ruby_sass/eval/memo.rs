//! A cache of function results, which saves evaluating a call with the same arguments again.
//!
//! Grid systems compute the same widths from the same maps thousands of times. A result is cached if the call was pure:
//! it reported nothing, assigned no global variable, used no random numbers, and read only its arguments, local
//! variables and global variables. It is valid while those global variables have the same values and nothing new is
//! defined.

use super::super::error::Outcome;
use super::super::value::Value;
use super::{Callable, Environment, Evaluator, Passed};
use crate::symbol::{FastHasher, FastMap, Symbol};
use std::hash::Hasher;
use std::rc::Rc;

/// The maximum number of cached results per function.
const MAX_RESULTS: usize = 4_096;

/// The maximum number of cached results with similar arguments, for different states of the global variables.
const MAX_ALIKE: usize = 8;

/// The maximum number of global variables that a cached result may depend on.
const MAX_READS: usize = 16;

/// The number of calls after which a function without cache hits is no longer cached.
const TRIAL: u32 = 48;

/// The maximum number of values compared for an argument.
const MAX_COMPARED: u32 = 400;

/// The maximum size of a cached result with its arguments and global variables, in bytes.
const MAX_SIZE: usize = 64 << 10;

/// The maximum size of all cached results of a compilation, in bytes.
const MAX_TOTAL: usize = 64 << 20;

/// The results of all functions, and the side effects and dependencies of running calls.
#[derive(Default)]
pub(super) struct Memo {
    /// By the address of the function, which `Results` keeps alive.
    functions: FastMap<usize, Results>,
    /// Counts side effects.
    effects: u64,
    /// Counts definitions of functions and mixins.
    definitions: u64,
    /// The nesting depth of tracked calls.
    watched: u32,
    /// The global variables read by tracked calls. Those of the innermost call start at `own_reads`.
    reads: Vec<Read>,
    own_reads: usize,
    /// The size of the cached results, in bytes.
    kept: usize,
}

/// The results of a function.
struct Results {
    _function: Rc<Callable>,
    by_arguments: FastMap<u64, Vec<Kept>>,
    len: usize,
    lookups: u32,
    hits: u32,
    /// Whether the function is no longer cached because it had no hits.
    given_up: bool,
}

struct Kept {
    arguments: Vec<Value>,
    value: Value,
    reads: Vec<Read>,
    definitions: u64,
}

/// A global variable that was read, with its value.
#[derive(Clone)]
struct Read {
    name: Symbol,
    value: Value,
}

/// The state before a tracked call.
struct Watch {
    effects: u64,
    definitions: u64,
    own_reads: usize,
}

impl Results {
    fn of(function: &Rc<Callable>) -> Results {
        Results {
            _function: Rc::clone(function),
            by_arguments: FastMap::default(),
            len: 0,
            lookups: 0,
            hits: 0,
            given_up: false,
        }
    }

    /// The result for these arguments that is currently valid.
    fn find(&mut self, number: u64, arguments: &[Value], definitions: u64, global: &Environment) -> Option<&Kept> {
        self.lookups += 1;
        let alike = self.by_arguments.get(&number)?;
        let found = alike.iter().rev().find(|kept| {
            kept.definitions == definitions
                && all_identical(&kept.arguments, arguments)
                && kept.reads.iter().all(|read| read.holds(global))
        });
        self.hits += u32::from(found.is_some());
        found
    }

    /// Disables the cache if hits are rare.
    fn judge(&mut self) {
        if self.lookups >= TRIAL && self.hits < self.lookups / 8 {
            self.given_up = true;
            self.by_arguments = FastMap::default();
        }
    }

    fn keep(&mut self, number: u64, kept: Kept) {
        if self.len >= MAX_RESULTS {
            self.by_arguments.clear();
            self.len = 0;
        }
        let alike = self.by_arguments.entry(number).or_default();
        if alike.len() >= MAX_ALIKE {
            alike.remove(0);
            self.len -= 1;
        }
        self.len += 1;
        alike.push(kept);
    }
}

impl Read {
    fn holds(&self, global: &Environment) -> bool {
        let same = |now: &Value| now.is_identical(&self.value, &mut { MAX_COMPARED });
        global.with_own_variable(self.name, |now| now.is_some_and(same))
    }
}

fn all_identical(one: &[Value], two: &[Value]) -> bool {
    let mut budget = MAX_COMPARED;
    one.len() == two.len() && one.iter().zip(two).all(|(one, two)| one.is_identical(two, &mut budget))
}

/// A hash of the arguments.
fn number_of(arguments: &[Value]) -> u64 {
    let mut hasher = FastHasher::default();
    arguments.iter().for_each(|argument| argument.hash_shallow(&mut hasher, 2));
    hasher.finish()
}

impl Memo {
    /// Records a side effect, or a dependency on anything except arguments and global variables.
    #[inline]
    pub(super) fn note_effect(&mut self) {
        self.effects += 1;
    }

    /// Records that a function or mixin was defined.
    pub(super) fn note_definition(&mut self) {
        self.effects += 1;
        self.definitions += 1;
    }

    /// Records that a global variable was read.
    #[inline]
    pub(super) fn note_global(&mut self, name: Symbol, value: &Value) {
        if self.watched > 0 {
            self.add_read(Read { name, value: value.clone() });
        }
    }

    fn add_read(&mut self, read: Read) {
        let own = self.reads.get(self.own_reads..).unwrap_or_default();
        if own.iter().any(|known| known.name == read.name) {
            return;
        }
        if own.len() >= MAX_READS {
            self.effects += 1;
            return;
        }
        self.reads.push(read);
    }

    fn watch(&mut self) -> Watch {
        let watch = Watch { effects: self.effects, definitions: self.definitions, own_reads: self.own_reads };
        self.watched += 1;
        self.own_reads = self.reads.len();
        watch
    }

    /// Ends the tracking of a call. Its dependencies are also those of the outer call.
    fn unwatch(&mut self, watch: &Watch) -> Vec<Read> {
        let reads: Vec<Read> = self.reads.drain(self.own_reads..).collect();
        self.watched -= 1;
        self.own_reads = watch.own_reads;
        if self.watched > 0 {
            reads.iter().cloned().for_each(|read| self.add_read(read));
        }
        reads
    }

    /// The cached result of a call.
    fn find(
        &mut self,
        function: &Rc<Callable>,
        number: u64,
        arguments: &[Value],
        global: &Environment,
    ) -> Option<Value> {
        let results = self.functions.entry(address(function)).or_insert_with(|| Results::of(function));
        let Some(kept) = results.find(number, arguments, self.definitions, global) else {
            results.judge();
            return None;
        };
        let value = kept.value.clone();
        if self.watched > 0 {
            let reads = kept.reads.clone();
            reads.into_iter().for_each(|read| self.add_read(read));
        }
        Some(value)
    }

    fn keep(&mut self, function: &Rc<Callable>, number: u64, kept: Kept) {
        let whole = MAX_SIZE.min(MAX_TOTAL - self.kept);
        let mut room = whole;
        let values = kept.arguments.iter().chain(kept.reads.iter().map(|read| &read.value)).chain([&kept.value]);
        if !values.into_iter().all(|value| value.fits_in(&mut room)) {
            return;
        }
        self.kept += whole - room;
        if let Some(results) = self.functions.get_mut(&address(function)) {
            results.keep(number, kept);
        }
    }

    fn is_useful_for(&self, function: &Rc<Callable>) -> bool {
        self.functions.get(&address(function)).is_none_or(|results| !results.given_up)
    }
}

fn address(function: &Rc<Callable>) -> usize {
    Rc::as_ptr(function) as usize
}

impl Evaluator<'_> {
    /// The result of a call with these arguments. Evaluates `call` unless the result is cached.
    pub(super) fn remembered(
        &mut self,
        function: &Rc<Callable>,
        passed: Passed,
        call: impl FnOnce(&mut Self, Passed) -> Outcome<Value>,
    ) -> Outcome<Value> {
        let plain = passed.is_plain() && function.parameters.rest.is_none();
        if !plain || !Rc::ptr_eq(&function.environment, &self.global) || !self.memo.is_useful_for(function) {
            return call(self, passed);
        }
        let number = number_of(&passed.positional);
        if let Some(value) = self.memo.find(function, number, &passed.positional, &self.global) {
            return Ok(value);
        }
        let arguments = passed.positional.clone();
        let watch = self.memo.watch();
        let result = call(self, passed);
        let reads = self.memo.unwatch(&watch);
        let pure = self.memo.effects == watch.effects;
        if let Ok(value) = &result
            && pure
        {
            let kept = Kept { arguments, value: value.clone(), reads, definitions: watch.definitions };
            self.memo.keep(function, number, kept);
        }
        result
    }
}
