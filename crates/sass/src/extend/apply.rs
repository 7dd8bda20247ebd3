//! The application of extensions to selectors.

use super::MediaContext;
use super::extension::{Extender, Extension};
use crate::selector::{
    Budget, Combinators, Complex, Component, Compound, Pseudo, SelectorList, Simple, paths, unify_complex, weave,
};
use crate::{Result, Span};
use hastie_sass_core::symbol::{FastHasher, FastMap, FastSet};
use indexmap::IndexMap;
use std::hash::BuildHasherDefault;

/// A map that keeps the order of insertion. This order decides the order of selectors in the output.
pub(super) type OrderedMap<K, V> = IndexMap<K, V, BuildHasherDefault<FastHasher>>;
/// Extensions by target, and for each target by extender. Both maps keep the order of insertion.
pub(super) type ExtensionMap = OrderedMap<Simple, OrderedMap<Complex, Extension>>;

/// Whether the original selectors are kept, and whether a target of several simple selectors, such as `.a.b`, must
/// match as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// `@extend`: each simple selector is a target of its own, and originals are kept.
    Normal,
    /// `selector.replace()`: a target must match as a whole, and originals are removed.
    Replace,
    /// `selector.extend()`: a target must match as a whole, and originals are kept.
    AllTargets,
}

/// Applies extensions to selectors, and records which selectors were written in the source.
#[derive(Clone, Debug)]
pub(super) struct Applier {
    pub(super) mode: Mode,
    pub(super) budget: Budget,
    /// The simple selectors of extenders by address, each with the specificity of the first extender that contains it.
    /// The table keeps the selectors alive, so that no other selector gets the same address.
    pub(super) source_specificities: FastMap<usize, (Simple, u64)>,
    /// The selectors that come from rules of the style sheet and not from extensions, by address.
    originals: FastMap<usize, Complex>,
}

impl Applier {
    pub(super) fn new(mode: Mode, budget: Budget) -> Applier {
        Applier { mode, budget, source_specificities: FastMap::default(), originals: FastMap::default() }
    }

    pub(super) fn add_originals(&mut self, list: &SelectorList) {
        if !list.is_invisible() {
            for complex in list.components() {
                self.add_original(complex);
            }
        }
    }

    fn add_original(&mut self, complex: &Complex) {
        self.originals.insert(complex.address(), complex.clone());
    }

    fn is_original(&self, complex: &Complex) -> bool {
        self.originals.contains_key(&complex.address())
    }

    pub(super) fn source_specificity(&self, compound: &Compound) -> u64 {
        let of = |simple: &Simple| self.source_specificities.get(&simple.address()).map_or(0, |(_, found)| *found);
        compound.simples().iter().map(of).max().unwrap_or(0)
    }

    /// Extends the selectors of a list, and then removes redundant ones (`trim`). Returns `None` if no extension
    /// applies.
    pub(super) fn extend_list(
        &mut self,
        list: &SelectorList,
        extensions: &ExtensionMap,
        media: &MediaContext,
    ) -> Result<Option<SelectorList>> {
        let mut extended: Option<Vec<Complex>> = None;
        for (index, complex) in list.components().iter().enumerate() {
            match (self.extend_complex(complex, extensions, media)?, &mut extended) {
                (None, None) => {}
                (None, Some(extended)) => extended.push(complex.clone()),
                (Some(result), Some(extended)) => extended.extend(result),
                (Some(result), None) => {
                    let mut start = list.components().get(..index).unwrap_or_default().to_vec();
                    start.extend(result);
                    extended = Some(start);
                }
            }
        }
        self.budget.check()?;
        let Some(extended) = extended else { return Ok(None) };
        self.budget.list(extended.len())?;
        let trimmed = self.trim(extended, |complex| self.is_original(complex));
        self.budget.check()?;
        Ok(Some(SelectorList::new(trimmed, list.span())))
    }

    /// Extends a complex selector. Returns `None` if no extension applies, or if the selector starts with several
    /// combinators.
    pub(super) fn extend_complex(
        &mut self,
        complex: &Complex,
        extensions: &ExtensionMap,
        media: &MediaContext,
    ) -> Result<Option<Vec<Complex>>> {
        if complex.leading().len() > 1 {
            return Ok(None);
        }
        let original = self.is_original(complex);
        let mut choices: Option<Vec<Vec<Complex>>> = None;
        for (index, component) in complex.components().iter().enumerate() {
            let extended = self.extend_component(component, extensions, media, original)?;
            match (extended, &mut choices) {
                (None, None) => {}
                (None, Some(choices)) => {
                    let span = complex.span();
                    let component = vec![component.clone()];
                    choices.push(vec![Complex::new(Combinators::None, component, span, complex.line_break())]);
                }
                (Some(extended), Some(choices)) => choices.push(extended),
                (Some(extended), None) if index > 0 => {
                    let before = complex.components().get(..index).unwrap_or_default().to_vec();
                    let span = complex.span();
                    let before = Complex::new(complex.leading().clone(), before, span, complex.line_break());
                    choices = Some(vec![vec![before], extended]);
                }
                (Some(extended), None) => choices = Some(vec![with_leading(extended, complex)]),
            }
        }
        let Some(choices) = choices else { return Ok(None) };
        let mut result = Vec::new();
        for path in paths(&choices, &self.budget) {
            let woven = weave(&path, complex.span(), complex.line_break(), &self.budget).unwrap_or_default();
            for output in woven {
                // The copy of an original is also an original, for example one with an extended `:not()`.
                if result.is_empty() && original {
                    self.add_original(&output);
                }
                result.push(output);
            }
        }
        self.budget.list(result.len())?;
        Ok(Some(result))
    }

