//! `hastie compare`: shows how two built sites differ. The old one may be a folder, a published site, or Jekyll's
//! result.

mod jekyll;
mod published;
mod report;
mod sides;

use super::built_files::{Unreadable, list};
use super::limits::Limits;
use super::progress::Watch;
use super::{Context, build, cache, failure};
use crate::compare::{self, Cause, Comparison, Kind};
use crate::config::{Configuration, Settings};
use crate::diagnostic::Log;
use crate::world::World;
use hastie_liquid::Value;
use rayon::prelude::*;
use sides::Side;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Options of `hastie compare`. With `--with-jekyll`, `old` names the folder of the new site.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The folder with the old site, such as Jekyll's, or the address of the published site
    old: Option<String>,
    /// The folder with the new site; without it, the site is built
    new: Option<String>,
    /// Let Jekyll build the old site: `bundle exec jekyll build`, or `jekyll build` without a Gemfile
    #[arg(long = "with-jekyll")]
    with_jekyll: bool,
    /// The maximum number of files to request from a published site (default: 500)
    #[arg(long, value_name = "COUNT")]
    most: Option<usize>,
    /// Differences that do not count: clock, ids, comments, generator, revision, numbers, space, same-dom
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = rule_names())]
    ignore: Vec<String>,
    /// Files to skip, as patterns such as '*.map'
    #[arg(long, value_name = "GLOB,...", value_delimiter = ',')]
    exclude: Vec<String>,
    /// The maximum number of changes to print for each file (default: 5)
    #[arg(long, value_name = "COUNT")]
    changes: Option<usize>,
    /// The format of the report: text (the default), json or html
    #[arg(long = "format", value_name = "FORMAT", value_parser = ["text", "json", "html"])]
    report: Option<String>,
}

/// The kinds of differences that `--ignore` accepts in addition to causes.
const KINDS: [Kind; 2] = [Kind::Space, Kind::SameDom];

fn rule_names() -> Vec<&'static str> {
    Cause::ALL.iter().map(|(name, _)| *name).chain(KINDS.map(Kind::name)).collect()
}

/// The result of the comparison for each file, by path.
type Results = BTreeMap<String, Comparison>;

/// `hastie compare`: compares two sites. The exit code is 0 if the sites are equal apart from ignored differences.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let sides = match sides(args, context) {
        Ok(sides) => sides,
        Err(code) => return code,
    };
    let _limits = Limits::begin(context, &Arc::default());
    let results = match results(args, &context.world, &sides) {
        Ok(results) => results,
        Err((path, error)) => {
            context.printer.log().error("Error:", format!("{} cannot be read: {error}", path.display()));
            return ExitCode::FAILURE;
        }
    };
    let most = args.changes.unwrap_or(5);
    let report = match args.report.as_deref() {
        Some("json") => report::json(&results),
        Some("html") => report::html(&results, most, &sides, &context.world),
        _ => report::text(&results, most),
    };
    context.printer.write(&report);
    match results.values().all(|one| matches!(one.kind, Kind::Identical | Kind::Ignored)) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// The old and the new site. Builds a site for which `args` names neither a folder nor an address. Requests the files
/// of a site with an address.
fn sides(args: &Args, context: &mut Context) -> Result<[Side; 2], ExitCode> {
    let (old, new) = match (args.with_jekyll, &args.old, &args.new) {
        (true, new, None) => (None, new.clone()),
        (false, Some(old), new) => (Some(old.clone()), new.clone()),
        (true, _, Some(_)) => {
            return Err(refuse(context, "--with-jekyll builds the old site: name only the new one."));
        }
        (false, None, _) => {
            return Err(refuse(
                context,
                "Name two folders, or the address of the published site, or use --with-jekyll.",
            ));
        }
    };
    let is_address = |text: &String| text.starts_with("https://") || text.starts_with("http://");
    let address = old.clone().filter(is_address);
    if new.is_none() && address.is_none() && !args.with_jekyll {
        return Err(refuse(context, "Name two folders, or the address of the published site, or use --with-jekyll."));
    }
    let old_folder = match old.filter(|_| address.is_none()) {
        Some(folder) => Some(context.world.expand(&folder)),
        None if args.with_jekyll => Some(with_jekyll(context)?),
        None => None,
    };
    let new_folder = match new {
        Some(folder) => context.world.expand(&folder),
        None => built(context)?,
    };
    let old = match (old_folder, address) {
        (Some(folder), _) => Side::Folder(folder),
        (None, Some(address)) => request(&address, &new_folder, args, context)?,
        (None, None) => return Err(refuse(context, "The old site is missing.")),
    };
    Ok([old, Side::Folder(new_folder)])
}

fn refuse(context: &Context, problem: &str) -> ExitCode {
    context.printer.log().error("Error:", format!("{problem} See 'hastie help compare'."));
    ExitCode::FAILURE
}

