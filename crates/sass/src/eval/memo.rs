//! Results of functions that are kept: a call with the same arguments need not be evaluated again.
//!
//! Frameworks compute the same luminances and the same grid widths thousands of times. A result is kept if the call did
//! nothing but compute: it reported nothing, assigned no global variable, asked for no random number and looked at
//! nothing but its arguments, its own variables and global variables. Results that depend on global variables hold while
//! those have the same values.

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

/// The number of results of one function that are kept.
const MAX_RESULTS: usize = 8_192;

/// The number of calls after which a function that gains nothing is no longer looked up.
const TRIAL: u32 = 48;

/// The number of results with like arguments that are kept, for several states of the global variables.
const MAX_ALIKE: usize = 12;

/// The largest number of global variables that a result may depend on.
const MAX_READS: usize = 24;

/// The number of values of an argument that are compared.
const MAX_COMPARED: u32 = 400;

/// How many bytes one result may take, with arguments and global variables.
const MAX_SIZE: u64 = 64 << 10;

/// How many bytes all results of a compilation may take.
const MAX_TOTAL: u64 = 128 << 20;

/// The results of one function.
#[derive(Default)]
pub(super) struct Memo(RefCell<Option<Box<Results>>>);

#[derive(Default)]
struct Results {
    by_arguments: FastMap<u64, SmallVec<[Kept; 1]>>,
    len: usize,
    lookups: u32,
    hits: u32,
    /// Whether the function gains nothing from it.
    given_up: bool,
}

struct Kept {
    arguments: Box<[(Symbol, Value)]>,
    value: Value,
    definitions: u64,
    /// The global variables that the result depends on.
    reads: Box<[Read]>,
    /// The state of all global variables, where it is not known which of them the result depends on.
    globals: Option<u64>,
}

/// A global variable with the value that it had.
struct Read {
    scope: Rc<Scope>,
    name: Symbol,
    value: Value,
}

impl Read {
    /// Whether the variable has the same value now.
    fn holds(&self) -> bool {
        let mut budget = MAX_COMPARED;
        let variables = self.scope.variables.borrow();
        variables.get(self.name).is_some_and(|now| now.value.is_identical(&self.value, &mut budget))
    }
}

/// The side effects of calls, and the state that they depended on.
#[derive(Default)]
pub(super) struct Effects {
    /// The number of side effects.
    count: u64,
    /// The nesting of watched calls.
    watched: u32,
    /// The global variables that watched calls have read; those of the innermost call begin at `own_reads`.
    reads: Vec<Read>,
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

impl Effects {
    /// The number of side effects until now.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Whether a result can be kept, which it counts for then.
    fn has_room(&mut self, arguments: &[(Symbol, Value)], reads: &[Read], value: &Value) -> bool {
        let whole = MAX_SIZE.min(MAX_TOTAL.saturating_sub(self.kept));
        let mut room = whole;
        let values = arguments.iter().map(|(_, value)| value).chain(reads.iter().map(|read| &read.value));
        let fits = values.chain([value]).all(|value| value.fits_in(&mut room));
        if fits {
            self.kept += whole - room;
        }
        fits
    }

    /// Notes that what runs does more than compute.
    #[inline]
    pub(super) fn note(&mut self) {
        self.count += 1;
    }

