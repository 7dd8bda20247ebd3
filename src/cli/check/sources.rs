//! Finds the place in the source that causes a fault of the built site: in the page's own file, or in a layout, include
//! or data file. If no file contains an address, a template has computed it. Then the element's place is reported (see
//! [`origins`](crate::render::origins)).

use super::Fault;
use crate::check::{BuiltSite, Finding};
use crate::cli::{Context, build};
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::read::tree;
use crate::render::ItemSlot;
use crate::render::origins::Origins;
use crate::site::Site;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::Path;

/// Finds the places in a site's source that cause faults.
pub(super) struct Sources<'c> {
    context: &'c Context,
    source: String,
    destination: String,
    /// The source file of each built file, by the path of the built file. The paths are relative to the source and to
    /// the destination.
    items: HashMap<String, String>,
    /// The files that several pages share: layouts, includes, data and the configuration. Absolute paths.
    shared: Vec<String>,
    texts: HashMap<String, Option<String>>,
    /// The place of each text that was searched in the files of `shared`. `None` if no such file contains the text.
    shared_places: HashMap<String, Option<Place>>,
    /// The origins of all pages. `None` if the site cannot be rendered again.
    origins: OnceCell<Option<Origins>>,
    /// The places of elements, by the rule and the message of the fault. Equal faults have the same cause on all pages.
    elements: HashMap<(&'static str, String), Option<Place>>,
}

/// A file with a line, starting at 1.
type Place = (String, usize);

/// The minimum length of a text to search for in the source, in bytes. Shorter texts occur in too many places.
const MIN_CAUSE: usize = 3;

impl<'c> Sources<'c> {
    pub(super) fn new(configuration: &Configuration, site: &Site, context: &'c Context) -> Self {
        let destination = configuration.destination.as_str();
        let below = |path: &str| path.strip_prefix(destination).map(|rest| rest.trim_start_matches('/').to_owned());
        let mut items = HashMap::new();
        let mut shared = Vec::new();
        if let Some(view) = site.rendered() {
            for item in view.slots().iter().map(ItemSlot::item) {
                if let Some(output) = item.destination(destination).ok().as_deref().and_then(below) {
                    items.insert(output, item.relative_path().trim_start_matches('/').to_owned());
                }
            }
            for file in view.static_files() {
                let path = file.relative_path.trim_start_matches('/').to_owned();
                items.extend(below(&file.destination(destination)).map(|output| (output, path)));
            }
            shared.extend(view.layouts().values().map(|layout| layout.path.clone()));
        }
        let data = format!("{}/{}", configuration.source, configuration.settings().data_dir().unwrap_or("_data"));
        for folder in site.setup.context.includes.iter().chain([&data]) {
            shared.extend(tree::below(&context.world, folder, true).into_iter().map(|file| format!("{folder}/{file}")));
        }
        shared.push(format!("{}/_config.yml", configuration.source));
        Sources {
            context,
            source: configuration.source.clone(),
            destination: destination.to_owned(),
            items,
            shared,
            texts: HashMap::new(),
            shared_places: HashMap::new(),
            origins: OnceCell::new(),
            elements: HashMap::new(),
        }
    }

