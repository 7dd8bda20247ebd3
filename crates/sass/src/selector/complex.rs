//! Compound selectors, complex selectors and selector lists.

use super::{Simple, SimpleKind};
use crate::Span;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The combinator between two compound selectors. The descendant combinator, a space, has no variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Combinator {
    /// `>`
    Child,
    /// `+`
    NextSibling,
    /// `~`
    FollowingSibling,
}

impl Combinator {
    /// The combinator as written in CSS: `>`, `+` or `~`.
    #[must_use]
    pub(crate) fn sign(self) -> char {
        match self {
            Combinator::Child => '>',
            Combinator::NextSibling => '+',
            Combinator::FollowingSibling => '~',
        }
    }
}

/// The combinators at one position: at most one, unless the selector is bogus.
#[derive(Clone, Debug, Default)]
pub(crate) enum Combinators {
    /// No combinator: the descendant combinator, or the end of the selector.
    #[default]
    None,
    /// A single combinator, which needs no allocation. This is the usual case.
    One(Combinator),
    /// Several combinators, which are not valid CSS.
    Many(Rc<[Combinator]>),
}

impl Combinators {
    /// The combinators in source order. Empty if there are none.
    #[must_use]
    pub(crate) fn as_slice(&self) -> &[Combinator] {
        match self {
            Combinators::None => &[],
            Combinators::One(one) => std::slice::from_ref(one),
            Combinators::Many(many) => many,
        }
    }

    /// Whether there are no combinators, as after the `a` in `a b`.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Combinators::None)
    }

    /// The number of combinators, which is at most 1 in valid CSS.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.as_slice().len()
    }

    #[must_use]
    pub(crate) fn first(&self) -> Option<Combinator> {
        self.as_slice().first().copied()
    }

    /// These combinators, followed by the combinators `other`. Joining `>` and `+` gives the invalid `> +`, without an
    /// error.
    #[must_use]
    pub(crate) fn join(&self, other: &Combinators) -> Combinators {
        match (self, other) {
            (Combinators::None, other) => other.clone(),
            (this, Combinators::None) => this.clone(),
            (this, other) => this.as_slice().iter().chain(other.as_slice()).copied().collect(),
        }
    }
}

impl FromIterator<Combinator> for Combinators {
    fn from_iter<I: IntoIterator<Item = Combinator>>(items: I) -> Combinators {
        let all: Vec<Combinator> = items.into_iter().collect();
        match all.as_slice() {
            [] => Combinators::None,
            [one] => Combinators::One(*one),
            _ => Combinators::Many(all.into()),
        }
    }
}

impl PartialEq for Combinators {
    fn eq(&self, other: &Combinators) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Combinators {}

impl Hash for Combinators {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

/// A compound selector: the simple selectors for one element. It is never empty.
#[derive(Clone, Debug)]
pub(crate) struct Compound(Rc<CompoundData>);

#[derive(Debug)]
struct CompoundData {
    simples: Vec<Simple>,
    span: Span,
}

impl Compound {
    /// Creates a compound selector. `simples` must not be empty.
    #[must_use]
    pub(crate) fn new(simples: Vec<Simple>, span: Span) -> Compound {
        Compound(Rc::new(CompoundData { simples, span }))
    }

    /// The simple selectors, in the order in which CSS shows them.
    #[must_use]
    pub(crate) fn simples(&self) -> &[Simple] {
        &self.0.simples
    }

    /// The part of the source that errors show for the selector. A computed selector has the span of a selector or rule
    /// that it comes from.
    #[must_use]
    pub(crate) fn span(&self) -> Span {
        self.0.span
    }

    /// The specificity, for example 1,000,000 for each id, 1000 for each class and 1 for each element name.
    #[must_use]
    pub(crate) fn specificity(&self) -> u64 {
        self.simples().iter().fold(0, |sum, simple| sum.saturating_add(simple.specificity()))
    }

    pub(crate) fn is_complicated(&self) -> bool {
        self.simples().iter().any(Simple::is_complicated)
    }

