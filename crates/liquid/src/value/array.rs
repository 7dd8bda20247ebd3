//! Ruby's methods on arrays that several filters share.

use super::print::{MAX_ITEMS, MAX_NESTING, too_deep, too_many};
use super::{Hash, Value};
use crate::host::Abort;
use std::collections::HashSet;
use std::sync::Arc;

/// `Array#flatten`.
///
/// # Errors
/// "stack level too deep" for absurd nesting.
pub fn flatten(items: &[Value]) -> Result<Vec<Value>, Abort> {
    let mut flat = Vec::with_capacity(items.len());
    let mut left = MAX_ITEMS;
    flatten_into(items, &mut flat, 0, &mut left)?;
    Ok(flat)
}

fn flatten_into(items: &[Value], flat: &mut Vec<Value>, depth: usize, left: &mut usize) -> Result<(), Abort> {
    if depth > MAX_NESTING {
        return Err(too_deep());
    }
    *left = left.checked_sub(items.len()).ok_or_else(too_many)?;
    for item in items {
        match item {
            Value::Array(inner) => flatten_into(inner, flat, depth + 1, left)?,
            _ => flat.push(item.clone()),
        }
    }
    Ok(())
}

/// `Array#uniq` by a key for each item: the first of those whose keys are `eql?` stays.
pub fn uniq_by(items: Vec<(Value, Value)>) -> Vec<Value> {
    let mut seen = Hash::with_capacity(items.len());
    let mut kept = Vec::new();
    for (key, item) in items {
        if seen.get_value(&key).is_none() {
            seen.set_value(key, Value::Nil);
            kept.push(item);
        }
    }
    kept
}

/// Refuses a value that nests too deep to go into another array: built up in a loop, such values
/// would end in a recursion that nothing can stop.
///
/// # Errors
/// "stack level too deep".
pub fn check_nesting(value: &Value) -> Result<(), Abort> {
    let mut seen = HashSet::new();
    let mut level = vec![value.clone()];
    for _ in 0..MAX_NESTING {
        let mut next = Vec::new();
        for value in &level {
            match value {
                // What is seen a second time at a deeper level is counted there only if it is new,
                // so shared parts are walked once.
                Value::Array(items) if seen.insert(Arc::as_ptr(items) as usize) => {
                    next.extend(items.iter().filter(|item| is_container(item)).cloned());
                }
                Value::Hash(hash) if seen.insert(Arc::as_ptr(hash) as usize) => {
                    next.extend(hash.values().filter(|item| is_container(item)).cloned());
                }
                _ => {}
            }
        }
        if next.is_empty() {
            return Ok(());
        }
        level = next;
    }
    Err(too_deep())
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}
