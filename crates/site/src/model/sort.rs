//! Ruby's sort, for comparisons that cannot fail.

use std::cmp::Ordering;

/// Sorts with Ruby's algorithm, so that an inconsistent comparison (posts with and without dates) gives the same order
/// as in Ruby.
pub fn sort<T>(items: &mut Vec<T>, mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..items.len()).collect();
    // The comparison never fails, so the sort never fails.
    let _ = hastie_value::sort::sort_by(&mut order, &mut |a, b| Ok(compare(&items[*a], &items[*b])));
    let mut taken: Vec<Option<T>> = std::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|index| taken[index].take()));
}
