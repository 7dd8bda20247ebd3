//! What the templates of a site reach outside themselves: whether anything tells the order in which
//! documents are rendered.
//!
//! Asked before rendering, of every template parsed once: bodies, excerpts, layouts, and the includes
//! that they name. Where an include's name is only known when rendering, every file in the folders of
//! includes may be meant.

use super::templates;
use super::{Item, SiteView};
use crate::model::path;
use crate::render::tags::INCLUDES_CACHED;
use hastie_liquid::{Partial, Str, Template, Touches};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

/// What templates of one kind reach, together with what they include.
#[derive(Debug, Default)]
struct Reach {
    registers: bool,
    cached: bool,
    counters: BTreeSet<Str>,
    reads: BTreeSet<Str>,
    reads_any: bool,
    /// Something is included that cannot be found without rendering.
    unknown: bool,
}

impl Reach {
    fn add(&mut self, touches: &Touches) {
        self.registers |= touches.registers();
        self.cached |= touches.marks.contains(INCLUDES_CACHED);
        self.counters.extend(touches.counters.iter().cloned());
        self.reads.extend(touches.reads.iter().cloned());
        self.reads_any |= touches.reads_any;
    }
}

/// Whether some document may see what another left behind.
pub fn order_matters(view: &Arc<SiteView>) -> bool {
    let mut includes = Includes { view, known: HashMap::new(), all: None };
    let bodies = body_templates(view);
    let mut of_bodies = Reach::default();
    let folders = view.entries.iter().map(|entry| folder_of(entry.item()));
    let touched =
        bodies.iter().zip(folders).filter_map(|(body, folder)| Some((body.as_ref()?.touches(), Some(folder))));
    includes.follow(touched, &mut of_bodies);
    let layouts: Vec<Template> = view
        .layouts
        .values()
        .filter_map(|layout| view.templates.parse(&view.setup, &layout.path, || layout.content.clone()).ok())
        .collect();
    let mut of_layouts = Reach::default();
    includes.follow(layouts.iter().map(|layout| (layout.touches(), None)), &mut of_layouts);
    // A body sees the last layout's `content` and `layout`; a layout's own hide them.
    let leaks = of_bodies.reads_any || ["content", "layout"].iter().any(|name| of_bodies.reads.contains(*name));
    let counts = !of_bodies.counters.is_empty() || !of_layouts.counters.is_empty();
    // A body's registers are its own; a layout's are shared by all whom it wraps.
    let shared = match shared_paths(view, &bodies) {
        Shared::No => false,
        Shared::Alike => of_bodies.registers,
        Shared::Differently => true,
    };
    let unknown = of_bodies.unknown || of_layouts.unknown;
    // An excerpt is a part of a body, and is rendered by whoever asks first: what its `include_cached` makes is not told
    // by the place of a turn. Layouts' are.
    shared || unknown || leaks || counts || of_layouts.registers || of_bodies.cached
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
    let made = matches!(item, Item::Page(page) if page.producer.is_some());
    if made || !item.renders_liquid() {
        return None;
    }
    view.templates.parse(&view.setup, &item.path(), || item.source()).ok()
}

/// Whether entries with templates share paths, and so templates with their registers: not at all, only those of
/// one source (the pages of a pagination), or of different sources.
fn shared_paths(view: &SiteView, bodies: &[Option<Template>]) -> Shared {
    let mut seen: HashMap<String, Str> = HashMap::new();
    let mut shared = Shared::No;
    for (entry, _) in view.entries.iter().zip(bodies).filter(|(_, template)| template.is_some()) {
        let item = entry.item();
        let path = templates::normalize(&view.setup, &item.path()).to_string();
        let source = item.source();
        match seen.get(&path) {
            Some(other) if *other != source => return Shared::Differently,
            Some(_) => shared = Shared::Alike,
            None => {
                seen.insert(path, source);
            }
        }
    }
    shared
}

