//! Results of functions that are kept: a call with the same arguments need not be evaluated again.
//!
//! Frameworks compute the same luminances and the same grid widths thousands of times. A result is kept if the call did
//! nothing but compute: it reported nothing, assigned no global variable, asked for no random number and looked at
//! nothing but its arguments, its own variables and global variables. Results that depend on global variables hold until
//! one of those changes.

use super::Evaluator;
use super::callable::UserCallable;
use super::environment::Variable;
use super::table::Table;
use crate::symbol::FastHasher;
use crate::value::Value;
use crate::{FastMap, Result, Symbol};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::hash::Hasher;

/// How many results of one function are kept.
const MAX_RESULTS: usize = 8_192;

/// After how many calls a function that gains nothing is no longer looked up.
const TRIAL: u32 = 48;

/// How many values of an argument are compared.
const MAX_COMPARED: u32 = 96;

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
    /// The state of global variables that the result depends on.
    globals: Option<u64>,
}

/// What calls did that computing alone does not.
#[derive(Default)]
pub(super) struct Effects {
    /// How many there were.
    count: u64,
    /// Whether the call that is watched has read a global variable.
    read_global: bool,
    /// Counts assignments that changed a global variable.
    globals: u64,
    /// Counts declarations of functions and modules that became visible.
    definitions: u64,
}

impl Effects {
    /// Notes that what runs does more than compute.
    #[inline]
    pub(super) fn note(&mut self) {
        self.count += 1;
    }

    /// Notes that a global variable was read.
    #[inline]
    pub(super) fn note_read(&mut self) {
        self.read_global = true;
    }

    /// Notes that a global variable was assigned, and whether its value changed.
    pub(super) fn note_assignment(&mut self, changed: bool) {
        self.count += 1;
        self.globals += u64::from(changed);
    }

    /// Notes that names stand for something else from now on.
    pub(super) fn note_definition(&mut self) {
        self.count += 1;
        self.definitions += 1;
    }
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

    /// The kept result, and whether it depends on global variables.
    fn find(&self, number: u64, arguments: &Table<Variable>, effects: &Effects) -> Option<(Value, bool)> {
        let mut results = self.0.borrow_mut();
        let results = results.get_or_insert_default();
        results.lookups += 1;
        let found = results.by_arguments.get(&number).and_then(|kept| {
            kept.iter().find(|kept| {
                kept.definitions == effects.definitions
                    && kept.globals.is_none_or(|globals| globals == effects.globals)
                    && same_arguments(&kept.arguments, arguments)
            })
        });
        if let Some(kept) = found {
            results.hits += 1;
            return Some((kept.value.clone(), kept.globals.is_some()));
        }
        if results.lookups >= TRIAL && results.hits < results.lookups / 8 {
            results.given_up = true;
            results.by_arguments = FastMap::default();
        }
        None
    }

    fn keep(&self, key: Key, value: &Value, effects: &Effects, read_global: bool) {
        let mut results = self.0.borrow_mut();
        let results = results.get_or_insert_default();
        if results.len >= MAX_RESULTS {
            results.by_arguments.clear();
            results.len = 0;
        }
        let kept = results.by_arguments.entry(key.number).or_default();
        // What no longer holds, and what holds under other globals, makes room.
        let before = kept.len();
        kept.retain(|old| {
            old.definitions == effects.definitions && old.globals.is_none_or(|globals| globals == effects.globals)
        });
        results.len = results.len + 1 + kept.len() - before;
        kept.push(Kept {
            arguments: key.arguments,
            value: value.clone(),
            definitions: effects.definitions,
            globals: read_global.then_some(effects.globals),
        });
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
    /// The value of a call with these arguments, which `call` evaluates unless the result is known.
    pub(super) fn remembered(
        &mut self,
        function: &UserCallable,
        arguments: &RefCell<Table<Variable>>,
        call: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        if !function.memo.is_useful() || self.in_supports_declaration || !function.environment.at_root() {
            return call(self);
        }
        let key = {
            let arguments = arguments.borrow();
            let number = number_of(&arguments);
            if let Some((value, read_global)) = function.memo.find(number, &arguments, &self.effects) {
                self.effects.read_global |= read_global;
                return Ok(value);
            }
            let arguments = arguments.iter().map(|(name, variable)| (name, variable.value.clone())).collect();
            Key { number, arguments }
        };
        let before = self.effects.count;
        let outer = std::mem::replace(&mut self.effects.read_global, false);
        let result = call(self);
        let read_global = self.effects.read_global;
        self.effects.read_global |= outer;
        if let Ok(value) = &result
            && self.effects.count == before
        {
            function.memo.keep(key, value, &self.effects, read_global);
        }
        result
    }
}
