//! The selectors and extensions of a module.

use super::MediaContext;
use super::apply::{Applier, ExtensionMap, Mode, OrderedMap};
use super::extension::{ExtendOrigin, Extension};
use crate::report::span_message;
use crate::selector::{Budget, Complex, SelectorList, Simple};
use crate::{Result, Sources};
use hastie_sass_core::symbol::FastMap;
use std::cell::RefCell;
use std::rc::Rc;

/// The selector of a rule. Clones share it, so an extension changes the selector of all clones.
#[derive(Clone, Debug)]
pub(crate) struct SelectorCell(Rc<RefCell<SelectorList>>);

impl SelectorCell {
    /// Creates a cell that no other rule shares. Later `@extend` rules may change its selector.
    #[must_use]
    pub(crate) fn new(list: SelectorList) -> SelectorCell {
        SelectorCell(Rc::new(RefCell::new(list)))
    }

    /// The selector with all extensions so far.
    #[must_use]
    pub(crate) fn get(&self) -> SelectorList {
        self.0.borrow().clone()
    }

    /// Whether the two are clones of one cell, so that an extension changes both.
    #[must_use]
    pub(crate) fn same(&self, other: &SelectorCell) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    fn set(&self, list: SelectorList) {
        self.0.replace(list);
    }

    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0).addr()
    }
}

/// The selectors of rules by the addresses of their cells, in insertion order.
type CellSet = OrderedMap<usize, SelectorCell>;

/// The selectors and extensions of a module. The selectors are indexed only when an extension or a search needs the
/// index.
#[derive(Debug)]
pub(crate) struct ExtensionStore {
    applier: Applier,
    /// Rules that are not indexed yet. Indexing starts with the first extension, because most modules have none.
    pending: Vec<(SelectorCell, MediaContext)>,
    selectors: FastMap<Simple, CellSet>,
    extensions: ExtensionMap,
    extensions_by_extender: FastMap<Simple, Vec<Extension>>,
    media_contexts: FastMap<usize, MediaContext>,
}

impl ExtensionStore {
    /// Creates a store without selectors and extensions. `budget` limits the selectors that extensions create.
    #[must_use]
    pub(crate) fn new(budget: Budget) -> ExtensionStore {
        ExtensionStore {
            applier: Applier::new(Mode::Normal, budget),
            pending: Vec::new(),
            selectors: FastMap::default(),
            extensions: ExtensionMap::default(),
            extensions_by_extender: FastMap::default(),
            media_contexts: FastMap::default(),
        }
    }

