//! Reads the bibliographies of jekyll-scholar, and the sources that may cite them.

use crate::check::{Bibliography, BibliographyEntry, BuiltSite, SourceText};
use crate::path;
use crate::read::tree;
use crate::render::{Item, ItemSlot};
use crate::site::Site;
use hastie_bibtex::{Bibliography as Parsed, Options};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// Adds to `built` the bibliographies and the source files that may cite from them, if the site uses jekyll-scholar.
pub(super) fn read(site: &Site, built: &mut BuiltSite) {
    let context = &site.setup.context;
    if !site.plugins.has("jekyll-scholar") {
        return;
    }
    let named = context.config("scholar").as_hash().and_then(|options| options.get("source"));
    let folder = named.and_then(|folder| folder.as_str()).unwrap_or("_bibliography").trim_matches('/');
    let text = |file: &str| {
        let bytes = context.world.read(Path::new(&context.in_source(file))).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let mut files = tree::below(&context.world, &context.in_source(folder), false);
    files.sort();
    for file in files.iter().filter(|file| file.ends_with(".bib")) {
        let file = path::join(folder, file);
        built.bibliographies.extend(text(&file).map(|text| bibliography(file, &text)));
    }
    let sources = sources(site).into_iter();
    built.sources.extend(sources.filter_map(|path| Some(SourceText { text: text(&path)?, path })));
}

/// The paths of pages, documents, layouts and includes that are files of the site.
fn sources(site: &Site) -> BTreeSet<String> {
    let context = &site.setup.context;
    let below = |file: &str| {
        let rest = file.strip_prefix(context.source.as_str())?;
        Some(rest.trim_start_matches('/').to_owned())
    };
    let mut found = BTreeSet::new();
    if let Some(view) = site.rendered() {
        for item in view.slots().iter().map(ItemSlot::item) {
            match item {
                Item::Page(page) => found.insert(page.relative_path().trim_start_matches('/').to_owned()),
                Item::Document(document) => below(document.path.as_str()).is_some_and(|path| found.insert(path)),
            };
        }
        found.extend(view.layouts().values().filter_map(|layout| below(&layout.path)));
    }
    for folder in &context.includes {
        let files = tree::below(&context.world, folder, true).into_iter();
        found.extend(files.filter_map(|file| below(&path::join(folder, &file))));
    }
    found
}

fn bibliography(path: String, text: &str) -> Bibliography {
    let lines = lines_of_entries(text);
    let line_of = |key: &str| lines.get(key).copied();
    let parsed = match Parsed::parse(text, &Options::default()) {
        Ok(parsed) => parsed,
        Err(error) => {
            let line = error.key.as_deref().and_then(line_of).unwrap_or(error.line);
            return Bibliography { path, error: Some((line, error.to_string())), ..Bibliography::default() };
        }
    };
    let error = parsed.warnings().first().map(|lost| {
        let line = lost.key.as_deref().and_then(line_of).unwrap_or(lost.line);
        (line, format!("an entry is lost: {}", lost.message))
    });
    let entries = parsed.entries().map(|entry| BibliographyEntry {
        line: line_of(&entry.key).unwrap_or(1),
        has_year: parsed.get(entry, "year").or(parsed.get(entry, "date")).is_some(),
        doi: parsed.get(entry, "doi").map(ToString::to_string),
        kind: entry.kind.clone(),
        key: entry.key.clone(),
    });
    Bibliography { entries: entries.collect(), path, error }
}

/// The line on which each entry starts, from 1, by key. For a repeated key, the line of its first entry.
fn lines_of_entries(text: &str) -> HashMap<&str, usize> {
    let mut lines = HashMap::new();
    for (line, number) in text.lines().zip(1..) {
        if let Some((kind, rest)) = line.trim_start().split_once('{')
            && kind.starts_with('@')
        {
            lines.entry(rest.split(',').next().unwrap_or_default().trim()).or_insert(number);
        }
    }
    lines
}
