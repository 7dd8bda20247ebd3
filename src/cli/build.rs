//! `hastie build` (Jekyll::Commands::Build).

use super::{Context, options};
use hastie_liquid::Value;
use std::process::ExitCode;

/// Options of `hastie build`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    build: options::Build,
}

/// Builds the site once.
pub fn run(_args: &Args, context: &mut Context) -> ExitCode {
    context.overrides.set("serving", Value::Bool(false));
    super::not_yet(context, "build")
}