    /// Extends the compound selector of `component`. Each returned selector ends with the component's combinators.
    /// Returns `None` if no extension applies. `in_original` is whether the component is part of an original selector.
    fn extend_component(
        &mut self,
        component: &Component,
        extensions: &ExtensionMap,
        media: &MediaContext,
        in_original: bool,
    ) -> Result<Option<Vec<Complex>>> {
        let mut used = (self.mode != Mode::Normal && extensions.len() > 1).then(FastSet::default);
        let simples = component.compound.simples();
        let mut options: Option<Vec<Vec<Extender>>> = None;
        for (index, simple) in simples.iter().enumerate() {
            match self.extend_simple(simple, extensions, media, used.as_mut())? {
                Some(extended) => {
                    let options = options.get_or_insert_with(|| {
                        let before = simples.get(..index).unwrap_or_default();
                        if index == 0 { Vec::new() } else { vec![vec![original_extender(before, component.span)]] }
                    });
                    options.extend(extended);
                }
                None => {
                    if let Some(options) = &mut options {
                        options.push(vec![original_extender(std::slice::from_ref(simple), simple.span())]);
                    }
                }
            }
        }
        let Some(options) = options else { return Ok(None) };
        if used.is_some_and(|used| used.len() != extensions.len()) {
            return Ok(None);
        }
        if let [extenders] = options.as_slice() {
            return single_option(extenders, component, media);
        }
        self.unify_options(&options, component, media, in_original).map(Some)
    }

    fn unify_options(
        &mut self,
        options: &[Vec<Extender>],
        component: &Component,
        media: &MediaContext,
        in_original: bool,
    ) -> Result<Vec<Complex>> {
        let extender_paths = paths(options, &self.budget);
        let mut result = Vec::new();
        let keep_first = self.mode != Mode::Replace;
        if let Some(first) = extender_paths.first().filter(|_| keep_first) {
            // The first path is the original selector, so nothing needs to be unified.
            let parts = first.iter().filter_map(|extender| extender.selector.components().last());
            let simples = parts.flat_map(|part| part.compound.simples()).cloned().collect();
            let compound = Compound::new(simples, component.compound.span());
            let component = Component { compound, ..component.clone() };
            let span = component.span;
            result.push(Complex::new(Combinators::None, vec![component], span, false));
        }
        for path in extender_paths.iter().skip(usize::from(keep_first)) {
            for complex in self.unify_extenders(path, media, component.span)?.unwrap_or_default() {
                let complex = complex.with_combinators(&component.combinators);
                if !complex.is_useless() {
                    result.push(complex);
                }
            }
        }
        self.budget.check()?;
        let original = result.first().filter(|_| in_original && keep_first).cloned();
        let trimmed = self.trim(result, |complex| original.as_ref() == Some(complex));
        self.budget.check()?;
        Ok(trimmed)
    }

    fn unify_extenders(
        &self,
        extenders: &[Extender],
        media: &MediaContext,
        span: Span,
    ) -> Result<Option<Vec<Complex>>> {
        let mut to_unify = Vec::with_capacity(extenders.len());
        let mut originals: Vec<Simple> = Vec::new();
        let mut line_break = false;
        for extender in extenders {
            if extender.extension.is_none() {
                if let Some(last) = extender.selector.components().last() {
                    originals.extend_from_slice(last.compound.simples());
                }
                line_break |= extender.selector.line_break();
            } else if extender.selector.is_useless() {
                return Ok(None);
            } else {
                to_unify.push(extender.selector.clone());
            }
        }
        if !originals.is_empty() {
            let compound = Compound::new(originals, span);
            let component = Component { compound, combinators: Combinators::None, span };
            to_unify.insert(0, Complex::new(Combinators::None, vec![component], span, line_break));
        }
        let unified = unify_complex(&to_unify, span, &self.budget);
        if unified.is_some() {
            for extender in extenders {
                extender.check_media(media)?;
            }
        }
        Ok(unified)
    }

