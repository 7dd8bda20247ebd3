//! `hastie highlight`: a batch command over source code.

use super::Context;
use std::process::ExitCode;

/// Options of `hastie highlight`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// A file; standard input where there is none
    file: Option<String>,
    /// Read one JSON request a line on standard input, and answer one line each
    #[arg(long)]
    jsonl: bool,
}

/// Answers requests.
pub fn run(_args: &Args, context: &mut Context) -> ExitCode {
    super::not_yet(context, "highlight")
}
