//! Unification: the intersection of selectors.

use super::weave::weave;
use super::{
    Budget, Combinators, Complex, Component, Compound, Pseudo, QualifiedName, SelectorList, Simple, SimpleKind,
};
use crate::{Result, Span};

impl SelectorList {
    /// Selectors for the elements that both lists match. `None` if no element can match both.
    ///
    /// # Errors
    /// Fails if the result has too many selectors.
    pub(crate) fn unify(&self, other: &SelectorList, budget: &Budget) -> Result<Option<SelectorList>> {
        let mut components = Vec::new();
        for ours in self.components() {
            for theirs in other.components() {
                let unified = unify_complex(&[ours.clone(), theirs.clone()], ours.span(), budget);
                components.extend(unified.unwrap_or_default());
                budget.list(components.len())?;
            }
        }
        Ok(if components.is_empty() { None } else { Some(SelectorList::new(components, self.span())) })
    }
}

/// The intersection of selectors: the result matches the elements that each of `complexes` matches. `None` or empty if
/// no element can match them all, or if the budget is exhausted.
pub(crate) fn unify_complex(complexes: &[Complex], span: Span, budget: &Budget) -> Option<Vec<Complex>> {
    if complexes.len() == 1 {
        return Some(complexes.to_vec());
    }
    let base = unify_bases(complexes, span)?;
    let mut parents: Vec<Complex> = complexes
        .iter()
        .filter_map(|complex| {
            let (_, initial) = complex.components().split_last().filter(|(_, initial)| !initial.is_empty())?;
            Some(Complex::new(complex.leading().clone(), initial.to_vec(), complex.span(), complex.line_break()))
        })
        .collect();
    match parents.last_mut() {
        Some(last) => *last = last.concatenate(&base, span, false),
        None => parents.push(base),
    }
    weave(&parents, span, false, budget)
}

/// Unifies the last components of `complexes` to a complex selector with one component. `None` if no element can match
/// them all, or if their combinators differ.
fn unify_bases(complexes: &[Complex], span: Span) -> Option<Complex> {
    let mut unified: Option<Compound> = None;
    let mut leading = None;
    let mut trailing = None;
    for complex in complexes {
        if complex.is_useless() {
            return None;
        }
        if let ([_], Combinators::One(combinator)) = (complex.components(), complex.leading())
            && leading.get_or_insert(*combinator) != combinator
        {
            return None;
        }
        let base = complex.components().last()?;
        if let Combinators::One(combinator) = &base.combinators
            && trailing.get_or_insert(*combinator) != combinator
        {
            return None;
        }
        unified = Some(match unified {
            None => base.compound.clone(),
            Some(compound) => unify_compound(&compound, &base.compound)?,
        });
    }
    let component = Component { compound: unified?, combinators: trailing.into_iter().collect(), span };
    let line_break = complexes.iter().any(Complex::line_break);
    Some(Complex::new(leading.into_iter().collect(), vec![component], span, line_break))
}

/// The compound selector for the elements that both compound selectors match. `None` if no element can match both.
pub(crate) fn unify_compound(compound1: &Compound, compound2: &Compound) -> Option<Compound> {
    let mut result = compound1.simples().to_vec();
    let mut behind_element: Vec<Simple> = Vec::new();
    let mut element_found = false;
    for simple in compound2.simples() {
        // The order of selectors after a pseudo-element is kept.
        if element_found && simple.as_pseudo().is_some() {
            behind_element = simple.unify(behind_element)?;
        } else {
            element_found |= simple.as_pseudo().is_some_and(Pseudo::is_element);
            result = simple.unify(result)?;
        }
    }
    result.append(&mut behind_element);
    Some(Compound::new(result, compound1.span()))
}

impl Simple {
    /// The simple selectors for the elements that this selector and `compound` match. `None` if no element can match
    /// both.
    fn unify(&self, compound: Vec<Simple>) -> Option<Vec<Simple>> {
        match self.kind() {
            SimpleKind::Universal { namespace } => self.unify_universal(namespace.as_deref(), compound),
            SimpleKind::Type(_) => match compound.split_first() {
                Some((first, rest)) if first.is_element_name() => self.unify_first(first, rest),
                _ => Some(std::iter::once(self.clone()).chain(compound).collect()),
            },
            SimpleKind::Id(_)
                if compound.iter().any(|simple| matches!(simple.kind(), SimpleKind::Id(_)) && simple != self) =>
            {
                None
            }
            SimpleKind::Pseudo(pseudo) => self.unify_pseudo(pseudo, compound),
            SimpleKind::Parent { .. } => None,
            _ => self.unify_other(compound),
        }
    }