    /// Lists of alternatives that replace `simple`: one alternative is chosen from each list. `None` if `simple` is not
    /// a target.
    fn extend_simple(
        &mut self,
        simple: &Simple,
        extensions: &ExtensionMap,
        media: &MediaContext,
        mut used: Option<&mut FastSet<Simple>>,
    ) -> Result<Option<Vec<Vec<Extender>>>> {
        let keep = self.mode != Mode::Replace;
        let mut plain = |simple: &Simple| -> Option<Vec<Extender>> {
            let found = extensions.get(simple)?;
            if let Some(used) = used.as_deref_mut() {
                used.insert(simple.clone());
            }
            let original = keep.then(|| original_extender(std::slice::from_ref(simple), simple.span()));
            Some(original.into_iter().chain(found.values().map(Extension::as_extender)).collect())
        };
        if let Some(pseudo @ Pseudo { selector: Some(selector), .. }) = simple.as_pseudo()
            && let Some(pseudos) = self.extend_pseudo(simple, pseudo, selector, extensions, media)?
        {
            let choice = |pseudo: &Simple| {
                plain(pseudo).unwrap_or_else(|| vec![original_extender(std::slice::from_ref(pseudo), pseudo.span())])
            };
            return Ok(Some(pseudos.iter().map(choice).collect()));
        }
        Ok(plain(simple).map(|extenders| vec![extenders]))
    }

    fn extend_pseudo(
        &mut self,
        simple: &Simple,
        pseudo: &Pseudo,
        selector: &SelectorList,
        extensions: &ExtensionMap,
        media: &MediaContext,
    ) -> Result<Option<Vec<Simple>>> {
        let Some(extended) = self.extend_list(selector, extensions, media)? else { return Ok(None) };
        let is_not = pseudo.normalized_name() == "not";
        let is_complex = |complex: &&Complex| complex.components().len() > 1;
        // Few browsers support complex selectors in `:not()`. They are kept only if the original has some, or if
        // nothing else is left.
        let simple_only = is_not
            && !selector.components().iter().any(|complex| is_complex(&complex))
            && extended.components().iter().any(|complex| complex.components().len() == 1);
        let complexes: Vec<Complex> = extended
            .components()
            .iter()
            .filter(|complex| !simple_only || !is_complex(complex))
            .flat_map(|complex| flatten_pseudo(pseudo, complex))
            .collect();
        if is_not && selector.components().len() == 1 {
            let result = complexes
                .into_iter()
                .map(|complex| simple.with_selector(SelectorList::new(vec![complex], selector.span())))
                .collect::<Result<Vec<_>>>()?;
            return Ok(Some(result).filter(|result| !result.is_empty()));
        }
        if complexes.is_empty() {
            return Ok(None);
        }
        Ok(Some(vec![simple.with_selector(SelectorList::new(complexes, selector.span()))?]))
    }
}

/// The selectors that replace `complex` in the arguments of `pseudo`, usually `complex` itself. For example, `:is(a,
/// b)` in `:not(…)` is replaced by `a` and `b`. Empty for a pseudo-class that `pseudo` cannot contain, such as
/// `:not(a)` in `:not(…)`.
fn flatten_pseudo(pseudo: &Pseudo, complex: &Complex) -> Vec<Complex> {
    let single = complex.single_compound().map(Compound::simples);
    let Some([only]) = single else { return vec![complex.clone()] };
    let Some(inner @ Pseudo { selector: Some(selector), .. }) = only.as_pseudo() else { return vec![complex.clone()] };
    match pseudo.normalized_name() {
        "not" if matches!(inner.normalized_name(), "is" | "matches" | "where") => selector.components().to_vec(),
        "is" | "matches" | "where" | "any" | "current" | "nth-child" | "nth-last-child"
            if inner.name == pseudo.name && inner.argument == pseudo.argument =>
        {
            selector.components().to_vec()
        }
        // Nesting changes the meaning of these, so they cannot be flattened.
        "has" | "host" | "host-context" | "slotted" => vec![complex.clone()],
        _ => Vec::new(),
    }
}

fn original_extender(simples: &[Simple], span: Span) -> Extender {
    let selector = Complex::from_compound(Compound::new(simples.to_vec(), span), span);
    Extender { selector, extension: None }
}

/// The selectors of `extenders`, with the component's combinators at the end. They can replace the whole component.
/// Selectors that can never be valid CSS are left out. `None` if no selector is left.
fn single_option(extenders: &[Extender], component: &Component, media: &MediaContext) -> Result<Option<Vec<Complex>>> {
    let mut result = Vec::with_capacity(extenders.len());
    for extender in extenders {
        extender.check_media(media)?;
        let complex = extender.selector.with_combinators(&component.combinators);
        if !complex.is_useless() {
            result.push(complex);
        }
    }
    Ok(Some(result).filter(|result| !result.is_empty()))
}

/// Puts the leading combinators of `complex`, if any, in front of the extended selectors. Leaves out extended selectors
/// that begin with other combinators.
fn with_leading(extended: Vec<Complex>, complex: &Complex) -> Vec<Complex> {
    if complex.leading().is_empty() {
        return extended;
    }
    let fits = |new: &Complex| new.leading().is_empty() || new.leading() == complex.leading();
    let with = |new: Complex| {
        let line_break = complex.line_break() || new.line_break();
        Complex::new(complex.leading().clone(), new.components().to_vec(), complex.span(), line_break)
    };
    extended.into_iter().filter(fits).map(with).collect()
}
