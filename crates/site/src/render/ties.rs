//! What ties documents to those before them in site order: the state that Jekyll's renderings leave to later ones.
//!
//! Templates tell, once parsed, which state they can touch ([`reach`](super::reach)). A *step* is one half of an
//! entry's rendering, its body or its wrapping. Steps that touch one thing (a counter, the registers of one template)
//! form a chain in site order, and each waits for the one before it in each of its chains; a body that may see what
//! the last layout left waits for all entries before it. All other steps are free.

use super::layouts;
use super::reach::{Includes, Reach};
use super::templates;
use super::{Item, SiteView};
use crate::model::Layout;
use crate::path;
use hastie_liquid::{Str, Template};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// One half of an entry's rendering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    Body,
    Wrap,
}

/// What one step shares with others.
#[derive(Debug, Default)]
pub(super) struct Share {
    /// Counters that it counts or reads.
    pub counters: BTreeSet<Str>,
    /// Paths of templates whose registers it uses.
    pub registers: Vec<String>,
    /// The steps that it has to wait for.
    pub after: Vec<(usize, Half)>,
}

impl Share {
    /// Whether there is nothing to share.
    pub fn is_empty(&self) -> bool {
        self.counters.is_empty() && self.registers.is_empty()
    }
}

/// The ties of one entry.
#[derive(Debug, Default)]
pub(super) struct Tie {
    /// Its body may see what the layouts of the entry before it left.
    pub looks_back: bool,
    /// An entry after it may see what its layouts left.
    pub is_seen: bool,
    pub body: Share,
    pub wrap: Share,
}

impl Tie {
    /// What one half shares.
    pub fn share(&self, half: Half) -> &Share {
        match half {
            Half::Body => &self.body,
            Half::Wrap => &self.wrap,
        }
    }
}

/// The ties of all entries; `None` where templates do not tell, and the site is to be rendered one after another.
pub(super) fn of_site(view: &Arc<SiteView>) -> Option<Vec<Tie>> {
    let bodies = body_templates(view);
    let paths = Paths::of(view, &bodies);
    if paths.differ {
        return None;
    }
    let mut includes = Includes::new(view);
    let of_bodies: Vec<Option<Reach>> = view
        .entries
        .iter()
        .zip(&bodies)
        .map(|(entry, body)| body.as_ref().map(|body| includes.reach(body, Some(&folder_of(entry.item())))))
        .collect();
    // Of a page that is included by another the text depends on who is parsed first.
    if includes.beside().any(|file| paths.seen.contains_key(templates::normalize(&view.setup, file))) {
        return None;
    }
    let chains: Vec<Vec<Arc<Layout>>> = view.entries.iter().map(|entry| layouts::chain(view, entry.item())).collect();
    let of_layouts = layout_reaches(view, &chains, &mut includes);
    if of_bodies.iter().flatten().chain(of_layouts.values()).any(|reach| reach.unknown) {
        return None;
    }
    let counted: BTreeSet<Str> = of_bodies
        .iter()
        .flatten()
        .chain(of_layouts.values())
        .flat_map(|reach| reach.counters.iter().cloned())
        .collect();
    let mut ties: Vec<Tie> = Vec::with_capacity(view.entries.len());
    for ((entry, body), chain) in view.entries.iter().zip(&of_bodies).zip(&chains) {
        let mut tie = Tie::default();
        if let Some(reach) = body {
            tie.looks_back = reach.reads("content") || reach.reads("layout");
            tie.body.counters = counters_of(reach, &counted);
            let path = entry.item().path();
            // A body's registers are its own, unless other bodies have its template.
            if reach.registers && paths.is_shared(view, &path) {
                tie.body.registers.push(path);
            }
        }
        for layout in chain {
            let Some(reach) = of_layouts.get(&layout.path) else { continue };
            tie.wrap.counters.extend(counters_of(reach, &counted));
            if reach.registers {
                tie.wrap.registers.push(layout.path.clone());
            }
        }
        ties.push(tie);
    }
    note_seen(view, &chains, &mut ties);
    chain(&mut ties);
    Some(ties)
}

/// The counters among those of the site that a step touches.
fn counters_of(reach: &Reach, counted: &BTreeSet<Str>) -> BTreeSet<Str> {
    counted.iter().filter(|name| reach.counters.contains(*name) || reach.reads(name)).cloned().collect()
}

