//! Modules: evaluated files and built-in modules. `@forward` creates views of them, with other names or fewer members.

use super::Callable;
use super::environment::{Assigned, Environment, Variable};
use super::table::Table;
use crate::css::NodeId;
use crate::extend::ExtensionStore;
use crate::functions::BuiltinModule;
use crate::syntax::Visibility;
use crate::{Error, FastMap, FastSet, Result, Span, Symbol};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A loaded module. Clones are cheap and refer to the same module.
#[derive(Clone)]
pub(super) struct Module(Rc<ModuleKind>);

/// A built-in module, a module from a file, or a view that renames or hides members of another module.
pub(super) enum ModuleKind {
    /// A built-in module such as `sass:math`, with its variables.
    Builtin(&'static BuiltinModule, Table<Variable>),
    /// A module that was loaded from a file.
    File(FileModule),
    /// A module with renamed or hidden members.
    View(View),
}

/// A module that was evaluated from a file: its members, CSS and extensions.
pub(super) struct FileModule {
    pub(super) url: Option<Arc<str>>,
    pub(super) environment: Environment,
    pub(super) css: NodeId,
    /// Comments before the CSS of a module that this one uses.
    pub(super) comments: Vec<(Module, Vec<NodeId>)>,
    pub(super) extensions: Rc<RefCell<ExtensionStore>>,
    pub(super) has_css: bool,
    pub(super) has_extensions: bool,
    /// The members that `@forward` rules of the file make visible.
    forwarded: Members,
}

/// The members that a module takes from other modules, by their names in this module.
#[derive(Default)]
struct Members {
    /// The module that declares a variable, and the variable's name in that module.
    variables: Table<(Module, Symbol)>,
    functions: Table<Callable>,
    mixins: Table<Callable>,
}

/// Another module, with some members hidden, or with a prefix before their names. `@forward` creates views. `@import`
/// also does, to hide older members that have the names of members forwarded by the imported file.
pub(super) struct View {
    inner: Module,
    members: Members,
    /// Equal for views that show the same members of a module.
    key: ViewKey,
}

#[derive(PartialEq, Eq)]
enum ViewKey {
    Forward(Span),
    Shadow,
}

impl PartialEq for Module {
    fn eq(&self, other: &Module) -> bool {
        if Rc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        match (&*self.0, &*other.0) {
            (ModuleKind::Builtin(a, _), ModuleKind::Builtin(b, _)) => std::ptr::eq(*a, *b),
            (ModuleKind::View(a), ModuleKind::View(b)) => {
                a.inner == b.inner
                    && a.key == b.key
                    && a.members.variables.keys().eq(b.members.variables.keys())
                    && a.members.functions.keys().eq(b.members.functions.keys())
                    && a.members.mixins.keys().eq(b.members.mixins.keys())
            }
            _ => false,
        }
    }
}

impl Module {
    pub(super) fn builtin(module: &'static BuiltinModule, span: Span) -> Module {
        let variables =
            module.variables.iter().map(|(name, value)| (*name, Variable { value: value.to_value(), span })).collect();
        Module(Rc::new(ModuleKind::Builtin(module, variables)))
    }

    pub(super) fn file(
        url: Option<Arc<str>>,
        environment: Environment,
        css: (NodeId, bool),
        comments: Vec<(Module, Vec<NodeId>)>,
        extensions: Rc<RefCell<ExtensionStore>>,
    ) -> Module {
        let modules = Rc::clone(&environment.modules);
        let forwarded = Members::forwarded(modules.forwarded.borrow().iter().flatten().map(|(module, _)| module));
        let all = modules.all.borrow();
        let has_css = css.1 || !comments.is_empty() || all.iter().any(Module::has_css);
        let has_extensions = !extensions.borrow().is_empty() || all.iter().any(Module::has_extensions);
        Module(Rc::new(ModuleKind::File(FileModule {
            url,
            environment,
            css: css.0,
            comments,
            extensions,
            has_css,
            has_extensions,
            forwarded,
        })))
    }

