//! The interface through which built-in functions access the evaluator.

use crate::selector::Budget;
use crate::value::{ArgumentList, Value};
use crate::{Callable, Deprecation, Result, Sources, Span, Symbol};

/// The services that the evaluator offers to built-in functions, such as warnings, random numbers and calls of function
/// values.
pub trait FunctionContext {
    /// Reports a warning at the current call.
    fn warn(&mut self, message: &str);

    /// Whether a deprecation at the current call would be reported. If not, its message is not needed.
    fn wants(&mut self, _deprecation: Deprecation) -> bool {
        true
    }

    /// Reports a deprecation at the current call.
    fn deprecate(&mut self, deprecation: Deprecation, message: String);

    /// The span of the source in which the current call is written.
    fn span(&self) -> Span;

    /// The source texts of the compilation, for errors in selectors.
    fn sources(&self) -> &Sources;

    /// The remaining number of selectors that the compilation may create.
    fn budget(&self) -> Budget;

    /// Counts values that the current call reads or writes. Fails if the compilation does too much work.
    fn count_work(&mut self, nodes: u64) -> Result<()>;

    /// A random number in the range 0 (inclusive) to 1 (exclusive).
    fn random(&mut self) -> f64;

    /// A number that is different for each call.
    fn unique_id(&mut self) -> u64;

    /// Calls a function value with the positional arguments `args` and the named arguments `keywords`.
    fn call_function(&mut self, function: &Callable, args: Vec<Value>, keywords: Vec<(Symbol, Value)>)
    -> Result<Value>;

    /// Calls the function with this name that is visible at the current call, or else the plain CSS function.
    fn call_by_name(&mut self, name: &str, args: &ArgumentList) -> Result<Value>;

    /// Whether a global variable exists. With `module`, searches the module with this namespace.
    fn global_variable_exists(&mut self, name: Symbol, module: Option<&str>) -> Result<bool>;

    /// Whether the current scope or a module has a variable with this name.
    fn variable_exists(&mut self, name: Symbol) -> Result<bool>;

    /// Whether the current scope or a module has a function with this name. With `module`, searches the module with
    /// this namespace. Always true for the names of Sass's global functions.
    fn function_exists(&mut self, name: Symbol, module: Option<&str>) -> Result<bool>;

    /// Whether the current scope or a module has a mixin with this name. With `module`, searches the module with this
    /// namespace.
    fn mixin_exists(&mut self, name: Symbol, module: Option<&str>) -> Result<bool>;

    /// Whether a content block was passed to the current mixin. Fails outside of mixins.
    fn content_exists(&mut self) -> Result<bool>;

    /// The variables of the module with this namespace, as a map.
    fn module_variables(&mut self, namespace: &str) -> Result<Value>;

    /// The functions of the module with this namespace, as a map.
    fn module_functions(&mut self, namespace: &str) -> Result<Value>;

    /// The mixins of the module with this namespace, as a map.
    fn module_mixins(&mut self, namespace: &str) -> Result<Value>;

    /// A reference to a function, as `meta.get-function()` returns it. With `css`, refers to the plain CSS function
    /// named `original`. Otherwise, `original` is the name in the error for a missing function.
    fn get_function(&mut self, name: Symbol, module: Option<&str>, css: bool, original: &str) -> Result<Value>;

    /// A reference to a mixin, as `meta.get-mixin()` returns it. `original` is the name in the error for a missing
    /// mixin.
    fn get_mixin(&mut self, name: Symbol, module: Option<&str>, original: &str) -> Result<Value>;
}
