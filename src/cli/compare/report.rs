//! Writes the differences of two sites as text, as JSON or as an HTML page.

use super::{Results, Side};
use crate::compare::{Cause, Change, Comparison, Kind};
use crate::diagnostic::{escaped, escaped_json};
use crate::world::World;
use serde_json::{Value as Json, json};
use std::fmt::Write;

/// The maximum length in characters at which a report shows the old or new text of a change. Longer texts are cut.
const MAX_SHOWN: usize = 160;

/// The number of files of each kind, such as "3 identical, 1 different".
fn summary(results: &Results) -> String {
    let count = |kind: Kind| results.values().filter(|one| one.kind == kind).count();
    let counts = Kind::ALL.iter().map(|kind| format!("{} {}", count(*kind), kind.name()));
    counts.collect::<Vec<_>>().join(", ")
}

/// The files of a report, which are those that differ.
fn differing(results: &Results) -> impl Iterator<Item = (&String, &Comparison)> {
    results.iter().filter(|(_, one)| !matches!(one.kind, Kind::Identical | Kind::Ignored))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn cause_name(change: &Change) -> &'static str {
    change.cause.map_or("", Cause::name)
}

/// The report for people: the kind of each differing file, at most `most` of its changes, and a summary.
pub(super) fn text(results: &Results, most: usize) -> String {
    let mut report = String::new();
    for (file, one) in differing(results) {
        report.push_str(&escaped(&format!("{}: {file}", one.kind.name())));
        report.push('\n');
        for change in one.changes.iter().take(most) {
            let cause = change.cause.map(|cause| format!(" ({})", cause.name())).unwrap_or_default();
            let place = format!("  lines {} and {}, {}{cause}", change.old_line, change.new_line, change.what);
            report.push_str(&format!("{}\n", escaped(&place)));
            for (sign, text) in [('-', &change.old), ('+', &change.new)].iter().filter(|(_, text)| !text.is_empty()) {
                report.push_str(&format!("    {sign} {}\n", escaped(&shortened(text))));
            }
        }
        if one.changes.len() > most {
            report.push_str(&format!("  {} further changes\n", one.changes.len() - most));
        }
    }
    format!("{report}{} files: {}\n", results.len(), summary(results))
}

/// The results as one JSON object: the number of files of each kind, and each differing file with its changes.
pub(super) fn json(results: &Results) -> String {
    let change = |change: &Change| {
        json!({
            "old_line": change.old_line, "new_line": change.new_line, "what": change.what,
            "old": change.old, "new": change.new, "cause": change.cause.map(Cause::name),
        })
    };
    let file = |(file, one): (&String, &Comparison)| json!({"file": file, "kind": one.kind.name(), "changes": one.changes.iter().map(change).collect::<Json>()});
    let counts: serde_json::Map<String, Json> = Kind::ALL
        .iter()
        .map(|kind| (kind.name().to_owned(), results.values().filter(|one| one.kind == *kind).count().into()))
        .collect();
    let report = json!({"counts": counts, "files": differing(results).map(file).collect::<Json>()});
    format!("{}\n", escaped_json(&format!("{report:#}")))
}

/// Escapes a text for HTML. Control characters also become references, because a terminal may show the report.
fn html_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() && !matches!(c, '\t' | '\n') => drop(write!(escaped, "&#{};", u32::from(c))),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The maximum number of pages that the HTML report shows side by side.
const MAX_FRAMES: usize = 50;

/// The maximum size of each version of a page that the HTML report shows, in bytes.
const MAX_FRAME: usize = 1024 * 1024;