    /// A copy of a file's module with this CSS and these extensions, but without the members of forwarded modules. A
    /// built-in module is returned unchanged.
    pub(super) fn with_css(&self, css: NodeId, extensions: ExtensionStore) -> Module {
        match self.as_file() {
            Some(file) => Module(Rc::new(ModuleKind::File(FileModule {
                url: file.url.clone(),
                environment: file.environment.clone(),
                css,
                comments: file.comments.clone(),
                extensions: Rc::new(RefCell::new(extensions)),
                has_css: file.has_css,
                has_extensions: file.has_extensions,
                forwarded: Members::default(),
            }))),
            None => self.clone(),
        }
    }

    /// A number that identifies the module. A view has the number of the underlying module.
    pub(super) fn id(&self) -> usize {
        match &*self.0 {
            ModuleKind::Builtin(module, _) => std::ptr::from_ref(*module) as usize,
            ModuleKind::File(_) => Rc::as_ptr(&self.0) as usize,
            ModuleKind::View(view) => view.inner.id(),
        }
    }

    /// The module that was evaluated from a file. A view returns its underlying module, and a built-in module `None`.
    pub(super) fn as_file(&self) -> Option<&FileModule> {
        match &*self.0 {
            ModuleKind::Builtin(..) => None,
            ModuleKind::File(file) => Some(file),
            ModuleKind::View(view) => view.inner.as_file(),
        }
    }

    pub(super) fn has_css(&self) -> bool {
        self.as_file().is_some_and(|file| file.has_css)
    }

    pub(super) fn has_extensions(&self) -> bool {
        self.as_file().is_some_and(|file| file.has_extensions)
    }

    // Members.

    pub(super) fn variable(&self, name: Symbol) -> Option<Variable> {
        match &*self.0 {
            ModuleKind::Builtin(_, variables) => variables.get(name).cloned(),
            ModuleKind::File(file) => {
                if !name.is_private()
                    && let Some(variable) = file.environment.root.variables.borrow().get(name)
                {
                    return Some(variable.clone());
                }
                file.forwarded.variable(name)
            }
            ModuleKind::View(view) => view.members.variable(name),
        }
    }

    pub(super) fn function(&self, name: Symbol) -> Option<Callable> {
        match &*self.0 {
            ModuleKind::Builtin(module, _) => module.by_name.get(&name).map(|builtin| Callable::Builtin(builtin)),
            ModuleKind::File(file) => {
                if !name.is_private()
                    && let Some(function) = file.environment.root.functions.borrow().get(name)
                {
                    return Some(function.clone());
                }
                file.forwarded.functions.get(name).cloned()
            }
            ModuleKind::View(view) => view.members.functions.get(name).cloned(),
        }
    }

    pub(super) fn mixin(&self, name: Symbol) -> Option<Callable> {
        match &*self.0 {
            ModuleKind::Builtin(module, _) => {
                module.mixins.iter().find(|(other, _)| *other == name).map(|(_, mixin)| Callable::Builtin(mixin))
            }
            ModuleKind::File(file) => {
                if !name.is_private()
                    && let Some(mixin) = file.environment.root.mixins.borrow().get(name)
                {
                    return Some(mixin.clone());
                }
                file.forwarded.mixins.get(name).cloned()
            }
            ModuleKind::View(view) => view.members.mixins.get(name).cloned(),
        }
    }

    pub(super) fn variable_names(&self) -> Vec<Symbol> {
        match &*self.0 {
            ModuleKind::Builtin(_, variables) => variables.keys().collect(),
            ModuleKind::File(file) => {
                names(file.forwarded.variables.keys(), file.environment.root.variables.borrow().keys())
            }
            ModuleKind::View(view) => view.members.variables.keys().collect(),
        }
    }

