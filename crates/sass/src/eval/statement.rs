//! Statements: control flow, variables, declarations of functions and mixins, and messages.

use super::callable::UserCallable;
use super::environment::{Assigned, BlockKind, Scope, Variable};
use super::result_cache::CachedResults;
use super::{Callable, Evaluator};
use crate::syntax::{
    Block, CallableDeclaration, EachRule, ForRule, IfRule, Import, ImportRule, Statement, Stylesheet,
    VariableDeclaration, WhileRule,
};
use crate::value::{Number, Value};
use crate::{Deprecation, Result, Span, Symbol, Warning};
use std::rc::Rc;
use std::sync::Arc;

/// The outcome of a statement: the value of `@return` if it ended the function, otherwise `None`.
pub(super) type Flow = Result<Option<Value>>;

impl Evaluator<'_> {
    /// Evaluates all statements of a file, and reports the parser's warnings about it. At the end, each variable with a
    /// `!global` assignment gets its value from the configuration, unless this value was already used. Otherwise, the
    /// variable becomes `null` if it does not exist.
    pub(super) fn stylesheet(&mut self, stylesheet: &Stylesheet) -> Result<()> {
        for warning in &stylesheet.warnings {
            let beside = warning.beside.clone();
            let (label, secondary) = beside.map(|(label, span, other)| (label, (span, other))).unzip();
            self.warn_with(Warning {
                span: Some(warning.span),
                deprecation: warning.deprecation,
                label,
                secondary: secondary.into_iter().collect(),
                ..Warning::of_text(warning.message.clone(), false)
            });
        }
        self.statements(&stylesheet.statements)?;
        // Global variables exist even if their assignments are never executed.
        for (name, span) in &stylesheet.globals {
            let existing = self.environment.variable(*name, None);
            let missing = self.at(*span, existing)?.is_none_or(|variable| variable.value.is_null());
            if self.environment.at_root() {
                self.environment.modules.configurable.borrow_mut().insert(*name);
                if let Some(value) = self.configuration.remove(*name).filter(|value| !value.value.is_null()) {
                    let variable = Variable { value: value.value, span: value.assigned };
                    self.set_variable(None, *name, variable, true, *span)?;
                    continue;
                }
            }
            if missing {
                let variable = Variable { value: Value::Null, span: *span };
                self.set_variable(None, *name, variable, false, *span)?;
            }
        }
        Ok(())
    }

    pub(super) fn statements(&mut self, statements: &[Statement]) -> Flow {
        for statement in statements {
            if let Some(value) = self.statement(statement)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Evaluates a block. The block gets its own scope if it declares anything.
    pub(super) fn scoped(&mut self, block: &Block, kind: BlockKind) -> Flow {
        let entered = self.environment.enter(kind, block.has_declarations);
        let result = self.statements(&block.statements);
        self.environment.leave(entered);
        result
    }

    pub(super) fn statement(&mut self, statement: &Statement) -> Flow {
        match statement {
            Statement::Declaration(declaration) => self.declaration(declaration)?,
            Statement::Style(rule) => self.style(rule)?,
            Statement::Variable(declaration) => self.variable_declaration(declaration)?,
            Statement::Include(rule) => self.include(rule)?,
            Statement::If(rule) => return self.if_rule(rule),
            Statement::For(rule) => return self.for_rule(rule),
            Statement::Each(rule) => return self.each_rule(rule),
            Statement::While(rule) => return self.while_rule(rule),
            Statement::Return(value, _) => {
                let span = value.span;
                let value = self.expression(value)?;
                return Ok(Some(self.without_slash(value, span)));
            }
            Statement::Comment(text) => self.comment(text)?,
            Statement::SilentComment => {}
            Statement::AtRule(rule) => self.at_rule(rule)?,
            Statement::AtRoot(rule) => self.at_root(rule)?,
            Statement::Media(rule) => self.media(rule)?,
            Statement::Supports(rule) => self.supports(rule)?,
            Statement::Content(rule) => self.content(rule)?,
            Statement::Extend(rule) => self.extend(rule)?,
            Statement::Mixin(declaration) => self.mixin_declaration(declaration),
            Statement::Function(declaration) => self.function_declaration(declaration),
            Statement::Debug(value, span) => self.debug(value, *span)?,
            Statement::Warn(value, span) => self.warn_rule(value, *span)?,
            Statement::Error(value, span) => {
                let value = self.expression(value)?;
                return Err(self.error(value.inspect(), *span));
            }
            Statement::Import(rule) => self.import_rule(rule)?,
            Statement::Use(rule) => self.use_rule(rule)?,
            Statement::Forward(rule) => self.forward_rule(rule)?,
        }
        Ok(None)
    }

    #[inline(never)]
    fn mixin_declaration(&mut self, declaration: &Arc<CallableDeclaration>) {
        self.note_scope();
        let callable = self.user_callable(declaration);
        self.environment.scope.mixins.borrow_mut().insert(declaration.name, Callable::User(callable));
    }

    #[inline(never)]
    fn function_declaration(&mut self, declaration: &Arc<CallableDeclaration>) {
        self.note_scope();
        let callable = self.user_callable(declaration);
        self.user_functions.insert(declaration.name);
        self.effects.note_definition();
        self.environment.scope.functions.borrow_mut().insert(declaration.name, Callable::User(callable));
    }

    #[inline(never)]
    fn import_rule(&mut self, rule: &ImportRule) -> Result<()> {
        for import in &rule.imports {
            match import {
                Import::Dynamic(url, span) => self.dynamic_import(url, *span)?,
                Import::Static { url, modifiers, span } => self.static_import(url, modifiers.as_ref(), *span)?,
            }
        }
        Ok(())
    }

    /// Records that a function or mixin captures the current scope, which is cleared at the end.
    fn note_scope(&mut self) {
        if !self.scopes.last().is_some_and(|last| Rc::ptr_eq(last, &self.environment.scope)) {
            self.scopes.push(Rc::clone(&self.environment.scope));
        }
    }

    pub(super) fn user_callable(&self, declaration: &Arc<CallableDeclaration>) -> Rc<UserCallable> {
        Rc::new(UserCallable {
            declaration: Arc::clone(declaration),
            environment: self.environment.closure(),
            in_dependency: self.in_dependency,
            cached_results: CachedResults::default(),
        })
    }

    // Variables.

    #[inline(never)]
    fn variable_declaration(&mut self, declaration: &VariableDeclaration) -> Result<()> {
        let (name, span) = (declaration.name, declaration.span);
        if declaration.guarded {
            if declaration.namespace.is_none() && self.environment.at_root() {
                self.environment.modules.configurable.borrow_mut().insert(name);
                if let Some(value) = self.configuration.remove(name).filter(|value| !value.value.is_null()) {
                    let variable = Variable { value: value.value, span: value.assigned };
                    return self.set_variable(None, name, variable, true, span);
                }
            }
            if self.is_set(name, declaration.namespace, span)? {
                return Ok(());
            }
        }
        if declaration.global {
            let exists = self.environment.global_variable_exists(name, None);
            if !self.at(span, exists)? {
                self.warn_new_global(name, span);
            }
        }
        let value = self.expression(&declaration.value)?;
        let value = self.without_slash(value, declaration.value.span);
        let assigned = self.assigned_span(&declaration.value)?;
        let variable = Variable { value, span: assigned };
        self.set_variable(declaration.namespace, name, variable, declaration.global, span)
    }

    /// Whether a variable is defined and has a value other than `null`. Fails if there is no such namespace.
    fn is_set(&mut self, name: Symbol, namespace: Option<Symbol>, span: Span) -> Result<bool> {
        let in_scope = |variable: &Variable, scope: &Rc<Scope>| {
            if scope.parent.is_none() {
                self.effects.note_global(scope, name, &variable.value);
            }
            !variable.value.is_null()
        };
        if namespace.is_none()
            && let Some(is_set) = self.environment.in_scopes(name, in_scope)
        {
            return Ok(is_set);
        }
        self.effects.note_unknown_read();
        let existing = self.environment.variable(name, namespace);
        let existing = self.at(span, existing)?;
        if existing.is_none() {
            self.effects.note();
        }
        Ok(existing.is_some_and(|variable| !variable.value.is_null()))
    }

    fn set_variable(
        &mut self,
        namespace: Option<Symbol>,
        name: Symbol,
        variable: Variable,
        global: bool,
        span: Span,
    ) -> Result<()> {
        let result = match namespace {
            Some(namespace) => {
                self.environment.module(namespace).and_then(|module| module.set_variable(name, variable))
            }
            None => self.environment.set_variable(name, variable, global),
        };
        match self.at(span, result)? {
            Assigned::Local => {}
            assigned => self.effects.note_assignment(assigned == Assigned::Changed),
        }
        Ok(())
    }

    fn warn_new_global(&mut self, name: Symbol, span: Span) {
        let advice = if self.environment.at_root() {
            "Since this assignment is at the root of the stylesheet, the !global flag is\nunnecessary and can safely be \
             removed."
                .to_owned()
        } else {
            let text = self.span_text(span);
            let original = text.split([':', ' ', '\t', '\n', '/']).next().unwrap_or(name.as_str()).to_owned();
            format!("Recommendation: add `{original}: null` at the stylesheet root.")
        };
        let message =
            format!("As of Dart Sass 2.0.0, !global assignments won't be able to declare new variables.\n\n{advice}");
        self.warn(Some(Deprecation::NewGlobal), message, span);
    }

    fn set_local(&self, name: Symbol, value: Value, span: Span) {
        self.environment.set_local(name, Variable { value, span });
    }

    // Control flow.

    #[inline(never)]
    fn if_rule(&mut self, rule: &IfRule) -> Flow {
        for (condition, block) in &rule.clauses {
            if self.expression(condition)?.is_truthy() {
                return self.scoped(block, BlockKind::SemiGlobal);
            }
        }
        match &rule.otherwise {
            Some(block) => self.scoped(block, BlockKind::SemiGlobal),
            None => Ok(None),
        }
    }

    #[inline(never)]
    fn each_rule(&mut self, rule: &EachRule) -> Flow {
        let list = self.expression(&rule.list)?;
        let span = self.assigned_span(&rule.list)?;
        self.count_work(list.list_len() as u64, rule.span)?;
        let entered = self.environment.enter(BlockKind::SemiGlobal, true);
        let result = self.each(rule, &list, span);
        self.environment.leave(entered);
        result
    }

    fn each(&mut self, rule: &EachRule, list: &Value, span: Span) -> Flow {
        if let (Value::Map(map), [first, second]) = (list, &*rule.variables) {
            for (key, value) in map.iter() {
                self.step(rule.span)?;
                for (variable, part) in [(first, key), (second, value)] {
                    let part = self.without_slash(part.clone(), span);
                    self.set_local(*variable, part, span);
                }
                if let Some(value) = self.statements(&rule.block.statements)? {
                    return Ok(Some(value));
                }
            }
            return Ok(None);
        }
        for item in list.as_list().iter() {
            self.step(rule.span)?;
            if let [variable] = &*rule.variables {
                let item = self.without_slash(item.clone(), span);
                self.set_local(*variable, item, span);
            } else {
                let parts = item.as_list();
                for (index, variable) in rule.variables.iter().enumerate() {
                    let part = parts.get(index).cloned().unwrap_or_default();
                    let part = self.without_slash(part, span);
                    self.set_local(*variable, part, span);
                }
            }
            if let Some(value) = self.statements(&rule.block.statements)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn for_number(&mut self, expression: &crate::syntax::Expression) -> Result<Number> {
        let value = self.expression(expression)?;
        let number = value.assert_number(None).cloned();
        self.at(expression.span, number)
    }

    #[inline(never)]
    fn for_rule(&mut self, rule: &ForRule) -> Flow {
        let from_number = self.for_number(&rule.from)?;
        let to_number = self.for_number(&rule.to)?;
        let from = self.at(rule.from.span, from_number.assert_int(None))?;
        let to = match from_number.single_unit() {
            Some(unit) => to_number.coerce_value_to_unit(unit, None).map(|value| from_number.with_value(value)),
            None => to_number.coerce_to(&from_number),
        };
        let to = to.and_then(|number| number.assert_int(None));
        let mut to = self.at(rule.to.span, to)?;
        let direction = if from > to { -1 } else { 1 };
        if !rule.exclusive {
            to += direction;
        }
        if from == to {
            return Ok(None);
        }
        let span = self.assigned_span(&rule.from)?;
        let entered = self.environment.enter(BlockKind::SemiGlobal, true);
        let mut result = Ok(None);
        let mut current = from;
        while current != to {
            self.set_local(rule.variable, Value::Number(from_number.with_value(current as f64)), span);
            result = self.step(rule.span).and_then(|()| self.statements(&rule.block.statements));
            if !matches!(result, Ok(None)) {
                break;
            }
            current += direction;
        }
        self.environment.leave(entered);
        result
    }

    #[inline(never)]
    fn while_rule(&mut self, rule: &WhileRule) -> Flow {
        let entered = self.environment.enter(BlockKind::SemiGlobal, rule.block.has_declarations);
        let result = self.while_loop(rule);
        self.environment.leave(entered);
        result
    }

    fn while_loop(&mut self, rule: &WhileRule) -> Flow {
        while self.expression(&rule.condition)?.is_truthy() {
            self.step(rule.span)?;
            if let Some(value) = self.statements(&rule.block.statements)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    // Messages.

    #[inline(never)]
    fn debug(&mut self, value: &crate::syntax::Expression, span: Span) -> Result<()> {
        let message = match self.expression(value)? {
            Value::String(string) => string.text.to_string(),
            other => other.meta_inspect(),
        };
        self.effects.note();
        self.compilation.report(Warning {
            message,
            span: Some(span),
            trace: Vec::new(),
            deprecation: None,
            debug: true,
            label: None,
            secondary: Vec::new(),
            summary: false,
        });
        Ok(())
    }

    #[inline(never)]
    fn warn_rule(&mut self, value: &crate::syntax::Expression, span: Span) -> Result<()> {
        let message = match self.expression(value)? {
            Value::String(string) => string.text.to_string(),
            other => self.at(value.span, other.to_css())?,
        };
        if !self.compilation.options.warnings {
            return Ok(());
        }
        let trace = self.trace(Some(span));
        self.effects.note();
        self.compilation.report(Warning {
            message,
            span: None,
            trace,
            deprecation: None,
            debug: false,
            label: None,
            secondary: Vec::new(),
            summary: false,
        });
        Ok(())
    }
}
