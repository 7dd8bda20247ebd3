//! Results of functions that are kept: a call with the same arguments need not be evaluated again.
//!
//! Grid systems compute the same widths from the same maps thousands of times. A result is kept if the call did nothing
//! but compute: it told nothing, assigned no global variable, asked for nothing random and looked at nothing but its
//! arguments, its own variables and global ones. It holds while those global variables have the same values and nothing
//! further was defined.

use super::super::error::Outcome;
use super::super::value::Value;
use super::{Callable, Environment, Evaluator, Passed};
use crate::symbol::{FastHasher, FastMap, Symbol};
use std::hash::Hasher;
use std::rc::Rc;

/// The number of results of one function that are kept.
const MAX_RESULTS: usize = 4_096;

/// The number of results with like arguments that are kept, for several states of the global variables.
const MAX_ALIKE: usize = 8;

/// The largest number of global variables that a result may depend on.
const MAX_READS: usize = 16;

/// The number of calls after which a function that gains nothing is no longer looked up.
const TRIAL: u32 = 48;

/// The number of values in an argument that are compared.
const MAX_COMPARED: u32 = 400;

/// How many bytes one result may take, with its arguments and global variables.
const MAX_SIZE: usize = 64 << 10;

/// How many bytes all results of a compilation may take.
const MAX_TOTAL: usize = 64 << 20;

/// The results of all functions, and what the calls that run have done so far.
#[derive(Default)]
pub(super) struct Memo {
    /// By the address of the function, which `Results` keeps alive.
    functions: FastMap<usize, Results>,
    /// Counts what calls did besides computing.
    effects: u64,
    /// Counts definitions of functions and mixins.
    definitions: u64,
    /// The nesting of calls that are watched.
    watched: u32,
    /// The global variables that watched calls have read; those of the innermost one begin at `own_reads`.
    reads: Vec<Read>,
    own_reads: usize,
    /// How many bytes are kept.
    kept: usize,
}

/// The results of one function.
struct Results {
    _function: Rc<Callable>,
    by_arguments: FastMap<u64, Vec<Kept>>,
    len: usize,
    lookups: u32,
    hits: u32,
    /// Whether the function gains nothing from it.
    given_up: bool,
}

struct Kept {
    arguments: Vec<Value>,
    value: Value,
    reads: Vec<Read>,
    definitions: u64,
}

/// A global variable with the value that it had.
#[derive(Clone)]
struct Read {
    name: Symbol,
    value: Value,
}

/// The state before a call that is watched.
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

    /// The result for these arguments that holds now.
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

    /// Gives up if calls with the same arguments are rare.
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

/// A number that identical arguments share.
fn number_of(arguments: &[Value]) -> u64 {
    let mut hasher = FastHasher::default();
    arguments.iter().for_each(|argument| argument.hash_shallow(&mut hasher, 2));
    hasher.finish()
}

impl Memo {
    /// Notes that what runs does more than compute, or depends on more than arguments and global variables.
    #[inline]
    pub(super) fn note_effect(&mut self) {
        self.effects += 1;
    }

    /// Notes that names have other meanings from now on.
    pub(super) fn note_definition(&mut self) {
        self.effects += 1;
        self.definitions += 1;
    }

    /// Notes that a global variable was read.
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

    /// Ends a watch. What the call read counts for the one around it, too.
    fn unwatch(&mut self, watch: &Watch) -> Vec<Read> {
        let reads: Vec<Read> = self.reads.drain(self.own_reads..).collect();
        self.watched -= 1;
        self.own_reads = watch.own_reads;
        if self.watched > 0 {
            reads.iter().cloned().for_each(|read| self.add_read(read));
        }
        reads
    }

    /// The kept value of a call, if there is one.
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
    /// The value of a call with these arguments, which `call` evaluates unless the result is known.
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