    pub(super) fn function_names(&self) -> Vec<Symbol> {
        match &*self.0 {
            ModuleKind::Builtin(module, _) => module.functions.iter().map(|(name, _)| *name).collect(),
            ModuleKind::File(file) => {
                names(file.forwarded.functions.keys(), file.environment.root.functions.borrow().keys())
            }
            ModuleKind::View(view) => view.members.functions.keys().collect(),
        }
    }

    pub(super) fn mixin_names(&self) -> Vec<Symbol> {
        match &*self.0 {
            ModuleKind::Builtin(module, _) => module.mixins.iter().map(|(name, _)| *name).collect(),
            ModuleKind::File(file) => names(file.forwarded.mixins.keys(), file.environment.root.mixins.borrow().keys()),
            ModuleKind::View(view) => view.members.mixins.keys().collect(),
        }
    }

    pub(super) fn set_variable(&self, name: Symbol, variable: Variable) -> Result<Assigned> {
        let undefined = || Err(Error::message("Undefined variable."));
        match &*self.0 {
            ModuleKind::Builtin(_, variables) if variables.contains(name) => {
                Err(Error::message("Cannot modify built-in variable."))
            }
            ModuleKind::Builtin(..) => undefined(),
            ModuleKind::File(file) => {
                if let Some((module, inner)) = file.forwarded.variables.get(name) {
                    return module.set_variable(*inner, variable);
                }
                match file.environment.root.variables.borrow_mut().get_mut(name) {
                    Some(old) => Ok(old.assign(variable)),
                    None => undefined(),
                }
            }
            ModuleKind::View(view) => match view.members.variables.get(name) {
                Some((module, inner)) => module.set_variable(*inner, variable),
                None => undefined(),
            },
        }
    }

    /// A number that identifies the module that declares a variable, even if the variable is seen through `@forward`.
    pub(super) fn variable_identity(&self, name: Symbol) -> usize {
        let members = match &*self.0 {
            ModuleKind::Builtin(..) => return self.id(),
            ModuleKind::File(file) => &file.forwarded,
            ModuleKind::View(view) => &view.members,
        };
        match members.variables.get(name) {
            Some((module, inner)) => module.variable_identity(*inner),
            None => self.id(),
        }
    }

    /// Whether a configuration could have set one of these variables when the module was loaded.
    pub(super) fn could_have_been_configured(&self, names: &[Symbol]) -> bool {
        match &*self.0 {
            ModuleKind::Builtin(..) => false,
            ModuleKind::File(file) => {
                let configurable = file.environment.modules.configurable.borrow();
                names.iter().any(|name| configurable.contains(name)) || file.forwarded.could_be_configured(names)
            }
            ModuleKind::View(view) => view.members.could_be_configured(names),
        }
    }

    /// The kind and the name of a member that the two modules define differently, such as `variable` and `$a`. `None`
    /// if there is no such member.
    pub(super) fn conflict(&self, other: &Module) -> Option<(&'static str, String)> {
        for name in self.variable_names() {
            if other.variable(name).is_some() && self.variable_identity(name) != other.variable_identity(name) {
                return Some(("variable", format!("${name}")));
            }
        }
        for name in self.function_names() {
            if other.function(name).is_some_and(|function| Some(function) != self.function(name)) {
                return Some(("function", name.to_string()));
            }
        }
        for name in self.mixin_names() {
            if other.mixin(name).is_some_and(|mixin| Some(mixin) != self.mixin(name)) {
                return Some(("mixin", name.to_string()));
            }
        }
        None
    }

    // Views.

    /// The module as seen through the `@forward` rule at `span`, with the prefix and the visibility of that rule.
    pub(super) fn forwarded(&self, prefix: Option<&str>, visibility: &Visibility, span: Span) -> Module {
        let outer = |name: Symbol| match prefix {
            Some(prefix) => Symbol::new(&format!("{prefix}{name}")),
            None => name,
        };
        let shows = |name: Symbol, is_variable: bool| match visibility {
            Visibility::All => true,
            Visibility::Show(members, variables) => if is_variable { variables } else { members }.contains(&name),
            Visibility::Hide(members, variables) => !if is_variable { variables } else { members }.contains(&name),
        };
        let members = Members::of(self, outer, shows);
        Module(Rc::new(ModuleKind::View(View { inner: self.clone(), members, key: ViewKey::Forward(span) })))
    }

