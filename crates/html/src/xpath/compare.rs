//! Comparisons, which hold for a set of nodes if they hold for one of them.

use super::ast::Comparison;
use super::number;
use super::value::{Value, text_of};
use crate::tree::Document;
use std::collections::HashSet;

pub(super) fn compare(document: &Document, operator: Comparison, left: &Value, right: &Value) -> bool {
    match operator {
        Comparison::Equal => equal(document, left, right, true),
        Comparison::NotEqual => equal(document, left, right, false),
        _ => ordered(document, operator, left, right),
    }
}

fn equal(document: &Document, left: &Value, right: &Value, wanted: bool) -> bool {
    match (left, right) {
        (Value::Nodes(left), Value::Nodes(right)) => {
            let texts: Vec<String> = right.iter().map(|item| text_of(document, *item)).collect();
            if wanted {
                let texts: HashSet<&str> = texts.iter().map(String::as_str).collect();
                return left.iter().any(|item| texts.contains(text_of(document, *item).as_str()));
            }
            let Some(first) = texts.first() else { return false };
            let all_same = texts.iter().all(|text| text == first);
            left.iter().any(|item| !all_same || text_of(document, *item) != *first)
        }
        (Value::Nodes(items), other) | (other, Value::Nodes(items)) => match other {
            Value::Boolean(truth) => (items.is_empty() != *truth) == wanted,
            Value::Number(number) => {
                items.iter().any(|item| (number::parse(&text_of(document, *item)) == *number) == wanted)
            }
            Value::Text(text) => items.iter().any(|item| (text_of(document, *item) == *text) == wanted),
            Value::Nodes(_) => false,
        },
        (Value::Boolean(_), _) | (_, Value::Boolean(_)) => (left.to_boolean() == right.to_boolean()) == wanted,
        (Value::Number(_), _) | (_, Value::Number(_)) => {
            (left.to_number(document) == right.to_number(document)) == wanted
        }
        (Value::Text(left), Value::Text(right)) => (left == right) == wanted,
    }
}

fn ordered(document: &Document, operator: Comparison, left: &Value, right: &Value) -> bool {
    let holds = |left: f64, right: f64| match operator {
        Comparison::Less => left < right,
        Comparison::LessOrEqual => left <= right,
        Comparison::Greater => left > right,
        _ => left >= right,
    };
    let numbers = |value: &Value| -> Vec<f64> {
        match value {
            Value::Nodes(items) => items.iter().map(|item| number::parse(&text_of(document, *item))).collect(),
            other => vec![other.to_number(document)],
        }
    };
    // A boolean turns a set into a boolean, too.
    if matches!(left, Value::Boolean(_)) || matches!(right, Value::Boolean(_)) {
        let number = |value: &Value| f64::from(u8::from(value.to_boolean()));
        let of =
            |value: &Value| if matches!(value, Value::Nodes(_)) { number(value) } else { value.to_number(document) };
        return holds(of(left), of(right));
    }
    let (left, right) = (numbers(left), numbers(right));
    // The extremes decide, so that two large sets need no comparison of all pairs.
    let lowest = |list: &[f64]| list.iter().copied().filter(|one| !one.is_nan()).fold(f64::NAN, f64::min);
    let highest = |list: &[f64]| list.iter().copied().filter(|one| !one.is_nan()).fold(f64::NAN, f64::max);
    match operator {
        Comparison::Less | Comparison::LessOrEqual => holds(lowest(&left), highest(&right)),
        _ => holds(highest(&left), lowest(&right)),
    }
}
