//! The last output of a failed command: the reason, Jekyll's last line, and the next steps.

use super::{Context, Printer, console};
use crate::JEKYLL_VERSION;
use crate::diagnostic::{Level, Log, Message, Subject};
use crate::failure::Failure;
use std::process::ExitCode;

/// The number of the last log messages in which Hastie looks for the reason of a failure. A reason that is found there
/// is not logged again.
const RECENT: usize = 8;

/// Ends a failed command. `command` is its name, such as `build`. Mirrors `Command.process_with_graceful_fail`, which
/// shows the reason only in the trace. In Hastie, the log always contains the reason. The next steps follow, but not
/// with `--trace` or JSON diagnostics.
///
/// Only `build` logs Jekyll's advice to append `--trace`, because tools recognize a failed build by this line.
pub(super) fn end(problem: &Failure, command: &str, context: &Context, log: &mut Log) -> ExitCode {
    if context.trace {
        log.push(placed(Message::plain(Level::Error, format!("{} ({})", problem.message, problem.kind)), problem));
        return status(problem);
    }
    if context.printer.is_json() {
        // Advice is not a diagnostic.
        return plain_end(problem, log);
    }
    let reference = context.reference();
    if !reference.configuration.ends_with_advice {
        older_end(problem, reference.jekyll_version, log);
    } else {
        if !is_logged(&problem.message, log) {
            reason(problem, log);
        }
        if command == "build" {
            log.error(format!("Jekyll {JEKYLL_VERSION} "), " Please append `--trace` to the `build` command ");
        }
    }
    log.error("Next:", next(problem, command, log));
    status(problem)
}

/// The exit code of the process. If a plugin's `at_exit` block called `exit` with a number above 0, returns this
/// number. Otherwise returns 1, because the site was not published. Outside of `at_exit`, Jekyll rescues `exit`.
fn status(problem: &Failure) -> ExitCode {
    let exit = problem
        .message
        .strip_prefix("a block of 'at_exit' ended the build (exit ")
        .and_then(|rest| rest.strip_suffix(')'));
    let number = exit.filter(|_| problem.kind.to_string() == "SystemExit").and_then(|number| number.parse::<u8>().ok());
    number.filter(|&number| number > 0).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Logs the last line that Jekyll 3 prints. If Jekyll 3 prints none, logs the reason, unless it was just logged.
fn older_end(problem: &Failure, version: &str, log: &mut Log) {
    // Jekyll has already logged its own errors, and Mercenary does not log exceptions other than StandardError.
    let kind = problem.kind.to_string();
    let is_standard = !["SyntaxError", "LoadError", "SystemExit"].contains(&kind.as_str());
    // A missing theme is found before the build, and Jekyll does not log it.
    let is_told = problem.fatal && kind != "Jekyll::Errors::MissingDependencyException";
    if is_told || !is_standard {
        // In the other cases, only Ruby's own output contains the reason.
        if !is_logged(&problem.message, log) {
            reason(problem, log);
        }
        return;
    }
    let message = Message::plain(Level::Error, format!("jekyll {version} | Error:  {}", problem.message));
    log.push(if problem.fatal { placed(message, problem) } else { message });
}

/// The next steps after a failure: the place to fix, and the command to repeat.
fn next(problem: &Failure, command: &str, log: &Log) -> String {
    let logged = log.messages().iter().rev().take(RECENT).find_map(|message| message.detail.as_deref());
    let place = problem.location.as_deref().or(logged).filter(|place| !place.file.is_empty());
    let what = match place {
        None if is_older_processor(&problem.message) => {
            "'markdown' in the configuration, which must be 'kramdown',".to_owned()
        }
        Some(place) if place.line > 0 => format!("{}, line {},", place.file, place.line),
        Some(place) => place.file.clone(),
        None => "the problem above".to_owned(),
    };
    let program = console::program();
    format!("fix {what} and run '{program} {command}' again. '{program} docs troubleshooting' explains the messages.")
}

/// Whether the error is about a Markdown processor that older releases of Jekyll had.
fn is_older_processor(message: &str) -> bool {
    let name = message.strip_prefix("Invalid Markdown processor given: ");
    name.is_some_and(|name| ["redcarpet", "rdiscount", "maruku"].contains(&name))
}

/// Ends a failed command. Logs the reason, unless it was just logged. Unlike `end`, logs no next steps.
pub(super) fn plain_end(problem: &Failure, log: &mut Log) -> ExitCode {
    if !is_logged(&problem.message, log) {
        reason(problem, log);
    }
    status(problem)
}

/// Logs the message of `Command.process_site` for Jekyll's own errors. With JSON diagnostics, logs only the reason.
pub(super) fn could_not_be_built(problem: &Failure, printer: &Printer, log: &mut Log) {
    if printer.is_json() {
        return reason(problem, log);
    }
    log.error("ERROR:", "YOUR SITE COULD NOT BE BUILT:");
    log.error("", "------------------------------------");
    log.push(placed(Message::new(Level::Error, "", problem.message.as_str()), problem));
}

fn reason(problem: &Failure, log: &mut Log) {
    let mut message = placed(Message::new(Level::Error, "Reason:", problem.message.as_str()), problem);
    message.subject = setting_of(problem).or_else(|| {
        let logged = log.messages().iter().rev().take(RECENT).filter(|old| old.level == Level::Error);
        logged.filter_map(|old| old.subject.clone()).next()
    });
    log.push(message);
}

/// The setting with which the message begins, as in "'exclude' should be set as an array". `None` if the message begins
/// differently.
fn setting_of(problem: &Failure) -> Option<Subject> {
    let named = problem.message.strip_prefix('\'')?;
    let starts = |key: &&str| named.strip_prefix(*key).is_some_and(|rest| rest.starts_with('\''));
    ["plugins", "include", "exclude"].into_iter().find(starts).map(|key| Subject::Setting(key, None))
}

/// Adds the location of a failure, if it is known, to a message.
pub(super) fn placed(message: Message, problem: &Failure) -> Message {
    match &problem.location {
        Some(location) => message.at(location.as_ref().clone()),
        None => message,
    }
}

/// Whether one of the last errors in the log contains `message`, in upper or lower case.
fn is_logged(message: &str, log: &Log) -> bool {
    // The logged text and the text of the exception may differ in case.
    let message = message.to_lowercase();
    let holds = |text: &str| text.to_lowercase().contains(&message);
    let says = |old: &Message| holds(&old.topic) || old.text.as_deref().is_some_and(holds);
    log.messages().iter().rev().take(RECENT).any(|old| old.level == Level::Error && says(old))
}
