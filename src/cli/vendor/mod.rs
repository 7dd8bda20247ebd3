//! `hastie vendor`: fetches the theme and the gems that a build would fetch, and copies them into the site. Jekyll has
//! no such command; `bundle cache` is similar.

pub(super) mod copy;

use super::progress::Watch;
use super::{Context, failure, theme};
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::Theme;
use crate::path;
use crate::plugins::gems;
use crate::site;
use crate::world::World;
use copy::Copier;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie vendor`. `--cache` and `--dry-run` can be combined.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Only fetch into the cache of this user, without a copy in the site
    #[arg(long)]
    cache: bool,
    /// Show what would be fetched or copied, without doing it
    #[arg(long)]
    dry_run: bool,
}

const TOPIC: &str = "Gem:";

/// `hastie vendor`: downloads the theme and the gems that a build would download, and copies them into the site. With
/// `--cache`, only downloads them. With `--dry-run`, only logs what it would do.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    let waiting = Watch::word(&context.printer, "Fetching");
    let done = vendor(args, context, &mut log);
    drop(waiting);
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => failure::plain_end(&problem, &mut log),
    }
}

fn vendor(args: &Args, context: &Context, log: &mut Log) -> Result<(), Failure> {
    let world = if args.dry_run { context.world.clone().offline() } else { context.world.clone() };
    let mut config = context.load(log)?;
    let theme = match site::find_theme(&mut config, &world, &crate::registry(), log) {
        Ok(None) if config.settings().remote_theme().as_str().is_some() => {
            theme::site(context, args.dry_run, log)?.setup.context.theme.clone()
        }
        Ok(theme) => theme,
        // A dry run does not know the dependencies of a theme that is not installed.
        Err(problem) if args.dry_run && !context.world.is_offline() => {
            log.info(copy::THEME, format!("would fetch it: {}", problem.message));
            None
        }
        Err(problem) => return Err(problem),
    };
    let copier = Copier { config: &config, world: &world, dry_run: args.dry_run };
    if let Some(theme) = theme.as_ref().filter(|_| !args.cache) {
        copier.theme(theme, log)?;
    }
    if args.dry_run {
        announce(args, &config, theme.as_ref(), &world, log)
    } else {
        fetch(args, &copier, theme.as_ref(), log)
    }
}

/// Fetches the gems and, without `--cache`, copies them into the site. Fails if a gem could not be fetched.
fn fetch(args: &Args, copier: &Copier<'_>, theme: Option<&Theme>, log: &mut Log) -> Result<(), Failure> {
    let fetched = gems::fetch_all(copier.config, theme, copier.world, log)?;
    for folder in &fetched.folders {
        for entry in copier.world.list(Path::new(folder)).unwrap_or_default() {
            let Some((name, version)) = entry.name.rsplit_once('-') else { continue };
            match args.cache {
                true => log.info(TOPIC, format!("{name} {version} is in the cache")),
                false => copier.gem(TOPIC, &path::join(folder, &entry.name), (name, version), log)?,
            }
        }
    }
    for (gem, reason) in &fetched.unavailable {
        log.error(TOPIC, format!("{gem} could not be fetched: {reason}"));
    }
    if fetched.folders.is_empty() && fetched.unavailable.is_empty() {
        log.info(TOPIC, "this machine already has everything that the site needs");
    }
    match fetched.unavailable.len() {
        0 => Ok(()),
        _ => Err(Failure::raised("Jekyll::Errors::MissingDependencyException", "not all gems could be fetched")),
    }
}

/// Logs what would be fetched and copied.
fn announce(
    args: &Args,
    config: &Configuration,
    theme: Option<&Theme>,
    world: &World,
    log: &mut Log,
) -> Result<(), Failure> {
    let status = gems::status(config, theme, world)?;
    for (gem, version) in &status.cached {
        log.info(TOPIC, format!("{} {gem} {version}", if args.cache { "has" } else { "would copy" }));
    }
    for (needed, _) in status.needed.iter().filter(|(_, version)| version.is_none()) {
        log.info(TOPIC, format!("would fetch {}, and what it needs", needed.gem));
    }
    Ok(())
}
