//! References to functions and mixins.

use crate::functions::BuiltIn;
use std::any::Any;
use std::rc::Rc;
use std::sync::Arc;

/// A function, as `meta.get-function()` gives it.
#[derive(Clone)]
pub enum FunctionRef {
    /// A function of Sass.
    BuiltIn(&'static BuiltIn),
    /// A function of CSS, by its name.
    PlainCss(Arc<str>),
    /// A function of a sheet.
    User(UserCallable),
}

/// A mixin, as `meta.get-mixin()` gives it.
#[derive(Clone)]
pub enum MixinRef {
    /// A mixin of Sass.
    BuiltIn(&'static BuiltIn),
    /// A mixin of a sheet.
    User(UserCallable),
}

/// A function or a mixin of a sheet. Only the evaluator knows what is inside.
#[derive(Clone)]
pub struct UserCallable {
    /// The name, as declared.
    pub name: Arc<str>,
    /// Whether a mixin has `@content`.
    pub accepts_content: bool,
    /// The evaluator's own. Two references are equal when this is the same.
    pub callable: Rc<dyn Any>,
}

impl FunctionRef {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            FunctionRef::BuiltIn(function) => function.name,
            FunctionRef::PlainCss(name) => name,
            FunctionRef::User(user) => &user.name,
        }
    }
}

impl MixinRef {
    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            MixinRef::BuiltIn(mixin) => mixin.name,
            MixinRef::User(user) => &user.name,
        }
    }

    /// Whether content can be passed.
    #[must_use]
    pub fn accepts_content(&self) -> bool {
        match self {
            MixinRef::BuiltIn(mixin) => mixin.accepts_content,
            MixinRef::User(user) => user.accepts_content,
        }
    }
}

impl PartialEq for FunctionRef {
    fn eq(&self, other: &FunctionRef) -> bool {
        match (self, other) {
            (FunctionRef::BuiltIn(a), FunctionRef::BuiltIn(b)) => std::ptr::eq(*a, *b),
            (FunctionRef::PlainCss(a), FunctionRef::PlainCss(b)) => a == b,
            (FunctionRef::User(a), FunctionRef::User(b)) => Rc::ptr_eq(&a.callable, &b.callable),
            _ => false,
        }
    }
}

impl PartialEq for MixinRef {
    fn eq(&self, other: &MixinRef) -> bool {
        match (self, other) {
            (MixinRef::BuiltIn(a), MixinRef::BuiltIn(b)) => std::ptr::eq(*a, *b),
            (MixinRef::User(a), MixinRef::User(b)) => Rc::ptr_eq(&a.callable, &b.callable),
            _ => false,
        }
    }
}

impl std::fmt::Debug for FunctionRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "function {}", self.name())
    }
}

impl std::fmt::Debug for MixinRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "mixin {}", self.name())
    }
}
