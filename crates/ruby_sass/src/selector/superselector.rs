//! Superselectors: whether a selector matches all elements that another one matches.

use super::{Complex, Compound, Part, Pseudo, SelectorList, Simple, without_newlines};
use std::rc::Rc;

impl SelectorList {
    /// Whether this list matches all elements that `other` matches. Each selector of `other` must be covered by one
    /// selector of this list, not by several together.
    pub(crate) fn is_superselector(&self, other: &SelectorList) -> bool {
        other.members.iter().all(|theirs| self.members.iter().any(|ours| ours.is_superselector(theirs)))
    }
}

impl Complex {
    pub(crate) fn is_superselector(&self, other: &Complex) -> bool {
        is_superselector(&self.parts(), &other.parts())
    }
}

/// Whether `one` matches all elements that `two` matches. Line breaks between the parts are ignored.
pub(super) fn is_superselector(one: &[Part], two: &[Part]) -> bool {
    between(&without_newlines(one), &without_newlines(two))
}

/// Same as `is_superselector`, for selectors without line breaks.
fn between(one: &[Part], two: &[Part]) -> bool {
    let (Some(Part::Compound(first)), Some(Part::Compound(_))) = (one.first(), one.last()) else { return false };
    let (Some(Part::Compound(_)), Some((Part::Compound(last), parents))) = (two.first(), two.split_last()) else {
        return false;
    };
    if one.len() > two.len() {
        return false;
    }
    if one.len() == 1 {
        return first.is_superselector(last, parents);
    }
    let found = parents
        .iter()
        .enumerate()
        .find(|(index, part)| part.compound().is_some_and(|compound| first.is_superselector(compound, &two[..*index])));
    let Some((position, _)) = found else { return false };
    match (&one[1], two.get(position + 1)) {
        (Part::Combinator(ours), Some(Part::Combinator(theirs))) => {
            let fits = if &**ours == "~" { &**theirs != ">" } else { ours == theirs };
            fits && !(one.len() == 3 && two.len() > 3)
                && between(&one[2..], two.get(position + 2..).unwrap_or_default())
        }
        (Part::Combinator(_), _) => false,
        (_, Some(Part::Combinator(theirs))) => {
            &**theirs == ">" && between(&one[1..], two.get(position + 2..).unwrap_or_default())
        }
        _ => between(&one[1..], two.get(position + 1..).unwrap_or_default()),
    }
}

impl Compound {
    /// Whether this selector matches all elements that `theirs` matches. `parents` are the parts before `theirs`.
    pub(crate) fn is_superselector(&self, theirs: &Rc<Compound>, parents: &[Part]) -> bool {
        if self.base().is_some() && self.base() != theirs.base() {
            return false;
        }
        if !self.pseudo_elements().eq(theirs.pseudo_elements()) {
            return false;
        }
        // For selectors in pseudo-classes, Ruby Sass compares with the outer selector again.
        let mut current = Rc::clone(theirs);
        let pseudos: Vec<Rc<Pseudo>> = ["matches", "any", "nth-child", "nth-last-child"]
            .iter()
            .flat_map(|name| theirs.selector_pseudos().filter(move |pseudo| pseudo.plain_name() == *name).cloned())
            .collect();
        for ours in self.rest() {
            if ours.selector_pseudo().is_some() || current.rest().any(|simple| simple == ours) {
                continue;
            }
            let found = pseudos.iter().any(|pseudo| {
                pseudo.selector.iter().flat_map(|list| &list.members).all(|complex| match complex.only_compound() {
                    Some(compound) => {
                        current = compound;
                        current.rest().any(|simple| simple == ours)
                    }
                    None => false,
                })
            });
            if !found {
                return false;
            }
        }
        self.selector_pseudos().all(|pseudo| pseudo.is_superselector(&current, parents))
    }
}

impl Pseudo {
    fn is_superselector(&self, theirs: &Rc<Compound>, parents: &[Part]) -> bool {
        let Some(ours) = &self.selector else { return false };
        let contains_theirs = || {
            theirs.selector_pseudos().any(|pseudo| {
                pseudo.name == self.name && pseudo.selector.as_ref().is_some_and(|list| ours.is_superselector(list))
            })
        };
        match self.plain_name() {
            "matches" | "any" => {
                let whole: Vec<Part> = [parents, &[Part::Compound(Rc::clone(theirs))]].concat();
                contains_theirs() || ours.members.iter().any(|complex| is_superselector(&complex.parts(), &whole))
            }
            "has" | "host" | "host-context" | "slotted" => contains_theirs(),
            "not" => ours.members.iter().all(|complex| self.excludes(complex, theirs)),
            "current" => theirs
                .selector_pseudos()
                .any(|pseudo| pseudo.name == self.name && pseudo.selector.as_ref().is_some_and(|list| list == ours)),
            "nth-child" | "nth-last-child" => theirs.selector_pseudos().any(|pseudo| {
                pseudo.name == self.name
                    && pseudo.argument == self.argument
                    && pseudo.selector.as_ref().is_some_and(|list| ours.is_superselector(list))
            }),
            _ => false,
        }
    }

    /// Whether no element can match both `theirs` and `ours`, a selector inside `:not()`.
    fn excludes(&self, ours: &Complex, theirs: &Compound) -> bool {
        theirs.members.iter().any(|their| match their {
            Simple::Element(..) | Simple::Id(_) => {
                let same_kind = |our: &Simple| std::mem::discriminant(our) == std::mem::discriminant(their);
                let parts = ours.parts();
                let last = parts.last().and_then(Part::compound);
                last.is_some_and(|last| last.members.iter().any(|our| same_kind(our) && our != their))
            }
            Simple::Pseudo(pseudo) if pseudo.name == self.name => {
                let list = SelectorList { members: vec![ours.clone()] };
                pseudo.selector.as_ref().is_some_and(|theirs| theirs.is_superselector(&list))
            }
            _ => false,
        })
    }
}
