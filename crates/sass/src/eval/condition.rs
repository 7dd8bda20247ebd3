//! Conditions of `if()`, in both syntaxes, and of `@supports`.

use super::Evaluator;
use super::arguments::MacroArgument;
use crate::functions::{Parameter, verify};
use crate::syntax::{Arguments, Expression, IfCondition, SupportsCondition};
use crate::value::Value;
use crate::{Result, Span, Symbol};

/// The result of an `if()` condition.
enum Outcome {
    Known(bool),
    /// A CSS condition that the browser evaluates.
    Css(String),
}

/// The parameters of the legacy `if()`.
const LEGACY_PARAMETERS: [&str; 3] = ["condition", "if-true", "if-false"];

impl Evaluator<'_> {
    /// Evaluates `if($condition, $if-true, $if-false)`, but only one of the two results.
    pub(super) fn legacy_if(&mut self, arguments: &Arguments, span: Span) -> Result<Value> {
        if arguments.are_positional()
            && let [condition, if_true, if_false] = &*arguments.positional
        {
            let chosen = if self.expression(condition)?.is_truthy() { if_true } else { if_false };
            return self.argument(chosen).map(|(value, _)| value);
        }
        let (positional, named) = self.macro_arguments(arguments, span)?;
        let names: Vec<Symbol> = named.iter().map(|(name, _)| *name).collect();
        let parameters =
            LEGACY_PARAMETERS.iter().map(|name| Parameter { name: Symbol::new(name), original: name, optional: false });
        if let Err(mismatch) = verify(parameters, false, positional.len(), &names) {
            return Err(self.mismatch_error(mismatch, span, None));
        }
        let find = |index: usize| {
            let name = Symbol::new(LEGACY_PARAMETERS.get(index).copied().unwrap_or(""));
            positional.get(index).or_else(|| named.iter().find(|(other, _)| *other == name).map(|(_, value)| value))
        };
        let condition = match find(0) {
            Some(condition) => self.macro_value(condition)?,
            None => Value::Null,
        };
        let Some(result) = find(if condition.is_truthy() { 1 } else { 2 }) else { return Ok(Value::Null) };
        let value = self.macro_value(result)?;
        let span = match result {
            MacroArgument::Expression(expression) => self.assigned_span(expression)?,
            MacroArgument::Value(_, span) => *span,
        };
        Ok(self.without_slash(value, span))
    }

    fn macro_value(&mut self, argument: &MacroArgument<'_>) -> Result<Value> {
        match argument {
            MacroArgument::Expression(expression) => self.expression(expression),
            MacroArgument::Value(value, _) => Ok(value.clone()),
        }
    }

    /// Evaluates `if(condition: value; else: value)`. Conditions that only the browser can decide remain in the result.
    /// The result is `null` if all conditions are false.
    pub(super) fn if_expression(&mut self, branches: &[(Option<IfCondition>, Expression)]) -> Result<Value> {
        let mut css: Vec<(String, Value)> = Vec::new();
        for (condition, expression) in branches {
            let outcome = match condition {
                Some(condition) => self.if_condition(condition)?,
                None => Outcome::Known(true),
            };
            match outcome {
                Outcome::Css(text) => css.push((text, self.expression(expression)?)),
                Outcome::Known(true) if css.is_empty() => return self.expression(expression),
                Outcome::Known(true) => css.push(("else".to_owned(), self.expression(expression)?)),
                Outcome::Known(false) => {}
            }
        }
        if css.is_empty() {
            return Ok(Value::Null);
        }
        let mut text = String::from("if(");
        for (index, (condition, value)) in css.iter().enumerate() {
            if index > 0 {
                text.push_str("; ");
            }
            text.push_str(condition);
            text.push_str(": ");
            text.push_str(&value.to_css()?);
        }
        text.push(')');
        Ok(Value::unquoted(text))
    }

    fn if_condition(&mut self, condition: &IfCondition) -> Result<Outcome> {
        match condition {
            IfCondition::Parenthesized(inner, _) => Ok(match self.if_condition(inner)? {
                Outcome::Css(text) => Outcome::Css(format!("({text})")),
                known => known,
            }),
            IfCondition::Not(inner, _) => Ok(match self.if_condition(inner)? {
                Outcome::Css(text) => Outcome::Css(format!("not {text}")),
                Outcome::Known(value) => Outcome::Known(!value),
            }),
            IfCondition::Operation(conditions, is_and, _) => self.if_operation(conditions, *is_and),
            IfCondition::Function(name, arguments, _) => {
                let name = self.interpolate(name)?;
                let arguments = self.interpolate(arguments)?;
                Ok(Outcome::Css(format!("{name}({arguments})")))
            }
            IfCondition::Sass(expression, _) => Ok(Outcome::Known(self.expression(expression)?.is_truthy())),
            IfCondition::Raw(text) => Ok(Outcome::Css(self.interpolate(text)?.to_string())),
        }
    }

    fn if_operation(&mut self, conditions: &[IfCondition], is_and: bool) -> Result<Outcome> {
        let mut css: Vec<(bool, String)> = Vec::new();
        for condition in conditions {
            match self.if_condition(condition)? {
                Outcome::Css(text) => css.push((matches!(condition, IfCondition::Parenthesized(..)), text)),
                Outcome::Known(value) if value != is_and => return Ok(Outcome::Known(value)),
                Outcome::Known(_) => {}
            }
        }
        Ok(match css.as_slice() {
            [] => Outcome::Known(is_and),
            [(true, text)] => {
                let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
                Outcome::Css(inner.unwrap_or(text).to_owned())
            }
            all => {
                let texts: Vec<&str> = all.iter().map(|(_, text)| text.as_str()).collect();
                Outcome::Css(texts.join(if is_and { " and " } else { " or " }))
            }
        })
    }

    // `@supports`

    pub(super) fn supports_condition(&mut self, condition: &SupportsCondition) -> Result<String> {
        match condition {
            SupportsCondition::Operation(left, operator, right, _) => {
                let left = self.supports_operand(left, Some(operator))?;
                let right = self.supports_operand(right, Some(operator))?;
                Ok(format!("{left} {operator} {right}"))
            }
            SupportsCondition::Not(inner, _) => Ok(format!("not {}", self.supports_operand(inner, None)?)),
            SupportsCondition::Interpolation(expression, _) => self.expression_css(expression, false),
            SupportsCondition::Declaration(name, value, custom, _) => {
                let outer = std::mem::replace(&mut self.in_supports_declaration, true);
                let result = self.expression_css(name, true).and_then(|name| {
                    let value = self.expression_css(value, true)?;
                    let space = if *custom { "" } else { " " };
                    Ok(format!("({name}:{space}{value})"))
                });
                self.in_supports_declaration = outer;
                result
            }
            SupportsCondition::Function(name, arguments, _) => {
                let name = self.interpolate(name)?;
                let arguments = self.interpolate(arguments)?;
                Ok(format!("{name}({arguments})"))
            }
            SupportsCondition::Anything(contents, _) => Ok(format!("({})", self.interpolate(contents)?)),
        }
    }

    fn supports_operand(&mut self, condition: &SupportsCondition, operator: Option<&str>) -> Result<String> {
        let text = self.supports_condition(condition)?;
        let parenthesize = match condition {
            SupportsCondition::Not(..) => true,
            SupportsCondition::Operation(_, own, ..) => operator.is_none_or(|operator| operator != &**own),
            _ => false,
        };
        Ok(if parenthesize { format!("({text})") } else { text })
    }
}
