//! Dependencies between documents, caused by the state that Jekyll's renderings share.
//!
//! The [`effects`](super::effects) of a parsed template show which shared state it can use. A *step* is one phase of an
//! item's rendering: its body or its wrapping in layouts. All steps that use the same counter, or the registers of the
//! same template, form a chain in site order, in which each step waits for the one before it. A body that may read the
//! layout state waits for all items before it. An item that uses a filter whose calls must be in site order is rendered
//! alone. All other steps are independent.

use super::effects::{Effects, Includes};
use super::layout_chain;
use super::templates;
use super::{Item, SiteView};
use crate::model::Layout;
use crate::path;
use hastie_liquid::{Str, Template};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// A phase of rendering an item. `Body` makes the content with Liquid and converters, and `Wrap` applies the layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Body,
    Wrap,
}

/// The shared state that one phase of an item uses, and the phases of earlier items that must be finished before this
/// phase starts.
#[derive(Debug, Default)]
pub(super) struct PhaseDependencies {
    /// The counters that the phase changes or reads.
    pub counters: BTreeSet<Str>,
    /// The paths of templates whose registers the phase uses.
    pub registers: Vec<String>,
    /// The phases of earlier items that must finish first, by the index of the item.
    pub after: Vec<(usize, Phase)>,
}

impl PhaseDependencies {
    /// Whether the phase uses neither counters nor registers.
    pub(crate) fn is_empty(&self) -> bool {
        self.counters.is_empty() && self.registers.is_empty()
    }
}

/// The facts about one item that decide when its phases can start, and which state it exchanges with other items.
#[derive(Debug, Default)]
pub(super) struct Dependencies {
    /// Whether the body may read the layout state left by earlier items.
    pub reads_layout_state: bool,
    /// Whether a later item may read the layout state that this item leaves.
    pub layout_state_is_read: bool,
    /// Whether the item is a barrier: it is rendered after all items before it, and before all items after it.
    pub is_barrier: bool,
    /// The index of the last item before this one that is a barrier.
    pub last_barrier: Option<usize>,
    pub body: PhaseDependencies,
    pub wrap: PhaseDependencies,
}

impl Dependencies {
    /// The shared state that a phase uses, and the phases of earlier items that must be finished before it starts.
    pub(crate) fn of(&self, phase: Phase) -> &PhaseDependencies {
        match phase {
            Phase::Body => &self.body,
            Phase::Wrap => &self.wrap,
        }
    }
}

/// The dependencies of all items. `None` if they cannot be determined. All items must then be rendered one after
/// another.
pub(super) fn of_site(view: &Arc<SiteView>) -> Option<Vec<Dependencies>> {
    let bodies = body_templates(view);
    let paths = Paths::of(view, &bodies);
    if paths.differ {
        return None;
    }
    let mut includes = Includes::new(view);
    let body_effects: Vec<Option<Effects>> = view
        .slots
        .iter()
        .zip(&bodies)
        .map(|(slot, body)| body.as_ref().map(|body| includes.effects(body, Some(&folder_of(slot.item())))))
        .collect();
    // A file that is both a page and an include has one cached template, which depends on who is parsed first.
    if includes.beside().any(|file| paths.seen.contains_key(templates::normalize(&view.setup, file))) {
        return None;
    }
    let chains: Vec<Vec<Arc<Layout>>> = view.slots.iter().map(|slot| layout_chain::chain(view, slot.item())).collect();
    let layout_effects = effects_of_layouts(view, &chains, &mut includes);
    if body_effects.iter().flatten().chain(layout_effects.values()).any(|effects| effects.unknown) {
        return None;
    }
    let all = || body_effects.iter().flatten().chain(layout_effects.values());
    let ordered = ordered_filters(view, all());
    if !ordered.is_empty() && excerpts_use(view, &body_effects, &ordered) {
        return None;
    }
    let counted: BTreeSet<Str> = all().flat_map(|effects| effects.counters.iter().cloned()).collect();
    let mut dependencies: Vec<Dependencies> = Vec::with_capacity(view.slots.len());
    for ((slot, body), chain) in view.slots.iter().zip(&body_effects).zip(&chains) {
        let mut own = Dependencies::default();
        if let Some(effects) = body {
            own.reads_layout_state = effects.reads("content") || effects.reads("layout");
            own.is_barrier |= !effects.filters.is_disjoint(&ordered);
            own.body.counters = counters_of(effects, &counted);
            let path = slot.item().path();
            // The registers of a body are its own unless another item has the same template path.
            if effects.registers && paths.is_shared(view, &path) {
                own.body.registers.push(path);
            }
        }
        for layout in chain {
            let Some(effects) = layout_effects.get(&layout.path) else { continue };
            own.is_barrier |= !effects.filters.is_disjoint(&ordered);
            own.wrap.counters.extend(counters_of(effects, &counted));
            if effects.registers {
                own.wrap.registers.push(layout.path.clone());
            }
        }
        dependencies.push(own);
    }
    mark_layout_state_readers(view, &chains, &mut dependencies);
    chain(&mut dependencies);
    note_barriers(&mut dependencies);
    Some(dependencies)
}

