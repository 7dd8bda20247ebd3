//! Selectors of Ruby Sass 3.7, which contain line breaks as elements. `@extend` orders its results differently from
//! dart-sass. Mirrors `Sass::Selector`.

mod compound;
mod extend;
mod order;
mod parents;
mod parse;
mod pseudo;
mod superselector;
mod text;
mod weave;

pub(crate) use extend::{Extension, Extensions};
pub(crate) use parse::{SelectorParser, at_root_query, value_text};
pub(crate) use pseudo::{Pseudo, without_prefix};
pub(crate) use text::Mode;

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// One or more selectors with commas between them, such as `a, .b > c`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SelectorList {
    pub(crate) members: Vec<Complex>,
}

/// A complex selector: compound selectors with combinators and line breaks between them.
///
/// If two selectors are joined and the second starts with a line break, the line break moves to the start of the first.
/// As in Ruby Sass, this changes all users of both selectors, so the parts are shared and mutable.
#[derive(Clone, Debug)]
pub(crate) struct Complex(Rc<RefCell<Rc<[Part]>>>);

/// One item of a complex selector: a compound selector, a combinator or a line break.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// `+`, `>`, `~`, or a reference combinator such as `/for/`.
    Combinator(Arc<str>),
    Newline,
    Compound(Rc<Compound>),
}

/// Simple selectors without a combinator between them: `a.b:hover`. Mirrors `SimpleSequence`.
#[derive(Clone, Debug)]
pub(crate) struct Compound {
    pub(crate) members: Vec<Simple>,
    /// Whether the compound selector is followed by `!`.
    pub(crate) subject: bool,
    /// The maximum specificity of the selectors from which extensions derived this one.
    pub(crate) source: u64,
}

/// One condition of a compound selector, such as `.class`, `#id`, `[attribute]` or `:hover`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Simple {
    /// `&` with an optional suffix.
    Parent(Option<Arc<str>>),
    Class(Arc<str>),
    Id(Arc<str>),
    Placeholder(Arc<str>),
    /// `*` with its namespace, if any.
    Universal(Option<Arc<str>>),
    /// A type selector: the name of the element, and the namespace, if any.
    Element(Arc<str>, Option<Arc<str>>),
    /// The whole text of an attribute selector.
    Attribute(Arc<str>),
    Pseudo(Rc<Pseudo>),
}

impl Complex {
    pub(crate) fn new(parts: impl Into<Rc<[Part]>>) -> Complex {
        Complex(Rc::new(RefCell::new(parts.into())))
    }

    /// The compound selectors, combinators and line breaks of the selector, in their current order.
    pub(crate) fn parts(&self) -> Rc<[Part]> {
        Rc::clone(&self.0.borrow())
    }

    fn set_parts(&self, parts: Vec<Part>) {
        *self.0.borrow_mut() = parts.into();
    }

    /// The compound selector of a selector without other parts, such as `a.b`. `None` for selectors with several
    /// compound selectors, combinators or line breaks.
    pub(crate) fn only_compound(&self) -> Option<Rc<Compound>> {
        match &*self.parts() {
            [Part::Compound(compound)] => Some(Rc::clone(compound)),
            _ => None,
        }
    }

    /// Whether the selector produces no output. This is the case if it contains a placeholder, or a pseudo-class other
    /// than `:not()` whose selectors all produce no output.
    pub(crate) fn is_invisible(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Part::Compound(compound) if compound.is_invisible()))
    }
}

impl PartialEq for Complex {
    /// Line breaks do not affect equality.
    fn eq(&self, other: &Complex) -> bool {
        let (one, two) = (self.parts(), other.parts());
        Rc::ptr_eq(&one, &two) || without_newlines(&one) == without_newlines(&two)
    }
}

/// The parts of a selector, without its line breaks.
fn without_newlines(parts: &[Part]) -> Cow<'_, [Part]> {
    if !parts.contains(&Part::Newline) {
        return Cow::Borrowed(parts);
    }
    Cow::Owned(parts.iter().filter(|part| **part != Part::Newline).cloned().collect())
}

impl SelectorList {
    /// Whether all selectors of the list produce no output.
    pub(crate) fn is_invisible(&self) -> bool {
        self.members.iter().all(Complex::is_invisible)
    }
}
