//! `hastie build`. Mirrors `Jekyll::Commands::Build`.

use super::limits::Limits;
use super::progress::Watch;
use super::{Context, failure, options, overview, timeout, watch};
use crate::bundled::folder;
use crate::config::{Configuration, cache};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::registry;
use crate::render::origins::Origins;
use crate::site::{Site, identity};
use crate::world::World;
use hastie_liquid::Value;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Options of `hastie build`. Jekyll's own command lacks `--timeout` and `--format`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    build: options::Build,
    /// End the build with an error if it takes longer than this
    #[arg(long, value_name = "SECONDS", conflicts_with = "watch", value_parser = clap::value_parser!(u32).range(1..))]
    timeout: Option<u32>,
    #[command(flatten)]
    format: options::Format,
}

/// Builds the site once. If the setting `watch` is on and `detach` is off, also builds it after every change.
pub(super) fn run(_args: &Args, context: &mut Context) -> ExitCode {
    context.overrides.set("serving", Value::Bool(false));
    timeout::watch(&context.world, &context.printer);
    let mut log = context.printer.log();
    // Loads the configuration without logging, so that watching can start before the build.
    let preliminary = context.load(&mut Log::new()).ok();
    let watches = |preliminary: &Configuration| preliminary.settings().watch() && !preliminary.settings().detach();
    let mut watch = preliminary.filter(watches).and_then(|preliminary| watch::begin(&preliminary, context));
    match build(context, &mut log) {
        Ok((configuration, site)) => {
            if let Some(watch) = &mut watch {
                watch::include_theme(watch, &site);
            }
            follow_up(&configuration, watch.is_some(), &mut log);
            if site.content.pages.is_empty() && site.content.collections.iter().all(|one| one.docs.is_empty()) {
                overview::explain(&configuration, "build", context, &mut log);
            }
            let Some(mut watch) = watch else {
                forget(site);
                return ExitCode::SUCCESS;
            };
            drop(site);
            // Later builds have no time limit.
            context.world = context.world.without_timeout();
            watch::regenerate(&mut watch, &configuration.source, context, |_| (), |_| ())
        }
        Err(problem) => failure::end(&problem, "build", context, &mut log),
    }
}

/// Does not free the memory of a site, because the process ends anyway. A site with an interpreter of scripts is
/// dropped, so that the interpreter ends properly.
pub(super) fn forget(site: Site) {
    match site.plugins.script_host() {
        None => std::mem::forget(site),
        Some(_) => std::mem::forget(Arc::clone(&site.setup.sass)),
    }
}

/// Loads the configuration and builds the site, with Jekyll's messages before and after.
pub(super) fn build(context: &mut Context, log: &mut Log) -> Result<(Configuration, Site), Failure> {
    let progress = Arc::new(Progress::default());
    let _limits = Limits::begin(context, &progress);
    let outcome = load_and_build(context, &progress, log);
    // Paths that a failed build was refused do not concern the next build.
    context.world.take_refused();
    outcome
}

fn load_and_build(
    context: &mut Context,
    progress: &Arc<Progress>,
    log: &mut Log,
) -> Result<(Configuration, Site), Failure> {
    let configuration = configure(context, log)?;
    if !context.world.is_folder(Path::new(&configuration.source)) {
        // A build creates the folder for its cache.
        log.warn("No site here:", format!("'{}' is not a folder.", configuration.source));
    }
    cache::hide_from_git(&configuration, &context.world, log);
    let (configuration, world) = with_bundled_theme(configuration, context, log)?;
    let watch = Watch::build(&context.printer, progress);
    let mut site = Site::new(configuration.clone(), &world, &registry(), log)?;
    let began = crate::world::instant();
    let typed = configuration.reference.configuration.shows_paths_as_typed;
    let settings = configuration.settings();
    let (source, destination) = match typed {
        true => (settings.source(), settings.destination()),
        false => (configuration.source.as_str(), configuration.destination.as_str()),
    };
    log.info("Source:", source);
    log.info("Destination:", destination);
    let incremental = configuration.settings().incremental();
    log.info("Incremental build:", if incremental { "enabled" } else { "disabled. Enable with --incremental" });
    log.push(crate::diagnostic::Message::plain(crate::diagnostic::Level::Info, "Generating..."));
    let outcome = process(&mut site, &configuration, &world, progress, log);
    drop(watch);
    if let Err(problem) = outcome {
        if problem.fatal {
            failure::could_not_be_built(&problem, &context.printer, log);
        }
        return Err(problem);
    }
    let seconds = (began.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
    log.info("", format!("done in {} seconds.", hastie_value::float_to_s(seconds)));
    Ok((configuration, site))
}

/// Builds a site. If a plugin has changed a text in place, creates the site again with texts that are objects, and
/// builds that site.
pub(super) fn process(
    site: &mut Site,
    configuration: &Configuration,
    world: &World,
    progress: &Progress,
    log: &mut Log,
) -> Result<(), Failure> {
    let outcome = site.process(progress, log);
    if !site.needs_text_identity() {
        return outcome;
    }
    *site = Site::new(configuration.clone(), &world.with_text_identity(), &registry(), &mut Log::new())?;
    site.process(progress, log)
}

/// Sets the log level, and then loads the configuration.
pub(super) fn configure(context: &mut Context, log: &mut Log) -> Result<Configuration, Failure> {
    context.log_verbosity(log);
    context.adjust_verbosity();
    context.log_verbosity(log);
    context.load(log)
}

/// Renders the site without writing it, to find the source lines from which its pages come.
pub(super) fn origins(context: &Context, log: &mut Log) -> Result<Origins, Failure> {
    let (mut configuration, world) = with_bundled_theme(context.load(log)?, context, log)?;
    configuration.values = identity::hash_with_identity(&configuration.values);
    let mut site = Site::new(configuration, &world, &registry(), log)?;
    let rendered = site.render_for_origins(log);
    // Paths that this build was refused do not concern the next one.
    context.world.take_refused();
    Ok(Origins::new(rendered?))
}

/// Adds the bundled theme if the source is a folder of plain Markdown, or if `bundled_theme` is set. Otherwise, and in
/// builds as on GitHub Pages, returns the configuration and the world unchanged.
pub(super) fn with_bundled_theme(
    configuration: Configuration,
    context: &Context,
    log: &mut Log,
) -> Result<(Configuration, World), Failure> {
    if configuration.reference.configuration.has_imposed_settings {
        return Ok((configuration, context.world.clone()));
    }
    match folder::with_bundled_theme(&configuration, &context.world)? {
        Some(rewritten) => {
            log.info("Theme:", "the bundled one, for a folder of plain Markdown. A _config.yml turns it off.");
            Ok(rewritten)
        }
        None => Ok((configuration, context.world.clone())),
    }
}

/// Logs Jekyll's messages after a build.
fn follow_up(configuration: &Configuration, is_watching: bool, log: &mut Log) {
    if configuration.settings().detach() {
        log.info("Auto-regeneration:", "disabled when running server detached.");
    } else if is_watching {
        log.info("Auto-regeneration:", format!("enabled for '{}'", configuration.source));
    } else {
        log.info("Auto-regeneration:", "disabled. Use --watch to enable.");
    }
}