    /// Whether no `@extend` of this module or of a module that uses it was added yet.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.extensions.is_empty()
    }

    /// The simple selectors that occur in any rule of the module so far.
    pub(crate) fn simple_selectors(&mut self) -> crate::FastSet<Simple> {
        self.index();
        self.selectors.keys().cloned().collect()
    }

    /// The extensions, except optional ones, whose target satisfies `condition`. A merged extension is returned as the
    /// extensions of which it consists.
    pub(crate) fn extensions_where_target(&self, mut condition: impl FnMut(&Simple) -> bool) -> Vec<Extension> {
        let mut found = Vec::new();
        for (target, sources) in &self.extensions {
            if condition(target) {
                for extension in sources.values() {
                    extension.mandatory_into(&mut found);
                }
            }
        }
        found
    }

    /// Adds the selector of a rule, after applying all extensions so far. Later extensions update the returned cell.
    ///
    /// # Errors
    /// Fails if an extension is not valid in this media context, or the result has too many selectors.
    pub(crate) fn add_selector(
        &mut self,
        selector: SelectorList,
        media: MediaContext,
        sources: &Sources,
    ) -> Result<SelectorCell> {
        if self.extensions.is_empty() {
            let cell = SelectorCell::new(selector);
            self.pending.push((cell.clone(), media));
            return Ok(cell);
        }
        self.index();
        self.applier.add_originals(&selector);
        let extended = self.applier.extend_list(&selector, &self.extensions, &media).map_err(|mut error| {
            if let Some(span) = error.span {
                error.message = format!("From {}\n{}", span_message(span, "", sources), error.message);
            }
            error
        })?;
        let cell = SelectorCell::new(extended.unwrap_or(selector));
        if media.is_some() {
            self.media_contexts.insert(cell.address(), media);
        }
        register(&mut self.selectors, &cell.get(), &cell);
        Ok(cell)
    }

    fn index(&mut self) {
        for (cell, media) in std::mem::take(&mut self.pending) {
            let list = cell.get();
            self.applier.add_originals(&list);
            if media.is_some() {
                self.media_contexts.insert(cell.address(), media);
            }
            register(&mut self.selectors, &list, &cell);
        }
    }

    /// Adds the extension of `target` by each selector of `extender`, and updates the rules that contain `target`.
    /// Skips extenders for which `Complex::is_useless` is true.
    ///
    /// # Errors
    /// Fails if the extension is not valid in a rule's media context, or if the same extender already extends `target`
    /// in other media queries. Also fails if the result has too many selectors.
    pub(crate) fn add_extension(
        &mut self,
        extender: &SelectorList,
        target: &Simple,
        origin: ExtendOrigin,
        media: MediaContext,
        sources: &Sources,
    ) -> Result<()> {
        self.index();
        let extends_rules = self.selectors.contains_key(target);
        let extends_extenders = self.extensions_by_extender.contains_key(target);
        let mut new: OrderedMap<Complex, Extension> = OrderedMap::default();
        for complex in extender.components() {
            if complex.is_useless() {
                continue;
            }
            let extension = Extension::new(complex.clone(), target.clone(), origin, media.clone());
            let known = self.extensions.entry(target.clone()).or_default();
            if let Some(existing) = known.get_mut(complex) {
                *existing = Extension::merge(existing, &extension, sources)?;
                continue;
            }
            known.insert(complex.clone(), extension.clone());
            let specificity = complex.specificity();
            for_each_simple(complex, &mut |simple| {
                self.extensions_by_extender.entry(simple.clone()).or_default().push(extension.clone());
                let known = &mut self.applier.source_specificities;
                known.entry(simple.address()).or_insert_with(|| (simple.clone(), specificity));
            });
            if extends_rules || extends_extenders {
                new.insert(complex.clone(), extension);
            }
        }
        self.extensions.entry(target.clone()).or_default();
        if new.is_empty() {
            return Ok(());
        }
        let mut new: ExtensionMap = std::iter::once((target.clone(), new)).collect();
        if extends_extenders {
            let existing = self.extensions_by_extender.get(target).cloned().unwrap_or_default();
            let additional = self.extend_existing_extensions(existing, &new, sources)?;
            for (target, additional) in additional {
                new.entry(target).or_default().extend(additional);
            }
        }
        let rules = self.selectors.get(target).map(|set| set.values().cloned().collect::<Vec<SelectorCell>>());
        self.extend_existing_selectors(&rules.unwrap_or_default(), &new, sources)
    }

    /// Applies the extensions `new` to the extenders of the extensions `existing`. Of the resulting extensions, returns
    /// the ones that extend a target of `new`, as in extension loops.
    fn extend_existing_extensions(
        &mut self,
        existing: Vec<Extension>,
        new: &ExtensionMap,
        sources: &Sources,
    ) -> Result<ExtensionMap> {
        let mut additional = ExtensionMap::default();
        for extension in existing {
            let extender = extension.extender();
            let extended = self.applier.extend_complex(extender, new, extension.media()).map_err(|mut error| {
                error.label = Some(String::new());
                error.secondary = vec![(extender.span(), "target selector".to_owned())];
                error
            })?;
            let Some(extended) = extended else { continue };
            let skipped = usize::from(extended.first() == Some(extender));
            for complex in extended.into_iter().skip(skipped) {
                let with_extender = extension.with_extender(complex.clone());
                let known = self.extensions.entry(extension.target().clone()).or_default();
                if let Some(known) = known.get_mut(&complex) {
                    *known = Extension::merge(known, &with_extender, sources)?;
                    continue;
                }
                known.insert(complex.clone(), with_extender.clone());
                for simple in complex.simples() {
                    self.extensions_by_extender.entry(simple.clone()).or_default().push(with_extender.clone());
                }
                if new.contains_key(extension.target()) {
                    additional.entry(extension.target().clone()).or_default().insert(complex, with_extender);
                }
            }
        }
        Ok(additional)
    }

    fn extend_existing_selectors(
        &mut self,
        cells: &[SelectorCell],
        new: &ExtensionMap,
        sources: &Sources,
    ) -> Result<()> {
        for cell in cells {
            let old = cell.get();
            let media = self.media_contexts.get(&cell.address()).cloned().flatten();
            let extended = self.applier.extend_list(&old, new, &media).map_err(|mut error| {
                if error.span.is_some() {
                    error.message = format!("From {}\n{}", span_message(old.span(), "", sources), error.message);
                }
                error
            })?;
            if let Some(extended) = extended {
                cell.set(extended.clone());
                register(&mut self.selectors, &extended, cell);
            }
        }
        Ok(())
    }

    /// Adds the extensions of the modules that use this module. Private placeholders are not extended. The added
    /// extensions apply to the selectors and extenders of this module, but not to each other.
    ///
    /// # Errors
    /// Fails if an extension is not valid in a rule's media context, or if an extender extends the same target in
    /// different media queries. Also fails if the result has too many selectors.
    pub(crate) fn add_extensions(&mut self, others: &[&ExtensionStore], sources: &Sources) -> Result<()> {
        self.index();
        let mut extenders_to_extend: Vec<Extension> = Vec::new();
        let mut cells_to_extend = CellSet::default();
        let mut new = ExtensionMap::default();
        for other in others.iter().filter(|other| !other.is_empty()) {
            let specificities = &other.applier.source_specificities;
            self.applier.source_specificities.extend(specificities.iter().map(|(key, value)| (*key, value.clone())));
            for (target, new_sources) in &other.extensions {
                if target.is_private_placeholder() {
                    continue;
                }
                let mut concerned = false;
                if let Some(extensions) = self.extensions_by_extender.get(target) {
                    extenders_to_extend.extend_from_slice(extensions);
                    concerned = true;
                }
                if let Some(cells) = self.selectors.get(target) {
                    cells_to_extend.extend(cells.iter().map(|(address, cell)| (*address, cell.clone())));
                    concerned = true;
                }
                let known = self.extensions.entry(target.clone()).or_default();
                for (extender, extension) in new_sources {
                    let merged = match known.get(extender) {
                        Some(existing) => Extension::merge(existing, extension, sources)?,
                        None => extension.clone(),
                    };
                    known.insert(extender.clone(), merged.clone());
                    if concerned {
                        new.entry(target.clone()).or_default().insert(extender.clone(), merged);
                    }
                }
            }
        }
        if new.is_empty() {
            return Ok(());
        }
        // Extension loops cannot cross modules, so the additional extensions are not needed.
        self.extend_existing_extensions(extenders_to_extend, &new, sources)?;
        let cells: Vec<SelectorCell> = cells_to_extend.into_values().collect();
        self.extend_existing_selectors(&cells, &new, sources)
    }

    /// Copies the store with new selector cells, so that extensions in the copy do not change the original rules. Also
    /// returns a map from old to new cells.
    #[must_use]
    #[expect(clippy::iter_over_hash_type, reason = "the copy is a map, too")]
    pub(crate) fn copy(&mut self) -> (ExtensionStore, CellMap) {
        self.index();
        let mut map = CellMap(FastMap::default());
        let mut selectors: FastMap<Simple, CellSet> = FastMap::default();
        for (simple, cells) in &self.selectors {
            let mut copied = CellSet::default();
            for cell in cells.values() {
                let new = map.0.entry(cell.address()).or_insert_with(|| SelectorCell::new(cell.get()));
                copied.insert(new.address(), new.clone());
            }
            selectors.insert(simple.clone(), copied);
        }
        let media_contexts = self
            .media_contexts
            .iter()
            .filter_map(|(address, media)| Some((map.0.get(address)?.address(), media.clone())))
            .collect();
        let store = ExtensionStore {
            applier: self.applier.clone(),
            pending: Vec::new(),
            selectors,
            extensions: self.extensions.clone(),
            extensions_by_extender: self.extensions_by_extender.clone(),
            media_contexts,
        };
        (store, map)
    }
}

