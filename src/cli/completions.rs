//! `hastie completions SHELL`: prints completion scripts, generated from the definitions of commands and options.
//! Jekyll has no such command, so help does not list it.

use super::Context;
use clap_complete::Shell;
use std::process::ExitCode;

/// Options of `hastie completions`. The shell must be named, because there is no default.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The shell: bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints the completion script for the shell in `args`.
pub(super) fn run(args: &Args, mut program: clap::Command, context: &mut Context) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "hastie", &mut script);
    context.printer.write(&String::from_utf8_lossy(&script));
    ExitCode::SUCCESS
}
