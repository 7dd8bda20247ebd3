//! Resolves nested selectors: replaces `&` with the parent, and puts the parent before selectors without `&`.

use super::{Budget, Combinators, Complex, Component, Compound, SelectorList, Simple, SimpleKind};
use crate::{Error, Result};

/// The settings for nested selectors: whether the parent is added before selectors without `&`, and whether `&` is
/// kept.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Nesting {
    /// Whether selectors without `&` become descendants of the parent.
    pub implicit_parent: bool,
    /// Whether `&` is kept, as in plain CSS.
    pub preserve_parents: bool,
}

impl Nesting {
    /// The nesting of Sass's style rules: `b` inside of `a` becomes `a b`, and `&:hover` becomes `a:hover`.
    pub(crate) const SASS: Nesting = Nesting { implicit_parent: true, preserve_parents: false };
}

impl SelectorList {
    /// Resolves the list inside a rule with the selector `parent`.
    ///
    /// Each `&` is replaced by `parent`, unless `preserve_parents` is set. With `implicit_parent`, selectors without
    /// `&` become descendants of `parent`. With both options, all selectors become descendants of `parent`.
    ///
    /// # Errors
    /// Fails if a suffix after `&` cannot be added to `parent` or, without a parent, if the first `&` has a suffix.
    /// With `preserve_parents`, neither of these is an error. Also fails if the result has too many selectors.
    pub(crate) fn nest_within(
        &self,
        parent: Option<&SelectorList>,
        nesting: Nesting,
        budget: &Budget,
    ) -> Result<SelectorList> {
        let Some(parent) = parent else {
            return if nesting.preserve_parents { Ok(self.clone()) } else { self.without_parent() };
        };
        let mut components = Vec::with_capacity(self.components().len());
        let mut columns: Vec<Vec<Complex>> = Vec::new();
        for complex in self.components() {
            let nested = if nesting.preserve_parents || !complex.contains_parent() {
                if nesting.implicit_parent {
                    budget.list(parent.components().len())?;
                    parent.components().iter().map(|outer| outer.concatenate(complex, complex.span(), false)).collect()
                } else {
                    vec![complex.clone()]
                }
            } else {
                resolve_complex(complex, parent, budget)?
            };
            budget.list(components.len() + columns.len() + nested.len())?;
            columns.push(nested);
        }
        flatten_vertically(columns, &mut components, budget)?;
        Ok(SelectorList::new(components, self.span()))
    }

    fn without_parent(&self) -> Result<SelectorList> {
        match self.first_parent() {
            Some(parent) if matches!(parent.kind(), SimpleKind::Parent { suffix: Some(_) }) => {
                Err(Error::at("A top-level selector may not contain a parent selector with a suffix.", parent.span()))
            }
            _ => Ok(self.clone()),
        }
    }
}

/// Appends the first element of each column, then the second of each, and so on.
fn flatten_vertically(columns: Vec<Vec<Complex>>, out: &mut Vec<Complex>, budget: &Budget) -> Result<()> {
    if columns.len() == 1 {
        out.extend(columns.into_iter().flatten());
        return Ok(());
    }
    budget.list(columns.iter().map(Vec::len).sum())?;
    let mut columns: Vec<_> = columns.into_iter().map(Vec::into_iter).collect();
    while !columns.is_empty() {
        columns.retain_mut(|column| match column.next() {
            Some(complex) => {
                out.push(complex);
                true
            }
            None => false,
        });
    }
    Ok(())
}

