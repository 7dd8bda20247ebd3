//! A tag being rendered: its settings, files and bibliography.

use super::arguments::Options;
use super::config::{self, Config};
use super::filters;
use super::library::{Library, Read};
use super::memo::Memo;
use hastie_bibtex::{Bibliography, Filter};
use hastie_liquid::{Abort, Context, Error, Hash, Value};
use hastie_site::diagnostic::{Level, Message};
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::render::Setup;
use hastie_site::render::{LogEvent, rendering_of};
use hastie_site::{glob, path};
use hastie_value::text::is_ascii_space;
use std::path::Path;
use std::sync::Arc;

/// The state with which one tag is rendered: its options, the settings for it, and the library that all tags share.
pub(super) struct Session<'s> {
    pub library: &'s Arc<Library>,
    pub options: &'s Options,
    pub memo: Memo,
    pub setup: Arc<Setup>,
    /// Whether documents with this tag are rendered in order, so that shared state is the same as in Ruby.
    pub is_ordered: bool,
}

impl Session<'_> {
    /// Merges `scholar` of the configuration into the tag's settings, and then `scholar` of the page's front matter.
    pub(crate) fn configure(&mut self, cx: &mut Context<'_>) -> Result<(), Abort> {
        self.memo.config.merge(self.setup.context.config("scholar"));
        let own = of_page(cx, "scholar")?;
        self.memo.config.merge(&own);
        Ok(())
    }

    pub(crate) fn config(&self) -> &Config {
        &self.memo.config
    }

    /// A setting of the tag, converted to a string.
    pub(crate) fn text(&self, key: &str) -> String {
        self.memo.config.text(key, &self.setup.context)
    }

    /// Creates the filters that a setting such as `bibtex_filters` names. Fails if a name is unknown.
    pub(crate) fn filters(&self, key: &str) -> Result<Vec<Arc<dyn Filter>>, Error> {
        filters::of(&self.memo.config, key, &self.setup.context)
    }

    /// The name of the citation style: from the tag's options, otherwise from the settings of the page or site.
    pub(crate) fn style_name(&self, cx: &mut Context<'_>) -> Result<String, Abort> {
        match &self.options.style {
            Some(style) => interpolate(style, cx),
            None => Ok(self.text("style")),
        }
    }

    /// The names of the bibliography's files, in which variables are not replaced yet.
    fn files(&mut self) -> Vec<String> {
        if let Some(files) = &self.options.files {
            return files.clone();
        }
        if let Some(files) = &self.memo.files {
            return files.clone();
        }
        let named = self.text("bibliography");
        let files = if named.contains('*') {
            let base = self.text("source");
            // Ruby searches from the working directory.
            glob::files(&self.setup.context.world, &self.setup.context.world.folder().join(base), &named)
        } else {
            vec![named]
        };
        self.memo.files = Some(files.clone());
        files
    }

    /// The paths of the files that the tag names. By default, these are the files in the setting `bibliography`. If
    /// this setting contains `*`, it means all matching files in the folder of the setting `source`.
    pub(crate) fn paths(&mut self, cx: &mut Context<'_>) -> Result<Vec<String>, Abort> {
        let files = self.files();
        files.iter().map(|file| interpolate(file, cx).map(|file| self.extend(&file))).collect()
    }

    /// The path of a bibliography file. An empty name means the setting `bibliography`. A name is relative to the
    /// folder in the setting `source`, unless it is the absolute path of an existing file. If the file is missing and
    /// its name has no extension, adds `.bib`.
    pub(crate) fn extend(&self, name: &str) -> String {
        let world = &self.setup.context.world;
        let default;
        let name = match name {
            "" => {
                default = self.text("bibliography");
                default.as_str()
            }
            name => name,
        };
        if path::is_absolute(name) && world.exists(Path::new(name)) {
            return name.to_string();
        }
        let source = self.text("source");
        let base = if path::is_absolute(&source) && world.exists(Path::new(&source)) {
            source
        } else {
            path::join(&self.setup.context.source, &source)
        };
        let full = path::join(&base, name);
        if path::extname(&full).is_empty() && !world.exists(Path::new(&full)) { format!("{full}.bib") } else { full }
    }

    /// The bibliography in the tag's files, read once per build. Logs its warnings. Fails if a file cannot be read or
    /// parsed.
    pub(crate) fn bibliography(&mut self, cx: &mut Context<'_>) -> Result<Arc<Bibliography>, Abort> {
        let paths = self.paths(cx)?;
        let (read, fresh) = self.library.bibliography(&paths.join("\0"), || self.read(&paths));
        if fresh {
            self.library.forget_cited();
        }
        let rendering = rendering_of(cx.host)?;
        let name = paths.first().map_or("", |path| path::basename(path));
        match &read {
            Ok(bibliography) => {
                for warning in bibliography.warnings() {
                    let text = format!("{name}: {warning}");
                    let (file, line) = line_in(&paths, warning.line, &self.setup);
                    let message = Message::new(Level::Warn, "BibTeX:", text).about(file, line);
                    rendering.events.push(LogEvent::Once(message));
                }
            }
            Err(error) => {
                // Ruby's message does not contain the location.
                if let Some(place) = error.markup_context.as_deref() {
                    let number = place.strip_prefix("line ").and_then(|rest| rest.split([':', ',']).next());
                    let line = number.and_then(|number| number.parse().ok()).unwrap_or_default();
                    let (file, line) = line_in(&paths, line, &self.setup);
                    let message = Message::new(Level::Error, "BibTeX:", format!("{name}: {place}")).about(file, line);
                    rendering.events.push(LogEvent::Once(message));
                }
            }
        }
        read.map_err(|mut error| {
            error.markup_context = None;
            Abort::from(error)
        })
    }

    fn read(&self, paths: &[String]) -> Read {
        let world = &self.setup.context.world;
        for path in paths {
            if let Err(error) = world.stat(Path::new(path)) {
                return Err(raised(Failure::unreadable("rb_file_s_mtime", path, &error)));
            }
        }
        let mut text = String::new();
        for path in paths {
            let bytes =
                world.read(Path::new(path)).map_err(|error| raised(Failure::unreadable("rb_sysopen", path, &error)))?;
            match String::from_utf8(bytes) {
                Ok(own) => text.push_str(&own),
                Err(_) => return Err(Error::new("ArgumentError", "invalid byte sequence in UTF-8")),
            }
        }
        let options = options(self.memo.config.get("bibtex_options"), &self.setup.context)?;
        let mut bibliography = Bibliography::parse(&text, &options).map_err(parse_error)?;
        if self.memo.config.is_set("replace_strings") {
            bibliography.replace_strings();
            if self.memo.config.is_set("join_strings") {
                bibliography.join();
            }
        }
        if self.options.remove_duplicates || self.memo.config.is_set("remove_duplicates") {
            let fields: Vec<&str> = self.options.match_fields.iter().map(String::as_str).collect();
            bibliography.remove_duplicates(&fields);
        }
        Ok(Arc::new(bibliography))
    }
}