/// See [`shared_paths`].
#[derive(Debug, PartialEq, Eq)]
enum Shared {
    No,
    Alike,
    Differently,
}

/// The includes of a site, as far as they were asked for.
struct Includes<'a> {
    view: &'a Arc<SiteView>,
    known: HashMap<Str, Option<Template>>,
    all: Option<Vec<Template>>,
}

impl Includes<'_> {
    /// Adds what templates reach, and what their includes reach. With each comes the folder that
    /// `include_relative` in it means, where that is known.
    fn follow<'t>(&mut self, templates: impl Iterator<Item = (&'t Touches, Option<String>)>, reach: &mut Reach) {
        let mut done: HashSet<Included> = HashSet::new();
        let mut waiting: Vec<Included> = Vec::new();
        let note = |touches: &Touches, folder: Option<&str>, reach: &mut Reach, waiting: &mut Vec<Included>| {
            reach.add(touches);
            waiting.extend(touches.partials.iter().map(|partial| Included::of(partial, folder)));
        };
        for (touches, folder) in templates {
            note(touches, folder.as_deref(), reach, &mut waiting);
        }
        while let Some(included) = waiting.pop() {
            if done.contains(&included) {
                continue;
            }
            match &included {
                Included::Named(name) => {
                    if let Some(template) = self.named(name) {
                        note(template.touches(), None, reach, &mut waiting);
                    }
                }
                Included::Any => {
                    for template in self.all() {
                        note(template.touches(), None, reach, &mut waiting);
                    }
                }
                Included::Beside(file) => {
                    if let Some(template) = self.read(file) {
                        note(template.touches(), None, reach, &mut waiting);
                    }
                }
                Included::Unknown => reach.unknown = true,
            }
            done.insert(included);
        }
    }

    fn named(&mut self, name: &Str) -> Option<Template> {
        if !self.known.contains_key(name) {
            let template = self.view.setup.includes.iter().find_map(|folder| self.read(&path::join(folder, name)));
            self.known.insert(name.clone(), template);
        }
        self.known.get(name).cloned().flatten()
    }

    /// Every file that an include could mean.
    fn all(&mut self) -> Vec<Template> {
        if self.all.is_none() {
            let setup = &self.view.setup;
            let mut templates = Vec::new();
            for folder in &setup.includes {
                for file in crate::read::tree::below(&setup.world, folder, true) {
                    templates.extend(self.read(&path::join(folder, &file)));
                }
            }
            self.all = Some(templates);
        }
        self.all.clone().unwrap_or_default()
    }

    fn read(&self, file: &str) -> Option<Template> {
        let setup = &self.view.setup;
        if !setup.world.is_file(Path::new(file)) {
            return None;
        }
        let bytes = setup.world.read(Path::new(file)).ok()?;
        let source = setup.decode(bytes).unwrap_or_else(|approximation| approximation);
        self.view.templates.parse(setup, file, || source.into()).ok()
    }
}

/// What an include-like tag includes, as far as its markup tells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Included {
    /// A file of that name in the folders of includes.
    Named(Str),
    /// Some file in the folders of includes.
    Any,
    /// This file, which lies beside the document.
    Beside(String),
    /// A file beside whoever is rendered.
    Unknown,
}

impl Included {
    fn of(partial: &Partial, folder: Option<&str>) -> Self {
        match (&*partial.tag, &partial.name, folder) {
            ("include_relative", Some(name), Some(folder)) => Included::Beside(path::join(folder, name)),
            ("include_relative", ..) => Included::Unknown,
            (_, Some(name), _) => Included::Named(name.clone()),
            (_, None, _) => Included::Any,
        }
    }
}

/// The folder of an entry's file, absolute.
fn folder_of(item: Item<'_>) -> String {
    let setup = item.setup();
    let file = match item {
        Item::Document(document) => document.path.to_string(),
        Item::Page(_) => setup.in_source(&item.path()),
    };
    path::dirname(&file).to_string()
}
