//! Calls with positional arguments only, whose values are bound directly to the parameters.
//!
//! Most calls are of this kind. Other calls collect their arguments first; see `arguments`.

use super::callable::UserCallable;
use super::environment::{Scope, Variable};
use super::statement::Flow;
use super::{Evaluator, Member};
use crate::functions::Builtin;
use crate::syntax::{Arguments, Expression, ExpressionKind, Separator};
use crate::value::{ArgumentList, Value};
use crate::{Result, Span};
use smallvec::SmallVec;
use std::rc::Rc;

/// The number of arguments of a built-in function that are kept on the stack.
const FEW: usize = 5;

impl Arguments {
    pub(super) fn are_positional(&self) -> bool {
        self.named.is_empty() && self.rest.is_none() && self.keyword_rest.is_none()
    }
}

impl UserCallable {
    /// Whether these arguments can be bound directly: all are positional, each has a parameter, and the other
    /// parameters have defaults. False if there is a rest parameter.
    pub(super) fn takes_directly(&self, arguments: &Arguments) -> bool {
        let parameters = &self.declaration.parameters;
        let given = arguments.positional.len();
        arguments.are_positional()
            && parameters.rest.is_none()
            && given <= parameters.list.len()
            && parameters.list.iter().skip(given).all(|parameter| parameter.default.is_some())
    }
}

impl Evaluator<'_> {
    /// Calls a built-in function with positional arguments. Returns `None`, without evaluating any argument, if the
    /// call has named or rest arguments, or if it does not match a signature.
    pub(super) fn direct_builtin_call(
        &mut self,
        builtin: &'static Builtin,
        arguments: &Arguments,
        span: Span,
    ) -> Option<Result<Value>> {
        let given = arguments.positional.len();
        if !arguments.are_positional() {
            return None;
        }
        let overload = builtin.overload_for(given, &[])?;
        if overload.verify(given, &[]).is_err() {
            return None;
        }
        let count = overload.parameters.len();
        let mut values: SmallVec<[Value; FEW]> = SmallVec::with_capacity(given.max(count) + 1);
        for expression in &arguments.positional {
            match self.argument(expression) {
                Ok((value, _)) => values.push(value),
                Err(error) => return Some(Err(error)),
            }
        }
        for parameter in overload.parameters.iter().skip(given) {
            values.push(parameter.default.map(|default| default.to_value()).unwrap_or_default());
        }
        if overload.rest.is_some() {
            let rest = if given > count {
                Rc::new(ArgumentList::new(values.drain(count..).collect(), Vec::new(), Separator::Comma))
            } else {
                Rc::clone(&self.no_arguments)
            };
            if let Err(error) = self.at(span, rest.tree_size().check().map_err(Into::into)) {
                return Some(Err(error));
            }
            values.push(Value::ArgumentList(rest));
        }
        let outer = self.call_span.replace(span);
        let result = builtin.call(overload, &mut values, self);
        self.call_span = outer;
        Some(match self.at(span, result) {
            Ok(value) => Ok(self.without_slash(value, span)),
            error => error,
        })
    }

    /// Calls a mixin or a content block that [takes the arguments directly](UserCallable::takes_directly).
    pub(super) fn direct_call(
        &mut self,
        user: &UserCallable,
        arguments: &Arguments,
        span: Span,
        body: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let scope = self.direct_arguments(user, arguments)?;
        let result = self.call_in_scope(user, &scope, arguments.positional.len(), span, body);
        Scope::recycle(scope);
        result
    }

    /// Calls a function that [takes the arguments directly](UserCallable::takes_directly), unless the result is cached.
    pub(super) fn direct_function_call(
        &mut self,
        user: &UserCallable,
        arguments: &Arguments,
        span: Span,
    ) -> Result<Value> {
        let scope = self.direct_arguments(user, arguments)?;
        let result = self.cached_call(user, &scope.variables, |evaluator| {
            let body = |evaluator: &mut Self| evaluator.function_body(user);
            let result = evaluator.call_in_scope(user, &scope, arguments.positional.len(), span, body)?;
            Ok(result.unwrap_or_default())
        });
        Scope::recycle(scope);
        result
    }

    /// Creates a scope with the arguments of a call.
    fn direct_arguments(&mut self, user: &UserCallable, arguments: &Arguments) -> Result<Rc<Scope>> {
        let scope = Scope::inside(&user.environment.scope);
        let parameters = &user.declaration.parameters.list;
        for (parameter, expression) in parameters.iter().zip(&arguments.positional) {
            let (value, span) = self.argument(expression)?;
            scope.variables.borrow_mut().insert(parameter.name, Variable { value, span });
        }
        Ok(scope)
    }

    /// Sets the parameters after the first `given` ones to their defaults in `scope`, and runs `body` in this scope.
    fn call_in_scope(
        &mut self,
        user: &UserCallable,
        scope: &Rc<Scope>,
        given: usize,
        span: Span,
        body: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let member = Member::of(user);
        let in_dependency = std::mem::replace(&mut self.in_dependency, user.in_dependency);
        let environment = user.environment.inside(Rc::clone(scope));
        let environment = std::mem::replace(&mut self.environment, environment);
        let result = self.in_frame(member, span, |evaluator| {
            for parameter in user.declaration.parameters.list.iter().skip(given) {
                if let Some(default) = &parameter.default {
                    let (value, span) = evaluator.argument(default)?;
                    evaluator.environment.set_local(parameter.name, Variable { value, span });
                }
            }
            body(evaluator)
        });
        self.environment = environment;
        self.in_dependency = in_dependency;
        result
    }

    /// Evaluates an argument. Returns its value without slash notation, and the span of the expression or, for a
    /// variable, of its assignment.
    pub(super) fn argument(&mut self, expression: &Expression) -> Result<(Value, Span)> {
        if let ExpressionKind::Variable(None, name) = &expression.kind
            && let Some((value, span)) = self.environment.in_scopes(*name, |variable, scope| {
                if scope.parent.is_none() {
                    self.effects.note_global(scope, *name, &variable.value);
                }
                (variable.value.clone(), variable.span)
            })
        {
            return Ok((self.without_slash(value, span), span));
        }
        let value = self.expression(expression)?;
        let span = self.assigned_span(expression)?;
        Ok((self.without_slash(value, span), span))
    }
}
