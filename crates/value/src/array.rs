//! Methods of Ruby's arrays that several filters use.

use crate::print::{MAX_ITEMS, MAX_NESTING, too_deep, too_many};
use crate::{Abort, Hash, Value};
use std::collections::HashMap;
use std::sync::Arc;

/// Ruby's `Array#flatten`: replaces inner arrays by their elements, at any depth.
///
/// # Errors
/// "stack level too deep" for extreme nesting, or `Liquid::MemoryError` for more than ten million items.
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

/// Ruby's `Array#uniq` with a block, for pairs of key and item. Returns the items, but omits an item whose key is
/// `eql?` to the key of an earlier item. Passes the number of steps for each item to `spend`.
///
/// # Errors
/// Returns the error of `spend`.
pub fn uniq_by<E>(items: Vec<(Value, Value)>, mut spend: impl FnMut(u64) -> Result<(), E>) -> Result<Vec<Value>, E> {
    let mut seen = Hash::with_capacity(items.len());
    let mut kept = Vec::new();
    for (key, item) in items {
        let (found, steps) = seen.look_up(&key);
        spend(steps)?;
        if found.is_none() {
            seen.set_value(key, Value::Nil);
            kept.push(item);
        }
    }
    Ok(kept)
}

/// Ruby's `Array#uniq`: removes each item that is `eql?` to an earlier one. `[1, 1.0, 1]` becomes `[1, 1.0]`.
/// Passes the number of steps for each item to `spend`.
///
/// # Errors
/// Returns the error of `spend`.
pub fn uniq_items<E>(mut items: Vec<Value>, mut spend: impl FnMut(u64) -> Result<(), E>) -> Result<Vec<Value>, E> {
    let mut seen = Hash::with_capacity(items.len());
    let mut failed = None;
    items.retain(|item| {
        let (found, steps) = seen.look_up(item);
        let is_new = found.is_none();
        if failed.is_none() {
            failed = spend(steps).err();
        }
        if is_new && failed.is_none() {
            seen.set_value(item.clone(), Value::Nil);
        }
        is_new
    });
    failed.map_or(Ok(items), Err)
}

/// Checks that a value is not nested too deeply to be put into another array. Without this check, a loop could nest
/// values until they overflow the stack. Returns the number of visited items.
///
/// # Errors
/// "stack level too deep".
pub fn check_nesting(value: &Value) -> Result<u64, Abort> {
    let mut heights = Heights::default();
    match heights.of(value, 0) {
        Some(height) if height < MAX_NESTING => Ok(heights.looked_at),
        _ => Err(too_deep()),
    }
}

/// Computes how deeply arrays and hashes are nested. Visits an array or hash only once, even if several others contain
/// it.
#[derive(Default)]
struct Heights {
    known: HashMap<usize, usize>,
    looked_at: u64,
}

impl Heights {
    /// The number of levels below a value. `None` if it exceeds the limit.
    fn of(&mut self, value: &Value, depth: usize) -> Option<usize> {
        if depth > MAX_NESTING {
            return None;
        }
        let address = match value {
            Value::Array(items) => Arc::as_ptr(items) as usize,
            Value::Hash(hash) => Arc::as_ptr(hash) as usize,
            _ => return Some(0),
        };
        if let Some(height) = self.known.get(&address) {
            return Some(*height);
        }
        let mut highest = 0;
        let mut look = |item: &Value| {
            self.looked_at += 1;
            if is_container(item) {
                highest = highest.max(self.of(item, depth + 1)?);
            }
            Some(())
        };
        match value {
            Value::Array(items) => items.iter().try_for_each(&mut look)?,
            Value::Hash(hash) => hash.values().try_for_each(&mut look)?,
            _ => {}
        }
        self.known.insert(address, highest + 1);
        Some(highest + 1)
    }
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Hash(_))
}
