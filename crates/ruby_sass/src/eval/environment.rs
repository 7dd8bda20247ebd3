//! Environments: nested scopes of variables, mixins and functions.

use super::Callable;
use crate::selector::SelectorList;
use crate::tree::Statement;
use crate::value::Value;
use hastie_sass_core::symbol::{FastMap, Symbol};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The block that an `@include` passes to its mixin, with the scope in which it was written.
#[derive(Clone, Debug)]
pub(crate) struct ContentBlock {
    pub(crate) statements: Arc<Vec<Statement>>,
    pub(crate) environment: Rc<Environment>,
}

/// The maximum number of entries that are searched linearly.
const FEW: usize = 8;

/// A map from names to the members of a scope. Most scopes are so small that a linear search is faster than a hash map.
#[derive(Debug)]
enum Bindings<T> {
    Few(SmallVec<[(Symbol, T); 2]>),
    Many(FastMap<Symbol, T>),
}

impl<T> Default for Bindings<T> {
    fn default() -> Self {
        Bindings::Few(SmallVec::new())
    }
}

impl<T> Bindings<T> {
    fn get(&self, key: Symbol) -> Option<&T> {
        match self {
            Bindings::Few(pairs) => pairs.iter().find_map(|(known, value)| (*known == key).then_some(value)),
            Bindings::Many(map) => map.get(&key),
        }
    }

    fn get_mut(&mut self, key: Symbol) -> Option<&mut T> {
        match self {
            Bindings::Few(pairs) => pairs.iter_mut().find_map(|(known, value)| (*known == key).then_some(value)),
            Bindings::Many(map) => map.get_mut(&key),
        }
    }

    fn insert(&mut self, key: Symbol, value: T) {
        if let Some(known) = self.get_mut(key) {
            *known = value;
            return;
        }
        match self {
            Bindings::Few(pairs) if pairs.len() < FEW => pairs.push((key, value)),
            Bindings::Few(pairs) => {
                *self = Bindings::Many(pairs.drain(..).chain([(key, value)]).collect());
            }
            Bindings::Many(map) => {
                map.insert(key, value);
            }
        }
    }

    fn values(&self) -> impl Iterator<Item = &T> {
        let (few, many) = match self {
            Bindings::Few(pairs) => (Some(pairs.iter().map(|(_, value)| value)), None),
            Bindings::Many(map) => (None, Some(map.values())),
        };
        few.into_iter().flatten().chain(many.into_iter().flatten())
    }

    fn clear(&mut self) {
        *self = Bindings::default();
    }
}

/// A scope of variables, mixins and functions, with a reference to the scope around it.
#[derive(Debug, Default)]
pub(crate) struct Environment {
    parent: Option<Rc<Environment>>,
    /// Whether the scope belongs to `@if` or a loop, in which assignments may set global variables.
    of_control: bool,
    variables: RefCell<Bindings<Value>>,
    /// The selector that `&` refers to in the calling environment, for mixins, functions and content blocks. `None`
    /// outside of all rules.
    caller_selector: RefCell<Option<Rc<SelectorList>>>,
    /// Mixins, functions, the content block and the selector for `&`. `None` if the scope has none of these.
    more: RefCell<Option<Box<More>>>,
}

/// The contents that most scopes lack: mixins, functions, the content block and the selector for `&`.
#[derive(Debug, Default)]
struct More {
    mixins: Bindings<Rc<Callable>>,
    functions: Bindings<Rc<Callable>>,
    content: Option<ContentBlock>,
    selector: Option<Rc<SelectorList>>,
}

impl Environment {
    pub(super) fn global() -> Rc<Environment> {
        Rc::default()
    }

    pub(crate) fn within(parent: &Rc<Environment>) -> Rc<Environment> {
        Rc::new(Environment { parent: Some(Rc::clone(parent)), ..Environment::default() })
    }

    pub(super) fn of_control(parent: &Rc<Environment>) -> Rc<Environment> {
        Rc::new(Environment { parent: Some(Rc::clone(parent)), of_control: true, ..Environment::default() })
    }

    /// Removes all variables, mixins and functions of the scope, to break reference cycles.
    pub(super) fn clear(&self) {
        self.variables.borrow_mut().clear();
        self.caller_selector.borrow_mut().take();
        if let Some(more) = self.more.borrow_mut().take() {
            more.functions.values().for_each(|function| function.cached_results.clear());
        }
    }

