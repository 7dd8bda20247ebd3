//! Sorting as Ruby does it on Linux, down to the order in which elements are compared.
//!
//! Ruby hands arrays to the C library's `qsort_r`, which there is a merge sort. Templates can see
//! which one it is: by the order of elements that compare as equal, by what a comparison that
//! contradicts itself leads to (Liquid's treatment of two nils does), and by which pair an error
//! message names.

use crate::compare::comparison_failed;
use crate::{Abort, Host, Value};
use std::cmp::Ordering;

/// Sorts `items` by a comparison that may fail; the first failure ends the sort.
///
/// # Errors
/// Returns the error of `compare`.
pub fn sort_by<T: Clone>(
    items: &mut [T],
    compare: &mut dyn FnMut(&T, &T) -> Result<Ordering, Abort>,
) -> Result<(), Abort> {
    if items.len() < 2 {
        return Ok(());
    }
    let middle = items.len() / 2;
    let (left, right) = items.split_at_mut(middle);
    sort_by(left, compare)?;
    sort_by(right, compare)?;
    let mut merged = Vec::with_capacity(items.len());
    let (mut i, mut j) = (0, middle);
    while i < middle && j < items.len() {
        if compare(&items[i], &items[j])? == Ordering::Greater {
            merged.push(items[j].clone());
            j += 1;
        } else {
            merged.push(items[i].clone());
            i += 1;
        }
    }
    // What is left of the right half is in place already.
    merged.extend_from_slice(&items[i..middle]);
    items[..merged.len()].clone_from_slice(&merged);
    Ok(())
}

/// Roughly the steps of a rendering that sorting items by what `key` gives of each takes.
pub fn steps_of_sorting<T>(items: &[T], key: impl Fn(&T) -> &Value) -> u64 {
    let each = items.len().checked_ilog2().map_or(0, u64::from);
    let texts: u64 = items.iter().map(|item| key(item).as_str().map_or(0, str::len) as u64).sum();
    each * (items.len() as u64 / 2 + texts / 128)
}

/// Sorts items that have a total order of their own: only texts, or only integers. For them every stable sort gives Ruby's
/// order. Returns whether the items were of that kind.
pub fn sort_plain<T>(items: &mut [T], key: impl Fn(&T) -> &Value) -> bool {
    if items.iter().all(|item| matches!(key(item), Value::Str(_))) {
        items.sort_by(|a, b| key(a).as_str().cmp(&key(b).as_str()));
        return true;
    }
    let integer = |item: &T| if let Value::Int(number) = key(item) { Some(*number) } else { None };
    let plain = items.iter().all(|item| integer(item).is_some());
    if plain {
        items.sort_by_key(integer);
    }
    plain
}

/// Ruby's `Array#sort`.
///
/// # Errors
/// "comparison of X with Y failed", or the error of a drop.
pub fn sort(items: &mut [Value], host: &mut dyn Host) -> Result<(), Abort> {
    if sort_plain(items, |item| item) {
        return Ok(());
    }
    sort_by(items, &mut |a, b| match a.compare(b, host)? {
        Some(order) => Ok(order),
        None => Err(comparison_failed(a, b, host)),
    })
}
