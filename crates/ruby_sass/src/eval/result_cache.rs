//! The cache of function results, for the values and environments of this crate.

use super::{Callable, Environment, EvaluatedArguments, Evaluator, Positional};
use crate::error::SassResult;
use crate::value::Value;
use hastie_sass_core::result_cache::{self, Cacheable, CallArguments, GlobalScope, MAX_COMPARED, ResultCache};
use hastie_sass_core::symbol::{FastHasher, Symbol};
use std::hash::Hasher;
use std::rc::Rc;

/// The stored results of one function. A call with identical arguments may reuse a result.
pub(super) type CachedResults = ResultCache<Environment, Positional>;

/// Records what calls read and change outside of themselves. From this record, the cache decides which results are
/// valid.
pub(super) type Effects = result_cache::Effects<Environment>;

impl CallArguments<Value> for Positional {
    fn values(&self) -> impl Iterator<Item = &Value> {
        self.iter()
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

impl GlobalScope for Environment {
    type Value = Value;

    fn with_variable<T>(&self, name: Symbol, look: impl FnOnce(Option<&Value>) -> T) -> T {
        self.with_own_variable(name, look)
    }
}

fn all_identical(one: &[Value], two: &[Value]) -> bool {
    let mut budget = MAX_COMPARED;
    one.len() == two.len() && one.iter().zip(two).all(|(one, two)| one.is_identical(two, &mut budget))
}

fn hash_of(arguments: &[Value]) -> u64 {
    let mut hasher = FastHasher::default();
    arguments.iter().for_each(|argument| argument.hash_shallow(&mut hasher, 2));
    hasher.finish()
}

impl Evaluator<'_> {
    /// The result of a call, from the cache or else from `call`. Only calls of a function that is declared at the root
    /// and has no rest parameter are cached. All arguments must be positional, and none of them may come from a list
    /// (`$args...`).
    pub(super) fn cached_call(
        &mut self,
        function: &Callable,
        passed: EvaluatedArguments,
        call: impl FnOnce(&mut Self, EvaluatedArguments) -> SassResult<Value>,
    ) -> SassResult<Value> {
        let plain = passed.is_plain() && function.parameters.rest.is_none();
        if !plain || !Rc::ptr_eq(&function.environment, &self.global) || !function.cached_results.is_useful() {
            return call(self, passed);
        }
        let hash = hash_of(&passed.positional);
        let same = |cached: &Positional| all_identical(cached, &passed.positional);
        if let Some(value) = function.cached_results.find(hash, same, &mut self.effects) {
            return Ok(value);
        }
        let arguments = passed.positional.clone();
        let tracking = self.effects.start_tracking();
        let result = call(self, passed);
        let dependencies = self.effects.stop_tracking(&tracking);
        if let (Ok(value), Some(dependencies)) = (&result, dependencies) {
            function.cached_results.insert(hash, arguments, value.clone(), dependencies, &mut self.effects);
        }
        result
    }
}
