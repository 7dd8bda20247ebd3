//! Reads `_data` into a tree of values, from YAML, JSON (which Jekyll parses as YAML), CSV and TSV. Mirrors
//! `Jekyll::DataReader`.

mod csv;

use crate::config::{Configuration, EntryPatterns, Table, merge, yaml_location};
use crate::diagnostic::{Diagnostic, Log};
use crate::failure::Failure;
use crate::model::SiteContext;
use crate::path;
use crate::world::{Kind, World};
use csv::Reader as Csv;
use hastie_liquid::{Hash, Value};
use hastie_value::text::is_ascii_space;
use std::path::Path;

/// The extensions of data files, in the order in which Jekyll reads them. If names collide, the later file wins, and a
/// subfolder wins over all files.
const EXTENSIONS: [&str; 5] = ["yaml", "yml", "json", "csv", "tsv"];

/// The maximum nesting of folders. Limits the recursion of later passes over the data.
const MAX_DEPTH: usize = 200;

/// Reads the data folders of the site and of the theme (`theme_data`, absolute). The site's values take precedence.
///
/// # Errors
/// Fails if a file cannot be read or parsed, or if folders are nested too deeply.
pub fn read(
    world: &World,
    configuration: &Configuration,
    patterns: &EntryPatterns,
    theme_data: Option<&str>,
    log: &mut Log,
) -> Result<Hash, Failure> {
    let folder = match configuration.settings().data_dir() {
        Some(folder) => path::sanitized(&configuration.source, folder).trim_end_matches('/').to_string(),
        None => configuration.source.clone(),
    };
    let source = configuration.source.trim_end_matches('/');
    let mut reader = DataReader { world, configuration, patterns, root: source, log };
    let own = reader.folder(&folder, 0)?;
    let Some(theme) = theme_data else { return Ok(own) };
    reader.root = theme.rsplit_once('/').map_or(theme, |(root, _)| root);
    let below = reader.folder(theme, 0)?;
    Ok(merge::deep_merge(&below, &own))
}

/// The theme's data folder. `None` if the theme has none, or if this version of Jekyll ignores it.
pub fn theme_folder(context: &SiteContext) -> Option<&str> {
    let theme = context.theme.as_ref().filter(|_| context.reference().reading.reads_theme_data)?;
    theme.data.as_deref()
}

/// The data files of the theme and then of the site, each with the keys that lead to its values in `site.data`. If two
/// files have the same keys, the values of the later file in this list take precedence.
pub fn files(context: &SiteContext) -> Vec<(Vec<String>, String)> {
    let configuration = &context.config;
    let mut found = Vec::new();
    let mut log = Log::new();
    let own = match configuration.settings().data_dir() {
        Some(folder) => path::sanitized(&configuration.source, folder).trim_end_matches('/').to_string(),
        None => configuration.source.clone(),
    };
    let (world, patterns) = (&context.world, &context.entry_patterns);
    let reader = DataReader { world, configuration, patterns, root: "", log: &mut log };
    for folder in theme_folder(context).into_iter().chain([own.as_str()]) {
        reader.list(folder, &mut Vec::new(), &mut found);
    }
    found
}

struct DataReader<'a> {
    world: &'a World,
    configuration: &'a Configuration,
    patterns: &'a EntryPatterns,
    /// The prefix to remove from paths in messages.
    root: &'a str,
    log: &'a mut Log,
}

