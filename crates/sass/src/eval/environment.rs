//! Scopes, and the modules visible in a file. Mirrors dart-sass's `environment.dart`.
//!
//! Scopes form a chain from the innermost block to the file. A function keeps the chain in which it was declared.

use super::Callable;
use super::callable::UserCallable;
use super::module::Module;
use super::table::Table;
use crate::value::Value;
use crate::{Error, FastSet, Result, Span, Symbol};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A variable's value and the span of its assignment.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) value: Value,
    pub(super) span: Span,
}

/// The effect of an assignment: a local variable was set, or a global variable was created, kept or changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Assigned {
    /// A local variable was assigned.
    Local,
    /// A global variable was created.
    New,
    /// A global variable was assigned a value equal to its current one.
    Same,
    /// A global variable was assigned a different value.
    Changed,
}

/// The maximum number of comparisons to find out whether a global variable changes.
const MAX_COMPARED: u32 = 200;

impl Variable {
    /// Sets a global variable. Returns `Same` if the old and the new value are identical. Values that are too large to
    /// compare count as changed.
    pub(super) fn assign(&mut self, variable: Variable) -> Assigned {
        let mut budget = MAX_COMPARED;
        let same = self.value.is_identical(&variable.value, &mut budget);
        *self = variable;
        if same { Assigned::Same } else { Assigned::Changed }
    }
}

/// The variables, functions and mixins that a block declares, and the scope around the block.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) parent: Option<Rc<Scope>>,
    pub(super) variables: RefCell<Table<Variable>>,
    pub(super) functions: RefCell<Table<Callable>>,
    pub(super) mixins: RefCell<Table<Callable>>,
    /// Modules whose members were added by an `@import` in this block.
    pub(super) imported: RefCell<Vec<Module>>,
}

thread_local! {
    /// A pool of unused scopes, which keep the memory of their variables.
    static UNUSED: RefCell<Vec<Rc<Scope>>> = const { RefCell::new(Vec::new()) };
}

/// The maximum number of unused scopes in the pool.
const KEPT: usize = 64;

impl Scope {
    /// Creates an empty scope inside `parent`, from the pool of recycled scopes if possible.
    pub(super) fn inside(parent: &Rc<Scope>) -> Rc<Scope> {
        let mut scope = UNUSED.with_borrow_mut(Vec::pop).unwrap_or_default();
        if let Some(inner) = Rc::get_mut(&mut scope) {
            inner.parent = Some(Rc::clone(parent));
        }
        scope
    }

    /// If nothing else refers to the scope, clears it and returns it to the pool, unless the pool is full.
    pub(super) fn recycle(mut scope: Rc<Scope>) {
        let Some(inner) = Rc::get_mut(&mut scope) else { return };
        inner.parent = None;
        inner.variables.get_mut().clear();
        inner.functions.get_mut().clear();
        inner.mixins.get_mut().clear();
        inner.imported.get_mut().clear();
        UNUSED.with_borrow_mut(|unused| {
            if unused.len() < KEPT {
                unused.push(scope);
            }
        });
    }

    /// Removes all variables, functions and mixins, and the cached results of the functions. This breaks the reference
    /// cycle between a scope and its functions.
    pub(super) fn clear(&self) {
        for (_, function) in self.functions.take().iter() {
            if let Callable::User(user) = function {
                user.cached_results.clear();
            }
        }
        self.mixins.take();
        self.variables.take();
    }
}

impl Drop for Scope {
    /// Drops long chains iteratively, because recursion would be as deep as the chain.
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(scope) = next {
            match Rc::try_unwrap(scope) {
                Ok(mut scope) => next = scope.parent.take(),
                Err(_) => break,
            }
        }
    }
}

/// Modules, each with the span of the rule that loaded it.
pub(super) type ModuleList = Vec<(Module, Span)>;

