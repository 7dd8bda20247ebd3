//! `hastie theme vendor`: copies the theme into the site.

use crate::cli::vendor::copy::{Copier, THEME};
use crate::cli::{Context, failure};
use crate::diagnostic::Log;
use crate::failure::Failure;
use std::process::ExitCode;

/// Options of `hastie theme vendor`. A dry run has no network access, so the theme must be in a folder or in the cache.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Show what would be copied, without fetching or writing anything
    #[arg(long)]
    dry_run: bool,
}

/// `hastie theme vendor`: copies the theme's files into the site.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    match vendor(args, context, &mut log) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => failure::plain_end(&problem, &mut log),
    }
}

fn vendor(args: &Args, context: &Context, log: &mut Log) -> Result<(), Failure> {
    let site = super::site(context, args.dry_run, log)?;
    let Some(theme) = &site.setup.context.theme else {
        log.info(THEME, "the site has no theme");
        return Ok(());
    };
    Copier { config: &site.setup.context.config, world: &context.world, dry_run: args.dry_run }.theme(theme, log)
}
