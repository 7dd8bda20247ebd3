//! `hastie clean` (Jekyll::Commands::Clean).

use super::{Context, failure, options};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::world::World;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie clean`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    build: options::Build,
}

/// Removes the destination, the metadata file and the caches.
pub fn run(_args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    match clean(context, &mut log) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => failure::plain_end(&problem, &mut log),
    }
}

fn clean(context: &Context, log: &mut Log) -> Result<(), Failure> {
    context.adjust_verbosity();
    context.announce(log);
    let configuration = context.load(log)?;
    let inside = |name: &str| format!("{}/{name}", configuration.text("source").unwrap_or_default());
    let destination = configuration.text("destination").unwrap_or_default();
    if Path::new(&configuration.source).starts_with(&configuration.destination) {
        let message = format!("The destination '{destination}' holds the source: nothing was removed.");
        return Err(Failure::raised("ArgumentError", message));
    }
    let cache = inside(configuration.text("cache_dir").unwrap_or_default());
    remove(&context.world, destination, true, log)?;
    remove(&context.world, &inside(".jekyll-metadata"), false, log)?;
    remove(&context.world, &cache, true, log)?;
    remove(&context.world, ".sass-cache", true, log)
}

/// Removes a folder, or a file, where there is one. The name is shown as it was configured.
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
