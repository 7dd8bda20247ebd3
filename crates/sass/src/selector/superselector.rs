//! Superselectors: whether a selector matches all elements that another one matches.
//!
//! Selectors in pseudo-classes are compared again at every level, so the number of comparisons can grow exponentially
//! with the nesting depth. They are limited by the [`Budget`]. After it is exhausted, all comparisons return false, and
//! callers must check the budget.

use super::{Budget, Combinator, Combinators, Complex, Component, Compound, Pseudo, SelectorList, Simple, SimpleKind};
use crate::{SourceId, Span};

/// The span of selectors that are only used in comparisons.
const NOWHERE: Span = Span { source: SourceId(u32::MAX), start: 0, end: 0 };

impl SelectorList {
    /// Whether this list matches all elements that `other` matches. Also false if the budget does not suffice.
    #[must_use]
    pub(crate) fn is_superselector(&self, other: &SelectorList, budget: &Budget) -> bool {
        list_is_superselector(self.components(), other.components(), budget)
    }
}

impl Complex {
    /// Whether this selector matches all elements that `other` matches. Also false if one of them starts or ends with a
    /// combinator, or if the budget does not suffice.
    #[must_use]
    pub(crate) fn is_superselector(&self, other: &Complex, budget: &Budget) -> bool {
        self.leading().is_empty()
            && other.leading().is_empty()
            && complex_is_superselector(self.components(), other.components(), budget)
    }
}

impl Compound {
    /// Whether these simple selectors together match all elements that `other` matches. Also false if the budget does
    /// not suffice.
    #[must_use]
    pub(crate) fn is_superselector(&self, other: &Compound, budget: &Budget) -> bool {
        compound_is_superselector(self.simples(), other.simples(), None, budget)
    }
}

impl Simple {
    /// Whether this simple selector matches all elements that `other` matches. Also false if the budget does not
    /// suffice.
    #[must_use]
    pub(crate) fn is_superselector(&self, other: &Simple, budget: &Budget) -> bool {
        match self.kind() {
            SimpleKind::Universal { namespace } => match (namespace.as_deref(), other.kind()) {
                (Some("*"), _) => true,
                (namespace, SimpleKind::Type(name)) => namespace == name.namespace.as_deref(),
                (namespace, SimpleKind::Universal { namespace: theirs }) => namespace == theirs.as_deref(),
                (None, _) => true,
                (Some(_), _) => self.covers(other, budget),
            },
            SimpleKind::Type(name) => {
                self.covers(other, budget)
                    || matches!(other.kind(), SimpleKind::Type(theirs) if name.name == theirs.name
                        && (name.namespace.as_deref() == Some("*") || name.namespace == theirs.namespace))
            }
            SimpleKind::Pseudo(pseudo) => self.covers(other, budget) || self.pseudo_covers(pseudo, other, budget),
            _ => self.covers(other, budget),
        }
    }

    /// Whether the selectors are equal, or this selector covers each argument of the pseudo-class `other`. For example,
    /// `.a` covers `:is(.a, b .a.c)`.
    fn covers(&self, other: &Simple, budget: &Budget) -> bool {
        if self == other {
            return true;
        }
        let Some(pseudo) = other.as_pseudo().filter(|pseudo| pseudo.is_class) else { return false };
        let Some(list) = &pseudo.selector else { return false };
        let narrows =
            matches!(pseudo.normalized_name(), "is" | "matches" | "where" | "any" | "nth-child" | "nth-last-child");
        narrows
            && list.components().iter().all(|complex| {
                complex.components().last().is_some_and(|last| {
                    last.compound.simples().iter().any(|simple| self.is_superselector(simple, budget))
                })
            })
    }

    fn pseudo_covers(&self, pseudo: &Pseudo, other: &Simple, budget: &Budget) -> bool {
        let Some(selector) = &pseudo.selector else { return false };
        if let Some(theirs) = other.as_pseudo().filter(|theirs| pseudo.is_element() && theirs.is_element()) {
            // Different pseudo-elements are disjoint.
            let same = pseudo.normalized_name() == "slotted" && theirs.name == pseudo.name;
            return same && theirs.selector.as_ref().is_some_and(|theirs| selector.is_superselector(theirs, budget));
        }
        compound_is_superselector(std::slice::from_ref(self), std::slice::from_ref(other), None, budget)
    }
}

/// Whether each selector of `list2` is covered: a selector of `list1` matches all its elements. Also false if the
/// budget does not suffice.
pub(crate) fn list_is_superselector(list1: &[Complex], list2: &[Complex], budget: &Budget) -> bool {
    list2.iter().all(|inner| list1.iter().any(|outer| outer.is_superselector(inner, budget)))
}

