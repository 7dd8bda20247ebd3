//! `hastie new-theme` (Jekyll::Commands::NewTheme).

use super::Context;
use std::process::ExitCode;

/// Options of `hastie new-theme`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The theme's name
    #[arg(value_name = "NAME")]
    name: Vec<String>,
    /// Include a Code of Conduct
    #[arg(short, long = "code-of-conduct")]
    code_of_conduct: bool,
}

/// Makes a new theme.
pub fn run(_args: &Args, context: &mut Context) -> ExitCode {
    super::not_yet(context, "new-theme")
}
