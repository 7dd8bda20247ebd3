//! `hastie new` (Jekyll::Commands::New).

use super::Context;
use std::process::ExitCode;

/// Options of `hastie new`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Where the new site goes
    #[arg(value_name = "PATH")]
    path: Vec<String>,
    /// Force creation even if PATH already exists
    #[arg(long)]
    force: bool,
    /// Creates scaffolding but with empty files
    #[arg(long)]
    blank: bool,
    /// Accepted for Jekyll's sake: there is no bundle to install
    #[arg(long = "skip-bundle")]
    skip_bundle: bool,
}

/// Makes a new site.
pub fn run(_args: &Args, context: &mut Context) -> ExitCode {
    super::not_yet(context, "new")
}