    fn is_bogus(&self) -> bool {
        self.simples().iter().any(Simple::is_bogus)
    }
}

impl PartialEq for Compound {
    fn eq(&self, other: &Compound) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.simples() == other.simples()
    }
}

impl Eq for Compound {}

impl Hash for Compound {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.simples().hash(state);
    }
}

/// A compound selector in a complex selector, with the combinators after it.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    /// The simple selectors between two combinators.
    pub compound: Compound,
    /// The combinators after the compound selector.
    pub combinators: Combinators,
    /// The span of the compound selector and its combinators.
    pub span: Span,
}

impl Component {
    pub(crate) fn with_combinators(&self, more: &Combinators) -> Component {
        Component { combinators: self.combinators.join(more), ..self.clone() }
    }
}

impl PartialEq for Component {
    fn eq(&self, other: &Component) -> bool {
        self.compound == other.compound && self.combinators == other.combinators
    }
}

impl Eq for Component {}

impl Hash for Component {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.compound.hash(state);
        self.combinators.hash(state);
    }
}

/// A complex selector: compound selectors joined by combinators. It has at least one component or leading combinator.
#[derive(Clone, Debug)]
pub(crate) struct Complex(Rc<ComplexData>);

#[derive(Debug)]
struct ComplexData {
    leading: Combinators,
    leading_span: Option<Span>,
    components: Vec<Component>,
    span: Span,
    line_break: bool,
}

impl Complex {
    /// Creates a complex selector. `line_break` puts it on a new line of the list.
    #[must_use]
    pub(crate) fn new(leading: Combinators, components: Vec<Component>, span: Span, line_break: bool) -> Complex {
        Complex(Rc::new(ComplexData { leading, leading_span: None, components, span, line_break }))
    }

    pub(crate) fn parsed(
        leading: (Combinators, Option<Span>),
        components: Vec<Component>,
        span: Span,
        line_break: bool,
    ) -> Complex {
        let (leading, leading_span) = leading;
        Complex(Rc::new(ComplexData { leading, leading_span, components, span, line_break }))
    }

    /// Creates a complex selector that has a single compound selector and no combinators.
    #[must_use]
    pub(crate) fn from_compound(compound: Compound, span: Span) -> Complex {
        let component = Component { compound, combinators: Combinators::None, span };
        Complex::new(Combinators::None, vec![component], span, false)
    }

    #[must_use]
    pub(crate) fn leading(&self) -> &Combinators {
        &self.0.leading
    }

    /// The span of the combinator with which the selector begins. `None` for selectors without one, and for most
    /// computed selectors.
    #[must_use]
    pub(crate) fn leading_combinator_span(&self) -> Option<Span> {
        self.0.leading_span
    }

    /// The compound selectors with their combinators, in order.
    #[must_use]
    pub(crate) fn components(&self) -> &[Component] {
        &self.0.components
    }

    /// The part of the source that errors show for the selector. A computed selector has the span of a selector or rule
    /// that it comes from.
    #[must_use]
    pub(crate) fn span(&self) -> Span {
        self.0.span
    }

    /// Whether the selector starts on a new line of its list.
    #[must_use]
    pub(crate) fn line_break(&self) -> bool {
        self.0.line_break
    }

