//! The cache of function results, for the values and scopes of this crate.

use super::Evaluator;
use super::callable::UserCallable;
use super::environment::{Scope, Variable};
use super::table::Table;
use crate::Result;
use crate::value::Value;
use hastie_sass_core::result_cache::{self, Cacheable, CallArguments, GlobalScope, MAX_COMPARED, ResultCache};
use hastie_sass_core::symbol::{FastHasher, Symbol};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

/// The cached results of one function. A result is used if the arguments are identical, and if the dependencies of the
/// earlier call, such as global variables, are unchanged.
pub(super) type CachedResults = ResultCache<Scope, NamedArguments>;

/// Records what calls read and change outside of themselves. From this record, the cache decides which results are
/// valid.
pub(super) type Effects = result_cache::Effects<Scope>;

/// The values of a call's arguments, each with the name of its parameter. The cache compares them with the arguments of
/// earlier calls.
pub(super) type NamedArguments = Box<[(Symbol, Value)]>;

impl CallArguments<Value> for NamedArguments {
    fn values(&self) -> impl Iterator<Item = &Value> {
        self.iter().map(|(_, value)| value)
    }
}

impl Cacheable for Value {
    fn is_identical(&self, other: &Value, budget: &mut u32) -> bool {
        Value::is_identical(self, other, budget)
    }

    fn fits_in(&self, room: &mut u64) -> bool {
        Value::fits_in(self, room)
    }
}

impl GlobalScope for Scope {
    type Value = Value;

    fn with_variable<T>(&self, name: Symbol, look: impl FnOnce(Option<&Value>) -> T) -> T {
        look(self.variables.borrow().get(name).map(|variable| &variable.value))
    }
}

fn same_arguments(cached: &[(Symbol, Value)], arguments: &Table<Variable>) -> bool {
    let mut budget = MAX_COMPARED;
    cached.len() == arguments.len()
        && cached.iter().zip(arguments.iter()).all(|((name, value), (other_name, other))| {
            *name == other_name && value.is_identical(&other.value, &mut budget)
        })
}

fn hash_of(arguments: &Table<Variable>) -> u64 {
    let mut hasher = FastHasher::default();
    for (name, variable) in arguments.iter() {
        name.hash(&mut hasher);
        variable.value.hash_shallow(&mut hasher, 3);
    }
    hasher.finish()
}

impl Evaluator<'_> {
    /// Whether results of the function can be cached. Results are not cached in `@supports` declarations, or for
    /// functions declared in nested scopes. Caching also ends if too few earlier calls have found a result.
    pub(super) fn can_cache(&self, function: &UserCallable) -> bool {
        function.cached_results.is_useful() && !self.in_supports_declaration && function.environment.at_root()
    }

    /// The result of a call with these arguments, from the cache or else from `call`. Does not cache errors or the
    /// results of calls with side effects.
    pub(super) fn cached_call(
        &mut self,
        function: &UserCallable,
        arguments: &RefCell<Table<Variable>>,
        call: impl FnOnce(&mut Self) -> Result<Value>,
    ) -> Result<Value> {
        if !self.can_cache(function) {
            return call(self);
        }
        let (hash, arguments): (u64, NamedArguments) = {
            let arguments = arguments.borrow();
            let hash = hash_of(&arguments);
            let same = |cached: &NamedArguments| same_arguments(cached, &arguments);
            if let Some(value) = function.cached_results.find(hash, same, &mut self.effects) {
                return Ok(value);
            }
            (hash, arguments.iter().map(|(name, variable)| (name, variable.value.clone())).collect())
        };
        let tracking = self.effects.start_tracking();
        let result = call(self);
        let dependencies = self.effects.stop_tracking(&tracking);
        if let (Ok(value), Some(dependencies)) = (&result, dependencies) {
            function.cached_results.insert(hash, arguments, value.clone(), dependencies, &mut self.effects);
        }
        result
    }
}
