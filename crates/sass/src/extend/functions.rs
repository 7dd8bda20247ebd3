//! `selector.extend()` and `selector.replace()`.

use super::apply::{Applier, ExtensionMap, Mode};
use super::extension::{ExtendOrigin, Extension};
use crate::selector::{Budget, SelectorList};
use crate::{Error, Result, Span};

/// Extends `selector` as `source { @extend targets }` would, except that a compound target only matches as a whole.
///
/// # Errors
/// Fails if a target is more than one compound selector, as in `a b`, or if the result has too many selectors.
pub(crate) fn extend(
    selector: &SelectorList,
    source: &SelectorList,
    targets: &SelectorList,
    span: Span,
    budget: &Budget,
) -> Result<SelectorList> {
    apply(selector, source, targets, Mode::AllTargets, span, budget)
}

/// Replaces `targets` in `selector` by `source`, as the function `selector.replace()` does.
///
/// # Errors
/// Fails if a target is more than one compound selector, as in `a b`, or if the result has too many selectors.
pub(crate) fn replace(
    selector: &SelectorList,
    source: &SelectorList,
    targets: &SelectorList,
    span: Span,
    budget: &Budget,
) -> Result<SelectorList> {
    apply(selector, source, targets, Mode::Replace, span, budget)
}

fn apply(
    selector: &SelectorList,
    source: &SelectorList,
    targets: &SelectorList,
    mode: Mode,
    span: Span,
    budget: &Budget,
) -> Result<SelectorList> {
    let mut applier = Applier::new(mode, budget.clone());
    applier.add_originals(selector);
    let mut selector = selector.clone();
    for target in targets.components() {
        let Some(compound) = target.single_compound() else {
            return Err(Error::message(format!("Can't extend complex selector {target}.")));
        };
        let mut extensions = ExtensionMap::default();
        let origin = ExtendOrigin { span, optional: true };
        for simple in compound.simples() {
            let sources = source.components().iter();
            let sources =
                sources.map(|complex| (complex.clone(), Extension::new(complex.clone(), simple.clone(), origin, None)));
            extensions.insert(simple.clone(), sources.collect());
        }
        if let Some(extended) = applier.extend_list(&selector, &extensions, &None)? {
            selector = extended;
        }
    }
    Ok(selector)
}