    /// Notes that a global variable was read.
    #[inline]
    pub(super) fn note_global(&mut self, scope: &Rc<Scope>, name: Symbol, value: &Value) {
        if self.watched > 0 {
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

    /// Notes that a variable was read that may be any global one.
    #[inline]
    pub(super) fn note_unknown_read(&mut self) {
        self.read_unknown = true;
    }

    /// Notes that a global variable was assigned, and whether its value changed.
    pub(super) fn note_assignment(&mut self, changed: bool) {
        self.count += 1;
        self.globals += u64::from(changed);
    }

    /// Notes that names have other meanings from now on.
    pub(super) fn note_definition(&mut self) {
        self.count += 1;
        self.definitions += 1;
    }

    /// Notes what a kept result depends on.
    fn note_kept(&mut self, kept: &Kept) {
        for read in &kept.reads {
            self.note_global(&read.scope, read.name, &read.value);
        }
        self.read_unknown |= kept.globals.is_some();
    }

    fn watch(&mut self) -> Watch {
        self.watched += 1;
        let outer = Watch { count: self.count, own_reads: self.own_reads, read_unknown: self.read_unknown };
        self.own_reads = self.reads.len();
        self.read_unknown = false;
        outer
    }

    /// Ends a watch. What the call read counts for the one around it, too.
    fn unwatch(&mut self, outer: &Watch) -> (Box<[Read]>, bool) {
        let reads: Box<[Read]> = self.reads.drain(self.own_reads..).collect();
        let read_unknown = self.read_unknown;
        self.watched -= 1;
        self.own_reads = outer.own_reads;
        self.read_unknown |= outer.read_unknown;
        for read in &reads {
            self.note_global(&read.scope, read.name, &read.value);
        }
        (reads, read_unknown)
    }
}

/// The state before a call that is watched.
struct Watch {
    count: u64,
    own_reads: usize,
    read_unknown: bool,
}

/// The arguments of a call, with the number that they are found by.
pub(super) struct Key {
    number: u64,
    arguments: Box<[(Symbol, Value)]>,
}

impl Memo {
    /// Forgets everything, so that values and functions do not keep each other alive.
    pub(super) fn clear(&self) {
        self.0.take();
    }

    fn is_useful(&self) -> bool {
        self.0.borrow().as_ref().is_none_or(|results| !results.given_up)
    }

    /// The kept result.
    fn find(&self, number: u64, arguments: &Table<Variable>, effects: &mut Effects) -> Option<Value> {
        let mut results = self.0.borrow_mut();
        let results = results.get_or_insert_default();
        results.lookups += 1;
        let found = results.by_arguments.get(&number).and_then(|kept| {
            kept.iter().rev().find(|kept| kept.fits(effects) && same_arguments(&kept.arguments, arguments))
        });
        if let Some(kept) = found {
            results.hits += 1;
            effects.note_kept(kept);
            return Some(kept.value.clone());
        }
        if results.lookups >= TRIAL && results.hits < results.lookups / 8 {
            results.given_up = true;
            results.by_arguments = FastMap::default();
        }
        None
    }

    fn keep(&self, key: Key, kept: Kept) {
        let mut results = self.0.borrow_mut();
        let results = results.get_or_insert_default();
        if results.len >= MAX_RESULTS {
            results.by_arguments.clear();
            results.len = 0;
        }
        let others = results.by_arguments.entry(key.number).or_default();
        if others.len() >= MAX_ALIKE {
            others.remove(0);
            results.len -= 1;
        }
        results.len += 1;
        others.push(Kept { arguments: key.arguments, ..kept });
    }
}

impl Kept {
    /// Whether the result holds now.
    fn fits(&self, effects: &Effects) -> bool {
        self.definitions == effects.definitions
            && self.globals.is_none_or(|globals| globals == effects.globals)
            && self.reads.iter().all(Read::holds)
    }
}

fn same_arguments(kept: &[(Symbol, Value)], arguments: &Table<Variable>) -> bool {
    let mut budget = MAX_COMPARED;
    kept.len() == arguments.len()
        && kept.iter().zip(arguments.iter()).all(|((name, value), (other_name, other))| {
            *name == other_name && value.is_identical(&other.value, &mut budget)
        })
}

/// A number that equal arguments share.
fn number_of(arguments: &Table<Variable>) -> u64 {
    let mut hasher = FastHasher::default();
    for (name, variable) in arguments.iter() {
        std::hash::Hash::hash(&name, &mut hasher);
        variable.value.hash_shallow(&mut hasher, 3);
    }
    hasher.finish()
}

impl Evaluator<'_> {
    /// Whether results of a function are kept where the evaluation is now.
    pub(super) fn remembers(&self, function: &UserCallable) -> bool {
        function.memo.is_useful() && !self.in_supports_declaration && function.environment.at_root()
    }

    /// The value of a call with these arguments, which `call` evaluates unless the result is known.
    pub(super) fn remembered(
        &mut self,
        function: &UserCallable,
        arguments: &RefCell<Table<Variable>>,
        call: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        if !self.remembers(function) {
            return call(self);
        }
        let key = {
            let arguments = arguments.borrow();
            let number = number_of(&arguments);
            if let Some(value) = function.memo.find(number, &arguments, &mut self.effects) {
                return Ok(value);
            }
            let arguments = arguments.iter().map(|(name, variable)| (name, variable.value.clone())).collect();
            Key { number, arguments }
        };
        let outer = self.effects.watch();
        let result = call(self);
        let (reads, read_unknown) = self.effects.unwatch(&outer);
        if let Ok(value) = &result
            && self.effects.count == outer.count
            && self.effects.has_room(&key.arguments, &reads, value)
        {
            let globals = read_unknown.then_some(self.effects.globals);
            let definitions = self.effects.definitions;
            function
                .memo
                .keep(key, Kept { arguments: Box::default(), value: value.clone(), definitions, reads, globals });
        }
        result
    }
}
