//! Locates and reads files by the rules of Ruby Sass.
//!
//! A [`FileCache`] caches parsed files for all compilations of a compiler. A [`Finder`] locates the files of a
//! compilation.

use crate::css::check_parsed;
use crate::error::{Locate, SassResult, SyntaxError};
use crate::indented;
use crate::scss::ScssParser;
use crate::tree::{Kind, Statement};
use crate::{Options, Style, Syntax};
use hastie_sass_core::loader::{Loader, join};
use hastie_sass_core::read_ahead::{Library, ReadAhead};
use hastie_sass_core::shared_map::SharedMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A style sheet or an imported file, as statements.
#[derive(Debug)]
pub(crate) struct Parsed {
    /// The path of the file. `None` for the style sheet itself, which is not a file.
    pub(crate) path: Option<Arc<str>>,
    /// The file number that the statements of the file use. The style sheet itself has number 0.
    pub(crate) number: usize,
    pub(crate) text: Arc<str>,
    pub(crate) statements: SassResult<Arc<Vec<Statement>>>,
    /// Whether the text was parsed for compressed output, which affects the indented syntax.
    compressed: bool,
}

/// The parsed files, shared by all compilations of a compiler.
#[derive(Debug, Default)]
pub(crate) struct FileCache {
    files: SharedMap<Arc<str>, Arc<Parsed>>,
    /// The next file number.
    numbers: AtomicUsize,
}

/// Locates the files of a compilation and caches the results.
pub(crate) struct Finder<'a> {
    cache: &'a FileCache,
    loader: &'a dyn Loader,
    pub(crate) load_paths: &'a [String],
    compressed: bool,
    answers: SharedMap<Load, SassResult<Option<Arc<str>>>>,
}

/// The parsed style sheet and its imports. A second thread parses some imports before they are needed.
pub(crate) type Files<'a> = ReadAhead<Finder<'a>, Load, SassResult<Arc<Parsed>>>;

/// A name in an `@import`, with the file that contains the `@import`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Load {
    name: Arc<str>,
    /// The path of the importing file. `None` for the style sheet itself.
    base: Option<Arc<str>>,
}

impl Parsed {
    /// Parses the text of a file, whose statements refer to it by `number`. A failure is stored in `statements`, with
    /// its location.
    pub(crate) fn of_text(
        path: Option<&Arc<str>>,
        bytes: &[u8],
        number: usize,
        syntax: Syntax,
        compressed: bool,
    ) -> Parsed {
        let (text, statements): (Arc<str>, _) = match decoded(bytes) {
            Ok(text) => {
                let statements = if syntax == Syntax::Indented {
                    indented::parse(&text, number, compressed)
                } else {
                    ScssParser::new(&text, 1, number).stylesheet()
                };
                (text.into(), statements)
            }
            Err(fault) => (String::from_utf8_lossy(bytes).into(), Err(fault)),
        };
        let statements = statements.located(path, 1).and_then(|statements| {
            check_parsed(&statements, path)?;
            Ok(Arc::new(statements))
        });
        Parsed { path: path.cloned(), number, text, statements, compressed }
    }

    /// Whether this is the result of parsing these bytes with the same value of `compressed`.
    fn is_of(&self, bytes: &[u8], compressed: bool) -> bool {
        self.compressed == compressed && decoded(bytes).is_ok_and(|text| *text == *self.text)
    }
}

