//! The commands of jekyll-compose 0.12, which create and move posts, drafts and pages.
//!
//! As in the gem, paths are relative to `collections_dir` in the source. Files that exist are only overwritten with
//! `--force`; otherwise a command warns.

pub(super) mod anything;
pub(super) mod draft;
mod editor;
mod moving;
mod new_file;
pub(super) mod page;
pub(super) mod post;
pub(super) mod publish;
pub(super) mod rename;
mod root;
pub(super) mod unpublish;
mod when;

use super::Context;
use super::usage_error::error_line;
use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use std::process::ExitCode;

/// Runs a command with the site's configuration. An error is reported as Mercenary does.
fn run(
    context: &mut Context,
    command: impl FnOnce(&Context, &Configuration, &mut Log) -> Result<(), Failure>,
) -> ExitCode {
    // `-d` is the date in these commands, so it cannot be the destination.
    context.overrides.remove("destination");
    let mut log = context.printer.log();
    let done = context.load(&mut log).and_then(|config| command(context, &config, &mut log));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            log.push(Message::plain(Level::Error, error_line(&problem.message)));
            ExitCode::FAILURE
        }
    }
}

fn wrong(message: impl Into<String>) -> Failure {
    Failure::raised("ArgumentError", message)
}