fn layout_reaches(view: &SiteView, chains: &[Vec<Arc<Layout>>], includes: &mut Includes<'_>) -> HashMap<String, Reach> {
    let mut reaches = HashMap::new();
    for layout in chains.iter().flatten() {
        if reaches.contains_key(&layout.path) {
            continue;
        }
        if let Ok(template) = view.templates.parse(&view.setup, &layout.path, || layout.content.clone()) {
            reaches.insert(layout.path.clone(), includes.reach(&template, None));
        }
    }
    reaches
}

/// Marks whose leftovers a body that looks back can come upon: the nearest entry before it with layouts of its own,
/// and those between, which may hand on what they found.
fn note_seen(view: &SiteView, chains: &[Vec<Arc<Layout>>], ties: &mut [Tie]) {
    for reader in 0..ties.len() {
        if !ties[reader].looks_back {
            continue;
        }
        for place in (0..reader).rev() {
            if ties[place].is_seen {
                break;
            }
            ties[place].is_seen = true;
            if view.entries[place].item().is_placed() && !chains[place].is_empty() {
                break;
            }
        }
    }
}

/// Puts the steps that touch one thing after each other.
fn chain(ties: &mut [Tie]) {
    let mut last_counter: HashMap<Str, (usize, Half)> = HashMap::new();
    let mut last_registers: HashMap<String, (usize, Half)> = HashMap::new();
    for (place, tie) in ties.iter_mut().enumerate() {
        for (half, share) in [(Half::Body, &mut tie.body), (Half::Wrap, &mut tie.wrap)] {
            let mut after: Vec<(usize, Half)> = Vec::new();
            after.extend(share.counters.iter().filter_map(|name| last_counter.insert(name.clone(), (place, half))));
            after.extend(share.registers.iter().filter_map(|path| last_registers.insert(path.clone(), (place, half))));
            // An entry's own body is before its wrapping anyway.
            after.retain(|(other, _)| *other != place);
            after.sort_by_key(|(place, half)| (*place, *half == Half::Wrap));
            after.dedup();
            share.after = after;
        }
    }
}

/// The templates of all bodies, parsed on all cores. Templates are kept by path, and of two documents with one path
/// the first in site order gives the template: so only first ones are parsed at the same time.
fn body_templates(view: &Arc<SiteView>) -> Vec<Option<Template>> {
    let mut paths = HashSet::new();
    let is_first: Vec<bool> = view.entries.iter().map(|entry| paths.insert(entry.item().path())).collect();
    let mut bodies: Vec<Option<Template>> = is_first
        .par_iter()
        .enumerate()
        .map(|(place, first)| first.then(|| body_template(view, place)).flatten())
        .collect();
    for (place, _) in is_first.iter().enumerate().filter(|(_, first)| !**first) {
        bodies[place] = body_template(view, place);
    }
    bodies
}

/// The template of an entry's body, if it has one. What cannot be parsed fails when it is rendered.
fn body_template(view: &SiteView, place: usize) -> Option<Template> {
    let entry = &view.entries[place];
    let item = entry.item();
    let made = matches!(item, Item::Page(page) if view.producers.contains_key(&page.id));
    if made || !item.renders_liquid() {
        return None;
    }
    view.templates.parse(&view.setup, &item.path(), || item.source()).ok()
}

/// The paths of entries with templates, under which templates are kept.
#[derive(Debug, Default)]
struct Paths {
    /// How many entries have each.
    seen: HashMap<String, (Str, usize)>,
    /// Entries of one path have different sources. (Those of one source are the pages of a pagination.)
    differ: bool,
}

impl Paths {
    fn of(view: &SiteView, bodies: &[Option<Template>]) -> Self {
        let mut paths = Paths::default();
        for (entry, _) in view.entries.iter().zip(bodies).filter(|(_, template)| template.is_some()) {
            let item = entry.item();
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

/// The folder of an entry's file, absolute.
fn folder_of(item: Item<'_>) -> String {
    let context = item.context();
    let file = match item {
        Item::Document(document) => document.path.to_string(),
        Item::Page(_) => context.in_source(&item.path()),
    };
    path::dirname(&file).to_string()
}
