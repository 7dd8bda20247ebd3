//! Ruby's sort on Linux, including the order in which elements are compared.
//!
//! Ruby passes arrays to the C library's `qsort_r`, which is a merge sort there. Templates can observe the algorithm in
//! the order of equal elements and in the pair that an error message contains. They also observe it in the result of an
//! inconsistent comparison, such as Liquid's comparison of two nils.

use crate::compare::comparison_failed;
use crate::{Abort, Host, Value};
use std::cmp::Ordering;

/// Sorts `items` by a comparison that may fail. The first failure ends the sort and leaves `items` partly sorted.
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
    // The rest of the right half is already in place.
    merged.extend_from_slice(&items[i..middle]);
    items[..merged.len()].clone_from_slice(&merged);
    Ok(())
}

/// An estimate of the work of sorting items by `key`, in the steps that the limits of a rendering count.
pub fn steps_of_sorting<T>(items: &[T], key: impl Fn(&T) -> &Value) -> u64 {
    let each = items.len().checked_ilog2().map_or(0, u64::from);
    let texts: u64 = items.iter().map(|item| key(item).as_str().map_or(0, str::len) as u64).sum();
    each * (items.len() as u64 / 2 + texts / 128)
}

/// Sorts items whose keys are all strings or all 64-bit integers, and returns true. For such items, every stable sort
/// gives Ruby's order. For other keys, changes nothing and returns false.
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

/// Ruby's `Array#sort`. Fails if two items cannot be compared.
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
