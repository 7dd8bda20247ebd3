//! Finds uses of a tag or filter in the files of a site.

use crate::read::tree;
use crate::site::Site;
use std::path::Path;

/// The extensions of files that can contain Liquid.
const ENDINGS: &[&str] = &[
    "html", "htm", "xhtml", "md", "markdown", "mkd", "mkdn", "mkdown", "xml", "json", "css", "scss", "sass", "js",
    "txt", "yml",
];

/// The maximum number of uses to list.
const SHOWN: usize = 5;

/// The texts of a site, sorted by their path relative to the source.
pub(super) struct Texts(Vec<(String, String)>);

impl Texts {
    /// Reads the texts.
    pub(super) fn of(site: &Site) -> Self {
        let setup = &site.setup;
        let in_destination = |file: &str| Path::new(file).starts_with(&setup.context.destination);
        let mut texts = Vec::new();
        for path in tree::below(&setup.context.world, &setup.context.source, false) {
            let file = format!("{}/{path}", setup.context.source);
            let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
            if !ENDINGS.contains(&ending) || in_destination(&file) || path.contains("node_modules/") {
                continue;
            }
            if let Ok(bytes) = setup.context.world.read(Path::new(&file)) {
                texts.push((path, String::from_utf8_lossy(&bytes).into_owned()));
            }
        }
        Texts(texts)
    }

    /// The uses of a tag, as `path:line, path:line and N more`.
    pub(super) fn of_tag(&self, name: &str) -> Option<String> {
        self.places(name, "{%")
    }

    /// The uses of a filter.
    pub(super) fn of_filter(&self, name: &str) -> Option<String> {
        self.places(name, "|")
    }

    fn places(&self, name: &str, sign: &str) -> Option<String> {
        let places: Vec<String> = self
            .0
            .iter()
            .flat_map(|(path, text)| {
                let lines = text.lines().enumerate().filter(|(_, line)| holds(line, sign, name));
                lines.map(move |(index, _)| format!("{path}:{}", index + 1))
            })
            .collect();
        let shown = places[..places.len().min(SHOWN)].join(", ");
        match places.len() {
            0 => None,
            1..=SHOWN => Some(shown),
            many => Some(format!("{shown} and {} more", many - SHOWN)),
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
