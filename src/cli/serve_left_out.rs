//! `hastie serve` in a program for WebAssembly, which has no server.

use super::Context;
use std::process::ExitCode;

/// Arguments of `hastie serve`, all of which are ignored, because this program cannot serve.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[arg(value_name = "OPTIONS", hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    ignored: Vec<String>,
}

/// Fails, because this program was compiled without a server.
pub(super) fn run(_: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    log.error("Server:", "Hastie has no server as WebAssembly.");
    log.error("Next:", "build the site, and serve the destination with any server of static files.");
    ExitCode::FAILURE
}
