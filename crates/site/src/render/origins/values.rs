//! The origins of strings in the configuration, in data files and in front matter.

use super::Origin;
use crate::config::raw;
use crate::read::{data, front_matter};
use crate::render::SiteView;
use hastie_liquid::{Hash, Value};
use hastie_yaml::SEPARATOR;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The maximum depth of nested arrays and hashes that are searched.
const MAX_DEPTH: usize = 64;

/// The origins of strings in the configuration, in data files and in front matter. A string is recognized by the
/// memory address of its text.
#[derive(Debug, Default)]
pub(super) struct ValueOrigins {
    files: Vec<ValueFile>,
    /// For each string, the index of its file, and the keys that lead to it.
    strings: Vec<(usize, String)>,
    /// The indices of the strings, by the address of their text.
    pub(super) by_address: Arc<HashMap<usize, usize>>,
}

/// A file whose strings are recorded: YAML, a table or front matter. The configuration counts as one, even with several
/// files.
#[derive(Debug)]
struct ValueFile {
    /// The paths in the order in which they are searched for a value. Only the configuration has several files, the
    /// last one first.
    paths: Vec<String>,
    kind: FileKind,
    /// For each file, the lines of its values, by the keys that lead to them. Found on first use.
    lines: OnceLock<Vec<HashMap<String, usize>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileKind {
    Yaml,
    FrontMatter,
    /// CSV or TSV: one line for each row.
    Table,
}

impl ValueOrigins {
    pub(super) fn of(view: &SiteView) -> Self {
        let mut found = Collector::default();
        let context = &view.setup.context;
        let config = &context.config;
        let names = match raw::files(config.reference, &context.world, &config.values) {
            raw::Files::Default(name) => vec![name],
            raw::Files::Named(names) => names,
        };
        let paths = names.iter().rev().map(|name| context.world.expand(name).to_string_lossy().into_owned());
        found.hash(paths.collect(), FileKind::Yaml, &config.values);
        let all = view.data.get();
        for (keys, path) in data::files(context).into_iter().rev() {
            let value = keys.iter().try_fold(&all, |value, key| value.as_hash()?.get(key));
            let is_table = path.ends_with(".csv") || path.ends_with(".tsv");
            if let Some(value) = value {
                let file = found.file(vec![path], if is_table { FileKind::Table } else { FileKind::Yaml });
                found.value(file, &mut String::new(), value, 0);
            }
        }
        for layout in view.layouts.values() {
            found.hash(vec![layout.path.clone()], FileKind::FrontMatter, &layout.data);
        }
        for slot in view.slots.iter() {
            match &slot.owned {
                super::super::OwnedItem::Document(document) => {
                    found.hash(vec![document.path.to_string()], FileKind::FrontMatter, &document.data);
                }
                super::super::OwnedItem::Page(page) => {
                    found.hash(vec![context.in_source(page.relative_path())], FileKind::FrontMatter, &page.data);
                }
            }
        }
        ValueOrigins { files: found.files, strings: found.strings, by_address: Arc::new(found.by_address) }
    }

    /// The source line of a part of a recorded string. `string` is the index of the string, and `line` counts from 0
    /// within the string. A string that is not found in the file gets the line of a value around it, or else the file's
    /// first line. `None` for an unknown index, and if no line can be found, for example because the file no longer
    /// exists.
    pub(super) fn locate(&self, view: &SiteView, string: usize, line: usize) -> Option<Origin> {
        let (file, path) = self.strings.get(string)?;
        let file = self.files.get(*file)?;
        let (file, first) = file.locate(view, path)?;
        Some(Origin { file: view.setup.context.below_source(file).to_owned(), line: first + line })
    }
}

impl ValueFile {
    /// The file and the line of the value to which the keys in `path` lead. If the value has no line, the line of a
    /// value around it, or else the first line of the file. `None` if the file no longer exists. Also `None` for a
    /// value of a table that is in no row.
    fn locate(&self, view: &SiteView, path: &str) -> Option<(&str, usize)> {
        let first = self.paths.first()?.as_str();
        if self.kind == FileKind::Table {
            let row: usize = path.split(SEPARATOR).next()?.parse().ok()?;
            return Some((first, row + 2));
        }
        let lines = self.lines.get_or_init(|| self.paths.iter().map(|path| self.read(view, path)).collect());
        // An alias or a merged key has no line of its own, but the value that contains it has one.
        let mut path = path;
        loop {
            for (file, lines) in self.paths.iter().zip(lines) {
                if let Some(line) = lines.get(path) {
                    return Some((file.as_str(), *line));
                }
            }
            match path.rfind(SEPARATOR) {
                Some(end) => path = &path[..end],
                None => return view.setup.context.world.exists(Path::new(first)).then_some((first, 1)),
            }
        }
    }

    fn read(&self, view: &SiteView, path: &str) -> HashMap<String, usize> {
        let context = &view.setup.context;
        let text = context.world.read(Path::new(path)).ok().and_then(|bytes| context.decode(bytes).ok());
        let text = text.unwrap_or_default();
        match self.kind {
            FileKind::FrontMatter => {
                front_matter::split(&text).map_or_else(HashMap::new, |split| hastie_yaml::lines(split.yaml.as_bytes()))
            }
            _ => hastie_yaml::lines(text.as_bytes()),
        }
    }
}

#[derive(Default)]
struct Collector {
    files: Vec<ValueFile>,
    strings: Vec<(usize, String)>,
    by_address: HashMap<usize, usize>,
}

impl Collector {
    fn file(&mut self, paths: Vec<String>, kind: FileKind) -> usize {
        self.files.push(ValueFile { paths, kind, lines: OnceLock::new() });
        self.files.len() - 1
    }

    fn hash(&mut self, paths: Vec<String>, kind: FileKind, hash: &Hash) {
        let file = self.file(paths, kind);
        self.entries(file, &mut String::new(), hash, 0);
    }

    fn entries(&mut self, file: usize, path: &mut String, hash: &Hash, depth: usize) {
        for (key, value) in hash.iter() {
            if let Some(key) = key.as_str() {
                self.below(file, path, key, value, depth);
            }
        }
    }

    fn below(&mut self, file: usize, path: &mut String, key: &str, value: &Value, depth: usize) {
        let length = path.len();
        if length > 0 {
            path.push(SEPARATOR);
        }
        path.push_str(key);
        self.value(file, path, value, depth + 1);
        path.truncate(length);
    }

    fn value(&mut self, file: usize, path: &mut String, value: &Value, depth: usize) {
        match value {
            Value::Str(text) if text.is_object() => {
                let next = self.strings.len();
                let address = text.as_str().as_ptr().addr();
                if *self.by_address.entry(address).or_insert(next) == next {
                    self.strings.push((file, path.clone()));
                }
            }
            Value::Array(items) if depth < MAX_DEPTH => {
                for (index, item) in items.iter().enumerate() {
                    self.below(file, path, &index.to_string(), item, depth);
                }
            }
            Value::Hash(hash) if depth < MAX_DEPTH => self.entries(file, path, hash, depth),
            _ => {}
        }
    }
}
