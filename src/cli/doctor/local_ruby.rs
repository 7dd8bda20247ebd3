//! Where a site uses what its own Ruby defines: the places that come out different, or not at all.

use crate::diagnostic::Log;
use crate::plugins::LocalFile;
use crate::read::tree;
use crate::site::Site;
use std::path::Path;

const TOPIC: &str = "Advice:";

/// How many places of one tag or filter are told.
const SHOWN: usize = 5;

/// Files that can hold Liquid.
const TEXTS: &[&str] = &[
    "html", "htm", "xhtml", "md", "markdown", "mkd", "mkdn", "mkdown", "xml", "json", "css", "scss", "sass", "js",
    "txt", "yml",
];

/// Tells of each file of the plugins folders what it defines, and where that is used.
pub(super) fn advise(site: &Site, log: &mut Log) {
    let files = site.setup.plugins.local();
    if files.is_empty() {
        return;
    }
    let texts = texts(site);
    for file in files {
        log.warn(TOPIC, format!("{} is Ruby, which is not run. It defines {}.", file.path, file.summary()));
        for (kind, name, places) in uses(file, &texts) {
            let more = places.len().saturating_sub(SHOWN);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let places = places[..places.len().min(SHOWN)].join(", ");
            log.warn(TOPIC, format!("The {kind} '{name}' of {} is used in {places}{more}.", file.path));
        }
    }
}

/// The texts of a site, by path below the source, in the order of their paths.
fn texts(site: &Site) -> Vec<(String, String)> {
    let setup = &site.setup;
    let in_destination = |file: &str| Path::new(file).starts_with(&setup.destination);
    let mut texts = Vec::new();
    for path in tree::below(&setup.world, &setup.source, false) {
        let file = format!("{}/{path}", setup.source);
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        if !TEXTS.contains(&extension) || in_destination(&file) || path.contains("node_modules/") {
            continue;
        }
        if let Ok(text) = setup.world.read(Path::new(&file)).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()) {
            texts.push((path, text));
        }
    }
    texts
}

/// The tags and filters of a file that are used: what they are, their name, `path:line` of each use.
fn uses<'a>(file: &'a LocalFile, texts: &[(String, String)]) -> Vec<(&'static str, &'a str, Vec<String>)> {
    let tags = file.tags.iter().map(|name| ("tag", name, "{%"));
    let filters = file.filters.iter().map(|name| ("filter", name, "|"));
    tags.chain(filters)
        .map(|(kind, name, sign)| {
            let places = texts.iter().flat_map(|(path, text)| {
                let lines = text.lines().enumerate().filter(|(_, line)| holds(line, sign, name));
                lines.map(move |(at, _)| format!("{path}:{}", at + 1))
            });
            (kind, name.as_str(), places.collect::<Vec<_>>())
        })
        .filter(|(_, _, places)| !places.is_empty())
        .collect()
}

/// Whether a line has a name right after a sign, as `{% name` and `| name` are.
fn holds(line: &str, sign: &str, name: &str) -> bool {
    line.split(sign).skip(1).any(|rest| {
        let rest = rest.strip_prefix('-').unwrap_or(rest).trim_start();
        rest.strip_prefix(name)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '-'))
    })
}
