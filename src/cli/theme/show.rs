//! `hastie theme show`: lists which files come from the site and which from its theme.

use crate::cli::{Context, failure};
use crate::diagnostic::{Log, escaped};
use crate::failure::Failure;
use crate::model::Theme;
use crate::path;
use crate::render::Setup;
use crate::site::Site;
use crate::world::{Kind, World};
use hastie_liquid::Value;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie theme show`. `file` names a page or document by its relative path.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A file of the site; without it, all files of the theme are listed
    file: Option<String>,
}

/// `hastie theme show`: prints the theme, then a line for each of its files. For a given page, prints lines for the
/// page and for its layouts and includes instead.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    match lines(args, context, &mut log) {
        Ok(lines) => {
            lines.iter().for_each(|line| println!("{}", escaped(line)));
            ExitCode::SUCCESS
        }
        Err(problem) => failure::plain_end(&problem, &mut log),
    }
}

fn lines(args: &Args, context: &Context, log: &mut Log) -> Result<Vec<String>, Failure> {
    let mut site = super::site(context, false, log)?;
    let setup = site.setup.clone();
    let mut lines = vec![match &setup.context.theme {
        Some(theme) => format!("theme {} {} in {}", theme.name, theme.version, theme.root),
        None => "no theme".to_owned(),
    }];
    match &args.file {
        Some(file) => {
            site.reset(log)?;
            site.read(log)?;
            site.generate(log)?;
            let file = file.trim_start_matches("./");
            lines.extend(parts(&site, file)?);
        }
        None => lines.extend(setup.context.theme.iter().flat_map(|theme| files(&setup, theme))),
    }
    Ok(lines)
}

/// A line for each file of a theme that a build may use. The line says whether the site overrides the file.
fn files(setup: &Setup, theme: &Theme) -> Vec<String> {
    let settings = setup.context.config.settings();
    let own = |value: Option<&str>, usual: &str| value.unwrap_or(usual).to_owned();
    let folders = [
        (&theme.layouts, own(settings.layouts_dir().as_str(), "_layouts")),
        (&theme.includes, own(settings.includes_dir().as_str(), "_includes")),
        (&theme.sass, "_sass".to_owned()),
        (&theme.data, own(settings.data_dir(), "_data")),
        (&theme.assets, "assets".to_owned()),
    ];
    let mut lines = Vec::new();
    for (folder, own) in folders {
        let Some(folder) = folder else { continue };
        for file in below(&setup.context.world, folder) {
            let name = path::join(&own, &file);
            let is_own = setup.context.world.is_file(Path::new(&setup.context.in_source(&name)));
            lines.push(line(if is_own { "site" } else { "theme" }, &name));
        }
    }
    lines
}

/// The lines for a page or document, for its layouts, and for the files that these include by name.
fn parts(site: &Site, file: &str) -> Result<Vec<String>, Failure> {
    let content = &site.content;
    let page = content.pages.iter().find(|page| page.relative_path() == file);
    let page = page.map(|page| (page.data_over_defaults().get("layout").cloned(), page.content.text().to_string()));
    let document = || {
        let mut documents = content.collections.iter().flat_map(|collection| &collection.docs);
        let document = documents.find(|document| document.relative_path == file)?;
        Some((Some(document.field("layout")), document.content.text().to_string()))
    };
    let Some((layout, text)) = page.or_else(document) else {
        return Err(Failure::raised("ArgumentError", format!("{file} is not a page or document of the site")));
    };
    let mut lines = vec![line("site", file)];
    let mut seen = Vec::new();
    let mut layout = layout.as_ref().and_then(Value::as_str).map(str::to_owned);
    includes(&site.setup, &text, &mut seen, &mut lines);
    let mut used = Vec::new();
    while let Some(name) = layout.take().filter(|name| name != "none" && !used.contains(name)) {
        let Some(found) = content.layouts.get(name.as_str()) else {
            lines.push(line("nowhere", &format!("layout {name}")));
            break;
        };
        lines.push(line(whose(&site.setup, &found.path), found.relative_path.trim_start_matches('/')));
        includes(&site.setup, &found.content, &mut seen, &mut lines);
        layout = found.data.get("layout").and_then(Value::as_str).map(str::to_owned);
        used.push(name);
    }
    Ok(lines)
}

/// Adds lines for the files that a template includes, and for the files that these include. Skips computed names.
fn includes(setup: &Setup, text: &str, seen: &mut Vec<String>, lines: &mut Vec<String>) {
    for rest in text.split("{%").skip(1) {
        let words = rest.trim_start_matches('-').split_once("%}").map_or("", |(inside, _)| inside);
        let mut words = words.split_ascii_whitespace();
        if !matches!(words.next(), Some("include" | "include_cached")) {
            continue;
        }
        let Some(name) = words.next().filter(|name| !name.contains('{')) else { continue };
        if seen.iter().any(|other| other == name) {
            continue;
        }
        seen.push(name.to_owned());
        let mut places = setup.context.includes.iter().map(|folder| path::join(folder, name));
        let Some(found) = places.find(|place| setup.context.world.is_file(Path::new(place))) else {
            lines.push(line("nowhere", &format!("include {name}")));
            continue;
        };
        lines.push(line(whose(setup, &found), &format!("_includes/{name}")));
        let text = setup.context.world.read(Path::new(&found)).unwrap_or_default();
        includes(setup, &String::from_utf8_lossy(&text), seen, lines);
    }
}

fn whose(setup: &Setup, file: &str) -> &'static str {
    let is_of_theme = setup.context.theme.as_ref().is_some_and(|theme| Path::new(file).starts_with(&theme.root));
    if is_of_theme { "theme" } else { "site" }
}

fn line(whose: &str, file: &str) -> String {
    format!("{whose:<8}{file}")
}

/// The paths of all files below `folder`, relative to it.
fn below(world: &World, folder: &str) -> Vec<String> {
    let mut files = Vec::new();
    for entry in world.list(Path::new(folder)).unwrap_or_default() {
        match entry.kind {
            Kind::File => files.push(entry.name.clone()),
            Kind::Folder => {
                let inner = below(world, &path::join(folder, &entry.name));
                files.extend(inner.into_iter().map(|file| format!("{}/{file}", entry.name)));
            }
            _ => {}
        }
    }
    files
}
