//! Evaluates the syntax tree of an expression, with a limit on the number of visited nodes.

use super::ast::{Arithmetic, Axis, Expr, Start, Step, Test};
use super::axes::{ResolvedTest, walk};
use super::compare::compare;
use super::value::{Item, Value};
use super::{Bindings, ErrorKind, XPathError};
use crate::tree::{Document, NodeId, XML_NAMESPACE};

/// The number of nodes that an evaluation may visit.
const MAX_VISITS: u64 = 200_000_000;

/// XPath's context: the item at which an expression is evaluated, its position in a set, and the set's size.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub item: Item,
    pub position: usize,
    pub size: usize,
}

#[derive(Debug)]
pub(super) enum Failure {
    Kind(ErrorKind),
    Error(XPathError),
}

impl From<ErrorKind> for Failure {
    fn from(kind: ErrorKind) -> Self {
        Failure::Kind(kind)
    }
}

pub(super) struct Evaluator<'d, 'b, 'f> {
    pub document: &'d Document,
    pub bindings: &'b mut Bindings<'f>,
    visits: u64,
}

impl<'d, 'b, 'f> Evaluator<'d, 'b, 'f> {
    pub(super) fn new(document: &'d Document, bindings: &'b mut Bindings<'f>) -> Self {
        Evaluator { document, bindings, visits: 0 }
    }

