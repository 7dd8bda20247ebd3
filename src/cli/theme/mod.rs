//! `hastie theme`: shows or copies a site's theme. Jekyll has no such command.

mod show;
mod vendor;

use super::Context;
use super::progress::Watch;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::registry;
use crate::site::Site;
use crate::world::World;
use std::process::ExitCode;

/// The subcommand of `hastie theme`, which has its own options.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// The subcommands. Each has one line here and its own file.
#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Show which files of a page, or of the whole theme, come from the theme and which from the site
    Show(show::Args),
    /// Copy the theme into the site, so that builds find it there
    Vendor(vendor::Args),
}

/// `hastie theme`: runs the subcommand `show` or `vendor`.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    match &args.command {
        Command::Show(args) => show::run(args, context),
        Command::Vendor(args) => vendor::run(args, context),
    }
}

/// Sets up the site with its theme. With `dry_run`, nothing is downloaded.
pub(super) fn site(context: &Context, dry_run: bool, log: &mut Log) -> Result<Site, Failure> {
    let world: World = if dry_run { context.world.clone().offline() } else { context.world.clone() };
    let configuration = context.load(log)?;
    let _waiting = Watch::word(&context.printer, "Looking");
    Site::new(configuration, &world, &registry(), log)
}