/// The modules that a file uses or forwards, and the modules that its imported files forward.
#[derive(Default)]
pub(super) struct Modules {
    pub(super) named: RefCell<Vec<(Symbol, Module, Span)>>,
    /// Modules of `@use … as *`.
    pub(super) global: RefCell<ModuleList>,
    /// Modules that an imported file forwards.
    pub(super) imported: Rc<RefCell<ModuleList>>,
    pub(super) forwarded: RefCell<Option<ModuleList>>,
    /// All modules that are used or forwarded. Their CSS is part of the output.
    pub(super) all: RefCell<Vec<Module>>,
    /// Variables declared with `!default` at the root.
    pub(super) configurable: Rc<RefCell<FastSet<Symbol>>>,
    /// Whether any scope has modules in its field `imported`.
    pub(super) nested_imports: Rc<Cell<bool>>,
}

/// The scopes and modules that a statement sees. A function or mixin keeps the environment of its definition.
#[derive(Clone)]
pub(super) struct Environment {
    pub(super) scope: Rc<Scope>,
    pub(super) root: Rc<Scope>,
    pub(super) modules: Rc<Modules>,
    pub(super) content: Option<Rc<UserCallable>>,
    pub(super) in_mixin: bool,
    pub(super) semi_global: bool,
}

/// Whether an assignment in a block can change a global variable without `!global`, as in an `@if` at the root.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// A block that assigns to existing global variables if it is at the root, such as the block of an `@if`.
    SemiGlobal,
    /// Any other block.
    Local,
}

/// The scope and the flag `semi_global` before [`Environment::enter`]. [`Environment::leave`] restores them.
pub(super) struct Entered {
    scope: Option<Rc<Scope>>,
    semi_global: bool,
}

impl Environment {
    pub(super) fn new() -> Environment {
        let root = Rc::new(Scope::default());
        Environment {
            scope: Rc::clone(&root),
            root,
            modules: Rc::default(),
            content: None,
            in_mixin: false,
            semi_global: true,
        }
    }

    /// The environment captured by a function, a mixin or a content block.
    pub(super) fn closure(&self) -> Environment {
        Environment { in_mixin: false, semi_global: true, ..self.clone() }
    }

    /// The environment for a call of a function or mixin that was defined in this environment. `scope` holds the
    /// arguments of the call.
    pub(super) fn inside(&self, scope: Rc<Scope>) -> Environment {
        Environment {
            scope,
            root: Rc::clone(&self.root),
            modules: Rc::clone(&self.modules),
            content: self.content.clone(),
            in_mixin: self.in_mixin,
            semi_global: false,
        }
    }

    /// The environment for an imported file that loads modules. It shares the variables, functions and mixins of the
    /// importing file, but not the modules that the importing file uses or forwards.
    pub(super) fn for_import(&self) -> Environment {
        let modules = Modules {
            imported: Rc::clone(&self.modules.imported),
            configurable: Rc::clone(&self.modules.configurable),
            nested_imports: Rc::clone(&self.modules.nested_imports),
            ..Modules::default()
        };
        Environment { modules: Rc::new(modules), ..self.closure() }
    }

    pub(super) fn at_root(&self) -> bool {
        Rc::ptr_eq(&self.scope, &self.root)
    }

    /// Enters a block. If the block has declarations, it gets a scope. [`Environment::leave`] needs the result.
    pub(super) fn enter(&mut self, kind: BlockKind, has_declarations: bool) -> Entered {
        let outer = self.semi_global;
        self.semi_global = kind == BlockKind::SemiGlobal && outer;
        let mut scope = None;
        if has_declarations {
            let inner = Scope::inside(&self.scope);
            scope = Some(std::mem::replace(&mut self.scope, inner));
        }
        Entered { scope, semi_global: outer }
    }

    pub(super) fn leave(&mut self, entered: Entered) {
        self.semi_global = entered.semi_global;
        if let Some(scope) = entered.scope {
            Scope::recycle(std::mem::replace(&mut self.scope, scope));
        }
    }

