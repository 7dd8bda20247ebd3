//! `hastie clean` (Jekyll::Commands::Clean).

use super::{Context, options};
use std::process::ExitCode;

/// Options of `hastie clean`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    build: options::Build,
}

/// Removes the destination, the metadata file and the caches.
pub fn run(_args: &Args, context: &mut Context) -> ExitCode {
    super::not_yet(context, "clean")
}
