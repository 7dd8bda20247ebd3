//! Built-in functions: the modules `sass:math`, `sass:color` and so on, and the global functions.
//!
//! A module is a file (a folder for `sass:color`) with a table of [`Definition`]s: the name, dart-sass's signature and
//! the Rust function. [`global`] and [`module`] look up functions and modules in the registry built from the tables.

mod color;
mod context;
mod list;
mod map;
mod math;
mod meta;
mod selector;
mod signature;
mod string;

pub(crate) use context::FunctionContext;
pub(crate) use signature::{BuiltinParameter, Literal, Mismatch, Parameter, unknown_names, verify};

use crate::value::Value;
use crate::{Deprecation, FastMap, Result, Symbol};
use std::sync::LazyLock;

/// The implementation of a built-in function. It gets a value for each parameter, with the rest parameter as an
/// argument list.
pub(crate) type BuiltinFn = fn(&mut [Value], &mut dyn FunctionContext) -> Result<Value>;

/// A built-in function or mixin, from a `sass:` module or global.
#[derive(Debug)]
pub struct Builtin {
    /// The name of the function or mixin, without a namespace.
    pub name: &'static str,
    /// The name of the module that declares the member, such as `math`. Empty if errors do not show it.
    pub module: &'static str,
    /// The signatures, of which a call must match one.
    pub overloads: Vec<Overload>,
    /// Whether this is a mixin that accepts a content block.
    pub accepts_content: bool,
    /// Whether this is a mixin. Mixins are implemented by the evaluator.
    pub is_mixin: bool,
    /// Whether a call takes the same time however large its first argument and its result are.
    is_constant_time: bool,
    /// The name by which errors show the function's declaration, such as `get` for the global function `map-get`.
    declared: &'static str,
    /// The module and the function that replace a deprecated global function. `None` for other functions.
    replacement: Option<(&'static str, &'static str)>,
}

/// One of the signatures of a [`Builtin`], with the code that implements it.
#[derive(Debug)]
pub struct Overload {
    /// The parameters in the order of positional arguments.
    pub parameters: Vec<BuiltinParameter>,
    /// The name of the rest parameter, such as `args` of `$args...`. `None` without a rest parameter.
    pub rest: Option<Symbol>,
    /// The parameters in dart-sass's notation.
    pub signature: &'static str,
    call: BuiltinFn,
}

/// The members of a module such as `sass:math`.
#[derive(Debug)]
pub(crate) struct BuiltinModule {
    /// The functions, in the order of declaration.
    pub functions: Vec<(Symbol, &'static Builtin)>,
    /// The functions by their names in the module, without a namespace.
    pub by_name: FastMap<Symbol, &'static Builtin>,
    /// The constants of the module, such as `math.$pi`.
    pub variables: Vec<(Symbol, Literal)>,
    /// The mixins, which are implemented by the evaluator.
    pub mixins: Vec<(Symbol, &'static Builtin)>,
}

/// An entry of a function table.
struct Definition {
    name: &'static str,
    overloads: &'static [(&'static str, BuiltinFn)],
    global: Global,
    is_constant_time: bool,
}

/// Whether a module function is also a global function.
enum Global {
    No,
    Same,
    As(&'static str),
}

/// A global function that is different from the module's function, or not part of a module.
struct GlobalDefinition {
    name: &'static str,
    overloads: &'static [(&'static str, BuiltinFn)],
    /// The module function suggested by the deprecation warning. Empty if there is no warning, or if the function
    /// itself warns.
    replacement: &'static str,
}

/// An entry of a function table for a function that is not global. Each overload has a signature and its
/// implementation.
const fn define(name: &'static str, overloads: &'static [(&'static str, BuiltinFn)]) -> Definition {
    Definition { name, overloads, global: Global::No, is_constant_time: false }
}

impl Definition {
    /// Makes the function global as well.
    const fn and_global(self) -> Definition {
        Definition { global: Global::Same, ..self }
    }

    /// Makes the function global as well, with another name.
    const fn and_global_as(self, name: &'static str) -> Definition {
        Definition { global: Global::As(name), ..self }
    }

    /// Says that a call takes the same time however large its first argument is.
    const fn in_constant_time(self) -> Definition {
        Definition { is_constant_time: true, ..self }
    }
}

/// Defines a global function. `replacement` is the module function that the deprecation warning suggests, or empty.
const fn define_global(
    name: &'static str,
    overloads: &'static [(&'static str, BuiltinFn)],
    replacement: &'static str,
) -> GlobalDefinition {
    GlobalDefinition { name, overloads, replacement }
}

/// The functions, mixins and variables of a module, and further global functions.
struct Table {
    name: &'static str,
    functions: &'static [Definition],
    globals: &'static [GlobalDefinition],
    mixins: &'static [Definition],
    variables: &'static [(&'static str, f64)],
}

static TABLES: [&Table; 7] =
    [&color::TABLE, &list::TABLE, &map::TABLE, &math::TABLE, &meta::TABLE, &selector::TABLE, &string::TABLE];

/// All modules and global functions, created on first use.
struct Registry {
    modules: FastMap<&'static str, BuiltinModule>,
    globals: FastMap<Symbol, &'static Builtin>,
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
    let mut registry = Registry { modules: FastMap::default(), globals: FastMap::default() };
    for table in TABLES {
        registry.add(table);
    }
    registry.add_global(Builtin::new("if", "", "if", meta::IF, None, false), "if");
    registry
});

