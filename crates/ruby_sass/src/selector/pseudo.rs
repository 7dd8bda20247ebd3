//! Pseudo-classes and pseudo-elements.

use super::{Complex, Mode, Part, SelectorList, Simple};
use std::rc::Rc;
use std::sync::Arc;

/// A pseudo-class or pseudo-element. Two of them are equal if their texts are equal.
#[derive(Clone, Debug)]
pub(crate) struct Pseudo {
    /// Whether the selector is written with two colons.
    pub(crate) double: bool,
    pub(crate) name: Arc<str>,
    pub(crate) argument: Option<Arc<str>>,
    pub(crate) selector: Option<Rc<SelectorList>>,
    /// The text of the selector, such as `:not(.a)`.
    pub(crate) text: Arc<str>,
}

impl PartialEq for Pseudo {
    fn eq(&self, other: &Pseudo) -> bool {
        self.text == other.text
    }
}

/// A name without its vendor prefix, such as `any` for `-moz-any`.
pub(crate) fn without_prefix(name: &str) -> &str {
    let Some(rest) = name.strip_prefix('-') else { return name };
    match rest.split_once('-') {
        Some((prefix, rest)) if !prefix.is_empty() && prefix.bytes().all(|byte| byte.is_ascii_alphanumeric()) => rest,
        _ => name,
    }
}

impl Pseudo {
    pub(crate) fn new(
        double: bool,
        name: Arc<str>,
        argument: Option<Arc<str>>,
        selector: Option<Rc<SelectorList>>,
    ) -> Pseudo {
        let mut pseudo = Pseudo { double, name, argument, selector, text: "".into() };
        pseudo.text = pseudo.write(Mode::Whole).into();
        pseudo
    }

    /// The name without its vendor prefix, such as `any` for `-moz-any`.
    pub(crate) fn plain_name(&self) -> &str {
        without_prefix(&self.name)
    }

    /// Whether the selector is a pseudo-element, with one or two colons.
    pub(crate) fn is_element(&self) -> bool {
        self.double || matches!(self.plain_name(), "after" | "before" | "first-line" | "first-letter")
    }

    pub(crate) fn is_invisible(&self) -> bool {
        &*self.name != "not" && self.selector.as_ref().is_some_and(|list| list.is_invisible())
    }

    /// Copies of this pseudo selector with `list` as the selector argument. A pseudo-class in `list` may be replaced by
    /// its own argument: `:not(:matches(a))` becomes `:not(a)`. Other pseudo-classes in `list` are kept or omitted,
    /// depending on the names. A `:not()` that had one selector becomes one pseudo-class for each new selector.
    pub(crate) fn with_selector(&self, list: &SelectorList) -> Vec<Pseudo> {
        let mut members: Vec<Complex> = Vec::new();
        for complex in &list.members {
            match inner_pseudo(complex) {
                Some(inner) => self.add_inner(complex, &inner, &mut members),
                None => members.push(complex.clone()),
            }
        }
        let with = |members: Vec<Complex>| {
            let list = Rc::new(SelectorList { members });
            Pseudo::new(self.double, Arc::clone(&self.name), self.argument.clone(), Some(list))
        };
        if self.plain_name() != "not" || self.selector.as_ref().is_some_and(|list| list.members.len() > 1) {
            return vec![with(members)];
        }
        members.into_iter().map(|complex| with(vec![complex])).collect()
    }

    fn add_inner(&self, complex: &Complex, inner: &Rc<Pseudo>, members: &mut Vec<Complex>) {
        let inside = || inner.selector.iter().flat_map(|list| list.members.iter().cloned());
        match self.plain_name() {
            "not" if inner.plain_name() == "matches" => members.extend(inside()),
            "matches" | "any" | "current" | "nth-child" | "nth-last-child"
                if inner.name == self.name && inner.argument == self.argument =>
            {
                members.extend(inside());
            }
            "has" | "host" | "host-context" | "slotted" => members.push(complex.clone()),
            _ => {}
        }
    }
}

/// The pseudo-class with a selector argument that is the only element of `complex`. `None` for other selectors.
fn inner_pseudo(complex: &Complex) -> Option<Rc<Pseudo>> {
    match &*complex.parts() {
        [Part::Compound(compound)] => match &compound.members[..] {
            [Simple::Pseudo(pseudo)] if pseudo.selector.is_some() => Some(Rc::clone(pseudo)),
            _ => None,
        },
        _ => None,
    }
}
