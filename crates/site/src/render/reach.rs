//! What the templates of a site reach outside themselves: their own text, and the includes that they name.
//!
//! Asked before rendering, of every template parsed once. Where an include's name is only known when rendering, every
//! file in the folders of includes may be meant. What follows from it for the order of documents is in
//! [`ties`](super::ties).

use super::SiteView;
use crate::path;
use hastie_liquid::{Partial, Str, Template, Touches};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

/// What a template reaches, together with what it includes.
#[derive(Debug, Default, Clone)]
pub(super) struct Reach {
    /// `cycle`, `ifchanged` or `for ... offset: continue`.
    pub registers: bool,
    /// The names that `increment` and `decrement` count.
    pub counters: BTreeSet<Str>,
    /// The first names of variables.
    pub reads: BTreeSet<Str>,
    /// A variable's name is only known when rendering.
    pub reads_any: bool,
    /// Something is included that cannot be found without rendering.
    pub unknown: bool,
    /// It depends on the folder of the document.
    by_folder: bool,
}

impl Reach {
    /// Whether a variable of that name may be read.
    pub fn reads(&self, name: &str) -> bool {
        self.reads_any || self.reads.contains(name)
    }

    fn add(&mut self, touches: &Touches) {
        self.registers |= touches.registers();
        self.counters.extend(touches.counters.iter().cloned());
        self.reads.extend(touches.reads.iter().cloned());
        self.reads_any |= touches.reads_any;
    }

    fn join(&mut self, other: &Reach) {
        self.registers |= other.registers;
        self.counters.extend(other.counters.iter().cloned());
        self.reads.extend(other.reads.iter().cloned());
        self.reads_any |= other.reads_any;
        self.unknown |= other.unknown;
    }
}

/// What templates include, each set of includes followed once.
pub(super) struct Includes<'a> {
    view: &'a Arc<SiteView>,
    known: HashMap<Str, Option<Template>>,
    all: Option<Vec<Template>>,
    followed: HashMap<Vec<Included>, Arc<Reach>>,
    beside: BTreeSet<String>,
}

impl<'a> Includes<'a> {
    /// Nothing asked for yet.
    pub fn new(view: &'a Arc<SiteView>) -> Self {
        Includes { view, known: HashMap::new(), all: None, followed: HashMap::new(), beside: BTreeSet::new() }
    }

    /// The files beside documents that were found included so far, absolute.
    pub fn beside(&self) -> impl Iterator<Item = &str> {
        self.beside.iter().map(String::as_str)
    }

    /// What a template reaches that is rendered for a document in `folder`; a layout is for documents anywhere.
    pub fn reach(&mut self, template: &Template, folder: Option<&str>) -> Reach {
        let mut reach = Reach::default();
        reach.add(template.touches());
        let mut first: Vec<Included> =
            template.touches().partials.iter().map(|partial| Included::of(partial, folder)).collect();
        if first.is_empty() {
            return reach;
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
        reach.join(&of_includes);
        reach
    }

    /// What includes reach, and what their includes reach.
    fn follow(&mut self, first: &[Included], folder: Option<&str>) -> Reach {
        let mut reach = Reach::default();
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
                    reach.unknown = true;
                    Vec::new()
                }
            };
            for template in templates {
                let touches = template.touches();
                reach.add(touches);
                reach.by_folder |= touches.partials.iter().any(|partial| *partial.tag == *RELATIVE);
                waiting.extend(touches.partials.iter().map(|partial| Included::of(partial, folder)));
            }
        }
        reach
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

const RELATIVE: &str = "include_relative";

/// What an include-like tag includes, as far as its markup tells.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
            (RELATIVE, Some(name), Some(folder)) => Included::Beside(path::join(folder, name)),
            (RELATIVE, ..) => Included::Unknown,
            (_, Some(name), _) => Included::Named(name.clone()),
            (_, None, _) => Included::Any,
        }
    }
}
