//! Ruby's sort, for comparisons that cannot fail.

use std::cmp::Ordering;

/// Sorts with Ruby's algorithm, so that an inconsistent comparison (posts with and without dates) gives the same order
/// as in Ruby.
pub fn sort<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..items.len()).collect();
    // The comparison never fails, so the sort never fails.
    let _ = hastie_value::sort::sort_by(&mut order, &mut |a, b| Ok(compare(&items[*a], &items[*b])));
    arrange(items, order);
}

/// Moves each item to its new index, without a second list. `order` has the old index of the item for each index.
fn arrange<T>(items: &mut [T], mut order: Vec<usize>) {
    for start in 0..items.len() {
        let mut index = start;
        while order[index] != start {
            let old = order[index];
            items.swap(index, old);
            order[index] = index;
            index = old;
        }
        order[index] = index;
    }
}

#[cfg(test)]
mod tests {
    use super::sort;

    #[test]
    fn items_move_in_cycles_of_any_length() {
        let mut items: Vec<String> = ["e", "a", "d", "b", "c", "f", "h", "g"].map(String::from).into();
        sort(&mut items, String::cmp);
        assert_eq!(items.concat(), "abcdefgh");
        sort(&mut items, |a, b| b.cmp(a));
        assert_eq!(items.concat(), "hgfedcba");
        sort(&mut items[..1], String::cmp);
        sort(&mut items[..0], String::cmp);
        assert_eq!(items.concat(), "hgfedcba");
    }
}
