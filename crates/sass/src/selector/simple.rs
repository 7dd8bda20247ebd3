//! Simple selectors: universal, type, class, id, placeholder, `&`, attribute and pseudo selectors.

use super::SelectorList;
use crate::scanner::unvendor;
use crate::{Error, Result, Span};
use hastie_sass_core::symbol::FastHasher;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A part of a compound selector, such as `.a`, `#a` or `:not(.b)`. Mirrors `SimpleSelector`.
#[derive(Clone, Debug)]
pub(crate) struct Simple(Rc<SimpleData>);

#[derive(Clone, Debug)]
struct SimpleData {
    kind: SimpleKind,
    span: Span,
    hash: u64,
    traits: Traits,
    specificity: u64,
}

/// The kind of a simple selector, with its parts, such as the name of a class.
#[derive(Clone, Debug)]
pub(crate) enum SimpleKind {
    /// `*`, `ns|*`
    Universal {
        /// The namespace. `None` for the default namespace, empty for no namespace, `*` for any.
        namespace: Option<Box<str>>,
    },
    /// `a`, `ns|a`
    Type(QualifiedName),
    /// `.a`
    Class(Box<str>),
    /// `#a`
    Id(Box<str>),
    /// `%a`
    Placeholder(Box<str>),
    /// `&`, `&-suffix`
    Parent {
        /// The text directly after `&`. `None` if there is none.
        suffix: Option<Box<str>>,
    },
    /// `[a]`, `[a=b i]`
    Attribute(Box<Attribute>),
    /// `:a`, `::a`, `:a(b)`
    Pseudo(Box<Pseudo>),
}

/// A name in a selector with its namespace, as in `svg|a`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct QualifiedName {
    /// The name without namespace prefix.
    pub name: Box<str>,
    /// The namespace. `None` for the default namespace, empty for no namespace, `*` for any.
    pub namespace: Option<Box<str>>,
}

/// `[name]`, or `[name operator value modifier]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Attribute {
    /// The name of the attribute, with its namespace: `xlink|href`.
    pub name: QualifiedName,
    /// The operator, such as `~=`. Empty if there is no value.
    pub operator: &'static str,
    /// The value without quotes. `None` if there is only a name.
    pub value: Option<Box<str>>,
    /// The letter before the closing bracket, such as `i` in `[a=b i]`. `None` if there is none.
    pub modifier: Option<char>,
}

/// A pseudo-class such as `:hover`, or a pseudo-element such as `::before`.
#[derive(Clone, Debug)]
pub(crate) struct Pseudo {
    /// The name, with its vendor prefix, such as `-moz-any`.
    pub name: Box<str>,
    /// Whether the selector is a pseudo-class. `:before` and three others are pseudo-elements.
    pub is_class: bool,
    /// Whether the selector is written with one colon.
    pub is_syntactic_class: bool,
    /// The text of the argument before any selector: `2n` in `:nth-child(2n)`, `2n of` in `:nth-child(2n of .a)`.
    /// `None` if there is no such text.
    pub argument: Option<Box<str>>,
    /// The selector in the argument: `.a` in `:not(.a)` and in `:nth-child(2n of .a)`. `None` if there is none.
    pub selector: Option<SelectorList>,
}

impl Pseudo {
    /// Creates a pseudo selector. `element` means that it is written with two colons.
    #[must_use]
    pub(crate) fn new(
        name: Box<str>,
        element: bool,
        argument: Option<Box<str>>,
        selector: Option<SelectorList>,
    ) -> Pseudo {
        let is_class = !element && !is_fake_element(&name);
        Pseudo { name, is_class, is_syntactic_class: !element, argument, selector }
    }

    /// The name without its vendor prefix, such as `any` for `:-moz-any`.
    #[must_use]
    pub(crate) fn normalized_name(&self) -> &str {
        unvendor(&self.name)
    }

    /// Whether the selector is written with two colons, or is `:before`, `:after`, `:first-line` or `:first-letter`.
    #[must_use]
    pub(crate) fn is_element(&self) -> bool {
        !self.is_class
    }

    pub(crate) fn is_host(&self) -> bool {
        self.is_class && &*self.name == "host"
    }

    pub(crate) fn is_host_context(&self) -> bool {
        self.is_class && &*self.name == "host-context" && self.selector.is_some()
    }

    fn specificity(&self) -> u64 {
        if self.is_element() {
            return 1;
        }
        let Some(selector) = &self.selector else { return 1000 };
        let most = selector.components().iter().map(super::Complex::specificity).max().unwrap_or(0);
        match self.normalized_name() {
            "where" => 0,
            "is" | "not" | "has" | "matches" => most,
            "nth-child" | "nth-last-child" => most.saturating_add(1000),
            _ => 1000,
        }
    }