/// Notes for each item the last item before it that is a barrier.
fn note_barriers(dependencies: &mut [Dependencies]) {
    let mut last = None;
    for (index, own) in dependencies.iter_mut().enumerate() {
        own.last_barrier = last;
        last = if own.is_barrier { Some(index) } else { last };
    }
}

/// The filters that must be called in site order, as far as templates use them.
fn ordered_filters<'e>(view: &SiteView, effects: impl Iterator<Item = &'e Effects>) -> BTreeSet<Str> {
    let used: BTreeSet<&Str> = effects.flat_map(|effects| &effects.filters).collect();
    used.into_iter().filter(|name| view.setup.plugins.calls_in_order(name)).cloned().collect()
}

/// Whether an excerpt may use one of these filters. An excerpt is rendered by its first reader.
fn excerpts_use(view: &SiteView, bodies: &[Option<Effects>], filters: &BTreeSet<Str>) -> bool {
    view.slots.iter().zip(bodies).any(|(slot, body)| {
        let excerpt = match slot.item() {
            Item::Document(document) => document.excerpt.as_deref(),
            Item::Page(page) => page.excerpt.as_deref(),
        };
        let is_used = body.as_ref().is_some_and(|effects| !effects.filters.is_disjoint(filters));
        is_used && excerpt.is_some_and(|excerpt| excerpt.contains('|') || excerpt.contains("{%"))
    })
}

/// The counters among `counted`, the site's counters, that a template with these effects changes or reads.
fn counters_of(effects: &Effects, counted: &BTreeSet<Str>) -> BTreeSet<Str> {
    counted.iter().filter(|name| effects.counters.contains(*name) || effects.reads(name)).cloned().collect()
}

fn effects_of_layouts(
    view: &SiteView,
    chains: &[Vec<Arc<Layout>>],
    includes: &mut Includes<'_>,
) -> HashMap<String, Effects> {
    let mut effects = HashMap::new();
    for layout in chains.iter().flatten() {
        if effects.contains_key(&layout.path) {
            continue;
        }
        if let Ok(template) = view.templates.parse_own(&view.setup, &layout.path, layout.content.clone()) {
            effects.insert(layout.path.clone(), includes.effects(&template, None));
        }
    }
    effects
}

/// For each body that may read the layout state, marks the items from which this state may come: the nearest earlier
/// item with layouts, and all items in between. The items in between pass the state on.
fn mark_layout_state_readers(view: &SiteView, chains: &[Vec<Arc<Layout>>], dependencies: &mut [Dependencies]) {
    for reader in 0..dependencies.len() {
        if !dependencies[reader].reads_layout_state {
            continue;
        }
        for index in (0..reader).rev() {
            if dependencies[index].layout_state_is_read {
                break;
            }
            dependencies[index].layout_state_is_read = true;
            if view.slots[index].item().is_placed_in_layouts() && !chains[index].is_empty() {
                break;
            }
        }
    }
}