impl<'a> Finder<'a> {
    pub(crate) fn new(cache: &'a FileCache, loader: &'a dyn Loader, options: &'a Options) -> Finder<'a> {
        Finder {
            cache,
            loader,
            load_paths: &options.load_paths,
            compressed: options.style == Style::Compressed,
            answers: SharedMap::default(),
        }
    }

    /// The path of an imported file. Looks in the folder of the file `base` first, and then in the load paths. `None`
    /// if no file is found. Fails if several files in the same folder match.
    pub(crate) fn find(&self, base: Option<&Arc<str>>, name: &Arc<str>) -> SassResult<Option<Arc<str>>> {
        self.find_load(&Load { name: Arc::clone(name), base: base.cloned() })
    }

    fn find_load(&self, load: &Load) -> SassResult<Option<Arc<str>>> {
        if let Some(answer) = self.answers.get(load) {
            return answer;
        }
        let answer = self.look_for(load).map(|path| path.map(Into::into));
        self.answers.insert(load.clone(), answer.clone());
        answer
    }

    fn look_for(&self, Load { name, base }: &Load) -> SassResult<Option<String>> {
        let own = base.as_deref().and_then(|base| Some(base.rsplit_once('/')?.0));
        for folder in own.into_iter().chain(self.load_paths.iter().map(String::as_str)) {
            if let Some(found) = self.find_in(folder, name, name)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn find_in(&self, folder: &str, name: &str, written: &str) -> SassResult<Option<String>> {
        let name = name.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).unwrap_or(name);
        let (within, base) = name.rsplit_once('/').unwrap_or((".", name));
        let extension = ["sass", "scss"]
            .into_iter()
            .find(|extension| base.strip_suffix(extension).is_some_and(|stem| stem.ends_with('.')));
        let stem = extension.map_or(base, |extension| &base[..base.len() - extension.len() - 1]);
        let mut found = Vec::new();
        for extension in extension.map_or(vec!["sass", "scss"], |extension| vec![extension]) {
            for prefix in ["_", ""] {
                let path = join(folder, &format!("{within}/{prefix}{stem}.{extension}"));
                if self.loader.is_file(&path) {
                    found.push(path);
                }
            }
        }
        if found.is_empty() && extension.is_none() {
            let inner = join(folder, name);
            if base != "index" && self.loader.is_folder(&inner) {
                return self.find_in(&inner, "index", written);
            }
        }
        if found.len() > 1 {
            let shown = |path: &String| format!("  {}", path.strip_prefix(&format!("{folder}/")).unwrap_or(path));
            let candidates: Vec<String> = found.iter().map(shown).collect();
            return Err(SyntaxError::new(format!(
                "It's not clear which file to import for '@import \"{written}\"'.\nCandidates:\n{}\n\
                 Please delete or rename all but one of these files.\n",
                candidates.join("\n")
            )));
        }
        Ok(found.pop())
    }
}

impl Library for Finder<'_> {
    type Load = Load;
    type File = SassResult<Arc<Parsed>>;

    fn path(&self, load: &Load) -> Option<Arc<str>> {
        self.find_load(load).ok()?
    }

    fn parse(&self, path: &Arc<str>) -> SassResult<Arc<Parsed>> {
        let bytes = self
            .loader
            .read(path)
            .map_err(|error| SyntaxError::new(format!("File to import not found or unreadable: {path}: {error}.")))?;
        if let Some(known) = self.cache.files.get(path)
            && known.is_of(&bytes, self.compressed)
        {
            return Ok(known);
        }
        let syntax = if path.ends_with(".sass") { Syntax::Indented } else { Syntax::Scss };
        let number = self.cache.numbers.fetch_add(1, Ordering::Relaxed) + 1;
        let parsed = Parsed::of_text(Some(path), &bytes, number, syntax, self.compressed);
        let parsed = Arc::new(parsed);
        self.cache.files.insert(Arc::clone(path), Arc::clone(&parsed));
        Ok(parsed)
    }

    fn loads(&self, file: &SassResult<Arc<Parsed>>) -> Vec<Load> {
        let Ok(file) = file else { return Vec::new() };
        let Ok(statements) = &file.statements else { return Vec::new() };
        let names = statements.iter().filter_map(|statement| match &statement.kind {
            Kind::Import(name) if !name.ends_with(".css") => Some(name),
            _ => None,
        });
        names.map(|name| Load { name: Arc::clone(name), base: file.path.clone() }).collect()
    }
}

/// The text of a file. As in Ruby Sass, carriage returns and form feeds become line feeds. Fails if the file is not
/// UTF-8.
fn decoded(bytes: &[u8]) -> SassResult<String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(normal_lines(text)),
        Err(error) => {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = memchr::memchr_iter(b'\n', before).count() as u32 + 1;
            let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
            Err(SyntaxError::at(format!("Invalid UTF-8 character \"\\x{byte:02X}\""), line))
        }
    }
}

fn normal_lines(text: &str) -> String {
    if memchr::memchr3(b'\r', b'\x0c', b'\0', text.as_bytes()).is_none() {
        return text.to_owned();
    }
    text.replace("\r\n", "\n").replace(['\r', '\x0c'], "\n").replace('\0', "\u{fffd}")
}
