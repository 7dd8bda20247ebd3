//! Requests about the single scopes of a template's variables. All begin with the number of Ruby's context object, which
//! only the shim uses. A scope's `depth` is the number of scopes outside of it.

use super::requests;
use hastie_liquid::Value;

requests! {
    /// A request about a scope of the template that is being rendered.
    ScopeRequest {
        /// The number of open scopes.
        "scopes" => Count,
        /// All variables of a scope.
        "scope" => All { depth: i64 = 1 },
        /// A variable of a scope, as an array with its value. nil if the scope does not have it.
        "scope_variable" => Variable { depth: i64 = 1, name: &'a str = 2 },
        /// Sets a variable of a scope.
        "scope_set" => Set { depth: i64 = 1, name: &'a str = 2, value: &'a Value = 3 },
        /// Applies Ruby's changes in place to a variable of a scope. `place` is the depth and the name.
        "change_scope" => Change { place: &'a [Value] = 1, changes: &'a [Value] = 2 },
        /// Removes a variable of a scope, and returns its value.
        "scope_delete" => Delete { depth: i64 = 1, name: &'a str = 2 },
        /// Opens a scope with variables.
        "push" => Push { variables: &'a Value = 1 },
        /// Closes the innermost scope. False if that is the outermost scope, too.
        "pop" => Pop,
        /// Begins `context.stack`, with the variables of a new scope or nil. False if no template is being rendered.
        "enter_stack" => EnterStack { variables: &'a Value = 1 },
        /// Ends `context.stack`.
        "leave_stack" => LeaveStack,
        /// The value of a variable by its name, from the scopes or the environment.
        "find_variable" => Find { name: &'a str = 1 },
    }
}