/// Sets `after` for each phase: the last phases before it that use the same counters or registers.
fn chain(dependencies: &mut [Dependencies]) {
    let mut last_counter: HashMap<Str, (usize, Phase)> = HashMap::new();
    let mut last_registers: HashMap<String, (usize, Phase)> = HashMap::new();
    for (index, own) in dependencies.iter_mut().enumerate() {
        for (phase, share) in [(Phase::Body, &mut own.body), (Phase::Wrap, &mut own.wrap)] {
            let mut after: Vec<(usize, Phase)> = Vec::new();
            after.extend(share.counters.iter().filter_map(|name| last_counter.insert(name.clone(), (index, phase))));
            after.extend(share.registers.iter().filter_map(|path| last_registers.insert(path.clone(), (index, phase))));
            // An item's body comes before its own wrapping anyway.
            after.retain(|(other, _)| *other != index);
            after.sort_by_key(|(index, phase)| (*index, *phase == Phase::Wrap));
            after.dedup();
            share.after = after;
        }
    }
}

/// Parses the templates of all bodies on all cores. Templates are cached by path. If several items have the same path,
/// the first one in site order defines the template. So only the first item with each path is parsed in parallel.
fn body_templates(view: &Arc<SiteView>) -> Vec<Option<Template>> {
    let mut paths = HashSet::new();
    let is_first: Vec<bool> = view.slots.iter().map(|slot| paths.insert(slot.item().path())).collect();
    let mut bodies: Vec<Option<Template>> = is_first
        .par_iter()
        .enumerate()
        .map(|(index, first)| first.then(|| body_template(view, index)).flatten())
        .collect();
    for (index, _) in is_first.iter().enumerate().filter(|(_, first)| !**first) {
        bodies[index] = body_template(view, index);
    }
    bodies
}

/// The template of an item's body, if any. A syntax error is reported when the item is rendered.
fn body_template(view: &SiteView, index: usize) -> Option<Template> {
    let slot = &view.slots[index];
    let item = slot.item();
    let made = matches!(item, Item::Page(page) if view.producers.contains_key(&page.id));
    if made || !item.renders_liquid() {
        return None;
    }
    view.templates.parse_own(&view.setup, &item.path(), item.source()).ok()
}

/// The paths of items, which are the cache keys of their templates.
#[derive(Debug, Default)]
struct Paths {
    /// By path: the source of the first item with the path, and the number of items with the path.
    seen: HashMap<String, (Str, usize)>,
    /// Whether items with the same path have different sources. (Items with the same source are the pages of a
    /// pagination.)
    differ: bool,
}

impl Paths {
    fn of(view: &SiteView, bodies: &[Option<Template>]) -> Self {
        let mut paths = Paths::default();
        for (slot, _) in view.slots.iter().zip(bodies).filter(|(_, template)| template.is_some()) {
            let item = slot.item();
            let source = item.source();
            let path = templates::normalize(&view.setup, &item.path()).to_string();
            let (first, count) = paths.seen.entry(path).or_insert_with(|| (source.clone(), 0));
            paths.differ |= *first != source;
            *count += 1;
        }
        paths
    }

    fn is_shared(&self, view: &SiteView, path: &str) -> bool {
        self.seen.get(templates::normalize(&view.setup, path)).is_some_and(|(_, count)| *count > 1)
    }
}

/// The absolute folder of an item's file.
fn folder_of(item: Item<'_>) -> String {
    let context = item.context();
    let file = match item {
        Item::Document(document) => document.path.to_string(),
        Item::Page(_) => context.in_source(&item.path()),
    };
    path::dirname(&file).to_string()
}