    /// Whether both selectors are the same object, and not merely equal.
    #[must_use]
    pub(crate) fn same(&self, other: &Complex) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }

    /// The specificity, for example 1,000,000 for each id, 1000 for each class and 1 for each element name.
    #[must_use]
    pub(crate) fn specificity(&self) -> u64 {
        self.components().iter().fold(0, |sum, component| sum.saturating_add(component.compound.specificity()))
    }

    /// The compound selector, if there are no other parts. `None` for `> a`, `a >` and `a b`.
    #[must_use]
    pub(crate) fn single_compound(&self) -> Option<&Compound> {
        match self.components() {
            [only] if self.leading().is_empty() && only.combinators.is_empty() => Some(&only.compound),
            _ => None,
        }
    }

    pub(crate) fn simples(&self) -> impl Iterator<Item = &Simple> {
        self.components().iter().flat_map(|component| component.compound.simples())
    }

    /// Whether `&` occurs in the selector or in an argument of its pseudo selectors.
    #[must_use]
    pub(crate) fn contains_parent(&self) -> bool {
        self.simples().any(Simple::contains_parent)
    }

    /// Whether combinators make the selector invalid CSS, as in `> a`, `a >` or `a > > b`.
    #[must_use]
    pub(crate) fn is_bogus(&self) -> bool {
        self.is_bogus_with(0)
    }

    /// Like [`Complex::is_bogus`], but allows one leading combinator, as nested rules do.
    #[must_use]
    pub(crate) fn is_bogus_beyond_leading(&self) -> bool {
        self.is_bogus_with(1)
    }

    fn is_bogus_with(&self, leading_allowed: usize) -> bool {
        let Some(last) = self.components().last() else { return !self.leading().is_empty() };
        self.leading().len() > leading_allowed
            || !last.combinators.is_empty()
            || self.components().iter().any(|part| part.combinators.len() > 1 || part.compound.is_bogus())
    }

    /// Whether the selector is bogus in a way that neither nesting nor extension can make valid.
    #[must_use]
    pub(crate) fn is_useless(&self) -> bool {
        self.leading().len() > 1
            || self.components().iter().any(|part| part.combinators.len() > 1 || part.compound.is_bogus())
    }

    /// Whether the selector is omitted from the CSS, for example because it contains a placeholder.
    #[must_use]
    pub(crate) fn is_invisible(&self) -> bool {
        self.simples().any(|simple| simple.is_invisible(true)) || self.is_bogus_beyond_leading()
    }

    fn is_invisible_beyond_bogus(&self) -> bool {
        self.simples().any(|simple| simple.is_invisible(false))
    }

    fn renewed(&self) -> Complex {
        let renew = |part: &Component| {
            let simples = part.compound.simples().iter().map(Simple::renewed).collect();
            Component { compound: Compound::new(simples, part.compound.span()), ..part.clone() }
        };
        let components = self.components().iter().map(renew).collect();
        let leading = (self.leading().clone(), self.0.leading_span);
        Complex::parsed(leading, components, self.span(), self.line_break())
    }

    /// The selector with additional combinators at the end.
    pub(crate) fn with_combinators(&self, more: &Combinators) -> Complex {
        if more.is_empty() {
            return self.clone();
        }
        match self.components().split_last() {
            Some((last, initial)) => {
                let mut components = initial.to_vec();
                components.push(last.with_combinators(more));
                Complex::new(self.leading().clone(), components, self.span(), self.line_break())
            }
            None => Complex::new(self.leading().join(more), Vec::new(), self.span(), self.line_break()),
        }
    }

    /// The selector with an additional component at the end. With `line_break`, the result starts on a new line of its
    /// list.
    pub(crate) fn with_component(&self, component: Component, span: Span, line_break: bool) -> Complex {
        let mut components = Vec::with_capacity(self.components().len() + 1);
        components.extend_from_slice(self.components());
        components.push(component);
        Complex::new(self.leading().clone(), components, span, self.line_break() || line_break)
    }

    /// This selector followed by `child`. Trailing combinators of this selector are joined with the leading ones of
    /// `child`. With `line_break`, the result starts on a new line of its list, even if neither selector does.
    pub(crate) fn concatenate(&self, child: &Complex, span: Span, line_break: bool) -> Complex {
        let line_break = self.line_break() || child.line_break() || line_break;
        let mut components = Vec::with_capacity(self.components().len() + child.components().len());
        components.extend_from_slice(self.components());
        let mut leading = self.leading().clone();
        match components.last_mut() {
            Some(last) => last.combinators = last.combinators.join(child.leading()),
            None => leading = leading.join(child.leading()),
        }
        components.extend_from_slice(child.components());
        Complex::new(leading, components, span, line_break)
    }
}

