//! Ruby's sort, for comparisons that cannot fail.

use super::Document;
use super::document::Position;
use std::cmp::Ordering;

/// Sorts with Ruby's algorithm, so that an inconsistent comparison (posts with and without dates) gives the same order
/// as in Ruby.
pub fn sort<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..items.len()).collect();
    // The comparison never fails, so the sort never fails.
    let _ = hastie_value::sort::sort_by(&mut order, &mut |a, b| Ok(compare(&items[*a], &items[*b])));
    arrange(items, order);
}

/// Sorts documents by date and path, the oldest first.
pub fn sort_documents(documents: &mut [Document]) {
    let order = order(&documents.iter().map(Document::position).collect::<Vec<_>>(), Position::compare);
    arrange(documents, order);
}

/// Sorts items by the dates and paths of their documents, the oldest first.
pub(crate) fn sort_oldest_first<'d, T>(items: &mut [T], position: impl Fn(&T) -> Position<'d>) {
    let positions: Vec<_> = items.iter().map(position).collect();
    arrange(items, order(&positions, Position::compare));
}

/// Sorts items by the dates and paths of their documents, the newest first.
pub(crate) fn sort_newest_first<'d, T>(items: &mut [T], position: impl Fn(&T) -> Position<'d>) {
    let positions: Vec<_> = items.iter().map(position).collect();
    arrange(items, order(&positions, |a, b| b.compare(a)));
}

/// Sorts positions, and returns their old indices in the new order.
fn order<'d>(positions: &[Position<'d>], compare: impl Fn(&Position<'d>, &Position<'d>) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..positions.len()).collect();
    // If all documents have dates, the comparisons are consistent, and every stable sort gives Ruby's order.
    if positions.iter().all(Position::is_dated) {
        order.sort_by(|a, b| compare(&positions[*a], &positions[*b]));
    } else {
        sort(&mut order, |a, b| compare(&positions[*a], &positions[*b]));
    }
    order
}

/// Moves each item to its new index, without a second list. `order[i]` is the old index of the item that moves to index
/// `i`.
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
