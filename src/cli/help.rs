//! `hastie help [COMMAND]`. Mirrors `Jekyll::Commands::Help`.

use super::Context;
use std::process::ExitCode;

/// The command to explain. Only the first argument counts.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The command to explain
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

/// `hastie help`: prints the help of the program or of a command. For an unknown command, logs an error with the names
/// of all commands, and returns the exit code 1.
pub(super) fn run(args: &Args, mut program: clap::Command, context: &mut Context) -> ExitCode {
    program.build();
    let Some(name) = args.command.first() else {
        let _ = program.print_help();
        return ExitCode::SUCCESS;
    };
    if let Some(command) = program.find_subcommand_mut(name) {
        let _ = command.print_help();
        return ExitCode::SUCCESS;
    }
    let mut log = context.printer.log();
    log.error("Error:", format!("Hmm... we don't know what the '{name}' command is."));
    let known: Vec<&str> =
        program.get_subcommands().flat_map(|c| std::iter::once(c.get_name()).chain(c.get_visible_aliases())).collect();
    log.info("Valid commands:", known.join(", "));
    ExitCode::FAILURE
}
