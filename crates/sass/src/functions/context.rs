//! The evaluator's side of built-in functions.

use crate::selector::Budget;
use crate::value::{ArgumentList, Value};
use crate::{Callable, Deprecation, Result, Sources, Span, Symbol};

/// The evaluator as functions see it.
pub trait FunctionContext {
    /// Reports a warning at the call that is being evaluated.
    fn warn(&mut self, message: &str);

    /// Whether a deprecation at the call that is being evaluated would be reported. Where it would not, its text need not
    /// be made.
    fn wants(&mut self, _deprecation: Deprecation) -> bool {
        true
    }

    /// Reports a deprecation at the call that is being evaluated.
    fn deprecate(&mut self, deprecation: Deprecation, message: String);

    /// The call that is being evaluated.
    fn span(&self) -> Span;

    /// The sources of the compilation, for errors in the texts of selectors.
    fn sources(&self) -> &Sources;

    /// The number of selectors that the compilation may still make.
    fn budget(&self) -> Budget;

    /// A random number, at least 0 and less than 1.
    fn random(&mut self) -> f64;

    /// A number that differs from call to call.
    fn unique_id(&mut self) -> u64;

    /// Calls a function.
    fn call_function(&mut self, function: &Callable, args: Vec<Value>, keywords: Vec<(Symbol, Value)>)
    -> Result<Value>;

    /// Calls the function that has a name at the place of the call, or else the function of CSS.
    fn call_by_name(&mut self, name: &str, args: &ArgumentList) -> Result<Value>;

    /// Whether there is a global variable, in the module with that namespace where one is given.
    fn global_variable_exists(&mut self, name: Symbol, module: Option<&str>) -> Result<bool>;

    /// Whether there is a variable.
    fn variable_exists(&mut self, name: Symbol) -> Result<bool>;

    /// Whether there is a function of a sheet, or in the module with that namespace where one is given.
    fn function_exists(&mut self, name: Symbol, module: Option<&str>) -> Result<bool>;

    /// Whether there is a mixin.
    fn mixin_exists(&mut self, name: Symbol, module: Option<&str>) -> Result<bool>;

    /// Whether content was passed to the mixin that is being evaluated. Fails outside of mixins.
    fn content_exists(&mut self) -> Result<bool>;

    /// The variables of the module with a namespace, as a map.
    fn module_variables(&mut self, namespace: &str) -> Result<Value>;

    /// The functions of the module with a namespace, as a map.
    fn module_functions(&mut self, namespace: &str) -> Result<Value>;

    /// The mixins of the module with a namespace, as a map.
    fn module_mixins(&mut self, namespace: &str) -> Result<Value>;

    /// A reference to a function. `original` is the name as the message about an absent one shows it.
    fn get_function(&mut self, name: Symbol, module: Option<&str>, css: bool, original: &str) -> Result<Value>;

    /// A reference to a mixin. `original` is the name as the message about an absent one shows it.
    fn get_mixin(&mut self, name: Symbol, module: Option<&str>, original: &str) -> Result<Value>;
}
