//! A disk cache of compiled style sheets.
//!
//! Compiling a theme's style sheet takes longer than the rest of the build of a small site. A cache entry therefore
//! stores the result together with everything it depends on: the text of the style sheet, and every file that the
//! compiler read or found missing. The entry is valid while all of these are unchanged. Style sheets that may call
//! `random()` or `unique-id()` are not cached. Text that is not a file is not cached either, because the number of such
//! texts is unlimited.

use super::importer::Seen;
use super::listings::{Listings, Lookup};
use super::source_map::SourceMap;
use super::{CompileError, Compiler, Css, Request};
use crate::diagnostic::{Level, Message, Subject};
use crate::world::{World, write_below};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The format version of entries and the version of the compiler. Entries of other versions are ignored.
const MADE_BY: &str = concat!("hastie ", env!("CARGO_PKG_VERSION"), ", hastie-sass, form 2");

/// A compiler that stores its results in the cache folder, and reuses those whose source files are unchanged.
#[derive(Debug)]
pub(super) struct Cached {
    pub(super) compiler: Box<dyn Compiler>,
    pub(super) world: World,
    /// The folder of the entries, created with the first entry.
    pub(super) folder: PathBuf,
    /// The source folder of the site. It contains the cache folder.
    pub(super) source: PathBuf,
}

impl Compiler for Cached {
    fn compile(&self, request: &Request<'_>) -> Result<Css, CompileError> {
        let Some(path) = request.path else { return self.compiler.compile(request) };
        let identity = identity(request, path);
        let entry = self.folder.join(hex(&Sha256::digest(identity.as_bytes())));
        let source = Sha256::digest(request.source.as_bytes());
        if let Some(kept) = self.kept(&entry, &identity, &source) {
            return Ok(kept);
        }
        let css = self.compiler.compile(request)?;
        if let Some(seen) = request.importer.seen().filter(|_| !may_be_random(request.source.as_bytes())) {
            // A cache that cannot be written does not fail the build.
            let _ = write_below(&self.source, &entry, &written(&identity, &source, &seen, &css));
        }
        Ok(css)
    }
}

impl Cached {
    /// The cached result, if all dependencies are unchanged.
    fn kept(&self, entry: &Path, identity: &str, source: &[u8]) -> Option<Css> {
        let bytes = self.world.read(entry).ok()?;
        let mut fields = Fields(&bytes);
        if fields.bytes()? != MADE_BY.as_bytes() || fields.text()? != identity || fields.bytes()? != source {
            return None;
        }
        let mut listings = Listings::default();
        for _ in 0..fields.count()? {
            let path = fields.text()?;
            let same = match fields.text()? {
                "nothing" if listings.look_up(&self.world, path) == Lookup::Nothing => true,
                "contents" => {
                    self.world.read(Path::new(path)).is_ok_and(|now| fields.bytes() == Some(&*Sha256::digest(&now)))
                }
                kind => Seen::kind_name(self.world.stat(Path::new(path)).ok().map(|stat| stat.kind)) == kind,
            };
            if !same {
                return None;
            }
        }
        read_css(&mut fields).filter(|_| fields.0.is_empty())
    }
}

/// A text that identifies a compilation: the path of the style sheet and all options.
fn identity(request: &Request<'_>, path: &str) -> String {
    format!(
        "{path}\n{:?}",
        (
            request.implementation,
            request.syntax,
            request.style,
            request.folder,
            request.importer.load_paths(),
            request.charset,
            request.source_map,
            request.quiet_dependencies,
            request.verbose,
            request.fatal,
            request.silenced,
        )
    )
}

/// Whether a style sheet may call a function with random results, for example as `random()`, `string.unique-id()` or
/// `get-function("random")`.
pub(super) fn may_be_random(sheet: &[u8]) -> bool {
    ["random", "unique-id", "unique_id"].iter().any(|name| {
        memchr::memmem::find_iter(sheet, name.as_bytes()).any(|start| {
            let within = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
            match sheet.get(start + name.len()) {
                Some(b'(') => true,
                Some(b'"' | b'\'' | b')' | b',') => !sheet[..start].last().is_some_and(within),
                _ => false,
            }
        })
    })
}

fn written(identity: &str, source: &[u8], seen: &[(String, Seen)], css: &Css) -> Vec<u8> {
    let mut entry = Vec::with_capacity(css.css.len() * 4);
    let mut put = |field: &[u8]| {
        entry.extend_from_slice(&(field.len() as u64).to_le_bytes());
        entry.extend_from_slice(field);
    };
    let count = |number: usize| (number as u64).to_le_bytes();
    put(MADE_BY.as_bytes());
    put(identity.as_bytes());
    put(source);
    put(&count(seen.len()));
    for (path, seen) in seen {
        put(path.as_bytes());
        match seen {
            Seen::Contents(digest) => {
                put(b"contents");
                put(digest);
            }
            Seen::Kind(kind) => put(Seen::kind_name(*kind).as_bytes()),
        }
    }
    put(css.css.as_bytes());
    put(&count(css.messages.len()));
    for message in &css.messages {
        put(if message.level == Level::Debug { b"debug" } else { b"warn" });
        put(message.topic.as_bytes());
        put(message.text.as_deref().unwrap_or_default().as_bytes());
        let (file, line) = match &message.subject {
            Some(Subject::File(file, line)) => (file.as_str(), *line),
            _ => ("", 0),
        };
        put(file.as_bytes());
        put(&count(line));
    }
    if let Some(map) = &css.map {
        put(map.mappings.as_bytes());
        put(&count(map.sources.len()));
        for (source, contents) in map.sources.iter().zip(&map.contents) {
            put(source.as_bytes());
            put(contents.as_bytes());
        }
    }
    entry
}

fn read_css(fields: &mut Fields<'_>) -> Option<Css> {
    let css = fields.text()?.to_owned();
    let mut messages = Vec::new();
    for _ in 0..fields.count()? {
        let level = if fields.text()? == "debug" { Level::Debug } else { Level::Warn };
        let message = Message::new(level, fields.text()?, fields.text()?);
        let (file, line) = (fields.text()?, fields.count()?);
        messages.push(if file.is_empty() {
            message
        } else {
            message.about(file, usize::try_from(line).unwrap_or_default())
        });
    }
    let mut map = None;
    if !fields.0.is_empty() {
        let mappings = fields.text()?.to_owned();
        let (mut sources, mut contents) = (Vec::new(), Vec::new());
        for _ in 0..fields.count()? {
            sources.push(fields.text()?.to_owned());
            contents.push(fields.text()?.to_owned());
        }
        map = Some(SourceMap { sources, contents, mappings });
    }
    Some(Css { css, map, messages })
}

/// Reads the fields of an entry, each with its length in front. `None` if the entry is damaged.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn bytes(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk::<8>()?;
        let (field, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        self.0 = rest;
        Some(field)
    }

    fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    fn count(&mut self) -> Option<u64> {
        self.bytes()?.try_into().ok().map(u64::from_le_bytes)
    }
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
