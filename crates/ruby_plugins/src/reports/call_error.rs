//! Converts Ruby's exceptions to failures of the build.

use hastie_liquid::Abort;
use hastie_ruby::{CallError, Raised};
use hastie_site::diagnostic::{Diagnostic, Log, missing_gem};
use hastie_site::failure::Failure;

/// The failure that ends the build after an error of a call into Ruby. `source` is the site's folder. The location of
/// the failure names files in this folder by their relative paths.
pub(crate) fn failure(error: CallError, source: &str) -> Failure {
    match error {
        CallError::Raised(raised) => of_raised(&raised, source),
        CallError::Abort(Abort::Error(error)) => Failure {
            fatal: error.kind.class().starts_with("Jekyll::Errors::"),
            kind: error.kind.clone(),
            message: error.to_string(),
            location: None,
        },
        CallError::Abort(_) => {
            Failure::raised("RuntimeError", "a document needs another one that is rendered after it")
        }
        CallError::Guest(failure) => Failure::raised("NoMemoryError", failure.to_string()),
    }
}

/// Same as [`failure`], for an error of a template, or of the program while it handles Ruby's changes or objects.
pub(crate) fn of_abort(abort: Abort, source: &str) -> Failure {
    failure(CallError::Abort(abort), source)
}

/// The class of the exception that the shim raises for `exit` in a block of `at_exit` or `END`.
const EXIT_AT_END: &str = "Hastie::AtExit::Exit";

fn of_raised(raised: &Raised, source: &str) -> Failure {
    let fatal = raised.class.starts_with("Jekyll::Errors::");
    let class = if raised.class == EXIT_AT_END { "SystemExit" } else { &raised.class };
    let failure = Failure { fatal, ..Failure::raised(class.to_owned(), message(raised)) };
    match location(raised, source) {
        Some(location) => failure.at(location),
        None => failure,
    }
}

/// The exception's message for the user. For `exit`, a sentence with the exit status.
fn message(raised: &Raised) -> String {
    let (status, text) = raised.hidden();
    match raised.class.as_str() {
        EXIT_AT_END => format!("a block of 'at_exit' ended the build (exit {status})"),
        "SystemExit" => format!("a plugin ended the build (exit {status})"),
        _ => text.to_string(),
    }
}

/// The innermost Ruby file and line of the backtrace. `None` if it contains no Ruby file.
fn location(raised: &Raised, source: &str) -> Option<Diagnostic> {
    let first = raised.backtrace.iter().find(|line| line.contains(".rb:"))?;
    let (file, rest) = first.split_once(".rb:")?;
    let line = rest.split(':').next()?.parse().ok()?;
    let file = format!("{file}.rb");
    let below = if source.is_empty() { None } else { file.strip_prefix(source) };
    let shown = below.and_then(|below| below.strip_prefix('/')).unwrap_or(&file);
    Some(Diagnostic::at(shown, None, line, 0))
}

/// The failure that ends the build if a plugin's file cannot be loaded. If the error is a `LoadError`, also logs
/// Jekyll's message about a missing library.
pub(crate) fn of_loading(error: CallError, file: &str, source: &str, log: &mut Log) -> Failure {
    if let CallError::Raised(raised) = &error
        && (raised.class == "LoadError" || raised.class.ends_with("::LoadError"))
    {
        let hint = "remove the 'require', if the plugin can do without the library. The sandbox has Ruby's standard \
                    library and stand-ins for some gems ('hastie docs ruby'); '--ruby=system' uses the gems of this \
                    machine";
        log.push(missing_gem(file, &message(raised), hint));
    }
    failure(error, source)
}