impl Registry {
    fn add(&mut self, table: &'static Table) {
        let mut module = BuiltinModule {
            functions: Vec::new(),
            by_name: FastMap::default(),
            variables: Vec::new(),
            mixins: Vec::new(),
        };
        for row in table.functions {
            let function = Builtin::new(row.name, table.name, row.name, row.overloads, None, false);
            let function = leak(Builtin { is_constant_time: row.is_constant_time, ..function });
            let symbol = Symbol::new(row.name);
            module.functions.push((symbol, function));
            module.by_name.insert(symbol, function);
            let global = match row.global {
                Global::No => continue,
                Global::Same => row.name,
                Global::As(name) => name,
            };
            let replacement = Some((table.name, row.name));
            let function = Builtin::new(global, table.name, row.name, row.overloads, replacement, false);
            self.add_global(Builtin { is_constant_time: row.is_constant_time, ..function }, global);
        }
        for row in table.globals {
            let replacement = (!row.replacement.is_empty()).then_some((table.name, row.replacement));
            self.add_global(Builtin::new(row.name, table.name, row.name, row.overloads, replacement, false), row.name);
        }
        for row in table.mixins {
            let mixin = leak(Builtin::new(row.name, table.name, row.name, row.overloads, None, true));
            module.mixins.push((Symbol::new(row.name), mixin));
        }
        for (name, value) in table.variables {
            module.variables.push((Symbol::new(name), Literal::Number(*value)));
        }
        self.modules.insert(table.name, module);
    }

    fn add_global(&mut self, function: Builtin, name: &str) {
        self.globals.insert(Symbol::new(name), leak(function));
    }
}

/// Makes a function live as long as the process, so that values can refer to it.
fn leak(function: Builtin) -> &'static Builtin {
    Box::leak(Box::new(function))
}

/// Finds a function that needs no `@use`, such as `lighten`. `None` if there is none.
#[must_use]
pub(crate) fn global(name: Symbol) -> Option<&'static Builtin> {
    REGISTRY.globals.get(&name).copied()
}

/// The built-in module with this name, such as `math` for `sass:math`. `None` if there is none.
#[must_use]
pub(crate) fn module(name: &str) -> Option<&'static BuiltinModule> {
    REGISTRY.modules.get(name)
}

impl Builtin {
    fn new(
        name: &'static str,
        module: &'static str,
        declared: &'static str,
        overloads: &'static [(&'static str, BuiltinFn)],
        replacement: Option<(&'static str, &'static str)>,
        is_mixin: bool,
    ) -> Builtin {
        let overloads: Vec<Overload> =
            overloads.iter().map(|(signature, call)| Overload::new(signature, *call)).collect();
        // dart-sass shows no URL for functions with several signatures.
        let module = if overloads.len() > 1 { "" } else { module };
        Builtin {
            name,
            module,
            overloads,
            accepts_content: is_mixin && name == "apply",
            is_mixin,
            is_constant_time: false,
            declared,
            replacement,
        }
    }

    /// The first signature that matches the arguments. If none matches, the signature whose number of parameters is
    /// nearest to `positional`. If two are equally near, the longer one. `None` if there are no signatures.
    #[must_use]
    pub fn overload_for(&self, positional: usize, names: &[Symbol]) -> Option<&Overload> {
        if let [overload] = self.overloads.as_slice() {
            return Some(overload);
        }
        let mut best: Option<(&Overload, i64)> = None;
        for overload in &self.overloads {
            if overload.matches(positional, names) {
                return Some(overload);
            }
            let distance = overload.parameters.len() as i64 - positional as i64;
            let nearer = best.is_none_or(|(_, least)| {
                distance.abs() < least.abs() || (distance.abs() == least.abs() && distance >= 0)
            });
            if nearer {
                best = Some((overload, distance));
            }
        }
        best.map(|(overload, _)| overload)
    }

    /// Calls the function. `args` has a value for each parameter of the overload, with the rest parameter as an
    /// argument list. Warns if the function is a deprecated global function that a function of a module replaces.
    pub fn call(&self, overload: &Overload, args: &mut [Value], context: &mut dyn FunctionContext) -> Result<Value> {
        if let Some((module, name)) = self.replacement {
            warn_global(module, name, context);
        }
        let read: u64 = args.iter().skip(usize::from(self.is_constant_time)).map(Value::work).sum();
        let result = (overload.call)(args, context)?;
        result.check_depth()?;
        context.count_work(if self.is_constant_time { read } else { read.max(result.work()) })?;
        Ok(result)
    }

    /// The function's declaration, for error messages: its URL if dart-sass shows one, its text, and the range of the
    /// name and parameters in the text.
    #[must_use]
    pub fn declaration(&self, overload: &Overload) -> (Option<String>, String, std::ops::Range<usize>) {
        let keyword = if self.is_mixin { "@mixin " } else { "@function " };
        let shown = format!("{}({})", self.declared, overload.signature);
        let text = format!("{keyword}{shown} {{");
        let url = (!self.module.is_empty()).then(|| format!("sass:{}", self.module));
        (url, text, keyword.len()..keyword.len() + shown.len())
    }
}

/// Warns about a global function that is also in a module.
fn warn_global(module: &str, name: &str, context: &mut dyn FunctionContext) {
    if !context.wants(Deprecation::GlobalBuiltin) {
        return;
    }
    let text = format!(
        "Global built-in functions are deprecated and will be removed in Dart Sass 3.0.0.\nUse {module}.{name} \
         instead.\n\nMore info and automated migrator: https://sass-lang.com/d/import"
    );
    context.deprecate(Deprecation::GlobalBuiltin, text);
}
