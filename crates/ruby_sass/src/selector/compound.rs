//! Compound selectors: their parts, equality and unification.

use super::{Compound, Part, Pseudo, Simple};
use std::rc::Rc;
use std::sync::Arc;

impl Simple {
    /// The pseudo-class or pseudo-element. `None` for all other simple selectors.
    pub(super) fn pseudo(&self) -> Option<&Rc<Pseudo>> {
        match self {
            Simple::Pseudo(pseudo) => Some(pseudo),
            _ => None,
        }
    }

    /// The pseudo selector with a selector as its argument, such as `:not(a)`. `None` for all other simple selectors.
    pub(super) fn selector_pseudo(&self) -> Option<&Rc<Pseudo>> {
        self.pseudo().filter(|pseudo| pseudo.selector.is_some())
    }

    fn is_base(&self) -> bool {
        matches!(self, Simple::Element(..) | Simple::Universal(_))
    }

    /// Whether the selector can only match a single element of a document: an id, or `:root`.
    pub(super) fn is_unique(&self) -> bool {
        match self {
            Simple::Id(_) => true,
            Simple::Pseudo(pseudo) => !pseudo.is_element() && pseudo.plain_name() == "root",
            _ => false,
        }
    }

    /// Adds this selector to a compound selector. `None` if no element can match both.
    fn unified(&self, others: &[Simple]) -> Option<Vec<Simple>> {
        match self {
            Simple::Universal(namespace) => self.universal_unified(namespace, others),
            Simple::Element(name, namespace) => {
                let theirs = match others.first() {
                    Some(Simple::Universal(theirs)) => theirs,
                    Some(Simple::Element(other, theirs)) if other == name => theirs,
                    Some(Simple::Element(..)) => return None,
                    _ => return Some([std::slice::from_ref(self), others].concat()),
                };
                let namespace = unified_namespaces(namespace, theirs)?;
                Some(with_first(Simple::Element(Arc::clone(name), namespace), others))
            }
            Simple::Id(_) if others.iter().any(|other| matches!(other, Simple::Id(_)) && other != self) => None,
            Simple::Pseudo(pseudo) if pseudo.is_element() => {
                let clashes = |other: &Simple| {
                    other.pseudo().is_some_and(|other| {
                        other.is_element()
                            && (&other.name, &other.argument, &other.selector)
                                != (&pseudo.name, &pseudo.argument, &pseudo.selector)
                    })
                };
                if others.iter().any(clashes) { None } else { self.added(others) }
            }
            _ => self.added(others),
        }
    }

    fn universal_unified(&self, namespace: &Option<Arc<str>>, others: &[Simple]) -> Option<Vec<Simple>> {
        let (theirs, name) = match others.first() {
            Some(Simple::Universal(theirs)) => (theirs, None),
            Some(Simple::Element(name, theirs)) => (theirs, Some(name)),
            _ if namespace.as_deref().is_some_and(|namespace| namespace != "*") => {
                return Some([std::slice::from_ref(self), others].concat());
            }
            None => return Some(vec![self.clone()]),
            Some(_) => return Some(others.to_vec()),
        };
        let namespace = unified_namespaces(namespace, theirs)?;
        let first = match name {
            Some(name) => Simple::Element(Arc::clone(name), namespace),
            None => Simple::Universal(namespace),
        };
        Some(with_first(first, others))
    }

    fn added(&self, others: &[Simple]) -> Option<Vec<Simple>> {
        if let [only @ Simple::Universal(_)] = others {
            return only.unified(std::slice::from_ref(self));
        }
        if others.contains(self) {
            return Some(others.to_vec());
        }
        let ends_with_element = others.last().and_then(Simple::pseudo).is_some_and(|pseudo| pseudo.is_element());
        let before = if self.pseudo().is_none() || ends_with_element {
            others.iter().position(|other| other.pseudo().is_some())
        } else {
            None
        };
        let mut all = others.to_vec();
        all.insert(before.unwrap_or(all.len()), self.clone());
        Some(all)
    }
}

fn with_first(first: Simple, others: &[Simple]) -> Vec<Simple> {
    let mut all = vec![first];
    all.extend_from_slice(others.get(1..).unwrap_or_default());
    all
}

fn unified_namespaces(one: &Option<Arc<str>>, two: &Option<Arc<str>>) -> Option<Option<Arc<str>>> {
    if one.as_deref() == Some("*") {
        Some(two.clone())
    } else if two.as_deref() == Some("*") || one == two {
        Some(one.clone())
    } else {
        None
    }
}

impl PartialEq for Compound {
    /// The order of selectors other than pseudo-elements does not matter.
    fn eq(&self, other: &Compound) -> bool {
        if self.subject != other.subject {
            return false;
        }
        if self.members == other.members {
            return true;
        }
        let within = |one: &Compound, two: &Compound| one.rest().all(|simple| two.rest().any(|other| other == simple));
        self.base() == other.base()
            && self.pseudo_elements().eq(other.pseudo_elements())
            && within(self, other)
            && within(other, self)
    }
}

impl Compound {
    pub(crate) fn new(members: Vec<Simple>, subject: bool) -> Compound {
        Compound { members, subject, source: 0 }
    }

    /// The type or universal selector at the start. `None` if the compound selector has none.
    pub(crate) fn base(&self) -> Option<&Simple> {
        self.members.first().filter(|simple| simple.is_base())
    }

    pub(super) fn pseudo_elements(&self) -> impl Iterator<Item = &Rc<Pseudo>> {
        self.members.iter().filter_map(Simple::pseudo).filter(|pseudo| pseudo.is_element())
    }

    /// The pseudo-classes with a selector as their argument, such as `:not(a)`. Pseudo-elements are left out.
    pub(super) fn selector_pseudos(&self) -> impl Iterator<Item = &Rc<Pseudo>> {
        self.members.iter().filter_map(Simple::selector_pseudo).filter(|pseudo| !pseudo.is_element())
    }

    /// All simple selectors except pseudo-elements and the type or universal selector at the start.
    pub(super) fn rest(&self) -> impl Iterator<Item = &Simple> {
        let base = self.base();
        self.members
            .iter()
            .filter(move |simple| Some(*simple) != base && !simple.pseudo().is_some_and(|pseudo| pseudo.is_element()))
    }

    pub(super) fn is_invisible(&self) -> bool {
        self.members.iter().any(|simple| match simple {
            Simple::Placeholder(_) => true,
            Simple::Pseudo(pseudo) => pseudo.is_invisible(),
            _ => false,
        })
    }

    /// Joins two compound selectors, as `a` and `.b` become `a.b`. `None` if no element can match both.
    pub(crate) fn unified(&self, other: &Compound) -> Option<Compound> {
        let mut members = other.members.clone();
        for simple in &self.members {
            members = simple.unified(&members)?;
        }
        Some(Compound::new(members, other.subject || self.subject))
    }
}

impl Part {
    pub(super) fn compound(&self) -> Option<&Rc<Compound>> {
        match self {
            Part::Compound(compound) => Some(compound),
            _ => None,
        }
    }
}
