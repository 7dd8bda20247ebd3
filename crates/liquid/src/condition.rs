//! Conditions: comparisons joined by `and` and `or`, evaluated from right to left. Mirrors `Liquid::Condition`.

use crate::context::Context;
use crate::effects::TemplateEffects;
use crate::engine::{Engine, HardLimits};
use crate::expression::Expression;
use crate::lax_markup::{self, find_fragment, skip_spaces, skip_while};
use crate::parser::Parser;
use crate::scope::{Variables, steps_of_key};
use crate::search;
use crate::value::compare::{comparison_failed, steps_of_comparing};
use crate::value::text::is_ruby_space;
use crate::value::{Abort, Error, ErrorKind, Host, Str, Value};
use std::cmp::Ordering;

/// A parsed condition such as `a == b and c`, as in `if` or in Jekyll's filter `where_exp`.
#[derive(Debug, Clone)]
pub struct Condition {
    /// Each comparison, with the operator that joins it to all that follow: `a and b or c` is `a and (b or c)`.
    parts: Vec<(Comparison, Join)>,
}

#[derive(Debug, Clone)]
struct Comparison {
    left: Expression,
    right: Option<(Operator, Expression)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Join {
    And,
    Or,
    End,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
    /// An unknown operator. It is an error only when the condition is evaluated.
    Unknown(Str),
}

impl Operator {
    fn new(text: &str) -> Self {
        match text {
            "==" => Operator::Equal,
            "!=" | "<>" => Operator::NotEqual,
            "<" => Operator::Less,
            "<=" => Operator::LessOrEqual,
            ">" => Operator::Greater,
            ">=" => Operator::GreaterOrEqual,
            "contains" => Operator::Contains,
            other => Operator::Unknown(other.into()),
        }
    }

    /// The text of a standard operator.
    fn name(&self) -> &str {
        match self {
            Operator::Equal => "==",
            Operator::NotEqual => "!=",
            Operator::Less => "<",
            Operator::LessOrEqual => "<=",
            Operator::Greater => ">",
            Operator::GreaterOrEqual => ">=",
            Operator::Contains => "contains",
            Operator::Unknown(name) => name,
        }
    }
}

const SYNTAX: &str = "Syntax Error in tag 'if' - Valid syntax: if [expression]";

impl Comparison {
    /// Parses a value, or two values with an operator between them.
    fn read(parser: &mut Parser<'_>) -> Result<Self, Error> {
        let left = Expression::parse(&parser.expression()?)?;
        let right = match parser.comparison() {
            Some(operator) => Some((Operator::new(operator), Expression::parse(&parser.expression()?)?)),
            None => None,
        };
        Ok(Comparison { left, right })
    }
}

impl Condition {
    /// The condition `left == right`, as used by `when`.
    pub fn equal(left: Expression, right: Expression) -> Self {
        let comparison = Comparison { left, right: Some((Operator::Equal, right)) };
        Condition { parts: vec![(comparison, Join::End)] }
    }

    /// Parses a condition by the strict grammar, which rejects text after the last comparison.
    ///
    /// # Errors
    /// `Liquid::SyntaxError` if the grammar does not allow the markup.
    pub fn strict(markup: &str) -> Result<Self, Error> {
        let mut parser = Parser::new(markup)?;
        let condition = Condition::read(&mut parser)?;
        parser.end()?;
        Ok(condition)
    }

    /// Parses `markup` as a single comparison, as the filter `where_exp` of Jekyll 3 does.
    ///
    /// # Errors
    /// `Liquid::SyntaxError`, also for `and` and `or`.
    pub fn single(markup: &str) -> Result<Self, Error> {
        let mut parser = Parser::new(markup)?;
        let comparison = Comparison::read(&mut parser)?;
        parser.end()?;
        Ok(Condition { parts: vec![(comparison, Join::End)] })
    }

    /// Parses comparisons joined by `and` and `or`, and stops at the first other token.
    ///
    /// # Errors
    /// `Liquid::SyntaxError` if an operand is missing, as in `a ==` or `a and`.
    pub fn read(parser: &mut Parser<'_>) -> Result<Self, Error> {
        let mut parts = Vec::new();
        loop {
            let comparison = Comparison::read(parser)?;
            let join = if parser.id("and") {
                Join::And
            } else if parser.id("or") {
                Join::Or
            } else {
                Join::End
            };
            parts.push((comparison, join));
            if join == Join::End {
                return Ok(Condition { parts });
            }
        }
    }

    /// Parses a condition by the lax grammar.
    ///
    /// # Errors
    /// `Liquid::SyntaxError`, for example for an empty condition or for `a and`.
    pub fn lax(markup: &str) -> Result<Self, Error> {
        let mut pieces = lax_markup::conditions(markup);
        let mut parts = vec![(lax_comparison(pieces.pop())?, Join::End)];
        while let Some(operator) = pieces.pop() {
            let comparison = lax_comparison(pieces.pop())?;
            let join = match operator.trim_matches(is_ruby_space) {
                "and" => Join::And,
                "or" => Join::Or,
                _ => return Err(Error::syntax(SYNTAX)),
            };
            parts.push((comparison, join));
        }
        parts.reverse();
        Ok(Condition { parts })
    }

