//! Implements [`FunctionContext`], through which built-in functions access the evaluator.

use super::arguments::Evaluated;
use super::{Callable, Evaluator};
use crate::functions::FunctionContext;
use crate::selector::Budget;
use crate::syntax::Separator;
use crate::value::{ArgumentList, Map, Value};
use crate::{Deprecation, Error, Result, Sources, Span, Symbol};
use std::rc::Rc;
use std::sync::Arc;

impl Evaluator<'_> {
    fn current_span(&self) -> Span {
        self.call_span.unwrap_or(self.file.stylesheet.span)
    }

    fn namespace_map(
        &self,
        namespace: &str,
        names: impl Fn(&super::module::Module) -> Vec<Symbol>,
        value: impl Fn(&super::module::Module, Symbol) -> Option<Value>,
    ) -> Result<Value> {
        let Some(module) = self.environment.find_module(Symbol::new(namespace)) else {
            return Err(Error::message(format!("There is no module with namespace \"{namespace}\".")));
        };
        let mut map = Map::new();
        for name in names(&module) {
            if let Some(value) = value(&module, name) {
                map.insert(Value::quoted(name.as_str()), value);
            }
        }
        Ok(Value::Map(Rc::new(map)))
    }
}

impl FunctionContext for Evaluator<'_> {
    fn span(&self) -> Span {
        self.current_span()
    }

    fn sources(&self) -> &Sources {
        self.compilation.sources
    }

    fn count_work(&mut self, nodes: u64) -> Result<()> {
        let span = self.current_span();
        Evaluator::count_work(self, nodes, span)
    }

    fn budget(&self) -> Budget {
        self.budget.clone()
    }

    fn warn(&mut self, message: &str) {
        let span = self.current_span();
        Evaluator::warn(self, None, message, span);
    }

    fn wants(&mut self, deprecation: Deprecation) -> bool {
        let quiet = self.compilation.options.quiet_deps && self.in_dependency;
        let span = self.current_span();
        !quiet && self.wants_deprecation(deprecation, span) && !self.deprecated_calls.contains(&(span, deprecation))
    }

    fn deprecate(&mut self, deprecation: Deprecation, message: String) {
        self.effects.note();
        let span = self.current_span();
        self.deprecated_calls.insert((span, deprecation));
        Evaluator::warn(self, Some(deprecation), message, span);
    }

    fn random(&mut self) -> f64 {
        self.effects.note();
        (self.unique_id() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn unique_id(&mut self) -> u64 {
        self.effects.note();
        // SplitMix64.
        self.random_state = self.random_state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random_state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn call_function(
        &mut self,
        function: &Callable,
        args: Vec<Value>,
        keywords: Vec<(Symbol, Value)>,
    ) -> Result<Value> {
        self.effects.note();
        let span = self.current_span();
        let function = function.clone();
        self.call_function_evaluated(&function, Evaluated::of_values(args, keywords, span), span)
    }

    fn call_by_name(&mut self, name: &str, args: &ArgumentList) -> Result<Value> {
        self.effects.note();
        let span = self.current_span();
        let symbol = Symbol::normalized(name);
        let function = match self.environment.function(symbol, None)? {
            Some(function) => function,
            None => match crate::functions::global(symbol) {
                Some(builtin) => Callable::Builtin(builtin),
                None => Callable::PlainCss(Arc::from(name)),
            },
        };
        let mut evaluated = Evaluated::of_values(args.items.clone(), args.keywords().to_vec(), span);
        evaluated.separator = if args.items.is_empty() { Separator::Undecided } else { args.separator };
        self.call_function_evaluated(&function, evaluated, span)
    }

    fn global_variable_exists(&mut self, name: Symbol, module: Option<&str>) -> Result<bool> {
        self.effects.note();
        self.environment.global_variable_exists(name, module.map(Symbol::new))
    }

    fn variable_exists(&mut self, name: Symbol) -> Result<bool> {
        self.effects.note();
        Ok(self.environment.variable(name, None)?.is_some())
    }

    fn function_exists(&mut self, name: Symbol, module: Option<&str>) -> Result<bool> {
        self.effects.note();
        let found = self.environment.function(name, module.map(Symbol::new))?.is_some();
        Ok(found || crate::functions::global(name).is_some())
    }

    fn mixin_exists(&mut self, name: Symbol, module: Option<&str>) -> Result<bool> {
        self.effects.note();
        Ok(self.environment.mixin(name, module.map(Symbol::new))?.is_some())
    }

    fn content_exists(&mut self) -> Result<bool> {
        self.effects.note();
        if !self.environment.in_mixin {
            return Err(Error::message("content-exists() may only be called within a mixin."));
        }
        Ok(self.environment.content.is_some())
    }

    fn module_variables(&mut self, namespace: &str) -> Result<Value> {
        self.effects.note();
        self.namespace_map(namespace, super::module::Module::variable_names, |module, name| {
            module.variable(name).map(|variable| variable.value)
        })
    }

    fn module_functions(&mut self, namespace: &str) -> Result<Value> {
        self.effects.note();
        self.namespace_map(namespace, super::module::Module::function_names, |module, name| {
            module.function(name).map(Value::Function)
        })
    }

    fn module_mixins(&mut self, namespace: &str) -> Result<Value> {
        self.effects.note();
        self.namespace_map(namespace, super::module::Module::mixin_names, |module, name| {
            module.mixin(name).map(Value::Mixin)
        })
    }

    fn get_function(&mut self, name: Symbol, module: Option<&str>, css: bool, original: &str) -> Result<Value> {
        self.effects.note();
        if css {
            if module.is_some() {
                return Err(Error::message("$css and $module may not both be passed at once."));
            }
            return Ok(Value::Function(Callable::PlainCss(Arc::from(original))));
        }
        let local = self.environment.function(name, module.map(Symbol::new))?;
        let found = match local {
            None if module.is_none() => crate::functions::global(name).map(Callable::Builtin),
            local => local,
        };
        found.map(Value::Function).ok_or_else(|| Error::message(format!("Function not found: {original}")))
    }

    fn get_mixin(&mut self, name: Symbol, module: Option<&str>, original: &str) -> Result<Value> {
        self.effects.note();
        let found = self.environment.mixin(name, module.map(Symbol::new))?;
        found.map(Value::Mixin).ok_or_else(|| Error::message(format!("Mixin not found: {original}")))
    }
}