/// Maps each selector cell of a store to its cell in a copy of the store. The keys are the addresses of the original
/// cells.
#[derive(Debug)]
pub(crate) struct CellMap(FastMap<usize, SelectorCell>);

impl CellMap {
    /// The cell of the copied store that corresponds to `old`. If the original store does not contain `old`, returns
    /// `old`.
    #[must_use]
    pub(crate) fn get(&self, old: &SelectorCell) -> SelectorCell {
        self.0.get(&old.address()).unwrap_or(old).clone()
    }
}

/// Adds `cell` to the index `selectors`, under each simple selector of `list`.
fn register(selectors: &mut FastMap<Simple, CellSet>, list: &SelectorList, cell: &SelectorCell) {
    for simple in list.components().iter().flat_map(Complex::simples) {
        match selectors.get_mut(simple) {
            Some(set) => {
                set.insert(cell.address(), cell.clone());
            }
            None => {
                selectors.insert(simple.clone(), std::iter::once((cell.address(), cell.clone())).collect());
            }
        }
        if let Some(inner) = simple.as_pseudo().and_then(|pseudo| pseudo.selector.as_ref()) {
            register(selectors, inner, cell);
        }
    }
}

fn for_each_simple(complex: &Complex, action: &mut dyn FnMut(&Simple)) {
    for simple in complex.simples() {
        action(simple);
        if let Some(inner) = simple.as_pseudo().and_then(|pseudo| pseudo.selector.as_ref()) {
            for complex in inner.components() {
                for_each_simple(complex, action);
            }
        }
    }
}