/// Converts a line number in the joined text of all files. Returns the file that contains the line, relative to the
/// source, and the line number in this file.
fn line_in(paths: &[String], line: usize, setup: &Setup) -> (String, usize) {
    let (mut rest, mut known) = (line, paths.first().map_or("", String::as_str));
    for path in paths.iter().take(paths.len().saturating_sub(1)) {
        let bytes = setup.context.world.read(Path::new(path)).unwrap_or_default();
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count();
        if rest <= lines {
            break;
        }
        rest -= lines;
        known = paths.iter().skip_while(|other| *other != path).nth(1).map_or(known, String::as_str);
    }
    (setup.context.below_source(known).trim_start_matches("./").to_owned(), rest)
}

/// Ruby's error for invalid BibTeX. Its `markup_context` contains the line and, if known, the key of the entry.
pub(super) fn parse_error(error: hastie_bibtex::Error) -> Error {
    let mut raised = Error::new("BibTeX::ParseError", error.to_string());
    let key = error.key.map(|key| format!(", in the entry {key:?}")).unwrap_or_default();
    raised.markup_context = Some(format!("line {}{key}: {}", error.line, raised.message).into());
    raised
}

fn raised(failure: Failure) -> Error {
    Error::new(failure.kind, failure.message)
}

/// The options of BibTeX's parser, from the setting `bibtex_options`.
///
/// # Errors
/// Fails if the setting names a filter that does not exist.
pub(super) fn options(own: &Value, setup: &SiteContext) -> Result<hastie_bibtex::Options, Error> {
    let empty = Hash::new();
    let own = own.as_hash().unwrap_or(&empty);
    let mut options = hastie_bibtex::Options::default();
    for (key, slot) in [
        ("strict", &mut options.strict),
        ("strip", &mut options.strip),
        ("allow_missing_keys", &mut options.allow_missing_keys),
        ("parse_names", &mut options.parse_names),
        ("parse_months", &mut options.parse_months),
    ] {
        if let Some(value) = own.get(key) {
            *slot = value.truthy();
        }
    }
    if own.contains_key("include") {
        // YAML has strings, but the gem expects symbols.
        (options.include_meta, options.include_errors) = (false, false);
    }
    if let Some(filter) = own.get("filter") {
        let names = config::items(filter);
        options.filters =
            names.iter().map(|name| filters::named(&config::plain(name, setup))).collect::<Result<_, _>>()?;
    }
    Ok(options)
}

/// The value of a key of the page that is being rendered. nil if the page lacks the key.
pub(super) fn of_page(cx: &mut Context<'_>, key: &str) -> Result<Value, Abort> {
    let page = rendering_of(cx.host)?.registered_page();
    Ok(match page {
        Value::Hash(page) => page.get(key).cloned().unwrap_or(Value::Nil),
        Value::Drop(page) => page.get(key, cx.host)?.unwrap_or(Value::Nil),
        _ => Value::Nil,
    })
}

/// Replaces `{{ plain.names }}` in a text by their values. Keeps `{{ name }}` if the value is nil or false.
pub(super) fn interpolate(text: &str, cx: &mut Context<'_>) -> Result<String, Abort> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(position) = rest.find("{{") {
        let inner = &rest[position + 2..];
        let start = inner.trim_start_matches(is_ascii_space);
        let length = start.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.')).count();
        let after = start[length..].trim_start_matches(is_ascii_space);
        if length == 0 || !after.starts_with("}}") {
            out.push_str(&rest[..position + 1]);
            rest = &rest[position + 1..];
            continue;
        }
        let end = rest.len() - after.len() + 2;
        out.push_str(&rest[..position]);
        let value = cx.lookup(&start[..length])?;
        if value.truthy() {
            out.push_str(&value.to_s(cx.host)?);
        } else {
            out.push_str(&rest[position..end]);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    Ok(out)
}