    fn traits(&self) -> Traits {
        let mut traits = Traits { complicated: self.is_element() || self.selector.is_some(), ..Traits::default() };
        if let Some(selector) = &self.selector {
            let bogus = selector.is_bogus();
            traits.bogus = if &*self.name == "has" { selector.is_bogus_beyond_leading() } else { bogus };
            let not = &*self.name == "not";
            traits.invisible = if not { bogus } else { selector.is_invisible() };
            traits.invisible_unless_bogus = !not && selector.is_invisible_beyond_bogus();
            traits.parent = selector.contains_parent();
            traits.depth = selector.depth() + 1;
        }
        traits
    }
}

/// Whether a name is one of the pseudo-elements that are also allowed with one colon.
fn is_fake_element(name: &str) -> bool {
    ["after", "before", "first-line", "first-letter"].iter().any(|fake| name.eq_ignore_ascii_case(fake))
}

impl PartialEq for Pseudo {
    fn eq(&self, other: &Pseudo) -> bool {
        self.name == other.name
            && self.is_class == other.is_class
            && self.argument == other.argument
            && self.selector == other.selector
    }
}

/// Properties of a simple selector that are computed once, such as whether it is invisible.
#[derive(Clone, Copy, Debug, Default)]
struct Traits {
    complicated: bool,
    bogus: bool,
    invisible: bool,
    invisible_unless_bogus: bool,
    parent: bool,
    depth: u16,
}

/// The maximum nesting depth of pseudo selectors.
const MAX_DEPTH: u16 = 200;

impl Simple {
    /// Creates a simple selector. Computes its hash, its specificity and other properties.
    #[must_use]
    pub(crate) fn new(kind: SimpleKind, span: Span) -> Simple {
        let traits = match &kind {
            SimpleKind::Placeholder(_) => Traits { invisible: true, invisible_unless_bogus: true, ..Traits::default() },
            SimpleKind::Parent { .. } => Traits { parent: true, ..Traits::default() },
            SimpleKind::Pseudo(pseudo) => pseudo.traits(),
            _ => Traits::default(),
        };
        let specificity = match &kind {
            SimpleKind::Universal { .. } => 0,
            SimpleKind::Type(_) => 1,
            SimpleKind::Id(_) => 1_000_000,
            SimpleKind::Pseudo(pseudo) => pseudo.specificity(),
            _ => 1000,
        };
        let hash = kind.hash_code();
        Simple(Rc::new(SimpleData { kind, span, hash, traits, specificity }))
    }

    /// The kind of the selector, with its parts, such as the name of a class.
    #[must_use]
    pub(crate) fn kind(&self) -> &SimpleKind {
        &self.0.kind
    }

    /// The part of the source that errors show for the selector. A computed selector has the span of a selector or rule
    /// that it comes from.
    #[must_use]
    pub(crate) fn span(&self) -> Span {
        self.0.span
    }

    /// The specificity, for example 1,000,000 for an id, 1000 for a class and 1 for an element name.
    #[must_use]
    pub(crate) fn specificity(&self) -> u64 {
        self.0.specificity
    }

