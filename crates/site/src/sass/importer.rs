//! How Sass finds the files that `@use`, `@forward` and `@import` name: dart-sass's rules, on the [`World`].
//!
//! First beside the sheet that asks, then in each load path: as written or as a partial (`_name`), `.sass` and `.scss`
//! together, then `.css`, then the folder's index. `@import` prefers `name.import.scss`.

use super::cache::may_be_random;
use super::trailing_comment;
use crate::locks;
use crate::percent;
use crate::world::{Kind, Observer, Read, World};
use sasso::{CanonicalUrl, CanonicalizeContext, DependencySet, ImporterError, ImporterResult, Syntax};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// Reads style sheets for the compiler.
pub(super) struct Importer {
    world: World,
    load_paths: Vec<String>,
    /// Files found through a load path, and the files that those asked for.
    pub(super) dependencies: DependencySet,
    reads: Arc<Reads>,
}

/// The answer to one question to the [`World`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen {
    /// The SHA-256 of a file's bytes.
    Contents([u8; 32]),
    /// The kind of entry at the path; `None`: nothing.
    Kind(Option<Kind>),
}

impl Seen {
    /// A word for what stands at a path.
    pub(super) fn kind_name(kind: Option<Kind>) -> &'static str {
        match kind {
            None => "nothing",
            Some(Kind::File) => "file",
            Some(Kind::Folder) => "folder",
            Some(Kind::Link) => "link",
            Some(Kind::Other) => "other",
        }
    }
}

/// All reads of one compilation, in order. `None` once one came that cannot be repeated to the same result.
#[derive(Debug)]
struct Reads(Mutex<Option<Vec<(String, Seen)>>>);

impl Observer for Reads {
    fn saw(&self, read: Read<'_>) {
        let mut all = locks::lock(&self.0);
        let seen = match read {
            Read::Bytes(path, Some(bytes)) if !may_be_random(bytes) => {
                path.to_str().map(|path| (path, Seen::Contents(Sha256::digest(bytes).into())))
            }
            Read::Stat(path, stat) => path.to_str().map(|path| (path, Seen::Kind(stat.map(|stat| stat.kind)))),
            _ => None,
        };
        match (seen, all.as_mut()) {
            (Some((path, seen)), Some(all)) => all.push((path.to_owned(), seen)),
            _ => *all = None,
        }
    }
}

impl Importer {
    pub(super) fn new(world: &World, load_paths: Vec<String>) -> Self {
        let reads = Arc::new(Reads(Mutex::new(Some(Vec::new()))));
        let world = world.clone().observed(reads.clone());
        Importer { world, load_paths, dependencies: DependencySet::default(), reads }
    }

    /// All that was read so far; `None` where the result could be another one with the same files.
    pub(super) fn seen(&self) -> Option<Vec<(String, Seen)>> {
        locks::lock(&self.reads.0).clone()
    }

    /// The folders that are looked in, in order.
    pub(super) fn load_paths(&self) -> &[String] {
        &self.load_paths
    }

    /// The one file that `path` (absolute, maybe without extension) stands for.
    fn resolve(&self, path: &str, for_import: bool) -> Result<Option<String>, ImporterError> {
        for suffix in if for_import { &[".import", ""][..] } else { &[""] } {
            let found = match split_extension(path) {
                Some((stem, extension)) => self.candidates(stem, suffix, &[extension]),
                None => self.with_any_extension(path, suffix),
            };
            if let Some(file) = only(found)? {
                return Ok(Some(file));
            }
        }
        if split_extension(path).is_some() || !self.world.is_folder(Path::new(path)) {
            return Ok(None);
        }
        for suffix in if for_import { &[".import", ""][..] } else { &[""] } {
            if let Some(file) = only(self.with_any_extension(&format!("{path}/index"), suffix))? {
                return Ok(Some(file));
            }
        }
        Ok(None)
    }

    fn with_any_extension(&self, path: &str, suffix: &str) -> Vec<String> {
        let found = self.candidates(path, suffix, &[".sass", ".scss"]);
        if found.is_empty() { self.candidates(path, suffix, &[".css"]) } else { found }
    }

    /// The files there are of a name, each as a partial and as written.
    fn candidates(&self, stem: &str, suffix: &str, extensions: &[&str]) -> Vec<String> {
        let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        let mut found = Vec::new();
        for extension in extensions {
            for prefix in ["_", ""] {
                let file = format!("{folder}/{prefix}{name}{suffix}{extension}");
                if self.world.is_file(Path::new(&file)) {
                    found.push(file);
                }
            }
        }
        found
    }
}

impl sasso::Importer for Importer {
    fn canonicalize(
        &self,
        url: &str,
        context: &CanonicalizeContext<'_>,
    ) -> Result<Option<CanonicalUrl>, ImporterError> {
        let url = sasso::file_url_to_path(url).unwrap_or_else(|| decode(url));
        let asker = context.containing_url.map(CanonicalUrl::as_str);
        let beside = asker.and_then(|path| path.rsplit_once('/')).map(|(folder, _)| folder).filter(|f| !f.is_empty());
        let from_dependency = asker.is_some_and(|path| self.dependencies.is_dependency(path));
        let places = beside.map(|folder| (folder, from_dependency));
        for (folder, dependency) in places.into_iter().chain(self.load_paths.iter().map(|path| (path.as_str(), true))) {
            let path = crate::world::expand(&url, Path::new(folder), None);
            if let Some(file) = self.resolve(&path.to_string_lossy(), context.from_import)? {
                if dependency {
                    self.dependencies.mark(&file);
                }
                return Ok(Some(CanonicalUrl::new(file)));
            }
        }
        Ok(None)
    }

    fn load(&self, canonical: &CanonicalUrl) -> Result<Option<ImporterResult>, ImporterError> {
        let path = canonical.as_str();
        let problem = |message: String| ImporterError { message };
        let bytes = match self.world.read(Path::new(path)) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(problem(format!("Cannot read {path}: {error}"))),
        };
        let contents = String::from_utf8(bytes).map_err(|_| problem(format!("{path}: Invalid UTF-8.")))?;
        let syntax = match split_extension(path) {
            Some((_, ".sass")) => Syntax::Sass,
            Some((_, ".css")) => Syntax::Css,
            _ => Syntax::Scss,
        };
        let marked = (syntax == Syntax::Scss).then(|| trailing_comment::marked(&contents)).flatten();
        Ok(Some(ImporterResult { contents: marked.unwrap_or(contents), syntax, source_map_url: None }))
    }
}

/// Cuts off an extension of Sass's.
fn split_extension(path: &str) -> Option<(&str, &str)> {
    let at = path.len().checked_sub(5).filter(|at| path.is_char_boundary(*at));
    let long = at.map(|at| path.split_at(at)).filter(|(_, extension)| matches!(*extension, ".sass" | ".scss"));
    long.or_else(|| path.strip_suffix(".css").map(|stem| (stem, ".css")))
}

/// The only one; more than one is an error.
fn only(found: Vec<String>) -> Result<Option<String>, ImporterError> {
    match found.len() {
        0 | 1 => Ok(found.into_iter().next()),
        _ => Err(ImporterError {
            message: format!("It's not clear which file to import. Found:\n  {}", found.join("\n  ")),
        }),
    }
}

/// Undoes percent escapes; a text that would not be UTF-8 then stays as it is.
fn decode(url: &str) -> String {
    String::from_utf8(percent::decoded(url)).unwrap_or_else(|_| url.to_owned())
}
