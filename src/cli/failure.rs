//! The last lines of a command that failed: Jekyll's, and ours, which say why.

use super::Context;
use crate::JEKYLL_VERSION;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use std::process::ExitCode;

/// `Command.process_with_graceful_fail`: the advice to use `--trace`. Jekyll shows the reason only in the trace; here it is
/// shown at once, unless the log has just shown it.
pub(super) fn end(problem: &Failure, command: &str, context: &Context, log: &mut Log) -> ExitCode {
    if context.trace {
        log.push(placed(Message::plain(Level::Error, format!("{} ({})", problem.message, problem.kind)), problem));
        return ExitCode::FAILURE;
    }
    let reference = context.reference();
    if !reference.configuration.ends_with_advice {
        // What Jekyll has words for it has told; what is no StandardError Mercenary does not tell of.
        let kind = problem.kind.to_string();
        let is_standard = !["SyntaxError", "LoadError", "SystemExit"].contains(&kind.as_str());
        // A theme is missed before the site is built, where nobody has words for it.
        let is_told = problem.fatal && kind != "Jekyll::Errors::MissingDependencyException";
        if is_told || !is_standard {
            // Ruby's own account of an exception has the reason, where nobody else told it.
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

/// The end of a command that Jekyll lets Mercenary end.
pub(super) fn plain_end(problem: &Failure, log: &mut Log) -> ExitCode {
    if !is_logged(&problem.message, log) {
        reason(problem, log);
    }
    ExitCode::FAILURE
}

/// `Command.process_site`: what Jekyll has words of its own for.
pub(super) fn could_not_be_built(problem: &Failure, log: &mut Log) {
    log.error("ERROR:", "YOUR SITE COULD NOT BE BUILT:");
    log.error("", "------------------------------------");
    log.push(placed(Message::new(Level::Error, "", problem.message.as_str()), problem));
}

fn reason(problem: &Failure, log: &mut Log) {
    log.push(placed(Message::new(Level::Error, "Reason:", problem.message.as_str()), problem));
}

/// A message with the place of the problem.
pub(super) fn placed(message: Message, problem: &Failure) -> Message {
    match &problem.location {
        Some(location) => message.at(location.as_ref().clone()),
        None => message,
    }
}

/// Whether one of the last errors in the log says as much.
fn is_logged(message: &str, log: &Log) -> bool {
    // Jekyll does not always spell what it logs as what it raises.
    let message = message.to_lowercase();
    let holds = |text: &str| text.to_lowercase().contains(&message);
    let says = |old: &Message| holds(&old.topic) || old.text.as_deref().is_some_and(holds);
    log.messages().iter().rev().take(8).any(|old| old.level == Level::Error && says(old))
}