/// The style sheet of the HTML report.
const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:100rem;margin:2rem auto;padding:0 1rem}\
    table{width:100%;table-layout:fixed;border-collapse:collapse}td,th{border:1px solid #bbb;padding:.3rem;text-align:left;\
    vertical-align:top;overflow-wrap:anywhere}td:first-child,th:first-child{width:12rem}del{background:#fdd}ins{background:#dfd}\
    summary{cursor:pointer;padding:.5rem 0}.pages{display:flex;gap:1rem}.pages figure{flex:1;margin:0;min-width:0}\
    iframe{width:100%;height:40rem;border:1px solid #bbb;background:#fff}";

/// The report as one HTML page: the differing files, each with at most `most` of its changes. For the first
/// [`MAX_FRAMES`] changed pages, the report also shows the old and the new version side by side.
pub(super) fn html(results: &Results, most: usize, sides: &[Side; 2], world: &World) -> String {
    let mut report = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>Comparison</title><style>{STYLE}</style></head>\n\
         <body>\n<h1>Comparison</h1>\n<p>{} files: {}</p>\n",
        results.len(),
        summary(results)
    );
    let mut frames = 0;
    for (file, one) in differing(results) {
        let _ = writeln!(report, "<h2>{} ({})</h2>", html_escaped(file), one.kind.name());
        if one.changes.is_empty() {
            continue;
        }
        changes(&mut report, one, most);
        if frames < MAX_FRAMES && file.ends_with(".html") {
            let pages = pages(file, sides, world);
            frames += usize::from(pages.is_some());
            report.push_str(&pages.unwrap_or_default());
        }
    }
    format!("{report}</body>\n</html>\n")
}

/// Appends a table of the changes of a file to the report, at most `most` of them.
fn changes(report: &mut String, one: &Comparison, most: usize) {
    report.push_str("<table>\n<tr><th>Place</th><th>Old</th><th>New</th></tr>\n");
    for change in one.changes.iter().take(most) {
        let _ = writeln!(
            report,
            "<tr><td>{} {}<br>lines {} and {}</td><td><del>{}</del></td><td><ins>{}</ins></td></tr>",
            html_escaped(&change.what),
            cause_name(change),
            change.old_line,
            change.new_line,
            html_escaped(&shortened(&change.old)),
            html_escaped(&shortened(&change.new)),
        );
    }
    report.push_str("</table>\n");
    if one.changes.len() > most {
        let _ = writeln!(report, "<p>{} further changes</p>", one.changes.len() - most);
    }
}

/// HTML that shows the old and the new version of a page side by side. The scripts of the page do not run. `None` if a
/// version is missing, too large or not UTF-8.
fn pages(file: &str, sides: &[Side; 2], world: &World) -> Option<String> {
    let mut text = "<details><summary>Pages side by side</summary>\n<div class=\"pages\">\n".to_owned();
    for (side, name) in sides.iter().zip(["Old", "New"]) {
        let bytes = side.read(file, world).ok().filter(|bytes| bytes.len() <= MAX_FRAME)?;
        let page = with_root(&String::from_utf8(bytes.into_owned()).ok()?, &side.address(""));
        let folder = side.address(file.rsplit_once('/').map_or("", |(folder, _)| folder));
        let page = format!("<base href=\"{}/\">{page}", html_escaped(folder.trim_end_matches('/')));
        let _ = writeln!(
            text,
            "<figure><figcaption>{name}</figcaption><iframe sandbox loading=\"lazy\" title=\"{name}: {}\" srcdoc=\"{}\"></iframe></figure>",
            html_escaped(file),
            html_escaped(&page),
        );
    }
    text.push_str("</div></details>\n");
    Some(text)
}

/// Inserts `root`, the address of the site, before the addresses of a page that start with a slash.
fn with_root(page: &str, root: &str) -> String {
    let root = html_escaped(root.trim_end_matches('/'));
    let mut found = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(position) = rest.find("=\"/") {
        let (before, after) = rest.split_at(position + 2);
        found.push_str(before);
        let is_file = ["src", "href", "srcset", "poster"].iter().any(|name| before[..position].ends_with(name));
        if is_file && !after.starts_with("//") {
            found.push_str(&root);
        }
        rest = after;
    }
    found.push_str(rest);
    found
}

#[cfg(test)]
mod tests {
    use super::with_root;

    #[test]
    fn addresses_from_the_root_lead_to_the_site() {
        let page = "<a href=\"/a\"><img src=\"//b\"><i title=\"/c\"><b href=\"d\">";
        assert_eq!(
            with_root(page, "file:///x/"),
            "<a href=\"file:///x/a\"><img src=\"//b\"><i title=\"/c\"><b href=\"d\">"
        );
    }
}