    /// The condition with the operators that an application has registered under the names of standard ones.
    #[must_use]
    pub fn with_operators_of(mut self, engine: &Engine) -> Self {
        if engine.has_operators() {
            for (operator, _) in self.parts.iter_mut().filter_map(|(comparison, _)| comparison.right.as_mut()) {
                if engine.find_operator(operator.name()).is_some() {
                    *operator = Operator::Unknown(operator.name().into());
                }
            }
        }
        self
    }

    /// Whether the condition is true. As in Ruby's Liquid, `and` and `or` have the same precedence and group from the
    /// right: `a and b or c` is `a and (b or c)`.
    ///
    /// # Errors
    /// `Liquid::ArgumentError` for operators that do not exist and values that cannot be compared. Also fails if an
    /// expression fails, or beyond the limit on steps.
    pub fn evaluate(&self, cx: &mut Context<'_>) -> Result<bool, Abort> {
        let mut result = false;
        for (comparison, join) in &self.parts {
            if let Some(marks) = &cx.marks {
                comparison.left.note_read(marks);
                comparison.right.iter().for_each(|(_, right)| right.note_read(marks));
            }
            result = comparison.evaluate(cx)?;
            cx.spend_variable_steps()?;
            cx.spend(1)?;
            match join {
                Join::And if result => {}
                Join::Or if !result => {}
                _ => break,
            }
        }
        Ok(result)
    }

    /// Adds to `effects` the variables that the condition reads.
    pub fn effects(&self, effects: &mut TemplateEffects) {
        for (comparison, _) in &self.parts {
            comparison.left.effects(effects);
            if let Some((_, right)) = &comparison.right {
                right.effects(effects);
            }
        }
    }
}

/// Parses `(fragment) (operator)? (fragment)?` anywhere in `piece`, and ignores the text around it.
fn lax_comparison(piece: Option<&str>) -> Result<Comparison, Error> {
    let piece = piece.unwrap_or_default();
    let (start, end) = find_fragment(piece, 0).ok_or_else(|| Error::syntax(SYNTAX))?;
    let left = Expression::parse(&piece[start..end])?;
    let from = skip_spaces(piece, end);
    let to =
        skip_while(piece, from, |byte| matches!(byte, b'=' | b'!' | b'<' | b'>' | b'_') || byte.is_ascii_lowercase());
    if from == to {
        return Ok(Comparison { left, right: None });
    }
    let position = skip_spaces(piece, to);
    let right = match lax_markup::fragment(piece, position) {
        Some(end) => Expression::parse(&piece[position..end])?,
        None => Expression::literal(Value::Nil),
    };
    Ok(Comparison { left, right: Some((Operator::new(&piece[from..to]), right)) })
}

impl Comparison {
    #[inline]
    fn evaluate(&self, cx: &mut Context<'_>) -> Result<bool, Abort> {
        if let Some((Operator::Unknown(name), right)) = &self.right
            && let Some(holds) = cx.engine().find_operator(name)
        {
            cx.refuse_reuse(|| format!("it uses the operator `{name}`"));
            cx.note_unrepeatable();
            let (left, right) = (self.left.evaluate(cx)?, right.evaluate(cx)?);
            return holds(cx, &left, &right).map(|value| value.truthy());
        }
        let (mut left_slot, mut right_slot) = (Value::Nil, Value::Nil);
        let left = self.left.read(&cx.variables, cx.host, &mut left_slot)?;
        let Some((operator, right)) = &self.right else {
            return Ok(left.truthy());
        };
        let right = right.read(&cx.variables, cx.host, &mut right_slot)?;
        operator.holds(left, right, &Work::of(&cx.variables, &cx.hard_limits), cx.host)
    }
}

/// Counts the steps of comparisons, up to a maximum.
struct Work<'v> {
    variables: &'v Variables,
    most: u64,
}

impl<'v> Work<'v> {
    #[inline]
    fn of(variables: &'v Variables, hard_limits: &HardLimits) -> Self {
        Work { variables, most: hard_limits.steps }
    }

    /// Counts the steps for comparing two strings, which depend on their lengths.
    fn note_texts(&self, a: &str, b: &str) {
        self.variables.note(steps_of_comparing(a, b));
    }
}

