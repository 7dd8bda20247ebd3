//! Functions and mixins as first-class values.

use super::environment::Environment;
use super::result_cache::CachedResults;
use crate::functions::Builtin;
use crate::syntax::CallableDeclaration;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// A function or mixin that can be called. `PlainCss` is a CSS function such as `blur`, whose calls remain in the
/// output.
#[derive(Clone)]
pub enum Callable {
    /// A built-in function or mixin.
    Builtin(&'static Builtin),
    /// A user-defined function or mixin.
    User(Rc<UserCallable>),
    /// A plain CSS function. Calls are written to the output.
    PlainCss(Arc<str>),
}

/// A function, mixin or content block from a style sheet, with the environment of its definition.
pub struct UserCallable {
    /// The name, the parameters and the body, as written in the source.
    pub declaration: Arc<CallableDeclaration>,
    pub(super) environment: Environment,
    pub(super) in_dependency: bool,
    /// Earlier results of the function. Unused for mixins.
    pub(super) cached_results: CachedResults,
}

impl Callable {
    /// The name of the function or mixin. If a style sheet defines the function or mixin, each `_` is replaced by `-`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Callable::Builtin(builtin) => builtin.name,
            Callable::User(user) => user.declaration.name.as_str(),
            Callable::PlainCss(name) => name,
        }
    }

    /// Whether this mixin accepts a content block, as `meta.accepts-content()` reports. User-defined mixins do if they
    /// contain `@content`.
    #[must_use]
    pub fn accepts_content(&self) -> bool {
        match self {
            Callable::Builtin(builtin) => builtin.accepts_content,
            Callable::User(user) => user.declaration.has_content,
            Callable::PlainCss(_) => false,
        }
    }
}

impl PartialEq for Callable {
    fn eq(&self, other: &Callable) -> bool {
        match (self, other) {
            (Callable::Builtin(a), Callable::Builtin(b)) => std::ptr::eq(*a, *b),
            (Callable::User(a), Callable::User(b)) => Rc::ptr_eq(a, b),
            (Callable::PlainCss(a), Callable::PlainCss(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Callable {}

impl fmt::Debug for Callable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Callable({})", self.name())
    }
}
