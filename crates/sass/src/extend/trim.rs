//! Removal of selectors that other selectors cover.

use super::apply::Applier;
use crate::selector::Complex;
use std::collections::VecDeque;

/// Lists longer than this are not trimmed, because trimming compares all pairs.
const LONGEST_TRIMMED: usize = 100;

impl Applier {
    /// Removes each selector that another one covers, as `.a` covers `.a.b`. However, the covering selector must be at
    /// least as specific as the extenders from which the covered one was made. Selectors for which `is_original` is
    /// true are kept, but only one of several equal ones. A list of more than 100 selectors is not changed.
    pub(super) fn trim(&self, selectors: Vec<Complex>, is_original: impl Fn(&Complex) -> bool) -> Vec<Complex> {
        if selectors.len() > LONGEST_TRIMMED {
            return selectors;
        }
        let mut result: VecDeque<Complex> = VecDeque::with_capacity(selectors.len());
        let mut originals = 0;
        // Runs from last to first, so that the first of two equal selectors is kept.
        for (index, selector) in selectors.iter().enumerate().rev() {
            if is_original(selector) {
                match result.iter().take(originals).position(|kept| kept == selector) {
                    Some(position) => rotate_to_front(&mut result, position),
                    None => {
                        originals += 1;
                        result.push_front(selector.clone());
                    }
                }
                continue;
            }
            let specificity = selector
                .components()
                .iter()
                .map(|component| self.source_specificity(&component.compound))
                .max()
                .unwrap_or(0);
            let covered =
                |other: &Complex| other.specificity() >= specificity && other.is_superselector(selector, &self.budget);
            if !result.iter().any(covered) && !selectors.iter().take(index).any(covered) {
                result.push_front(selector.clone());
            }
        }
        result.into()
    }
}

/// Moves the element at index `index` to the front.
fn rotate_to_front(list: &mut VecDeque<Complex>, index: usize) {
    if let Some(element) = list.remove(index) {
        list.push_front(element);
    }
}
