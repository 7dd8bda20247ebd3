//! `hastie doctor` (Jekyll::Commands::Doctor).

use super::Context;
use std::process::ExitCode;

/// Options of `hastie doctor`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Custom configuration file
    #[arg(long, value_name = "CONFIG_FILE[,CONFIG_FILE2,...]")]
    config: Option<String>,
}

/// Looks the site over.
pub fn run(_args: &Args, context: &mut Context) -> ExitCode {
    super::not_yet(context, "doctor")
}
