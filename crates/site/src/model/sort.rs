//! Ruby's sorting, for values that always compare.

use std::cmp::Ordering;

/// Sorts as Ruby does: by merging, so that a comparison that contradicts itself (posts with and without
/// dates) gives what it gives there.
pub fn sort<T>(items: &mut Vec<T>, mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..items.len()).collect();
    // The comparison never fails, so neither does the sort.
    let _ = hastie_liquid::value::sort::sort_by(&mut order, &mut |a, b| Ok(compare(&items[*a], &items[*b])));
    let mut taken: Vec<Option<T>> = std::mem::take(items).into_iter().map(Some).collect();
    items.extend(order.into_iter().filter_map(|at| taken[at].take()));
}