    pub(super) fn has_any(&self, names: &[FastSet<Symbol>; 3]) -> bool {
        self.variable_names().iter().any(|name| names[0].contains(name))
            || self.function_names().iter().any(|name| names[1].contains(name))
            || self.mixin_names().iter().any(|name| names[2].contains(name))
    }

    /// A view of the module that hides the variables in `names[0]`, the functions in `names[1]` and the mixins in
    /// `names[2]`.
    #[expect(clippy::iter_over_hash_type, reason = "names are removed in any order")]
    pub(super) fn shadowed(&self, names: &[FastSet<Symbol>; 3]) -> Module {
        let mut members = Members::of(self, |name| name, |name, is_variable| !is_variable || !names[0].contains(&name));
        for name in &names[1] {
            members.functions.remove(*name);
        }
        for name in &names[2] {
            members.mixins.remove(*name);
        }
        Module(Rc::new(ModuleKind::View(View { inner: self.clone(), members, key: ViewKey::Shadow })))
    }

    /// Whether the module has neither visible members nor CSS.
    pub(super) fn is_empty(&self) -> bool {
        self.variable_names().is_empty()
            && self.function_names().is_empty()
            && self.mixin_names().is_empty()
            && !self.has_css()
    }
}

fn names(forwarded: impl Iterator<Item = Symbol>, own: impl Iterator<Item = Symbol>) -> Vec<Symbol> {
    let mut all: Vec<Symbol> = forwarded.collect();
    let mut seen: FastSet<Symbol> = all.iter().copied().collect();
    all.extend(own.filter(|name| !name.is_private() && seen.insert(*name)));
    all
}

impl Members {
    /// The members of all modules. Later modules take precedence.
    fn forwarded<'a>(modules: impl Iterator<Item = &'a Module>) -> Members {
        let mut members = Members::default();
        for module in modules {
            for name in module.variable_names() {
                members.variables.insert(name, (module.clone(), name));
            }
            for name in module.function_names() {
                if let Some(function) = module.function(name) {
                    members.functions.insert(name, function);
                }
            }
            for name in module.mixin_names() {
                if let Some(mixin) = module.mixin(name) {
                    members.mixins.insert(name, mixin);
                }
            }
        }
        members
    }

    fn of(module: &Module, outer: impl Fn(Symbol) -> Symbol, shows: impl Fn(Symbol, bool) -> bool) -> Members {
        let mut members = Members::default();
        for inner in module.variable_names() {
            let name = outer(inner);
            if shows(name, true) {
                members.variables.insert(name, (module.clone(), inner));
            }
        }
        for inner in module.function_names() {
            let name = outer(inner);
            if shows(name, false)
                && let Some(function) = module.function(inner)
            {
                members.functions.insert(name, function);
            }
        }
        for inner in module.mixin_names() {
            let name = outer(inner);
            if shows(name, false)
                && let Some(mixin) = module.mixin(inner)
            {
                members.mixins.insert(name, mixin);
            }
        }
        members
    }

    fn variable(&self, name: Symbol) -> Option<Variable> {
        let (module, inner) = self.variables.get(name)?;
        module.variable(*inner)
    }

    fn could_be_configured(&self, names: &[Symbol]) -> bool {
        let mut asked: FastMap<usize, (Module, Vec<Symbol>)> = FastMap::default();
        for name in names {
            if let Some((module, inner)) = self.variables.get(*name) {
                asked.entry(module.id()).or_insert_with(|| (module.clone(), Vec::new())).1.push(*inner);
            }
        }
        asked.values().any(|(module, names)| module.could_have_been_configured(names))
    }
}