    fn is_element_name(&self) -> bool {
        matches!(self.kind(), SimpleKind::Universal { .. } | SimpleKind::Type(_))
    }

    fn unify_first(&self, first: &Simple, rest: &[Simple]) -> Option<Vec<Simple>> {
        let unified = self.unify_names(first)?;
        Some(std::iter::once(unified).chain(rest.iter().cloned()).collect())
    }

    fn unify_universal(&self, namespace: Option<&str>, compound: Vec<Simple>) -> Option<Vec<Simple>> {
        match compound.split_first() {
            Some((first, rest)) if first.is_element_name() => self.unify_first(first, rest),
            Some((first, [])) if first.as_pseudo().is_some_and(|one| one.is_host() || one.is_host_context()) => None,
            None => Some(vec![self.clone()]),
            _ if matches!(namespace, None | Some("*")) => Some(compound),
            _ => Some(std::iter::once(self.clone()).chain(compound).collect()),
        }
    }

    /// The only simple selector of `compound` if it is `*` or a `:host` pseudo-class, which have their own rules for
    /// unification. Otherwise `None`.
    fn deciding(compound: &[Simple]) -> Option<&Simple> {
        match compound {
            [only] => {
                let host = only.as_pseudo().is_some_and(|pseudo| pseudo.is_host() || pseudo.is_host_context());
                Some(only).filter(|only| host || matches!(only.kind(), SimpleKind::Universal { .. }))
            }
            _ => None,
        }
    }

    fn unify_other(&self, compound: Vec<Simple>) -> Option<Vec<Simple>> {
        if let Some(other) = Simple::deciding(&compound) {
            return other.unify(vec![self.clone()]);
        }
        if compound.contains(self) {
            return Some(compound);
        }
        let index = compound.iter().position(|simple| simple.as_pseudo().is_some()).unwrap_or(compound.len());
        let mut compound = compound;
        compound.insert(index, self.clone());
        Some(compound)
    }

    fn unify_pseudo(&self, pseudo: &Pseudo, compound: Vec<Simple>) -> Option<Vec<Simple>> {
        if matches!(&*pseudo.name, "host" | "host-context") {
            let fits = |simple: &Simple| {
                simple.as_pseudo().is_some_and(|pseudo| pseudo.is_host() || pseudo.selector.is_some())
            };
            if !compound.iter().all(fits) {
                return None;
            }
        } else if let Some(other) = Simple::deciding(&compound) {
            return other.unify(vec![self.clone()]);
        }
        if compound.contains(self) {
            return Some(compound);
        }
        let mut result = Vec::with_capacity(compound.len() + 1);
        let mut added = false;
        for simple in compound {
            if simple.as_pseudo().is_some_and(Pseudo::is_element) {
                if pseudo.is_element() {
                    return None;
                }
                result.push(self.clone());
                added = true;
            }
            result.push(simple);
        }
        if !added {
            result.push(self.clone());
        }
        Some(result)
    }

    /// The universal or type selector for the elements that both simple selectors match. `None` if no element can match
    /// both.
    fn unify_names(&self, other: &Simple) -> Option<Simple> {
        let (namespace1, name1) = self.namespace_and_name();
        let (namespace2, name2) = other.namespace_and_name();
        let namespace = if namespace1 == namespace2 || namespace2 == Some("*") {
            namespace1
        } else if namespace1 == Some("*") {
            namespace2
        } else {
            return None;
        };
        let name = if name1 == name2 || name2.is_none() {
            name1
        } else if name1.is_none() {
            name2
        } else {
            return None;
        };
        let namespace = namespace.map(Box::from);
        let kind = match name {
            None => SimpleKind::Universal { namespace },
            Some(name) => SimpleKind::Type(QualifiedName { name: name.into(), namespace }),
        };
        Some(Simple::new(kind, self.span()))
    }

    fn namespace_and_name(&self) -> (Option<&str>, Option<&str>) {
        match self.kind() {
            SimpleKind::Universal { namespace } => (namespace.as_deref(), None),
            SimpleKind::Type(name) => (name.namespace.as_deref(), Some(&name.name)),
            _ => (None, None),
        }
    }
}
