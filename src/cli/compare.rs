//! `hastie compare`: shows how two built sites differ.

use super::Context;
use crate::compare::{self, Cause, Change, Comparison, Kind};
use crate::diagnostic::escaped;
use crate::world::{self, World};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Options of `hastie compare`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The folder with the old site, such as Jekyll's
    old: String,
    /// The folder with the new site
    new: String,
    /// Differences that do not count: clock, ids, comments, generator, revision, numbers, space, same-dom
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = rule_names())]
    ignore: Vec<String>,
    /// Files to leave out, as patterns such as '*.map'
    #[arg(long, value_name = "GLOB,...", value_delimiter = ',')]
    exclude: Vec<String>,
    /// The maximum number of changes to print for each file (5 without it)
    #[arg(long, value_name = "COUNT")]
    changes: Option<usize>,
    /// The format of the report: text (the default), json or html
    #[arg(long = "format", value_name = "FORMAT", value_parser = ["text", "json", "html"])]
    report: Option<String>,
}

/// The longest text of a change in a report, in characters.
const MAX_SHOWN: usize = 160;

/// The kinds that can be ignored as a whole.
const KINDS: [Kind; 2] = [Kind::Space, Kind::SameDom];

fn rule_names() -> Vec<&'static str> {
    Cause::ALL.iter().map(|(name, _)| *name).chain(KINDS.map(Kind::name)).collect()
}

/// The results for all files, by path.
type Results = BTreeMap<String, Comparison>;

/// Compares two folders. The exit code is 0 if no difference counts.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let world = &context.world;
    let results = match results(args, world) {
        Ok(results) => results,
        Err((path, error)) => {
            context.printer.log().error("Error:", format!("{} cannot be read: {error}", path.display()));
            return ExitCode::FAILURE;
        }
    };
    let most = args.changes.unwrap_or(5);
    let report = match args.report.as_deref() {
        Some("json") => json_report(&results),
        Some("html") => html_report(&results, most),
        _ => text_report(&results, most),
    };
    context.printer.write(&report);
    match results.values().all(|one| matches!(one.kind, Kind::Identical | Kind::Ignored)) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// A file that cannot be read, with the reason.
type Unreadable = (PathBuf, io::Error);

/// Compares all files, on several threads.
fn results(args: &Args, world: &World) -> Result<Results, Unreadable> {
    let roots = [&args.old, &args.new].map(|folder| world.expand(folder));
    let mut present: BTreeMap<String, [bool; 2]> = BTreeMap::new();
    for (side, root) in roots.iter().enumerate() {
        let mut files = Vec::new();
        list(world, root, "", &mut files)?;
        let is_excluded = |file: &String| args.exclude.iter().any(|glob| crate::glob::matches(glob, file));
        for file in files.into_iter().filter(|file| !is_excluded(file)) {
            present.entry(file).or_default()[side] = true;
        }
    }
    let files: Vec<(&String, &[bool; 2])> = present.iter().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some((file, sides)) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push(((*file).clone(), result(args, world, &roots, file, sides)?));
        }
        Ok(found)
    };
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    if threads == 1 {
        return work().map(Results::from_iter);
    }
    let mut all = Results::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            let stopped = || (PathBuf::from(&args.new), io::Error::other("a comparison stopped"));
            all.extend(worker.join().unwrap_or_else(|_| Err(stopped()))?);
        }
        Ok(all)
    })
}

/// Adds the files below a folder, relative to the root. Links to files are followed.
fn list(world: &World, root: &Path, below: &str, files: &mut Vec<String>) -> Result<(), Unreadable> {
    let folder = root.join(below);
    let entries = world.list(&folder).map_err(|error| (folder.clone(), error))?;
    for entry in entries {
        let path = if below.is_empty() { entry.name } else { format!("{below}/{}", entry.name) };
        match entry.kind {
            world::Kind::Folder => list(world, root, &path, files)?,
            _ if world.is_file(&root.join(&path)) => files.push(path),
            _ => {}
        }
    }
    Ok(())
}

/// Compares one file.
fn result(
    args: &Args,
    world: &World,
    roots: &[PathBuf; 2],
    file: &str,
    sides: &[bool; 2],
) -> Result<Comparison, Unreadable> {
    let alone = |kind| Comparison { kind, changes: Vec::new() };
    let read = |root: &PathBuf| {
        let path = root.join(file);
        world.read(&path).map_err(|error| (path, error))
    };
    let is_ignored = |name: &str| args.ignore.iter().any(|rule| rule == name);
    let causes: Vec<Cause> = Cause::ALL.iter().filter(|(name, _)| is_ignored(name)).map(|(_, cause)| *cause).collect();
    let mut found = match sides {
        [true, false] => alone(Kind::Missing),
        [false, _] => alone(Kind::Extra),
        _ => compare::compare(file, &read(&roots[0])?, &read(&roots[1])?, &causes),
    };
    if KINDS.contains(&found.kind) && is_ignored(found.kind.name()) {
        found.kind = Kind::Ignored;
    }
    Ok(found)
}

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

fn text_report(results: &Results, most: usize) -> String {
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

fn json_report(results: &Results) -> String {
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
    format!("{:#}\n", json!({"counts": counts, "files": differing(results).map(file).collect::<Json>()}))
}

fn html_escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The style of the report.
const STYLE: &str = "body{font:16px/1.5 sans-serif;max-width:80rem;margin:2rem auto;padding:0 1rem}\
    table{width:100%;table-layout:fixed;border-collapse:collapse}td,th{border:1px solid #bbb;padding:.3rem;text-align:left;\
    vertical-align:top;overflow-wrap:anywhere}td:first-child,th:first-child{width:12rem}del{background:#fdd}ins{background:#dfd}";

/// One page without other files: the changes of each file, old and new side by side.
fn html_report(results: &Results, most: usize) -> String {
    let mut report = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>Comparison</title><style>{STYLE}</style></head>\n\
         <body>\n<h1>Comparison</h1>\n<p>{} files: {}</p>\n",
        results.len(),
        summary(results)
    );
    for (file, one) in differing(results) {
        report.push_str(&format!("<h2>{} ({})</h2>\n", html_escaped(file), one.kind.name()));
        if one.changes.is_empty() {
            continue;
        }
        report.push_str("<table>\n<tr><th>Place</th><th>Old</th><th>New</th></tr>\n");
        for change in one.changes.iter().take(most) {
            report.push_str(&format!(
                "<tr><td>{} {}<br>lines {} and {}</td><td><del>{}</del></td><td><ins>{}</ins></td></tr>\n",
                html_escaped(&change.what),
                cause_name(change),
                change.old_line,
                change.new_line,
                html_escaped(&shortened(&change.old)),
                html_escaped(&shortened(&change.new)),
            ));
        }
        report.push_str("</table>\n");
        if one.changes.len() > most {
            report.push_str(&format!("<p>{} further changes</p>\n", one.changes.len() - most));
        }
    }
    format!("{report}</body>\n</html>\n")
}