/// The folder `name` in the cache of the site, for a build. A failure is logged, and becomes the exit code.
fn cached(configuration: &Configuration, name: &str, context: &Context) -> Result<PathBuf, ExitCode> {
    let folder = cache::folder(configuration, name, &context.world);
    folder.map(PathBuf::from).map_err(|problem| failure::plain_end(&problem, &mut context.printer.log()))
}

/// Loads the configuration of the site, without logging. A failure is logged, and becomes the exit code.
fn configuration(context: &Context) -> Result<Configuration, ExitCode> {
    let loaded = context.load(&mut Log::new());
    loaded.map_err(|problem| failure::plain_end(&problem, &mut context.printer.log()))
}

/// Lets Jekyll build the site into the cache.
fn with_jekyll(context: &Context) -> Result<PathBuf, ExitCode> {
    let configuration = configuration(context)?;
    let folder = cached(&configuration, "Hastie/jekyll", context)?;
    let waiting = Watch::word(&context.printer, "Jekyll builds");
    let outcome = jekyll::build(&configuration, &folder, &context.world);
    drop(waiting);
    match outcome {
        Ok(()) => Ok(folder),
        Err(problem) => {
            context.printer.log().error("Error:", problem);
            Err(ExitCode::FAILURE)
        }
    }
}

/// Builds the site into the cache, or into the folder of `--destination`. Returns the folder.
fn built(context: &mut Context) -> Result<PathBuf, ExitCode> {
    let configuration = configuration(context)?;
    context.overrides.set("serving", Value::Bool(false));
    let mut folder = PathBuf::from(&configuration.destination);
    if !Settings::of(&context.overrides).has_destination() {
        folder = cached(&configuration, "Hastie/compare", context)?;
        context.overrides.set("destination", Value::str(folder.to_string_lossy().into_owned()));
    }
    match build::build(context, &mut Log::new()) {
        Ok(_) => Ok(folder),
        Err(problem) => Err(failure::end(&problem, "compare", context, &mut context.printer.log())),
    }
}

/// Requests the files of a published site.
fn request(address: &str, new: &Path, args: &Args, context: &Context) -> Result<Side, ExitCode> {
    let mut files = list(&context.world, new).map_err(|(path, error)| {
        context.printer.log().error("Error:", format!("{} cannot be read: {error}", path.display()));
        ExitCode::FAILURE
    })?;
    files.retain(|file| !is_excluded(file, args));
    let waiting = Watch::word(&context.printer, "Requesting");
    let outcome = published::request(address, &files, args.most.unwrap_or(published::MOST), &context.world);
    drop(waiting);
    let mut log = context.printer.log();
    match outcome {
        Ok(site) => {
            if site.left_out > 0 {
                log.warn("Compare:", format!("{} files were not requested; see --most", site.left_out));
            }
            Ok(Side::Published(site))
        }
        Err(problem) => {
            log.error("Error:", problem);
            Err(ExitCode::FAILURE)
        }
    }
}

fn is_excluded(file: &str, args: &Args) -> bool {
    args.exclude.iter().any(|glob| crate::glob::matches(glob, file))
}

/// Compares all files, on several threads.
fn results(args: &Args, world: &World, sides: &[Side; 2]) -> Result<Results, Unreadable> {
    let mut present: BTreeMap<String, [bool; 2]> = BTreeMap::new();
    for (index, side) in sides.iter().enumerate() {
        for file in side.files(world)?.into_iter().filter(|file| !is_excluded(file, args)) {
            present.entry(file).or_default()[index] = true;
        }
    }
    if let Side::Published(site) = &sides[0] {
        present.retain(|file, _| site.was_requested(file));
    }
    let compared =
        present.par_iter().map(|(file, present)| Ok((file.clone(), result(args, world, sides, file, present)?)));
    compared.collect()
}

/// Compares the two versions of a file. A file on only one side is missing or extra.
fn result(
    args: &Args,
    world: &World,
    sides: &[Side; 2],
    file: &str,
    present: &[bool; 2],
) -> Result<Comparison, Unreadable> {
    let alone = |kind| Comparison { kind, changes: Vec::new() };
    let is_ignored = |name: &str| args.ignore.iter().any(|rule| rule == name);
    let causes: Vec<Cause> = Cause::ALL.iter().filter(|(name, _)| is_ignored(name)).map(|(_, cause)| *cause).collect();
    let mut found = match present {
        [true, false] => alone(Kind::Missing),
        [false, _] => alone(Kind::Extra),
        _ => compare::compare(file, &sides[0].read(file, world)?, &sides[1].read(file, world)?, &causes),
    };
    if KINDS.contains(&found.kind) && is_ignored(found.kind.name()) {
        found.kind = Kind::Ignored;
    }
    Ok(found)
}