impl DataReader<'_> {
    fn folder(&mut self, folder: &str, depth: usize) -> Result<Hash, Failure> {
        let mut data = Hash::new();
        if !self.world.is_folder(Path::new(folder)) || self.patterns.is_symlink(folder) {
            return Ok(data);
        }
        if depth > MAX_DEPTH {
            let message = format!("{folder}: data folders are nested more than {MAX_DEPTH} deep");
            return Err(Failure::raised("SystemStackError", message));
        }
        for entry in self.entries(folder) {
            let path = format!("{folder}/{entry}");
            if self.patterns.is_symlink(&path) {
                continue;
            }
            if self.world.is_folder(Path::new(&path)) {
                let below = self.folder(&path, depth + 1)?;
                data.set(key(&entry), below);
            } else {
                let value = self.file(&path)?;
                data.set(key(path::stem(&entry)), value);
            }
        }
        Ok(data)
    }

    /// Adds the files in `folder` and its subfolders to `found`. `keys` are the keys that lead to the folder's values
    /// in `site.data`.
    fn list(&self, folder: &str, keys: &mut Vec<String>, found: &mut Vec<(Vec<String>, String)>) {
        if keys.len() > MAX_DEPTH || self.patterns.is_symlink(folder) {
            return;
        }
        for entry in self.entries(folder) {
            let path = format!("{folder}/{entry}");
            let is_folder = self.world.is_folder(Path::new(&path));
            keys.push(key(if is_folder { entry.as_str() } else { path::stem(&entry) }));
            if is_folder {
                self.list(&path, keys, found);
            } else if !self.patterns.is_symlink(&path) {
                found.push((keys.clone(), path));
            }
            keys.pop();
        }
    }

    /// `Dir["*.{yaml,yml,json,csv,tsv}"] + folders`: grouped by extension, each group sorted by bytes. Hidden entries
    /// are skipped.
    fn entries(&self, folder: &str) -> Vec<String> {
        let all = self.world.list_all(Path::new(folder), |name| !name.starts_with('.')).unwrap_or_default();
        let visible: Vec<_> = all.into_iter().filter(|entry| !entry.name.starts_with('.')).collect();
        let mut names = Vec::with_capacity(visible.len());
        for extension in EXTENSIONS {
            let ends = |name: &str| name.strip_suffix(extension).is_some_and(|rest| rest.ends_with('.'));
            names.extend(visible.iter().filter(|entry| ends(&entry.name)).map(|entry| entry.name.clone()));
        }
        let is_folder = |entry: &&crate::world::Entry| match entry.kind {
            Kind::Folder => true,
            Kind::Link => self.world.is_folder(Path::new(&format!("{folder}/{}", entry.name))),
            _ => false,
        };
        names.extend(visible.iter().filter(is_folder).map(|entry| entry.name.clone()));
        names
    }

    fn file(&mut self, path: &str) -> Result<Value, Failure> {
        self.log.debug("Reading:", self.shown(path));
        let bytes = self
            .world
            .read(Path::new(path))
            .map_err(|error| Failure::raised("SystemCallError", format!("{error} - {path}")))?;
        let extension = path.rsplit('.').next().unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "csv" => self.table(path, &bytes, Table::Csv, b','),
            "tsv" => self.table(path, &bytes, Table::Tsv, b'\t'),
            _ => hastie_yaml::load_file(&bytes, path).map_err(|error| {
                let failure = Failure::raised(error.kind.clone(), error.message.clone());
                match yaml_location(&error, self.shown(path), &bytes) {
                    Some(location) => failure.at(location),
                    None => failure,
                }
            }),
        }
    }

    /// The path of a file relative to the source, if it is below the source.
    fn shown<'f>(&self, path: &'f str) -> &'f str {
        path.strip_prefix(self.root).map_or(path, |below| below.trim_start_matches('/'))
    }

    fn table(&self, path: &str, bytes: &[u8], table: Table, separator: u8) -> Result<Value, Failure> {
        let known = self.configuration.reference.reading.has_csv_options;
        let options = self.configuration.settings().table_reader(table).filter(|_| known);
        let reader = Csv::new(options, separator)?;
        reader.read(bytes).map_err(|problem| {
            let source = std::str::from_utf8(bytes).ok();
            Failure::raised("CSV::MalformedCSVError", format!("{path}: {} in line {}.", problem.message, problem.line))
                .at(Diagnostic::at(self.shown(path), source, problem.line, 0))
        })
    }
}

/// `DataReader#sanitize_filename`: removes everything but word characters, white space and hyphens, removes extra white
/// space, and replaces the remaining white space by underscores. Ruby's word characters are ASCII, but its word
/// boundaries are not.
fn key(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let word = |position: usize| chars.get(position).is_some_and(|c| c.is_alphanumeric() || *c == '_');
    let boundary = |position: usize| (position > 0 && word(position - 1)) != word(position);
    let mut kept = String::with_capacity(name.len());
    let mut position = 0;
    while position < chars.len() {
        let c = chars[position];
        if !is_ascii_space(c) {
            if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
                kept.push(c);
            }
            position += 1;
            continue;
        }
        // White space at the start, or after a space that follows a word, is removed up to the next word or the end.
        let after_word = position >= 2 && is_ascii_space(chars[position - 1]) && boundary(position - 1);
        let end = (position..chars.len()).find(|next| !is_ascii_space(chars[*next])).unwrap_or(chars.len());
        let fits = |end: usize| end == chars.len() || boundary(end) || is_ascii_space(chars[end]) && boundary(end + 1);
        match (position == 0 || after_word).then(|| (position + 1..=end).rev().find(|end| fits(*end))).flatten() {
            Some(end) => position = end,
            None => {
                kept.push(c);
                position += 1;
            }
        }
    }
    let mut key = String::with_capacity(kept.len());
    for c in kept.chars() {
        match is_ascii_space(c) {
            true if key.ends_with('\u{0}') => {}
            true => key.push('\u{0}'),
            false => key.push(c),
        }
    }
    key.replace('\u{0}', "_")
}

#[cfg(test)]
mod tests {
    use super::key;

    /// Results recorded from Jekyll 4.4.1's `DataReader#sanitize_filename`.
    #[test]
    fn file_names_become_keys() {
        for (name, expected) in CASES {
            assert_eq!(key(name), *expected, "{name:?}");
        }
    }

    const CASES: &[(&str, &str)] = &[
        ("a", "a"),
        ("a b", "a_b"),
        ("a  b", "a_b"),
        (" a", "a"),
        ("a ", "a_"),
        ("a  ", "a_"),
        ("  a  b  ", "a_b_"),
        ("a.b", "ab"),
        ("é", ""),
        ("é é", "_"),
        ("aé b", "a_b"),
        ("a - b", "a_-_b"),
        ("a -  b", "a_-_b"),
        ("a  - b", "a_-_b"),
        ("a   b", "a_b"),
        ("a    b", "a_b"),
        (" - ", "_-_"),
        ("a  é b", "a_b"),
        ("- a", "-_a"),
        ("a é  b", "a_b"),
        ("a.  b", "a_b"),
        ("a .b", "a_b"),
        ("a\t\tb", "a_b"),
        ("a & b", "a_b"),
        ("Über uns", "ber_uns"),
        ("a  .", "a_"),
        ("(a) b", "a_b"),
        ("a (b)  c", "a_b_c"),
        ("  ", ""),
        ("a--b", "a--b"),
        ("é  a", "_a"),
        ("-  a", "-_a"),
    ];
}