    /// Whether both selectors are the same object, and not merely equal.
    #[must_use]
    pub(crate) fn same(&self, other: &Simple) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// An equal selector that is a new object. Selectors in an argument also become new objects.
    pub(super) fn renewed(&self) -> Simple {
        let mut data = (*self.0).clone();
        if let SimpleKind::Pseudo(pseudo) = &mut data.kind {
            pseudo.selector = pseudo.selector.as_ref().map(SelectorList::renewed);
        }
        Simple(Rc::new(data))
    }

    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }

    /// The data of a pseudo-class or pseudo-element. `None` for other selectors.
    #[must_use]
    pub(crate) fn as_pseudo(&self) -> Option<&Pseudo> {
        match self.kind() {
            SimpleKind::Pseudo(pseudo) => Some(pseudo),
            _ => None,
        }
    }

    pub(crate) fn is_parent(&self) -> bool {
        matches!(self.kind(), SimpleKind::Parent { .. })
    }

    /// Whether the selector is a placeholder whose name starts with `-` or `_`, so that only its module sees it.
    #[must_use]
    pub(crate) fn is_private_placeholder(&self) -> bool {
        matches!(self.kind(), SimpleKind::Placeholder(name) if name.starts_with(['-', '_']))
    }

    /// Whether the selector is a pseudo-element or has a selector as its argument.
    pub(crate) fn is_complicated(&self) -> bool {
        self.0.traits.complicated
    }

    pub(crate) fn is_bogus(&self) -> bool {
        self.0.traits.bogus
    }

    pub(crate) fn is_invisible(&self, with_bogus: bool) -> bool {
        if with_bogus { self.0.traits.invisible } else { self.0.traits.invisible_unless_bogus }
    }

    pub(crate) fn contains_parent(&self) -> bool {
        self.0.traits.parent
    }

    /// The nesting depth of pseudo selectors with selector arguments: 1 for `:not(a)`, 0 for `:hover`.
    pub(crate) fn depth(&self) -> u16 {
        self.0.traits.depth
    }

    /// The pseudo selector with a different selector argument. Any other selector is returned unchanged.
    ///
    /// # Errors
    /// Fails if the selectors are nested too deeply.
    pub(crate) fn with_selector(&self, selector: SelectorList) -> Result<Simple> {
        if selector.depth() >= MAX_DEPTH {
            return Err(Error::message("Selectors are nested too deeply."));
        }
        Ok(match self.kind() {
            SimpleKind::Pseudo(pseudo) => {
                let pseudo =
                    Pseudo::new(pseudo.name.clone(), pseudo.is_element(), pseudo.argument.clone(), Some(selector));
                Simple::new(SimpleKind::Pseudo(Box::new(pseudo)), self.span())
            }
            _ => self.clone(),
        })
    }

    /// The selector with `suffix` appended to its name: `.a` with `-b` becomes `.a-b`.
    ///
    /// # Errors
    /// Fails for selectors that cannot have a suffix, such as `*` or `:not(.a)`.
    pub(crate) fn with_suffix(&self, suffix: &str) -> Result<Simple> {
        let longer = |name: &str| -> Box<str> { format!("{name}{suffix}").into() };
        let kind = match self.kind() {
            SimpleKind::Type(name) => {
                SimpleKind::Type(QualifiedName { name: longer(&name.name), namespace: name.namespace.clone() })
            }
            SimpleKind::Class(name) => SimpleKind::Class(longer(name)),
            SimpleKind::Id(name) => SimpleKind::Id(longer(name)),
            SimpleKind::Placeholder(name) => SimpleKind::Placeholder(longer(name)),
            SimpleKind::Pseudo(pseudo) if pseudo.argument.is_none() && pseudo.selector.is_none() => {
                SimpleKind::Pseudo(Box::new(Pseudo::new(longer(&pseudo.name), pseudo.is_element(), None, None)))
            }
            _ => {
                let mut error = Error::at(format!("Selector \"{self}\" can't have a suffix"), self.span());
                error.label = Some("outer selector".to_owned());
                return Err(error);
            }
        };
        Ok(Simple::new(kind, self.span()))
    }
}

impl SimpleKind {
    fn hash_code(&self) -> u64 {
        let mut hasher = FastHasher::default();
        std::mem::discriminant(self).hash(&mut hasher);
        match self {
            SimpleKind::Universal { namespace } => namespace.hash(&mut hasher),
            SimpleKind::Type(name) => name.hash(&mut hasher),
            SimpleKind::Class(name) | SimpleKind::Id(name) | SimpleKind::Placeholder(name) => name.hash(&mut hasher),
            SimpleKind::Parent { suffix } => suffix.hash(&mut hasher),
            SimpleKind::Attribute(attribute) => attribute.hash(&mut hasher),
            SimpleKind::Pseudo(pseudo) => {
                pseudo.name.hash(&mut hasher);
                pseudo.argument.hash(&mut hasher);
                pseudo.selector.hash(&mut hasher);
            }
        }
        let hash = hasher.finish();
        hash ^ (hash >> 32)
    }
}

impl PartialEq for Simple {
    fn eq(&self, other: &Simple) -> bool {
        if self.same(other) {
            return true;
        }
        self.0.hash == other.0.hash
            && match (self.kind(), other.kind()) {
                (SimpleKind::Universal { namespace: a }, SimpleKind::Universal { namespace: b }) => a == b,
                (SimpleKind::Type(a), SimpleKind::Type(b)) => a == b,
                (SimpleKind::Class(a), SimpleKind::Class(b))
                | (SimpleKind::Id(a), SimpleKind::Id(b))
                | (SimpleKind::Placeholder(a), SimpleKind::Placeholder(b)) => a == b,
                (SimpleKind::Attribute(a), SimpleKind::Attribute(b)) => a == b,
                (SimpleKind::Pseudo(a), SimpleKind::Pseudo(b)) => a == b,
                // As in dart-sass, a `&` only equals itself.
                _ => false,
            }
    }
}

impl Eq for Simple {}

impl Hash for Simple {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}
