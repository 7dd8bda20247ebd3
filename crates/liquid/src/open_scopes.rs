//! Access to the single scopes of a context, and to the environment, for plugins that see them as Ruby's
//! `context.scopes` and `context.environments`.
//!
//! A scope's depth is the number of scopes outside of it. The outermost scope, with the depth 0, contains the assigned
//! variables.

use crate::context::Context;
use crate::value::key::Name;
use crate::value::{Abort, Hash, Value};

impl Context<'_> {
    /// The number of open scopes, including the outermost.
    pub fn scope_count(&self) -> usize {
        self.variables.depth() + 1
    }

    /// The variables of a scope. `None` if no open scope has the depth.
    pub fn scope(&self, depth: usize) -> Option<Hash> {
        self.variables.scope(depth)
    }

    /// The variable of a scope. Other scopes are not searched.
    pub fn scope_variable(&self, depth: usize, name: &str) -> Option<Value> {
        self.variables.in_scope(depth, &Name::new(name)).cloned()
    }

    /// Sets a variable of a scope.
    ///
    /// # Errors
    /// Fails if the assigned values grow beyond the limit, and for a new variable in a scope that is neither the
    /// innermost nor the outermost.
    pub fn set_in_scope(&mut self, depth: usize, name: &str, value: Value) -> Result<(), Abort> {
        if depth == 0 {
            return self.assign(name, value);
        }
        let value = self.stored(value);
        if self.variables.set_in_scope(depth, &Name::new(name), value) {
            return Ok(());
        }
        Err(Abort::error(
            "NotImplementedError",
            format!("a new variable '{name}' in a scope within others is not supported"),
        ))
    }

    /// Removes a variable of a scope and returns its value.
    pub fn remove_from_scope(&mut self, depth: usize, name: &str) -> Option<Value> {
        self.variables.remove_from_scope(depth, &Name::new(name))
    }

    /// Opens a scope with these variables. Ruby's `context.push`.
    ///
    /// # Errors
    /// `Liquid::StackLevelError` beyond 100 scopes.
    pub fn push_scope(&mut self, variables: &Hash) -> Result<(), Abort> {
        self.variables.push()?;
        for (name, value) in variables.iter() {
            if let Some(name) = name.as_str() {
                let value = self.stored(value.clone());
                self.variables.set(&Name::new(name), value);
            }
        }
        Ok(())
    }

    /// Closes the innermost scope. Ruby's `context.pop`. False if only the outermost scope is open, which cannot close.
    pub fn pop_scope(&mut self) -> bool {
        let inner = self.variables.depth() > 0;
        self.variables.pop();
        inner
    }

    /// Begins what [`Context::stack`] does, for callers that cannot run the inside as a closure. If there are
    /// `variables`, opens a scope with them at once. [`Context::leave_stack`] ends it.
    ///
    /// # Errors
    /// Same as [`Context::push_scope`]. The stack has begun nevertheless.
    pub fn enter_stack(&mut self, variables: Option<&Hash>) -> Result<(), Abort> {
        self.outer_stacks.push(self.stack_used);
        self.stack_used = variables.is_some();
        match variables {
            Some(variables) => self.push_scope(variables),
            None => Ok(()),
        }
    }

    /// Ends what [`Context::enter_stack`] has begun last, and closes its scope.
    pub fn leave_stack(&mut self) {
        if let Some(outer) = self.outer_stacks.pop() {
            if self.stack_used {
                self.variables.pop();
            }
            self.stack_used = outer;
        }
    }

    /// The counters of `increment` and `decrement`, by name.
    pub fn counters(&self) -> &Hash {
        &self.variables.counters
    }

    /// Sets a key of the environment, if it is a counter or if the environment is a hash. Returns whether it is a drop,
    /// which the caller must change.
    pub fn set_environment_value(&mut self, key: &str, value: &Value) -> bool {
        self.variables.set_outside(key, value)
    }
}