impl PartialEq for Complex {
    fn eq(&self, other: &Complex) -> bool {
        self.same(other) || (self.leading() == other.leading() && self.components() == other.components())
    }
}

impl Eq for Complex {}

impl Hash for Complex {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.leading().hash(state);
        self.components().hash(state);
    }
}

/// A comma-separated list of at least one complex selector.
#[derive(Clone, Debug)]
pub(crate) struct SelectorList(Rc<ListData>);

#[derive(Debug)]
struct ListData {
    components: Vec<Complex>,
    span: Span,
}

impl SelectorList {
    /// Creates a list. `components` must not be empty.
    #[must_use]
    pub(crate) fn new(components: Vec<Complex>, span: Span) -> SelectorList {
        SelectorList(Rc::new(ListData { components, span }))
    }

    /// The complex selectors that commas separate, in the order in which CSS shows them.
    #[must_use]
    pub(crate) fn components(&self) -> &[Complex] {
        &self.0.components
    }

    /// The part of the source that errors show for the selector. A computed selector has the span of a selector or rule
    /// that it comes from.
    #[must_use]
    pub(crate) fn span(&self) -> Span {
        self.0.span
    }

    /// Whether both lists are the same object, and not merely equal.
    #[must_use]
    pub(crate) fn same(&self, other: &SelectorList) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Whether `&` occurs in any selector of the list.
    #[must_use]
    pub(crate) fn contains_parent(&self) -> bool {
        self.components().iter().any(Complex::contains_parent)
    }

    /// Whether combinators make any selector of the list invalid CSS.
    #[must_use]
    pub(crate) fn is_bogus(&self) -> bool {
        self.components().iter().any(Complex::is_bogus)
    }

    /// Whether any selector is bogus even if one leading combinator is allowed.
    #[must_use]
    pub(crate) fn is_bogus_beyond_leading(&self) -> bool {
        self.components().iter().any(Complex::is_bogus_beyond_leading)
    }

    /// Whether the whole list is omitted from the CSS.
    #[must_use]
    pub(crate) fn is_invisible(&self) -> bool {
        self.components().iter().all(Complex::is_invisible)
    }

    /// Whether every selector of the list is omitted for a reason other than combinators, such as a placeholder.
    #[must_use]
    pub(crate) fn is_invisible_beyond_bogus(&self) -> bool {
        self.components().iter().all(Complex::is_invisible_beyond_bogus)
    }

    /// The greatest nesting depth of pseudo selectors with selector arguments: 1 for `:not(a)`, 0 for `a`.
    pub(crate) fn depth(&self) -> u16 {
        self.components().iter().flat_map(Complex::simples).map(Simple::depth).max().unwrap_or(0)
    }

    /// The first `&` in the list. The arguments of pseudo selectors are searched, too, as in `:not(&)`. `None` if there
    /// is none.
    pub(crate) fn first_parent(&self) -> Option<&Simple> {
        self.components().iter().flat_map(Complex::simples).find_map(|simple| match simple.kind() {
            SimpleKind::Parent { .. } => Some(simple),
            SimpleKind::Pseudo(pseudo) => pseudo.selector.as_ref().and_then(SelectorList::first_parent),
            _ => None,
        })
    }

    /// A copy of the list with new objects, for a rule that is evaluated again. Extension uses identity to distinguish
    /// the selectors of different evaluations.
    #[must_use]
    pub(crate) fn renewed(&self) -> SelectorList {
        SelectorList::new(self.components().iter().map(Complex::renewed).collect(), self.span())
    }

    pub(crate) fn with_combinators(&self, more: &Combinators) -> SelectorList {
        if more.is_empty() {
            return self.clone();
        }
        let components = self.components().iter().map(|complex| complex.with_combinators(more)).collect();
        SelectorList::new(components, self.span())
    }
}

impl PartialEq for SelectorList {
    fn eq(&self, other: &SelectorList) -> bool {
        self.same(other) || self.components() == other.components()
    }
}

impl Eq for SelectorList {}

impl Hash for SelectorList {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.components().hash(state);
    }
}