impl Operator {
    fn holds(&self, left: &Value, right: &Value, work: &Work<'_>, host: &mut dyn Host) -> Result<bool, Abort> {
        match self {
            Operator::Equal => equal(left, right, work, host),
            Operator::NotEqual => equal(left, right, work, host).map(|equal| !equal),
            Operator::Contains => contains(left, right, work, host),
            Operator::Less => ordered(left, "<", right, work, host, Ordering::is_lt),
            Operator::LessOrEqual => ordered(left, "<=", right, work, host, Ordering::is_le),
            Operator::Greater => ordered(left, ">", right, work, host, Ordering::is_gt),
            Operator::GreaterOrEqual => ordered(left, ">=", right, work, host, Ordering::is_ge),
            Operator::Unknown(name) => Err(Abort::error(ErrorKind::LiquidArgument, format!("Unknown operator {name}"))),
        }
    }
}

/// The operator `==` of conditions. `x == empty` calls Ruby's `x.empty?`, and `x == blank` calls `x.blank?`. Without
/// a gem or plugin that defines `blank?`, `x == blank` is always false.
fn equal(left: &Value, right: &Value, work: &Work<'_>, host: &mut dyn Host) -> Result<bool, Abort> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => Ok(left == right),
        (Value::Drop(_), _) | (_, Value::Drop(_)) => match of_drop(left, "==", right, host)? {
            Some(equal) => Ok(equal),
            None => Ok(equal_values(left, right, work, host)),
        },
        _ => Ok(equal_values(left, right, work, host)),
    }
}

fn equal_values(left: &Value, right: &Value, work: &Work<'_>, host: &dyn Host) -> bool {
    match (left, right) {
        (Value::Empty, other) | (other, Value::Empty) => is_empty(other),
        (Value::Blank, other) | (other, Value::Blank) => host.blanks().hold_for(other),
        _ => {
            let (equal, looked) = left.equals_within(right, work.most);
            work.variables.note(looked);
            equal
        }
    }
}

/// The result of a condition if one of its operands is a drop that compares itself. `None` if Liquid compares the
/// operands.
#[cold]
fn of_drop(left: &Value, operator: &str, right: &Value, host: &mut dyn Host) -> Result<Option<bool>, Abort> {
    for operand in [left, right] {
        if let Value::Drop(object) = operand
            && let Some(holds) = object.condition(left, operator, right, host)?
        {
            return Ok(Some(holds));
        }
    }
    Ok(None)
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Str(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        _ => false,
    }
}

fn contains(left: &Value, right: &Value, work: &Work<'_>, host: &mut dyn Host) -> Result<bool, Abort> {
    if !left.truthy() || !right.truthy() {
        return Ok(false);
    }
    Ok(match left {
        Value::Str(text) => {
            let pattern = right.to_text(host)?;
            work.variables.note(search::steps(text, &pattern));
            search::contains(text, &pattern)
        }
        Value::Array(items) => {
            if let Value::Drop(_) = right
                && let Some(found) = of_drop(left, "contains", right, host)?
            {
                return Ok(found);
            }
            let mut looked = 0;
            let found = items.iter().any(|item| {
                let (equal, more) = item.equals_within(right, work.most.saturating_sub(looked));
                looked += 1 + more;
                equal || looked > work.most
            });
            work.variables.note(looked);
            found
        }
        Value::Hash(hash) => {
            work.variables.note(steps_of_key(right));
            hash.get_value(right).is_some() || right.as_str().is_some_and(|key| hash.contains_key(key))
        }
        Value::Drop(object) => match (object.condition(left, "contains", right, host)?, right) {
            (Some(found), _) => found,
            (None, Value::Str(key)) => {
                work.variables.note(steps_of_key(right));
                object.contains_key(key, host)?
            }
            _ => false,
        },
        Value::Range(first, last) => match right {
            Value::Int(number) => first <= number && number <= last,
            Value::Float(number) => *first as f64 <= *number && *number <= *last as f64,
            _ => false,
        },
        _ => false,
    })
}

/// The operators `<`, `>`, `<=` and `>=` of conditions. Only numbers, strings, dates and times are ordered. For other
/// values the condition is false.
fn ordered(
    left: &Value,
    operator: &str,
    right: &Value,
    work: &Work<'_>,
    host: &mut dyn Host,
    holds: impl Fn(Ordering) -> bool,
) -> Result<bool, Abort> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => return Ok(holds(left.cmp(right))),
        (Value::Str(left), Value::Str(right)) => work.note_texts(left, right),
        _ => {}
    }
    if !has_order(left) || !has_order(right) {
        return Ok(of_drop(left, operator, right, host)?.unwrap_or(false));
    }
    match left.compare(right, host)? {
        Some(order) => Ok(holds(order)),
        // NaN is neither less nor greater.
        None if is_number(left) && is_number(right) => Ok(false),
        None => Err(match comparison_failed(left, right, host) {
            Abort::Error(mut error) => {
                error.kind = ErrorKind::LiquidArgument;
                Abort::Error(error)
            }
            suspended => suspended,
        }),
    }
}

fn has_order(value: &Value) -> bool {
    is_number(value) || matches!(value, Value::Str(_) | Value::Date(_) | Value::Time(_))
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Int(_) | Value::Big(_) | Value::Float(_))
}