    pub(super) fn evaluate(&mut self, expression: &Expr, context: Context) -> Result<Value, Failure> {
        Ok(match expression {
            Expr::Or(parts) => {
                for part in parts {
                    if self.evaluate(part, context)?.to_boolean() {
                        return Ok(Value::Boolean(true));
                    }
                }
                Value::Boolean(false)
            }
            Expr::And(parts) => {
                for part in parts {
                    if !self.evaluate(part, context)?.to_boolean() {
                        return Ok(Value::Boolean(false));
                    }
                }
                Value::Boolean(true)
            }
            Expr::Compare(first, rest) => {
                let mut value = self.evaluate(first, context)?;
                for (operator, operand) in rest {
                    let right = self.evaluate(operand, context)?;
                    value = Value::Boolean(compare(self.document, *operator, &value, &right));
                }
                value
            }
            Expr::Compute(first, rest) => {
                let mut number = self.number(first, context)?;
                for (operator, operand) in rest {
                    let right = self.number(operand, context)?;
                    number = match operator {
                        Arithmetic::Add => number + right,
                        Arithmetic::Subtract => number - right,
                        Arithmetic::Multiply => number * right,
                        Arithmetic::Divide => number / right,
                        Arithmetic::Modulo => number % right,
                    };
                }
                Value::Number(number)
            }
            Expr::Negate(operand) => Value::Number(-self.number(operand, context)?),
            Expr::Union(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.nodes(part, context)?);
                }
                self.sort(&mut all);
                Value::Nodes(all)
            }
            Expr::Number(number) => Value::Number(*number),
            Expr::Literal(text) => Value::Text(text.clone()),
            Expr::Variable(name) => {
                let found = self.bindings.variables.iter().find(|(known, _)| known == name);
                found.map(|(_, value)| value.clone()).ok_or(ErrorKind::UndefinedVariable)?
            }
            Expr::Call(prefix, name, arguments) => self.call(prefix.as_deref(), name, arguments, context)?,
            Expr::Path(start, steps) => Value::Nodes(self.path(start, steps, context)?),
        })
    }

    pub(super) fn number(&mut self, expression: &Expr, context: Context) -> Result<f64, Failure> {
        Ok(self.evaluate(expression, context)?.to_number(self.document))
    }

    pub(super) fn text(&mut self, expression: &Expr, context: Context) -> Result<String, Failure> {
        Ok(self.evaluate(expression, context)?.into_text(self.document))
    }

    pub(super) fn nodes(&mut self, expression: &Expr, context: Context) -> Result<Vec<Item>, Failure> {
        match self.evaluate(expression, context)? {
            Value::Nodes(items) => Ok(items),
            _ => Err(ErrorKind::Type.into()),
        }
    }

    fn path(&mut self, start: &Start, steps: &[Step], context: Context) -> Result<Vec<Item>, Failure> {
        let mut items = match start {
            Start::Context => vec![context.item],
            Start::Root => vec![Item::node(NodeId::DOCUMENT)],
            Start::Filter(expression, predicates) => {
                let mut items = match self.evaluate(expression, context)? {
                    Value::Nodes(items) => items,
                    _ => return Err(ErrorKind::Type.into()),
                };
                for predicate in predicates {
                    items = self.filtered(items, predicate)?;
                }
                items
            }
        };
        for step in steps {
            items = self.step(step, items)?;
        }
        Ok(items)
    }

    fn step(&mut self, step: &Step, items: Vec<Item>) -> Result<Vec<Item>, Failure> {
        let href = match &step.test {
            Test::Any(Some(prefix)) | Test::Name(Some(prefix), _) => Some(self.href(prefix)?),
            _ => None,
        };
        let test = ResolvedTest { test: &step.test, href };
        // Nothing behind this position can pass.
        let last = match step.predicates.first() {
            Some(Expr::Number(position)) if *position >= 1.0 => *position,
            _ => f64::INFINITY,
        };
        let is_single = items.len() <= 1;
        let mut found: Vec<Item> = Vec::new();
        for item in items {
            let mut own: Vec<Item> = Vec::new();
            let mut visits = self.visits;
            walk(self.document, item, step.axis, &test, &mut |one| {
                visits += 1;
                own.push(one);
                visits < MAX_VISITS && to_float(own.len()) < last
            });
            self.visits = visits + 1;
            if self.visits >= MAX_VISITS {
                return Err(ErrorKind::Limit.into());
            }
            for predicate in &step.predicates {
                own = self.filtered(own, predicate)?;
            }
            if is_single && step.axis.is_reverse() {
                own.reverse();
            }
            found.append(&mut own);
        }
        let keeps_order = is_single || matches!(step.axis, Axis::Itself | Axis::Attribute);
        if !keeps_order {
            self.sort(&mut found);
        }
        Ok(found)
    }

    /// The items that pass a predicate. A predicate that is a number selects the item at this position.
    fn filtered(&mut self, items: Vec<Item>, predicate: &Expr) -> Result<Vec<Item>, Failure> {
        if let Expr::Number(position) = predicate {
            let index = items.iter().enumerate().find(|(index, _)| to_float(index + 1) == *position);
            return Ok(index.map(|(_, item)| *item).into_iter().collect());
        }
        let size = items.len();
        let mut passed = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            self.visits += 1;
            if self.visits >= MAX_VISITS {
                return Err(ErrorKind::Limit.into());
            }
            let holds = match self.evaluate(predicate, Context { item, position: index + 1, size })? {
                Value::Number(number) => number == to_float(index + 1),
                value => value.to_boolean(),
            };
            if holds {
                passed.push(item);
            }
        }
        Ok(passed)
    }

    /// Sorts items by document order and drops duplicates.
    pub(super) fn sort(&self, items: &mut Vec<Item>) {
        if items.len() <= 1 {
            return;
        }
        let positions = self.document.positions();
        items.sort_by_key(|item| (positions[item.node.index()], item.namespace));
        items.dedup();
    }

    fn href(&self, prefix: &str) -> Result<String, Failure> {
        if prefix == "xml" {
            return Ok(XML_NAMESPACE.to_owned());
        }
        let found = self.bindings.namespaces.iter().rev().find(|(known, _)| known == prefix);
        found.map(|(_, href)| href.clone()).ok_or_else(|| ErrorKind::Prefix.into())
    }

    pub(super) fn is_html(&self) -> bool {
        self.document.dialect != crate::tree::Dialect::Xml
    }
}

#[expect(clippy::cast_precision_loss, reason = "positions are far below 2^52")]
pub(super) fn to_float(number: usize) -> f64 {
    number as f64
}