    /// The faults, in the order of the findings. Findings with the same rule, place and message become one fault.
    /// Findings with the same rule and message and no known place also become one, because they have the same cause on
    /// all pages.
    pub(super) fn locate(mut self, built: &BuiltSite, findings: Vec<Finding>) -> Vec<Fault> {
        let mut faults: Vec<Fault> = Vec::new();
        let mut known: HashMap<(&'static str, Option<Place>, String), usize> = HashMap::new();
        for finding in findings {
            let place = self.place(built, &finding);
            let key = (finding.rule, place.clone(), finding.message.clone());
            let index = *known.entry(key).or_insert_with(|| {
                let (file, line) = place.unwrap_or_else(|| self.first_page(built, &finding));
                let message = finding.message.clone();
                faults.push(Fault { rule: finding.rule, file, line, message, pages: Vec::new() });
                faults.len() - 1
            });
            let pages = &mut faults[index].pages;
            if pages.last() != Some(&finding.file) {
                pages.push(finding.file);
            }
        }
        faults
    }

    /// The place in the source that causes a finding: in the own file of the page, or in a file that pages share.
    /// Otherwise the place of the element with the fault. `None` if no place is found.
    fn place(&mut self, built: &BuiltSite, finding: &Finding) -> Option<Place> {
        if let Some(line) = finding.line {
            return Some((finding.file.clone(), line));
        }
        let own = self.items.get(&finding.file).map(|own| format!("{}/{own}", self.source));
        if finding.cause.is_empty() {
            return Some(self.first_page(built, finding));
        }
        for form in forms(&finding.cause, built) {
            if let Some(line) = own.as_ref().and_then(|own| self.line_of(own, &form)) {
                return Some((self.shown(own.as_deref().unwrap_or_default()), line));
            }
            if let Some(place) = self.shared_place(&form) {
                return Some(place);
            }
        }
        let key = (finding.rule, finding.message.clone());
        if let Some(known) = self.elements.get(&key) {
            return known.clone();
        }
        let place = self.element(built, finding);
        self.elements.insert(key, place.clone());
        place
    }

    /// The place of the element that has a fault. `None` if it is not known.
    fn element(&self, built: &BuiltSite, finding: &Finding) -> Option<Place> {
        let render = || build::origins(self.context, &mut Log::new()).ok();
        let origins = self.origins.get_or_init(render).as_ref()?;
        let text = &built.pages.iter().find(|page| page.path == finding.file)?.text;
        let index = origins.item(&format!("{}/{}", self.destination, finding.file))?;
        let page = origins.of_page(index, text)?;
        let (_, origin) = page.tags.iter().rev().find(|(start, _)| *start <= finding.offset)?;
        page.origins.get(*origin).map(|origin| (origin.file.clone(), origin.line))
    }

    /// The first place of the text `form` in a layout, include, data file or the configuration. `None` if no such file
    /// contains the text.
    fn shared_place(&mut self, form: &str) -> Option<Place> {
        if let Some(known) = self.shared_places.get(form) {
            return known.clone();
        }
        let shared = std::mem::take(&mut self.shared);
        let place = shared.iter().find_map(|file| Some((self.shown(file), self.line_of(file, form)?)));
        self.shared = shared;
        self.shared_places.insert(form.to_owned(), place.clone());
        place
    }

    /// The first line of the page's source file. If no such file can be read, the place in the built file.
    fn first_page(&mut self, built: &BuiltSite, finding: &Finding) -> Place {
        let own = self.items.get(&finding.file).cloned();
        match own.filter(|own| self.text(&format!("{}/{own}", self.source)).is_some()) {
            Some(own) => (own, 1),
            None => (finding.file.clone(), line_in_output(built, finding)),
        }
    }

    fn line_of(&mut self, file: &str, form: &str) -> Option<usize> {
        let text = self.text(file)?;
        text.find(form).map(|position| line_at(text, position))
    }

    /// The path relative to the source, or the whole path of a theme's file.
    fn shown(&self, file: &str) -> String {
        let below = file.strip_prefix(&self.source).and_then(|rest| rest.strip_prefix('/'));
        below.unwrap_or(file).to_owned()
    }

    fn text(&mut self, file: &str) -> Option<&str> {
        if !self.texts.contains_key(file) {
            let text = self.context.world.read(Path::new(file)).ok().and_then(|bytes| String::from_utf8(bytes).ok());
            self.texts.insert(file.to_owned(), text);
        }
        self.texts.get(file)?.as_deref()
    }
}

/// The forms in which the source may contain the cause of a fault. After the cause itself, each omits more: the site's
/// address, `baseurl`, fragment, query and slashes. The last is the file name.
fn forms(cause: &str, built: &BuiltSite) -> Vec<String> {
    let without_url = cause.strip_prefix(built.url.as_str()).unwrap_or(cause);
    let without_base = without_url.strip_prefix(built.baseurl.as_str()).unwrap_or(without_url);
    let without_fragment = without_base.split('#').next().unwrap_or_default();
    let without_query = without_fragment.split('?').next().unwrap_or_default();
    let trimmed = without_query.trim_matches('/');
    let name = trimmed.rsplit('/').next().unwrap_or_default();
    let name = if name.contains('.') { name } else { "" };
    let mut forms: Vec<String> = Vec::new();
    for form in [cause, without_url, without_base, without_fragment, without_query, trimmed, name] {
        if form.len() >= MIN_CAUSE && !forms.iter().any(|known| known == form) {
            forms.push(form.to_owned());
        }
    }
    forms
}

fn line_at(text: &str, position: usize) -> usize {
    text.as_bytes()[..position].iter().filter(|byte| **byte == b'\n').count() + 1
}

fn line_in_output(built: &BuiltSite, finding: &Finding) -> usize {
    let page = built.pages.iter().find(|page| page.path == finding.file).map(|page| &page.text);
    let text = page.or_else(|| built.feeds.get(&finding.file));
    text.map_or(1, |text| line_at(text, finding.offset.min(text.len())))
}
