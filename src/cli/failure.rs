//! The last lines of output of a failed command: Jekyll's, followed by Hastie's explanation.

use super::Context;
use crate::JEKYLL_VERSION;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use std::process::ExitCode;

/// `Command.process_with_graceful_fail`: the advice to use `--trace`. Jekyll shows the reason only in the trace. Hastie
/// always shows it, unless it was just logged.
pub(super) fn end(problem: &Failure, command: &str, context: &Context, log: &mut Log) -> ExitCode {
    if context.trace {
        log.push(placed(Message::plain(Level::Error, format!("{} ({})", problem.message, problem.kind)), problem));
        return ExitCode::FAILURE;
    }
    let reference = context.reference();
    if !reference.configuration.ends_with_advice {
        // Jekyll has already logged its own errors, and Mercenary does not log exceptions other than StandardError.
        let kind = problem.kind.to_string();
        let is_standard = !["SyntaxError", "LoadError", "SystemExit"].contains(&kind.as_str());
        // A missing theme is found before the build, where Jekyll does not log it.
        let is_told = problem.fatal && kind != "Jekyll::Errors::MissingDependencyException";
        if is_told || !is_standard {
            // In the other cases, only Ruby's own output contains the reason.
            return plain_end(problem, log);
        }
        let text = format!("jekyll {} | Error:  {}", reference.jekyll_version, problem.message);
        let message = Message::plain(Level::Error, text);
        log.push(if problem.fatal { placed(message, problem) } else { message });
        return ExitCode::FAILURE;
    }
    if !is_logged(&problem.message, log) {
        reason(problem, log);
    }
    let advice = format!(" Please append `--trace` to the `{command}` command ");
    let dashes = "-".repeat(advice.chars().count());
    log.error("", dashes.as_str());
    log.error(format!("Jekyll {JEKYLL_VERSION} "), advice);
    log.error("", " for any additional information or backtrace. ");
    log.error("", dashes);
    ExitCode::FAILURE
}

/// The end of a command whose exceptions Jekyll leaves to Mercenary.
pub(super) fn plain_end(problem: &Failure, log: &mut Log) -> ExitCode {
    if !is_logged(&problem.message, log) {
        reason(problem, log);
    }
    ExitCode::FAILURE
}

/// `Command.process_site`: the message for Jekyll's own errors.
pub(super) fn could_not_be_built(problem: &Failure, log: &mut Log) {
    log.error("ERROR:", "YOUR SITE COULD NOT BE BUILT:");
    log.error("", "------------------------------------");
    log.push(placed(Message::new(Level::Error, "", problem.message.as_str()), problem));
}

fn reason(problem: &Failure, log: &mut Log) {
    log.push(placed(Message::new(Level::Error, "Reason:", problem.message.as_str()), problem));
}

/// Adds the location of a failure to a message.
pub(super) fn placed(message: Message, problem: &Failure) -> Message {
    match &problem.location {
        Some(location) => message.at(location.as_ref().clone()),
        None => message,
    }
}

/// Whether one of the last errors in the log has the same text.
fn is_logged(message: &str, log: &Log) -> bool {
    // The logged text and the text of the exception may differ in case.
    let message = message.to_lowercase();
    let holds = |text: &str| text.to_lowercase().contains(&message);
    let says = |old: &Message| holds(&old.topic) || old.text.as_deref().is_some_and(holds);
    log.messages().iter().rev().take(8).any(|old| old.level == Level::Error && says(old))
}
