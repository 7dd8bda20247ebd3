//! Effects of templates: the shared state that a template and its includes can read or change.
//!
//! Effects are collected before rendering, from the parsed templates. If the name of an include is computed while
//! rendering, every file in the include folders is taken into account. [`dependencies`](super::dependencies) derives
//! the order of documents from the effects.

use super::SiteView;
use crate::path;
use hastie_liquid::{Partial, Str, Template, TemplateEffects};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

/// The variables, counters, registers and filters that a template and its includes may use while they are rendered.
#[derive(Debug, Default, Clone)]
pub(super) struct Effects {
    /// Whether the template uses `cycle`, `ifchanged` or `for ... offset: continue`.
    pub registers: bool,
    /// The names used by `increment` and `decrement`.
    pub counters: BTreeSet<Str>,
    /// The variables that the template may read, by the first part of their names.
    pub reads: BTreeSet<Str>,
    /// Whether the template reads a variable whose name is computed while rendering.
    pub reads_any: bool,
    /// Whether the template includes a file that cannot be determined without rendering.
    pub unknown: bool,
    /// The filters that the template or its includes use, and that are registered as recorded
    /// (`Registered::recorded_as`). Some of these filters must be called in site order.
    pub filters: BTreeSet<Str>,
    /// Whether the effects depend on the document's folder.
    by_folder: bool,
}

impl Effects {
    /// Whether the template or one of its includes can read the variable `name`. Always true if they read a variable
    /// whose name is computed while rendering.
    pub(crate) fn reads(&self, name: &str) -> bool {
        self.reads_any || self.reads.contains(name)
    }

    fn add(&mut self, found: &TemplateEffects) {
        self.registers |= found.registers();
        self.counters.extend(found.counters.iter().cloned());
        self.reads.extend(found.reads.iter().cloned());
        self.reads_any |= found.reads_any;
        self.filters.extend(found.filters.iter().cloned());
    }

    fn join(&mut self, other: &Effects) {
        self.registers |= other.registers;
        self.counters.extend(other.counters.iter().cloned());
        self.reads.extend(other.reads.iter().cloned());
        self.reads_any |= other.reads_any;
        self.filters.extend(other.filters.iter().cloned());
        self.unknown |= other.unknown;
    }
}

/// Collects the effects of the files that templates include. For templates with the same includes, the files are
/// analysed only once, unless their effects depend on the folder of the document.
pub(super) struct Includes<'a> {
    view: &'a Arc<SiteView>,
    known: HashMap<Str, Option<Template>>,
    all: Option<Vec<Template>>,
    followed: HashMap<Vec<Included>, Arc<Effects>>,
    beside: BTreeSet<String>,
}

impl<'a> Includes<'a> {
    /// Creates a collector that has not followed any include yet.
    pub(crate) fn new(view: &'a Arc<SiteView>) -> Self {
        Includes { view, known: HashMap::new(), all: None, followed: HashMap::new(), beside: BTreeSet::new() }
    }

    /// The absolute paths of the files to which `include_relative` tags have led so far. Files that cannot be read or
    /// parsed are left out.
    pub(crate) fn beside(&self) -> impl Iterator<Item = &str> {
        self.beside.iter().map(String::as_str)
    }

    /// The effects of a template and of its includes. `folder` is the folder of the rendered document. It is `None` for
    /// layouts, which apply to documents in any folder.
    pub(crate) fn effects(&mut self, template: &Template, folder: Option<&str>) -> Effects {
        let mut effects = Effects::default();
        effects.add(template.effects());
        let mut first: Vec<Included> =
            template.effects().partials.iter().map(|partial| Included::of(partial, folder)).collect();
        if first.is_empty() {
            return effects;
        }
        first.sort();
        first.dedup();
        let of_includes = match self.followed.get(&first) {
            Some(followed) if !followed.by_folder => Arc::clone(followed),
            _ => {
                let followed = Arc::new(self.follow(&first, folder));
                self.followed.insert(first, Arc::clone(&followed));
                followed
            }
        };
        effects.join(&of_includes);
        effects
    }

    /// The combined effects of the files in `first`, and of all files that these include, directly or not.
    fn follow(&mut self, first: &[Included], folder: Option<&str>) -> Effects {
        let mut effects = Effects::default();
        let mut done: HashSet<Included> = HashSet::new();
        let mut waiting: Vec<Included> = first.to_vec();
        while let Some(included) = waiting.pop() {
            if !done.insert(included.clone()) {
                continue;
            }
            let templates = match &included {
                Included::Named(name) => self.named(name).into_iter().collect(),
                Included::Any => self.all(),
                Included::Beside(file) => {
                    let template = self.read(file);
                    self.beside.extend(template.is_some().then(|| file.clone()));
                    template.into_iter().collect()
                }
                Included::Unknown => {
                    effects.unknown = true;
                    Vec::new()
                }
            };
            for template in templates {
                let found = template.effects();
                effects.add(found);
                effects.by_folder |= found.partials.iter().any(|partial| *partial.tag == *RELATIVE);
                waiting.extend(found.partials.iter().map(|partial| Included::of(partial, folder)));
            }
        }
        effects
    }

    fn named(&mut self, name: &Str) -> Option<Template> {
        if !self.known.contains_key(name) {
            let template =
                self.view.setup.context.includes.iter().find_map(|folder| self.read(&path::join(folder, name)));
            self.known.insert(name.clone(), template);
        }
        self.known.get(name).cloned().flatten()
    }

    /// The templates of all files in the include folders.
    fn all(&mut self) -> Vec<Template> {
        if self.all.is_none() {
            let setup = &self.view.setup;
            let mut templates = Vec::new();
            for folder in &setup.context.includes {
                for file in crate::read::tree::below(&setup.context.world, folder, true) {
                    templates.extend(self.read(&path::join(folder, &file)));
                }
            }
            self.all = Some(templates);
        }
        self.all.clone().unwrap_or_default()
    }

    fn read(&self, file: &str) -> Option<Template> {
        let setup = &self.view.setup;
        if !setup.context.world.is_file(Path::new(file)) {
            return None;
        }
        let bytes = setup.context.world.read(Path::new(file)).ok()?;
        let source = setup.context.decode(bytes).unwrap_or_else(|approximation| approximation);
        self.view.templates.parse(setup, file, || source.into()).ok()
    }
}

const RELATIVE: &str = "include_relative";

/// The files that an include-like tag can include, as far as its markup shows.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Included {
    /// The file of this name in the include folders.
    Named(Str),
    /// Any file in the include folders.
    Any,
    /// This file, next to the document.
    Beside(String),
    /// A file next to the document, with a computed name.
    Unknown,
}

impl Included {
    fn of(partial: &Partial, folder: Option<&str>) -> Self {
        match (&*partial.tag, &partial.name, folder) {
            (RELATIVE, Some(name), Some(folder)) => Included::Beside(path::join(folder, name)),
            (RELATIVE, ..) => Included::Unknown,
            (_, Some(name), _) => Included::Named(name.clone()),
            (_, None, _) => Included::Any,
        }
    }
}