    fn scopes(&self) -> impl Iterator<Item = &Rc<Scope>> {
        std::iter::successors(Some(&self.scope), |scope| scope.parent.as_ref())
    }

    // Variables.

    /// Finds the variable in the closest scope that has it, and calls `use_variable` with the variable and that scope.
    /// `None` if no scope has the variable. Does not search modules.
    #[inline(always)]
    pub(super) fn in_scopes<T>(
        &self,
        name: Symbol,
        use_variable: impl FnOnce(&Variable, &Rc<Scope>) -> T,
    ) -> Option<T> {
        let mut scope = &self.scope;
        loop {
            let variables = scope.variables.borrow();
            if let Some(variable) = variables.get(name) {
                return Some(use_variable(variable, scope));
            }
            drop(variables);
            scope = scope.parent.as_ref()?;
        }
    }

    pub(super) fn variable(&self, name: Symbol, namespace: Option<Symbol>) -> Result<Option<Variable>> {
        if let Some(namespace) = namespace {
            return self.in_module(namespace, |module| module.variable(name));
        }
        if let Some(variable) = self.in_scopes(name, |variable, _| variable.clone()) {
            return Ok(Some(variable));
        }
        self.find_in_modules(name, "variable", |module| module.variable(name))
    }

    pub(super) fn global_variable_exists(&self, name: Symbol, namespace: Option<Symbol>) -> Result<bool> {
        if let Some(namespace) = namespace {
            return Ok(self.module(namespace)?.variable(name).is_some());
        }
        if self.root.variables.borrow().contains(name) {
            return Ok(true);
        }
        Ok(self.find_in_modules(name, "variable", |module| module.variable(name))?.is_some())
    }

    pub(super) fn set_variable(&self, name: Symbol, variable: Variable, global: bool) -> Result<Assigned> {
        if global || self.at_root() {
            if let Some(old) = self.root.variables.borrow_mut().get_mut(name) {
                return Ok(old.assign(variable));
            }
            if let Some(module) =
                self.find_in_modules(name, "variable", |module| module.variable(name).map(|_| module.clone()))?
            {
                return module.set_variable(name, variable);
            }
            self.root.variables.borrow_mut().insert(name, variable);
            return Ok(Assigned::New);
        }
        for scope in self.scopes() {
            let is_root = scope.parent.is_none();
            if is_root && !self.semi_global {
                break;
            }
            if let Some(old) = scope.variables.borrow_mut().get_mut(name) {
                if is_root {
                    return Ok(old.assign(variable));
                }
                *old = variable;
                return Ok(Assigned::Local);
            }
        }
        if self.modules.nested_imports.get() && !self.root.variables.borrow().contains(name) {
            for scope in self.scopes() {
                for module in scope.imported.borrow().iter().rev() {
                    if module.variable(name).is_some() {
                        return module.set_variable(name, variable);
                    }
                }
            }
        }
        self.set_local(name, variable);
        Ok(Assigned::Local)
    }

    pub(super) fn set_local(&self, name: Symbol, variable: Variable) {
        self.scope.variables.borrow_mut().insert(name, variable);
    }

    // Functions and mixins.

    pub(super) fn function(&self, name: Symbol, namespace: Option<Symbol>) -> Result<Option<Callable>> {
        if let Some(namespace) = namespace {
            return self.in_module(namespace, |module| module.function(name));
        }
        for scope in self.scopes() {
            if let Some(function) = scope.functions.borrow().get(name) {
                return Ok(Some(function.clone()));
            }
        }
        self.find_in_modules(name, "function", |module| module.function(name))
    }

    pub(super) fn mixin(&self, name: Symbol, namespace: Option<Symbol>) -> Result<Option<Callable>> {
        if let Some(namespace) = namespace {
            return self.in_module(namespace, |module| module.mixin(name));
        }
        for scope in self.scopes() {
            if let Some(mixin) = scope.mixins.borrow().get(name) {
                return Ok(Some(mixin.clone()));
            }
        }
        self.find_in_modules(name, "mixin", |module| module.mixin(name))
    }