fn resolve_complex(complex: &Complex, parent: &SelectorList, budget: &Budget) -> Result<Vec<Complex>> {
    let mut found: Vec<Complex> = Vec::new();
    for component in complex.components() {
        match resolve_component(component, parent, budget)? {
            None if found.is_empty() => {
                found.push(Complex::new(complex.leading().clone(), vec![component.clone()], complex.span(), false))
            }
            None => {
                for complex_so_far in &mut found {
                    *complex_so_far = complex_so_far.with_component(component.clone(), complex.span(), false);
                }
            }
            Some(resolved) if found.is_empty() => {
                found = with_leading(resolved, complex);
            }
            Some(resolved) => {
                budget.list(found.len().saturating_mul(resolved.len()))?;
                let mut product = Vec::with_capacity(found.len() * resolved.len());
                for start in &found {
                    product.extend(resolved.iter().map(|end| start.concatenate(end, start.span(), false)));
                }
                found = product;
            }
        }
    }
    Ok(found)
}

fn with_leading(resolved: Vec<Complex>, complex: &Complex) -> Vec<Complex> {
    if complex.leading().is_empty() {
        return resolved;
    }
    let with = |inner: &Complex| {
        let leading = complex.leading().join(inner.leading());
        Complex::new(leading, inner.components().to_vec(), complex.span(), inner.line_break())
    };
    resolved.iter().map(with).collect()
}

/// Replaces `&` in a component. Returns `None` if it contains no `&`.
fn resolve_component(component: &Component, parent: &SelectorList, budget: &Budget) -> Result<Option<Vec<Complex>>> {
    let simples = component.compound.simples();
    let Some(first) = simples.first() else { return Ok(None) };
    let in_pseudo = |simple: &Simple| !simple.is_parent() && simple.contains_parent();
    if !first.is_parent() && !simples.iter().any(in_pseudo) {
        return Ok(None);
    }
    let mut resolved = Vec::with_capacity(simples.len());
    for simple in simples {
        resolved.push(match simple.as_pseudo().and_then(|pseudo| pseudo.selector.as_ref()) {
            Some(selector) if selector.contains_parent() => {
                simple.with_selector(selector.nest_within(Some(parent), Nesting::default(), budget)?)?
            }
            _ => simple.clone(),
        });
    }
    let SimpleKind::Parent { suffix } = first.kind() else {
        let compound = Compound::new(resolved, component.compound.span());
        let component = Component { compound, ..component.clone() };
        let span = component.span;
        return Ok(Some(vec![Complex::new(Combinators::None, vec![component], span, false)]));
    };
    if simples.len() == 1 && suffix.is_none() {
        return Ok(Some(parent.with_combinators(&component.combinators).components().to_vec()));
    }
    budget.list(parent.components().len())?;
    let rest = resolved.get(1..).unwrap_or_default();
    parent
        .components()
        .iter()
        .map(|outer| {
            extend_parent(outer, suffix.as_deref(), rest, component).map_err(|mut error| {
                error.secondary.push((first.span(), "parent selector".to_owned()));
                error.label.get_or_insert_with(String::new);
                error
            })
        })
        .collect::<Result<_>>()
        .map(Some)
}

/// Replaces the `&` of a compound selector by `outer`. In `&-b.c`, `suffix` is `-b` and `rest` is `.c`. Fails if
/// `outer` ends with a combinator, or if its last simple selector cannot have a suffix.
fn extend_parent(outer: &Complex, suffix: Option<&str>, rest: &[Simple], component: &Component) -> Result<Complex> {
    let unusable = |span| {
        let mut error =
            Error::at(format!("Selector \"{outer}\" can't be used as a parent in a compound selector."), span);
        error.label = Some("outer selector".to_owned());
        error
    };
    let Some((last, initial)) = outer.components().split_last() else { return Err(unusable(outer.span())) };
    if !last.combinators.is_empty() {
        return Err(unusable(last.span));
    }
    let mut simples = last.compound.simples().to_vec();
    if let (Some(suffix), Some(final_simple)) = (suffix, simples.last_mut()) {
        *final_simple = final_simple.with_suffix(suffix)?;
    }
    simples.extend_from_slice(rest);
    let compound = Compound::new(simples, component.compound.span());
    let mut components = initial.to_vec();
    components.push(Component { compound, combinators: component.combinators.clone(), span: component.span });
    Ok(Complex::new(outer.leading().clone(), components, component.span, outer.line_break()))
}
