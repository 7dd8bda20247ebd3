//! Selectors as Ruby Sass 3.7 has them: line breaks are members of them, and `@extend` orders its results its own way.

mod compound;
mod extend;
mod order;
mod parents;
mod parse;
mod pseudo;
mod superselector;
mod text;
mod weave;

pub(super) use extend::{Extension, Extensions};
pub(super) use parse::{SelectorParser, at_root_query, value_text};
pub(super) use pseudo::{Pseudo, without_prefix};
pub(super) use text::Mode;

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// A list of selectors, between commas.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SelectorList {
    pub(super) members: Vec<Complex>,
}

/// One selector of a list: compound ones with combinators and line breaks between them.
///
/// Ruby Sass moves a line break out of a parent selector where a rule refers to it, and everything that shares it sees
/// that; so does this.
#[derive(Clone, Debug)]
pub(super) struct Complex(Rc<RefCell<Rc<[Part]>>>);

/// A member of a selector.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// `+`, `>`, `~`, or a reference such as `/for/`.
    Combinator(Arc<str>),
    Newline,
    Compound(Rc<Compound>),
}

/// Simple selectors without anything between them.
#[derive(Clone, Debug)]
pub(super) struct Compound {
    pub(super) members: Vec<Simple>,
    /// Whether a `!` stands behind it.
    pub(super) subject: bool,
    /// The greatest specificity of the selectors that it came from.
    pub(super) source: u64,
}

/// A simple selector.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Simple {
    /// `&`, and what is joined to it.
    Parent(Option<Arc<str>>),
    Class(Arc<str>),
    Id(Arc<str>),
    Placeholder(Arc<str>),
    /// `*`, with its namespace.
    Universal(Option<Arc<str>>),
    /// A name, with its namespace.
    Element(Arc<str>, Option<Arc<str>>),
    /// The whole text.
    Attribute(Arc<str>),
    Pseudo(Rc<Pseudo>),
}

impl Complex {
    pub(super) fn new(parts: impl Into<Rc<[Part]>>) -> Complex {
        Complex(Rc::new(RefCell::new(parts.into())))
    }

    /// Its members as they are now.
    pub(super) fn parts(&self) -> Rc<[Part]> {
        Rc::clone(&self.0.borrow())
    }

    fn set_parts(&self, parts: Vec<Part>) {
        *self.0.borrow_mut() = parts.into();
    }

    /// Its only compound selector, if it has nothing else.
    pub(super) fn only_compound(&self) -> Option<Rc<Compound>> {
        match &*self.parts() {
            [Part::Compound(compound)] => Some(Rc::clone(compound)),
            _ => None,
        }
    }

    /// Whether nothing of it is written.
    pub(super) fn is_invisible(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Part::Compound(compound) if compound.is_invisible()))
    }
}

impl PartialEq for Complex {
    /// Line breaks do not count.
    fn eq(&self, other: &Complex) -> bool {
        let (one, two) = (self.parts(), other.parts());
        Rc::ptr_eq(&one, &two) || without_newlines(&one) == without_newlines(&two)
    }
}

/// The parts of a selector without its line breaks.
fn without_newlines(parts: &[Part]) -> Cow<'_, [Part]> {
    if !parts.contains(&Part::Newline) {
        return Cow::Borrowed(parts);
    }
    Cow::Owned(parts.iter().filter(|part| **part != Part::Newline).cloned().collect())
}

impl SelectorList {
    /// Whether nothing of it is written.
    pub(super) fn is_invisible(&self) -> bool {
        self.members.iter().all(Complex::is_invisible)
    }
}
