//! Evaluates expressions to values. Function calls are in `call` and `direct_call`.

use super::Evaluator;
use super::calculation::is_calculation_safe;
use crate::syntax::{
    Arguments, Binary, BinaryOperator, Expression, ExpressionKind, FunctionCall, Interpolation, Printer, Separator,
    UnaryOperator, is_calculation_function,
};
use crate::value::{self, Color, List, Map, Number, SassString, Value};
use crate::{Deprecation, Result, Span, Symbol};
use std::rc::Rc;
use std::sync::Arc;

impl Evaluator<'_> {
    pub(super) fn expression(&mut self, expression: &Expression) -> Result<Value> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Number(value, unit) => Ok(Value::Number(match unit {
                Some(unit) => Number::with_unit(*value, *unit),
                None => Number::new(*value),
            })),
            ExpressionKind::PlainString(text, quoted) => {
                Ok(Value::String(SassString { text: Arc::clone(text), quoted: *quoted }))
            }
            ExpressionKind::Variable(namespace, name) => self.variable(*namespace, *name, span),
            ExpressionKind::Binary(binary) => self.binary(expression, binary),
            ExpressionKind::Function(call) => self.function_call(call, span),
            ExpressionKind::List(items, separator, brackets) => self.list(items, *separator, *brackets, span),
            ExpressionKind::Color(rgb, alpha, text) => {
                Ok(Value::Color(Rc::new(Color::from_literal(*rgb, *alpha, Arc::clone(text)))))
            }
            ExpressionKind::String(text, quoted) => {
                Ok(Value::String(SassString { text: self.string_text(text)?, quoted: *quoted }))
            }
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, operand, span),
            ExpressionKind::Parenthesized(inner) => self.parenthesized(inner, span),
            ExpressionKind::Null => Ok(Value::Null),
            ExpressionKind::Boolean(value) => Ok(Value::Bool(*value)),
            ExpressionKind::Map(pairs) => self.map(pairs, span),
            ExpressionKind::Parent => Ok(self.parent_selector()),
            ExpressionKind::LegacyIf(arguments) => self.legacy_if(arguments, span),
            ExpressionKind::If(branches) => self.if_expression(branches),
            ExpressionKind::InterpolatedFunction(call) => self.interpolated_call(call, span),
            ExpressionKind::Supports(condition) => self.supports_condition(condition).map(Value::unquoted),
        }
    }

    // Rarer expressions have their own functions, so that nested expressions use little stack.

    #[inline(never)]
    fn unary(&mut self, operator: UnaryOperator, operand: &Expression, span: Span) -> Result<Value> {
        let operand = self.expression(operand)?;
        self.at(span, value::unary(operator, &operand))
    }

    #[inline(never)]
    fn parenthesized(&mut self, inner: &Expression, span: Span) -> Result<Value> {
        if self.plain_css() {
            return Err(self.error("Parentheses aren't allowed in plain CSS.", span));
        }
        self.expression(inner)
    }

    #[inline(never)]
    fn parent_selector(&mut self) -> Value {
        self.effects.note();
        match &self.rule {
            Some(rule) => rule.original.to_value(),
            None => Value::Null,
        }
    }

    #[inline(never)]
    fn interpolated_call(&mut self, call: &(Interpolation, Arguments), span: Span) -> Result<Value> {
        let (name, arguments) = call;
        let name = self.interpolate(name)?;
        let outer = std::mem::replace(&mut self.in_function, true);
        let result = self.plain_css_call(&name, arguments, span);
        self.in_function = outer;
        result
    }

    fn variable(&mut self, namespace: Option<Symbol>, name: Symbol, span: Span) -> Result<Value> {
        if namespace.is_none() {
            // Clones the value directly into the result.
            let mut scope = Some(&self.environment.scope);
            while let Some(inner) = scope {
                if let Some(variable) = inner.variables.borrow().get(name) {
                    if inner.parent.is_none() {
                        self.effects.note_global(inner, name, &variable.value);
                    }
                    return Ok(variable.value.clone());
                }
                scope = inner.parent.as_ref();
            }
        }
        self.effects.note_unknown_read();
        let found = self.environment.variable(name, namespace);
        match self.at(span, found)? {
            Some(variable) => Ok(variable.value),
            None => Err(self.error("Undefined variable.", span)),
        }
    }

    /// The span of an expression's value. For a variable, this is the span of its assignment.
    pub(super) fn assigned_span(&self, expression: &Expression) -> Result<Span> {
        if let ExpressionKind::Variable(namespace, name) = &expression.kind {
            if namespace.is_none()
                && let Some(span) = self.environment.in_scopes(*name, |variable, _| variable.span)
            {
                return Ok(span);
            }
            let found = self.environment.variable(*name, *namespace);
            if let Some(variable) = self.at(expression.span, found)? {
                return Ok(variable.span);
            }
        }
        Ok(expression.span)
    }

    #[inline(never)]
    fn list(&mut self, items: &[Expression], separator: Separator, brackets: bool, span: Span) -> Result<Value> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(self.expression(item)?);
        }
        let value = Value::List(Rc::new(List::new(values, separator).with_brackets(brackets)));
        self.at(span, value.check_depth())?;
        Ok(value)
    }

    #[inline(never)]
    fn map(&mut self, pairs: &[(Expression, Expression)], span: Span) -> Result<Value> {
        let mut map = Map::with_capacity(pairs.len());
        for (key, item) in pairs {
            let key_value = self.expression(key)?;
            let item = self.expression(item)?;
            // Every pair before this one is an entry.
            if let Some(first) = map.position(&key_value) {
                let mut error = self.error("Duplicate key.", key.span);
                error.label = Some("second key".to_owned());
                error.secondary.extend(pairs.get(first).map(|(key, _)| (key.span, "first key".to_owned())));
                return Err(error);
            }
            map.insert(key_value, item);
        }
        let value = Value::Map(Rc::new(map));
        self.at(span, value.check_depth())?;
        Ok(value)
    }

    #[inline(never)]
    fn binary(&mut self, whole: &Expression, binary: &Binary) -> Result<Value> {
        let span = whole.span;
        use BinaryOperator as Op;
        if self.plain_css() && !matches!(binary.operator, Op::SingleEquals | Op::Divide) {
            return Err(self.error("Operators aren't allowed in plain CSS.", binary.operator_span));
        }
        let left = self.expression(&binary.left)?;
        match binary.operator {
            Op::Or if left.is_truthy() => return Ok(left),
            Op::And if !left.is_truthy() => return Ok(left),
            Op::Or | Op::And => return self.expression(&binary.right),
            _ => {}
        }
        let right = self.expression(&binary.right)?;
        match binary.operator {
            Op::Equals | Op::NotEquals => {
                self.count_work(left.work().min(right.work()), span)?;
                Ok(Value::Bool((left == right) == (binary.operator == Op::Equals)))
            }
            Op::Divide => self.quotient(whole, binary, &left, &right),
            operator => {
                let mut result = value::binary(operator, &left, &right);
                if let Ok(text @ Value::String(_)) = &result
                    && let Err(error) = text.check_depth().and_then(|()| self.count_work(text.work(), span))
                {
                    result = Err(error);
                }
                if let Err(error) = &mut result {
                    self.place_in(error, span);
                }
                result
            }
        }
    }

    #[inline(never)]
    fn quotient(&mut self, whole: &Expression, binary: &Binary, left: &Value, right: &Value) -> Result<Value> {
        let span = whole.span;
        let result = self.at(span, value::binary(binary.operator, left, right))?;
        if let (BinaryOperator::Divide, Value::Number(left), Value::Number(right), Value::Number(quotient)) =
            (binary.operator, left, right, &result)
        {
            if binary.allows_slash
                && self.operand_allows_slash(&binary.left)?
                && self.operand_allows_slash(&binary.right)?
            {
                return Ok(Value::Number(quotient.with_slash(left.clone(), right.clone())));
            }
            self.warn_division(whole, binary);
        }
        Ok(result)
    }

    fn operand_allows_slash(&self, operand: &Expression) -> Result<bool> {
        let ExpressionKind::Function(call) = &operand.kind else { return Ok(true) };
        let lower = call.original.to_ascii_lowercase();
        Ok(call.namespace.is_none()
            && is_calculation_function(&lower)
            && self.at(operand.span, self.environment.function(call.name, None))?.is_none())
    }

    fn warn_division(&mut self, whole: &Expression, binary: &Binary) {
        if !self.wants_deprecation(Deprecation::SlashDiv, whole.span) {
            return;
        }
        let source = |span| self.span_text(span);
        let printer = Printer { source: &source };
        let recommendation = printer.division(binary);
        let text = printer.calculation(whole);
        let message = format!(
            "Using / for division outside of calc() is deprecated and will be removed in Dart Sass 2.0.0.\n\n\
             Recommendation: {recommendation} or calc({text})\n\n\
             More info and automated migrator: https://sass-lang.com/d/slash-div"
        );
        self.warn(Some(Deprecation::SlashDiv), message, whole.span);
    }

    /// Removes the slash notation of a number that has one, with a deprecation warning. Other values are unchanged.
    #[inline(always)]
    pub(super) fn without_slash(&mut self, value: Value, span: Span) -> Value {
        match &value {
            Value::Number(number) if number.as_slash().is_some() => self.drop_slash(number, span),
            _ => value,
        }
    }

    #[cold]
    fn drop_slash(&mut self, number: &Number, span: Span) -> Value {
        fn recommendation(number: &Number) -> String {
            match number.as_slash() {
                Some((before, after)) => format!("math.div({}, {})", recommendation(before), recommendation(after)),
                None => number.inspect(),
            }
        }
        let message = format!(
            "Using / for division is deprecated and will be removed in Dart Sass 2.0.0.\n\nRecommendation: {}\n\nMore \
             info and automated migrator: https://sass-lang.com/d/slash-div",
            recommendation(number)
        );
        let number = number.clone().without_slash();
        self.warn(Some(Deprecation::SlashDiv), message, span);
        Value::Number(number)
    }

    #[inline(never)]
    fn function_call(&mut self, call: &FunctionCall, span: Span) -> Result<Value> {
        let mut function = None;
        // Most calls are of built-in functions with names that the style sheet does not declare.
        let may_be_declared =
            call.namespace.is_some() || self.other_functions || self.user_functions.contains(&call.name);
        if may_be_declared && !self.plain_css() {
            function = self.at(span, self.environment.function(call.name, call.namespace))?;
        }
        if call.original.starts_with("--") {
            function = None;
        }
        let function = match function {
            Some(function) => function,
            None if call.namespace.is_some() => return Err(self.error("Undefined function.", span)),
            None => {
                if call.may_calculate
                    && let Some(value) = self.calculation_call(call, span)?
                {
                    return Ok(value);
                }
                let builtin = if self.plain_css() { None } else { crate::functions::global(call.name) };
                match builtin {
                    Some(builtin) => super::Callable::Builtin(builtin),
                    None => super::Callable::PlainCss(Arc::clone(&call.original)),
                }
            }
        };
        let outer = std::mem::replace(&mut self.in_function, true);
        let result = self.call_function_with(&function, &call.arguments, span);
        self.in_function = outer;
        result.map_err(|error| self.lift_user_error(error, span))
    }

    /// Evaluates a call that is a CSS calculation. `None` for any other call.
    fn calculation_call(&mut self, call: &FunctionCall, span: Span) -> Result<Option<Value>> {
        let lower = call.original.to_ascii_lowercase();
        let arguments = &call.arguments;
        match &*lower {
            name @ ("min" | "max" | "round" | "abs") => {
                let safe = arguments.named.is_empty()
                    && arguments.rest.is_none()
                    && arguments.positional.iter().all(is_calculation_safe);
                if !safe {
                    return Ok(None);
                }
                self.calculation(name, arguments, Some(name), span).map(Some)
            }
            name if is_calculation_function(name) => self.calculation(name, arguments, None, span).map(Some),
            _ => Ok(None),
        }
    }
}
