//! Evaluates `@if`, `@for`, `@each` and `@while`.

use super::{Environment, Evaluator};
use crate::css::Node;
use crate::error::{SassResult, SyntaxError};
use crate::tree::{Kind, Statement};
use crate::value::{Number, Value};
use std::sync::Arc;

/// Whether a block with this statement needs no scope of its own, because the statement defines no variable, mixin or
/// function there.
fn needs_no_scope(statement: &Statement) -> bool {
    match statement.kind {
        Kind::Return(_) | Kind::If(..) | Kind::Each { .. } | Kind::For { .. } | Kind::While(_) => true,
        Kind::Declaration(_) | Kind::Include { .. } => !statement.has_children,
        _ => false,
    }
}

impl Evaluator<'_> {
    pub(super) fn control(&mut self, statement: &Statement, out: &mut Vec<Node>) -> SassResult<Option<Value>> {
        match &statement.kind {
            Kind::If(condition, otherwise) => {
                let holds = match condition {
                    Some(condition) => self.evaluate(condition)?.truthy(),
                    None => true,
                };
                match otherwise {
                    _ if holds && statement.children.iter().all(needs_no_scope) => {
                        self.deeper(|evaluator| evaluator.statements(&statement.children, out))
                    }
                    _ if holds => self.scoped(|evaluator| evaluator.statements(&statement.children, out)),
                    Some(otherwise) => {
                        self.deeper(|evaluator| evaluator.statements(std::slice::from_ref(otherwise), out))
                    }
                    None => Ok(None),
                }
            }
            Kind::While(condition) => self.scoped(|evaluator| {
                while evaluator.evaluate(condition)?.truthy() {
                    evaluator.step()?;
                    if let Some(value) = evaluator.statements(&statement.children, out)? {
                        return Ok(Some(value));
                    }
                }
                Ok(None)
            }),
            Kind::Each { variables, list } => {
                let list = self.evaluate(list)?;
                self.count_work(list.len() as u64)?;
                let items = list.items();
                self.scoped(|evaluator| {
                    for item in items {
                        match &variables[..] {
                            [only] => evaluator.environment.set_local(only.key, item.computed()),
                            several => {
                                for (index, variable) in several.iter().enumerate() {
                                    let part = item.item(index).unwrap_or(Value::Null);
                                    evaluator.environment.set_local(variable.key, part.computed());
                                }
                            }
                        }
                        if let Some(value) = evaluator.statements(&statement.children, out)? {
                            return Ok(Some(value));
                        }
                    }
                    Ok(None)
                })
            }
            _ => self.count(statement, out),
        }
    }

    /// Runs `work` in the scope of a control directive.
    fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> SassResult<T>) -> SassResult<T> {
        let environment = Environment::of_control(&self.environment);
        self.within(environment, |evaluator| evaluator.deeper(work))
    }

    fn count(&mut self, statement: &Statement, out: &mut Vec<Node>) -> SassResult<Option<Value>> {
        let Kind::For { variable, from, to, exclusive } = &statement.kind else { return Ok(None) };
        let (from, to) = (self.evaluate(from)?, self.evaluate(to)?);
        let first = from.whole()?;
        to.whole()?;
        let (Value::Number(from), Value::Number(to)) = (&from, &to) else {
            return Err(SyntaxError::new(format!("{} is not an integer.", from.inspect())));
        };
        let last = to.coerced(&from.units, &from.divisors)?.value as i64;
        let step = if first > last { -1 } else { 1 };
        let end = if *exclusive { last } else { last.saturating_add(step) };
        self.scoped(|evaluator| {
            let mut current = first;
            while current != end {
                evaluator.step()?;
                let number = Number::with_units(current as f64, from.units.clone(), from.divisors.clone());
                evaluator.environment.set_local(variable.key, Value::Number(Arc::new(number)));
                if let Some(value) = evaluator.statements(&statement.children, out)? {
                    return Ok(Some(value));
                }
                current += step;
            }
            Ok(None)
        })
    }
}