/// Whether, for any `x`, `complex1 x` matches all elements that `complex2 x` matches. Also false if the budget does not
/// suffice.
pub(crate) fn is_parent_superselector(complex1: &[Component], complex2: &[Component], budget: &Budget) -> bool {
    if complex1.len() > complex2.len() {
        return false;
    }
    let base = Simple::new(SimpleKind::Placeholder("<temp>".into()), NOWHERE);
    let base =
        Component { compound: Compound::new(vec![base], NOWHERE), combinators: Combinators::None, span: NOWHERE };
    let with_base = |complex: &[Component]| -> Vec<Component> {
        complex.iter().cloned().chain(std::iter::once(base.clone())).collect()
    };
    complex_is_superselector(&with_base(complex1), &with_base(complex2), budget)
}

/// Whether a selector with the components `complex1` matches all elements that `complex2` matches. Also false if one of
/// them ends with a combinator, or if the budget does not suffice.
pub(crate) fn complex_is_superselector(complex1: &[Component], complex2: &[Component], budget: &Budget) -> bool {
    let (Some(last1), Some(last2)) = (complex1.last(), complex2.last()) else { return false };
    if !last1.combinators.is_empty() || !last2.combinators.is_empty() {
        return false;
    }
    let mut rest1 = complex1;
    let mut rest2 = complex2;
    let mut previous = None;
    while let Some((component1, after1)) = rest1.split_first() {
        if rest2.is_empty() || rest1.len() > rest2.len() || component1.combinators.len() > 1 {
            return false;
        }
        let parents_matter = component1.compound.is_complicated();
        let simples1 = component1.compound.simples();
        if after1.is_empty() {
            let parents = rest2.get(..rest2.len() - 1).filter(|_| parents_matter);
            return complex2.iter().all(|part| part.combinators.len() <= 1)
                && compound_is_superselector(simples1, last2.compound.simples(), parents, budget);
        }
        let Some(end) = covered_index(component1, rest2, parents_matter, budget) else { return false };
        let (Some(skipped), Some(component2)) = (rest2.get(..end), rest2.get(end)) else { return false };
        let combinator1 = component1.combinators.first();
        if !compatible_with_previous(previous, skipped)
            || !is_supercombinator(combinator1, component2.combinators.first())
        {
            return false;
        }
        rest1 = after1;
        rest2 = rest2.get(end + 1..).unwrap_or_default();
        previous = combinator1;
        if rest1.len() == 1 && !last_step_fits(combinator1, rest2) {
            return false;
        }
    }
    false
}

/// The index of the first component in `rest2` of which `component1` is a superselector. Does not examine the last
/// component, which the caller compares. `None` if there is no such component.
fn covered_index(component1: &Component, rest2: &[Component], parents_matter: bool, budget: &Budget) -> Option<usize> {
    let last = rest2.len().checked_sub(1)?;
    for (index, component2) in rest2.iter().enumerate() {
        // If the first component is also the last one, the remaining comparison fails.
        if (index == last && index > 0) || component2.combinators.len() > 1 {
            return None;
        }
        let parents = rest2.get(..index).filter(|_| parents_matter);
        if compound_is_superselector(component1.compound.simples(), component2.compound.simples(), parents, budget) {
            return Some(index);
        }
    }
    None
}

/// Whether the last component of the first selector can cover `rest2`, the rest of the second selector. `combinator`
/// precedes that last component. For example, `>` allows only one component in `rest2`.
fn last_step_fits(combinator: Option<Combinator>, rest2: &[Component]) -> bool {
    match combinator {
        Some(Combinator::FollowingSibling) => rest2.split_last().is_none_or(|(_, parents)| {
            parents.iter().all(|part| is_supercombinator(combinator, part.combinators.first()))
        }),
        Some(_) => rest2.len() <= 1,
        None => true,
    }
}

fn compatible_with_previous(previous: Option<Combinator>, skipped: &[Component]) -> bool {
    match previous {
        _ if skipped.is_empty() => true,
        None => true,
        Some(Combinator::FollowingSibling) => skipped.iter().all(|part| {
            matches!(part.combinators.first(), Some(Combinator::FollowingSibling | Combinator::NextSibling))
        }),
        Some(_) => false,
    }
}

fn is_supercombinator(combinator1: Option<Combinator>, combinator2: Option<Combinator>) -> bool {
    combinator1 == combinator2
        || matches!(
            (combinator1, combinator2),
            (None, Some(Combinator::Child)) | (Some(Combinator::FollowingSibling), Some(Combinator::NextSibling))
        )
}