    /// The first result of `get` in this scope or its ancestors, from the innermost outwards. `None` if there is none.
    fn nearest<T>(&self, get: impl Fn(&More) -> Option<T>) -> Option<T> {
        self.outwards().find_map(|environment| get(environment.more.borrow().as_deref()?))
    }

    fn with_more<T>(&self, change: impl FnOnce(&mut More) -> T) -> T {
        change(self.more.borrow_mut().get_or_insert_default())
    }

    /// This scope and its ancestors, from the innermost outwards.
    fn outwards(&self) -> impl Iterator<Item = &Environment> {
        std::iter::successors(Some(self), |environment| environment.parent.as_deref())
    }

    pub(crate) fn variable(&self, key: Symbol) -> Option<Value> {
        self.lookup(key).map(|(value, _)| value)
    }

    /// The value of a variable, and whether the variable is global. `None` if it is undefined.
    pub(super) fn lookup(&self, key: Symbol) -> Option<(Value, bool)> {
        self.outwards().find_map(|environment| {
            let value = environment.variables.borrow().get(key).cloned()?;
            Some((value, environment.parent.is_none()))
        })
    }

    /// Calls `look` with a variable of this scope, or with `None` if this scope lacks it.
    pub(super) fn with_own_variable<T>(&self, key: Symbol, look: impl FnOnce(Option<&Value>) -> T) -> T {
        look(self.variables.borrow().get(key))
    }

    pub(crate) fn mixin(&self, key: Symbol) -> Option<Rc<Callable>> {
        self.nearest(|more| more.mixins.get(key).cloned())
    }

    pub(crate) fn function(&self, key: Symbol) -> Option<Rc<Callable>> {
        self.nearest(|more| more.functions.get(key).cloned())
    }

    /// Sets a variable that exists in this scope or around it, or else creates it in this scope. An existing global
    /// variable is set only from the global scope, or from inside of an `@if`, `@for` or similar rule at the top level.
    /// Returns whether a global variable was set.
    pub(super) fn set(&self, key: Symbol, value: Value) -> bool {
        let mut environment = self;
        loop {
            if let Some(known) = environment.variables.borrow_mut().get_mut(key) {
                *known = value;
                return environment.parent.is_none();
            }
            match &environment.parent {
                Some(parent) if environment.of_control || parent.parent.is_some() => environment = parent,
                _ => break,
            }
        }
        self.set_local(key, value);
        self.parent.is_none()
    }

    pub(crate) fn set_local(&self, key: Symbol, value: Value) {
        self.variables.borrow_mut().insert(key, value);
    }

    pub(super) fn define_mixin(&self, key: Symbol, mixin: Rc<Callable>) {
        self.with_more(|more| more.mixins.insert(key, mixin));
    }

    pub(super) fn define_function(&self, key: Symbol, function: Rc<Callable>) {
        self.with_more(|more| {
            if let Some(former) = more.functions.get(key) {
                former.cached_results.clear();
            }
            more.functions.insert(key, function);
        });
    }

    pub(super) fn set_caller(&self, caller: &Environment) {
        // The selector of an environment is complete before the first call from it. Searching it now takes one step for each
        // scope around the call. Searching it later, through callers and their callers, would double with each level.
        *self.caller_selector.borrow_mut() = caller.selector();
    }

    pub(super) fn set_content(&self, content: ContentBlock) {
        self.with_more(|more| more.content = Some(content));
    }

    pub(super) fn set_selector(&self, selector: Rc<SelectorList>) {
        self.with_more(|more| more.selector = Some(selector));
    }

    /// The content block from the innermost scope that has one. `None` if no block was passed to a surrounding mixin.
    pub(crate) fn content(&self) -> Option<ContentBlock> {
        self.nearest(|more| more.content.clone())
    }

    /// The selector that `&` refers to, from the innermost scope that has one. `None` outside of all rules.
    pub(crate) fn selector(&self) -> Option<Rc<SelectorList>> {
        self.outwards().find_map(|environment| {
            if let Some(selector) = environment.more.borrow().as_ref().and_then(|more| more.selector.as_ref()) {
                return Some(Rc::clone(selector));
            }
            environment.caller_selector.borrow().clone()
        })
    }
}