    // Modules.

    pub(super) fn module(&self, namespace: Symbol) -> Result<Module> {
        match self.find_module(namespace) {
            Some(module) => Ok(module),
            None => Err(Error::message(format!("There is no module with the namespace \"{namespace}\"."))),
        }
    }

    /// Calls `find` with the module of a namespace, and returns the result. Fails if there is no such namespace.
    fn in_module<T>(&self, namespace: Symbol, find: impl FnOnce(&Module) -> Option<T>) -> Result<Option<T>> {
        let named = self.modules.named.borrow();
        match named.iter().find(|(name, ..)| *name == namespace) {
            Some((_, module, _)) => Ok(find(module)),
            None => self.module(namespace).map(|_| None),
        }
    }

    pub(super) fn find_module(&self, namespace: Symbol) -> Option<Module> {
        let named = self.modules.named.borrow();
        named.iter().find(|(name, ..)| *name == namespace).map(|(_, module, _)| module.clone())
    }

    /// Finds a member in the modules without a namespace. It is an error if two modules have different members with
    /// this name. `None` if no module has it.
    fn find_in_modules<T: Identity>(
        &self,
        name: Symbol,
        kind: &str,
        find: impl Fn(&Module) -> Option<T>,
    ) -> Result<Option<T>> {
        if self.modules.nested_imports.get() {
            for scope in self.scopes() {
                if let Some(found) = scope.imported.borrow().iter().rev().find_map(&find) {
                    return Ok(Some(found));
                }
            }
        }
        if let Some(found) = self.modules.imported.borrow().iter().find_map(|(module, _)| find(module)) {
            return Ok(Some(found));
        }
        let global = self.modules.global.borrow();
        let mut result: Option<(T, usize)> = None;
        for (module, _) in global.iter() {
            let Some(found) = find(module) else { continue };
            let identity = found.identity().unwrap_or_else(|| module.variable_identity(name));
            match &result {
                Some((_, other)) if *other == identity => continue,
                Some(_) => {
                    let mut error = Error::message(format!("This {kind} is available from multiple global modules."));
                    error.label = Some(format!("{kind} use"));
                    error.secondary = global
                        .iter()
                        .filter(|(module, _)| find(module).is_some())
                        .map(|(_, span)| (*span, format!("includes {kind}")))
                        .collect();
                    return Err(error);
                }
                None => result = Some((found, identity)),
            }
        }
        Ok(result.map(|(found, _)| found))
    }

    /// Adds a module loaded by `@use`. Fails if the namespace is taken or, without a namespace, if the module and this
    /// file define the same variable.
    pub(super) fn add_module(&self, module: Module, namespace: Option<Symbol>, span: Span) -> Result<()> {
        let Some(namespace) = namespace else {
            let conflict = self.root.variables.borrow().keys().find(|name| module.variable(*name).is_some());
            self.modules.global.borrow_mut().push((module.clone(), span));
            self.modules.all.borrow_mut().push(module);
            return match conflict {
                Some(name) => Err(Error::message(format!(
                    "This module and the new module both define a variable named \"${name}\"."
                ))),
                None => Ok(()),
            };
        };
        let mut named = self.modules.named.borrow_mut();
        if let Some((_, _, old)) = named.iter().find(|(name, ..)| *name == namespace) {
            let mut error = Error::message(format!("There's already a module with namespace \"{namespace}\"."));
            error.label = Some("new @use".to_owned());
            error.secondary.push((*old, "original @use".to_owned()));
            return Err(error);
        }
        named.push((namespace, module.clone(), span));
        self.modules.all.borrow_mut().push(module);
        Ok(())
    }

