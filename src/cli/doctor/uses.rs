//! Finds uses of a tag or filter in the files of a site.

use super::TOPIC;
use crate::diagnostic::Log;
use crate::read::tree;
use crate::site::Site;
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

/// The extensions of files that can contain Liquid.
const ENDINGS: &[&str] = &[
    "html", "htm", "xhtml", "md", "markdown", "mkd", "mkdn", "mkdown", "xml", "json", "css", "scss", "sass", "js",
    "txt", "yml",
];

/// The maximum number of uses to list.
const SHOWN: usize = 5;

/// The paths and texts of a site's files, in the order of Ruby's `Dir.glob`. The paths are relative to the source.
pub(super) struct Texts(Vec<(String, String)>);

impl Texts {
    /// Reads the texts in the source that a build may render: pages, documents, layouts and includes whose extension is
    /// in `ENDINGS`.
    pub(super) fn of(site: &Site) -> Self {
        let setup = &site.setup;
        let content = &site.content;
        let pages = content.pages.iter().map(|page| setup.context.in_source(page.relative_path()));
        let documents = content.collections.iter().flat_map(|collection| &collection.docs);
        let rendered: HashSet<String> = pages
            .chain(documents.map(|document| document.path.to_string()))
            .chain(content.layouts.values().map(|layout| layout.path.clone()))
            .collect();
        let is_include = |file: &str| setup.context.includes.iter().any(|folder| Path::new(file).starts_with(folder));
        let mut texts = Vec::new();
        for path in tree::below(&setup.context.world, &setup.context.source, false) {
            let file = format!("{}/{path}", setup.context.source);
            let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
            if !ENDINGS.contains(&ending) || !rendered.contains(&file) && !is_include(&file) {
                continue;
            }
            if let Ok(bytes) = setup.context.world.read(Path::new(&file)) {
                texts.push((path, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
        Texts(texts)
    }

    /// The places in the source that use the Liquid tag `name`. `None` if no file uses it.
    pub(super) fn of_tag(&self, name: &str) -> Option<Uses> {
        self.places(name, "{%")
    }

    /// The places in the source that use the filter `name`. `None` if no file uses it.
    pub(super) fn of_filter(&self, name: &str) -> Option<Uses> {
        self.places(name, "|")
    }

    fn places(&self, name: &str, sign: &str) -> Option<Uses> {
        let uses = self.0.iter().flat_map(|(path, text)| {
            let lines = text.lines().enumerate().filter(|(_, line)| holds(line, sign, name));
            lines.map(move |(index, _)| (path.clone(), index + 1))
        });
        let uses: Vec<(String, usize)> = uses.collect();
        (!uses.is_empty()).then_some(Uses(uses))
    }
}

/// The paths and lines at which a Liquid tag or filter is used. There is at least one.
pub(super) struct Uses(Vec<(String, usize)>);

impl Uses {
    /// Logs the warning `text`. The first use is the location of the warning.
    pub(super) fn warn(&self, text: String, log: &mut Log) {
        let (file, line) = &self.0[0];
        log.warn_about(file, *line, TOPIC, text);
    }
}

impl fmt::Display for Uses {
    /// Formats the uses as `path:line, path:line and N more`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (path, line)) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{path}:{line}", if index > 0 { ", " } else { "" })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// Whether a line contains a name right after a delimiter, such as `{% name` or `| name`.
fn holds(line: &str, sign: &str, name: &str) -> bool {
    line.split(sign).skip(1).any(|rest| {
        let rest = rest.strip_prefix('-').unwrap_or(rest).trim_start();
        rest.strip_prefix(name)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-'))
    })
}