/// Whether the simple selectors `compound1` match all elements that `compound2` matches. `parents` are the components
/// before `compound2`, if pseudo selectors in `compound1` depend on them. Also false if the budget does not suffice.
pub(crate) fn compound_is_superselector(
    compound1: &[Simple],
    compound2: &[Simple],
    parents: Option<&[Component]>,
    budget: &Budget,
) -> bool {
    let complicated = |compound: &[Simple]| compound.iter().any(Simple::is_complicated);
    if !complicated(compound1) && !complicated(compound2) {
        return compound1.len() <= compound2.len()
            && compound1
                .iter()
                .all(|simple1| compound2.iter().any(|simple2| simple1.is_superselector(simple2, budget)));
    }
    if !budget.compare(compound1.len().saturating_mul(compound2.len()).saturating_add(parents.map_or(0, <[_]>::len))) {
        return false;
    }
    match (element_index(compound1), element_index(compound2)) {
        (Some(index1), Some(index2)) => {
            let (before1, rest1) = compound1.split_at(index1);
            let (before2, rest2) = compound2.split_at(index2);
            let (Some((element1, after1)), Some((element2, after2))) = (rest1.split_first(), rest2.split_first())
            else {
                return false;
            };
            return element1.is_superselector(element2, budget)
                && part_is_superselector(before1, before2, parents, budget)
                && part_is_superselector(after1, after2, parents, budget);
        }
        (None, None) => {}
        _ => return false,
    }
    compound1.iter().all(|simple1| match simple1.as_pseudo() {
        Some(pseudo @ Pseudo { selector: Some(selector), .. }) => {
            pseudo_is_superselector(pseudo, selector, compound2, parents, budget)
        }
        _ => compound2.iter().any(|simple2| simple1.is_superselector(simple2, budget)),
    })
}

fn element_index(compound: &[Simple]) -> Option<usize> {
    compound.iter().position(|simple| simple.as_pseudo().is_some_and(Pseudo::is_element))
}

/// Whether `part1`, the simple selectors before or after a pseudo-element, matches all elements that `part2` matches.
/// An empty part matches any element.
fn part_is_superselector(part1: &[Simple], part2: &[Simple], parents: Option<&[Component]>, budget: &Budget) -> bool {
    if part1.is_empty() {
        return true;
    }
    if part2.is_empty() {
        let any = Simple::new(SimpleKind::Universal { namespace: Some("*".into()) }, NOWHERE);
        return compound_is_superselector(part1, &[any], parents, budget);
    }
    compound_is_superselector(part1, part2, parents, budget)
}

fn pseudo_is_superselector(
    pseudo1: &Pseudo,
    selector1: &SelectorList,
    compound2: &[Simple],
    parents: Option<&[Component]>,
    budget: &Budget,
) -> bool {
    let arguments = |class: bool| {
        compound2
            .iter()
            .filter_map(Simple::as_pseudo)
            .filter(move |pseudo| pseudo.is_class == class && pseudo.name == pseudo1.name)
            .filter_map(|pseudo| pseudo.selector.as_ref())
    };
    match pseudo1.normalized_name() {
        "is" | "matches" | "any" | "where" => {
            arguments(true).any(|selector2| selector1.is_superselector(selector2, budget))
                || covers_with_parents(selector1, compound2, parents, budget)
        }
        "has" | "host" | "host-context" => {
            arguments(true).any(|selector2| selector1.is_superselector(selector2, budget))
        }
        "slotted" => arguments(false).any(|selector2| selector1.is_superselector(selector2, budget)),
        "not" => selector1.components().iter().all(|complex| excludes(pseudo1, complex, compound2, budget)),
        "current" => arguments(true).any(|selector2| selector1 == selector2),
        "nth-child" | "nth-last-child" => compound2.iter().filter_map(Simple::as_pseudo).any(|pseudo2| {
            pseudo2.name == pseudo1.name
                && pseudo2.argument == pseudo1.argument
                && pseudo2.selector.as_ref().is_some_and(|selector2| selector1.is_superselector(selector2, budget))
        }),
        _ => false,
    }
}

fn covers_with_parents(
    selector1: &SelectorList,
    compound2: &[Simple],
    parents: Option<&[Component]>,
    budget: &Budget,
) -> bool {
    let last = Component {
        compound: Compound::new(compound2.to_vec(), NOWHERE),
        combinators: Combinators::None,
        span: NOWHERE,
    };
    let mut complex2 = parents.unwrap_or_default().to_vec();
    complex2.push(last);
    selector1.components().iter().any(|complex1| {
        complex1.leading().is_empty() && complex_is_superselector(complex1.components(), &complex2, budget)
    })
}

/// Whether no element can match both `compound2` and `complex`, an argument of `:not()`.
fn excludes(pseudo1: &Pseudo, complex: &Complex, compound2: &[Simple], budget: &Budget) -> bool {
    if complex.is_bogus() {
        return false;
    }
    let last = complex.components().last().map_or(&[][..], |last| last.compound.simples());
    compound2.iter().any(|simple2| match simple2.kind() {
        SimpleKind::Type(_) => {
            last.iter().any(|simple1| matches!(simple1.kind(), SimpleKind::Type(_)) && simple1 != simple2)
        }
        SimpleKind::Id(_) => {
            last.iter().any(|simple1| matches!(simple1.kind(), SimpleKind::Id(_)) && simple1 != simple2)
        }
        SimpleKind::Pseudo(pseudo2) if pseudo2.name == pseudo1.name => {
            pseudo2.selector.as_ref().is_some_and(|selector2| {
                list_is_superselector(selector2.components(), std::slice::from_ref(complex), budget)
            })
        }
        _ => false,
    })
}
