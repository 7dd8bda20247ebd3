//! Resolution of nested selectors and `&`.

use super::weave::paths;
use super::{Complex, Compound, Mode, Part, Pseudo, SelectorList, Simple};
use crate::error::{SassResult, SyntaxError};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of selectors in a list.
const LIMIT: usize = 200_000;

impl SelectorList {
    fn refers_to_parent(&self) -> bool {
        self.members.iter().any(Complex::refers_to_parent)
    }

    /// Fails if the list contains `&`. Called for rules without a parent.
    pub(crate) fn without_parent(&self) -> SassResult<()> {
        if !self.refers_to_parent() {
            return Ok(());
        }
        Err(SyntaxError::new("Base-level rules cannot contain the parent-selector-referencing character '&'."))
    }

    /// The list with each `&` replaced by selectors of `parent`. With `implied`, selectors without `&` become
    /// descendants of `parent`. Fails if a selector cannot be resolved or the result has too many selectors.
    pub(crate) fn resolved(&self, parent: &SelectorList, implied: bool) -> SassResult<SelectorList> {
        let mut columns = Vec::with_capacity(self.members.len());
        let mut count = 0;
        for complex in &self.members {
            let resolved = complex.resolved(parent, implied)?;
            count += resolved.len();
            if count > LIMIT {
                return Err(SyntaxError::new("This rule has too many selectors."));
            }
            columns.push(resolved.into_iter());
        }
        let mut members = Vec::with_capacity(count);
        while members.len() < count {
            members.extend(columns.iter_mut().filter_map(Iterator::next));
        }
        Ok(SelectorList { members })
    }
}

/// A part of a selector in which `&` is resolved: a combinator or line break (`Part`), or a resolved compound selector
/// (`Complex`).
#[derive(Clone)]
enum PathElement {
    Part(Part),
    Complex(Complex),
}

impl PathElement {
    fn begins_with_newline(&self) -> bool {
        match self {
            PathElement::Part(part) => *part == Part::Newline,
            PathElement::Complex(complex) => complex.parts().first() == Some(&Part::Newline),
        }
    }
}

impl Complex {
    fn refers_to_parent(&self) -> bool {
        self.parts().iter().filter_map(Part::compound).any(|compound| {
            matches!(compound.members.first(), Some(Simple::Parent(_)))
                || compound
                    .members
                    .iter()
                    .filter_map(Simple::selector_pseudo)
                    .any(|pseudo| pseudo.selector.as_ref().is_some_and(|list| list.refers_to_parent()))
        })
    }

    fn resolved(&self, parent: &SelectorList, implied: bool) -> SassResult<Vec<Complex>> {
        let refers = self.refers_to_parent();
        if !implied && !refers {
            return Ok(vec![self.clone()]);
        }
        let own = self.parts();
        let (newline, rest) = match own.split_first() {
            Some((Part::Newline, rest)) => (true, rest),
            _ => (false, &own[..]),
        };
        let mut parts: Vec<Part> = Vec::with_capacity(own.len() + 1);
        if !refers {
            parts.extend(newline.then_some(Part::Newline));
            parts.push(Part::Compound(Rc::new(Compound::new(vec![Simple::Parent(None)], false))));
        }
        parts.extend_from_slice(rest);
        let mut choices: Vec<Vec<PathElement>> = Vec::with_capacity(parts.len());
        let mut count = 1usize;
        for part in &parts {
            let places: Vec<PathElement> = match part {
                Part::Compound(compound) => compound.resolved(parent)?.into_iter().map(PathElement::Complex).collect(),
                part => vec![PathElement::Part(part.clone())],
            };
            count = count.saturating_mul(places.len());
            if count > LIMIT {
                return Err(SyntaxError::new("This rule has too many selectors."));
            }
            choices.push(places);
        }
        Ok(paths(&choices).into_iter().map(joined).collect())
    }
}

/// Joins the elements of a path. If the path consists of two selectors and the second starts with a line break, the
/// line break moves to the start of the first. As in Ruby, this changes the two selectors wherever they are used.
fn joined(path: Vec<PathElement>) -> Complex {
    if let [PathElement::Complex(first), second @ PathElement::Complex(other)] = &path[..]
        && second.begins_with_newline()
    {
        other.set_parts(other.parts()[1..].to_vec());
        first.set_parts([&[Part::Newline], &*first.parts()].concat());
    }
    let mut parts = Vec::new();
    for place in path {
        match place {
            PathElement::Part(part) => parts.push(part),
            PathElement::Complex(complex) => parts.extend(complex.parts().iter().cloned()),
        }
    }
    Complex::new(parts)
}

impl Compound {
    fn resolved(&self, parent: &SelectorList) -> SassResult<Vec<Complex>> {
        let mut members = Vec::with_capacity(self.members.len());
        for simple in &self.members {
            match simple.selector_pseudo() {
                Some(pseudo) => {
                    let list = match &pseudo.selector {
                        Some(list) => list.resolved(parent, false)?,
                        None => continue,
                    };
                    members
                        .extend(pseudo.with_selector(&list).into_iter().map(|pseudo| Simple::Pseudo(Rc::new(pseudo))));
                }
                None => members.push(simple.clone()),
            }
        }
        let Some(Simple::Parent(suffix)) = members.first() else {
            let compound = Compound::new(members, self.subject);
            return Ok(vec![Complex::new(vec![Part::Compound(Rc::new(compound))])]);
        };
        if self.members.len() == 1 && suffix.is_none() {
            return Ok(parent.members.clone());
        }
        let rest = members.get(1..).unwrap_or_default();
        parent.members.iter().map(|complex| self.joined_to(complex, suffix.as_deref(), rest)).collect()
    }

    /// Appends `suffix` and `rest`, the parts of a compound selector after `&`, to the last compound of `complex`.
    /// Fails if that is not possible.
    fn joined_to(&self, complex: &Complex, suffix: Option<&str>, rest: &[Simple]) -> SassResult<Complex> {
        let invalid = || {
            let (this, other) = (self.write(Mode::Whole), complex.write(Mode::Whole));
            SyntaxError::new(format!("Invalid parent selector for \"{this}\": \"{other}\""))
        };
        let mut parts = complex.parts().to_vec();
        let newline = parts.pop_if(|last| *last == Part::Newline);
        let Some(Part::Compound(last)) = parts.pop() else { return Err(invalid()) };
        let mut members = last.members.clone();
        if let Some(suffix) = suffix {
            let joined = members.pop().and_then(|last| with_suffix(&last, suffix)).ok_or_else(invalid)?;
            members.push(joined);
        }
        members.extend_from_slice(rest);
        parts.push(Part::Compound(Rc::new(Compound::new(members, self.subject))));
        parts.extend(newline);
        Ok(Complex::new(parts))
    }
}

fn with_suffix(simple: &Simple, suffix: &str) -> Option<Simple> {
    let joined = |name: &Arc<str>| -> Arc<str> { format!("{name}{suffix}").into() };
    Some(match simple {
        Simple::Class(name) => Simple::Class(joined(name)),
        Simple::Id(name) => Simple::Id(joined(name)),
        Simple::Placeholder(name) => Simple::Placeholder(joined(name)),
        Simple::Element(name, namespace) => Simple::Element(joined(name), namespace.clone()),
        Simple::Pseudo(pseudo) if pseudo.argument.is_none() && pseudo.selector.is_none() => {
            Simple::Pseudo(Rc::new(Pseudo::new(pseudo.is_element(), joined(&pseudo.name), None, None)))
        }
        _ => return None,
    })
}