    /// Adds a module loaded by `@forward`. Its members are visible through `view`. Fails if another forwarded module
    /// defines one of the members differently.
    pub(super) fn forward_module(&self, module: Module, view: Module, span: Span) -> Result<()> {
        let mut forwarded = self.modules.forwarded.borrow_mut();
        let forwarded = forwarded.get_or_insert_default();
        for (other, old) in forwarded.iter() {
            if let Some((kind, name)) = view.conflict(other) {
                let mut error = Error::message(format!("Two forwarded modules both define a {kind} named {name}."));
                error.label = Some("new @forward".to_owned());
                error.secondary.push((*old, "original @forward".to_owned()));
                return Err(error);
            }
        }
        self.modules.all.borrow_mut().push(module);
        forwarded.push((view, span));
        Ok(())
    }

    /// Makes the members that an imported file forwards visible in this environment. `inner` contains the modules of
    /// the imported file. Removes members of the current scope with the same names.
    #[expect(clippy::iter_over_hash_type, reason = "names are removed in any order")]
    pub(super) fn import_forwards(&self, inner: &Modules) {
        let Some(mut brought) = inner.forwarded.borrow().clone() else { return };
        let mut own = self.modules.forwarded.borrow_mut();
        if let Some(own) = own.as_ref() {
            let global = self.modules.global.borrow();
            let has = |list: &ModuleList, module: &Module| list.iter().any(|(other, _)| other == module);
            brought.retain(|(module, _)| !has(own, module) || !has(&global, module));
        }
        let own = own.get_or_insert_default();
        let mut names = [FastSet::default(), FastSet::default(), FastSet::default()];
        for (module, _) in &brought {
            names[0].extend(module.variable_names());
            names[1].extend(module.function_names());
            names[2].extend(module.mixin_names());
        }
        if self.at_root() {
            shadow(&mut self.modules.imported.borrow_mut(), &names);
            shadow(own, &names);
            add_new(&mut self.modules.imported.borrow_mut(), &brought);
            add_new(own, &brought);
        } else {
            self.modules.nested_imports.set(true);
            self.scope.imported.borrow_mut().extend(brought.iter().map(|(module, _)| module.clone()));
        }
        for name in &names[0] {
            self.scope.variables.borrow_mut().remove(*name);
        }
        for name in &names[1] {
            self.scope.functions.borrow_mut().remove(*name);
        }
        for name in &names[2] {
            self.scope.mixins.borrow_mut().remove(*name);
        }
    }
}

/// Adds modules to a list. A module that is already in the list only gets the new span.
fn add_new(list: &mut ModuleList, new: &ModuleList) {
    for (module, span) in new {
        match list.iter_mut().find(|(other, _)| other == module) {
            Some((_, old)) => *old = *span,
            None => list.push((module.clone(), *span)),
        }
    }
}

/// Hides the variables, functions and mixins with these names in all modules of the list.
fn shadow(list: &mut ModuleList, names: &[FastSet<Symbol>; 3]) {
    let (kept, shadowed): (ModuleList, ModuleList) =
        std::mem::take(list).into_iter().partition(|(module, _)| !module.has_any(names));
    *list = kept;
    for (module, span) in shadowed {
        let view = module.shadowed(names);
        if !view.is_empty() {
            list.push((view, span));
        }
    }
}

/// Tells whether two variables, functions or mixins with the same name are the same declaration.
pub(super) trait Identity {
    /// A number that identifies the declaration. `None` for variables, which are identified by their module.
    fn identity(&self) -> Option<usize>;
}

impl Identity for Variable {
    fn identity(&self) -> Option<usize> {
        None
    }
}

impl Identity for Module {
    fn identity(&self) -> Option<usize> {
        None
    }
}

impl Identity for Callable {
    fn identity(&self) -> Option<usize> {
        Some(match self {
            Callable::Builtin(builtin) => std::ptr::from_ref(*builtin) as usize,
            Callable::User(user) => Rc::as_ptr(user) as usize,
            Callable::PlainCss(name) => name.as_ptr() as usize,
        })
    }
}
