//! `hastie clean`. Mirrors `Jekyll::Commands::Clean`.

use super::{Context, failure, options};
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::world::World;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie clean`. As in Jekyll, the command accepts the options of `build`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    build: options::Build,
}

/// Removes the destination, the metadata file and the caches. If the destination or the cache folder contains the
/// source, removes nothing and fails.
pub(super) fn run(_args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    match clean(context, &mut log) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => failure::plain_end(&problem, &mut log),
    }
}

fn clean(context: &Context, log: &mut Log) -> Result<(), Failure> {
    context.adjust_verbosity();
    context.log_verbosity(log);
    let configuration = context.load(log)?;
    let inside = |name: &str| format!("{}/{name}", configuration.settings().source());
    let destination = configuration.settings().destination();
    let cache = inside(configuration.settings().cache_dir());
    for (what, folder) in [("destination", destination), ("cache folder", cache.as_str())] {
        if holds_source(&context.world, folder, &configuration) {
            let message = format!("The {what} '{folder}' contains the source, so nothing was removed.");
            return Err(Failure::raised("ArgumentError", message));
        }
    }
    remove(&context.world, destination, true, log)?;
    remove(&context.world, &inside(".jekyll-metadata"), false, log)?;
    // Jekyll 3 has no such folder, so it is only mentioned if it exists.
    if !configuration.reference.configuration.has_older_defaults || context.world.is_folder(Path::new(&cache)) {
        remove(&context.world, &cache, true, log)?;
    }
    remove(&context.world, ".sass-cache", true, log)
}

/// Whether removing a folder would also remove the source.
fn holds_source(world: &World, folder: &str, configuration: &Configuration) -> bool {
    let folder = world.expand(folder);
    let real = |path: &Path| world.real_path(path).unwrap_or_else(|_| path.to_owned());
    let source = Path::new(&configuration.source);
    source.starts_with(&folder) || real(source).starts_with(real(&folder))
}

/// Removes a folder or file if it exists. Messages show the configured name.
fn remove(world: &World, name: &str, folder: bool, log: &mut Log) -> Result<(), Failure> {
    let path = world.expand(name);
    if !(if folder { world.is_folder(&path) } else { world.is_file(&path) }) {
        log.info("Cleaner:", format!("Nothing to do for {name}."));
        return Ok(());
    }
    log.info("Cleaner:", format!("Removing {name}..."));
    let removed =
        if folder && !world.is_link(&path) { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
    removed.map_err(|error| Failure::raised("SystemCallError", format!("{name} cannot be removed: {error}")))
}
