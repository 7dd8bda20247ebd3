//! `hastie check`: builds the site into the cache folder, and reports its faults with their lines in the source.

mod report;
mod sources;

use super::{Context, build, failure, options};
use crate::check::{self, BuiltSite, Page, RULES};
use crate::config::{Configuration, Settings};
use crate::diagnostic::Log;
use crate::path;
use crate::world::{self, World};
use hastie_liquid::Value;
use sources::Sources;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie check`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    build: options::Build,
    /// Rules to leave out
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = rule_names())]
    disable: Vec<String>,
    /// Files of the built site to leave out, as patterns such as 'old/*'
    #[arg(long, value_name = "GLOB,...", value_delimiter = ',')]
    exclude: Vec<String>,
    /// The format of the report: text (the default), json, github (annotations) or sarif
    #[arg(long = "format", value_name = "FORMAT", value_parser = ["text", "json", "github", "sarif"])]
    report: Option<String>,
}

fn rule_names() -> Vec<&'static str> {
    RULES.iter().map(|rule| rule.name).collect()
}

/// A fault with its place in the source.
struct Fault {
    rule: &'static str,
    /// The file in the source, relative to it, or the file of the built site if the source is not known.
    file: String,
    /// The line, starting at 1.
    line: usize,
    message: String,
    /// The pages of the built site that have the fault.
    pages: Vec<String>,
}

/// Builds and checks the site. The exit code is 0 if there are no faults.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    context.overrides.set("serving", Value::Bool(false));
    if !Settings::of(&context.overrides).has_destination()
        && let Ok(preliminary) = context.load(&mut Log::new())
    {
        let folder = path::join(&preliminary.source, preliminary.settings().cache_dir());
        context.overrides.set("destination", Value::str(path::join(&folder, "Hastie/check")));
    }
    let (configuration, site) = match build::build(context, &mut Log::new()) {
        Ok(built) => built,
        Err(problem) => return failure::end(&problem, "check", context, &mut context.printer.log()),
    };
    let built = match read(&configuration, &context.world, &args.exclude) {
        Ok(built) => built,
        Err(error) => {
            let text = format!("{} cannot be read: {error}", configuration.destination);
            context.printer.log().error("Error:", text);
            return ExitCode::FAILURE;
        }
    };
    let findings = check::check(&built, &args.disable);
    let faults = Sources::new(&configuration, &site, &context.world).locate(&built, findings);
    let text = match args.report.as_deref() {
        Some("json") => report::json(&faults),
        Some("github") => report::github(&faults),
        Some("sarif") => report::sarif(&faults),
        _ => report::text(&faults, built.pages.len()),
    };
    context.printer.write(&text);
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Reads the built site.
fn read(configuration: &Configuration, world: &World, excluded: &[String]) -> io::Result<BuiltSite> {
    let root = Path::new(&configuration.destination);
    let text = |value: &Value| value.as_str().unwrap_or_default().trim_end_matches('/').to_owned();
    let settings = configuration.settings();
    let mut site = BuiltSite { url: text(settings.url()), baseurl: text(settings.baseurl()), ..BuiltSite::default() };
    if !site.baseurl.is_empty() && !site.baseurl.starts_with('/') {
        site.baseurl.insert(0, '/');
    }
    let mut files = Vec::new();
    list(world, root, "", &mut files)?;
    for file in files {
        let is_read = !excluded.iter().any(|pattern| crate::glob::matches(pattern, &file));
        let extension = file.rsplit('.').next().unwrap_or_default();
        if is_read && matches!(extension, "html" | "htm" | "xhtml" | "xml") {
            let text = String::from_utf8_lossy(&world.read(&root.join(&file))?).into_owned();
            if extension == "xml" {
                site.feeds.insert(file.clone(), text);
            } else {
                site.pages.push(Page::new(file.clone(), text));
            }
        }
        site.files.insert(file);
    }
    Ok(site)
}

/// Adds the files below a folder, sorted, relative to the root.
fn list(world: &World, root: &Path, below: &str, files: &mut Vec<String>) -> io::Result<()> {
    let mut entries = world.list(&root.join(below))?;
    entries.sort_by(|one, other| one.name.cmp(&other.name));
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
