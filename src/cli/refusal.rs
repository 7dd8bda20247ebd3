//! Refusals of the command line in the words of Mercenary and OptionParser, with a guess at what was
//! meant.

use super::{Cli, Printer};
use crate::diagnostic::{Level, Message};
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::process::ExitCode;

/// Commands that gems add to Jekyll, with the gem.
const OF_GEMS: [(&str, &str); 9] = [
    ("algolia", "jekyll-algolia"),
    ("compose", "jekyll-compose"),
    ("draft", "jekyll-compose"),
    ("import", "jekyll-import"),
    ("page", "jekyll-compose"),
    ("post", "jekyll-compose"),
    ("publish", "jekyll-compose"),
    ("rename", "jekyll-compose"),
    ("unpublish", "jekyll-compose"),
];

/// Tells what is wrong. Help and the version, which the reader of options takes for errors, are shown and are none.
pub(super) fn refuse(error: &clap::Error, printer: &Printer) -> ExitCode {
    let print = |text: String| printer.print(&Message::plain(Level::Error, text));
    match error.kind() {
        ErrorKind::DisplayHelp => {
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        ErrorKind::DisplayVersion => {
            printer.write(concat!("hastie ", env!("CARGO_PKG_VERSION"), "\n"));
            return ExitCode::SUCCESS;
        }
        ErrorKind::MissingSubcommand => {
            print("A subcommand is required. ".to_string());
            let _ = Cli::command().print_help();
        }
        // Of a command that has commands of its own; the error is that command's help.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            print("A subcommand is required. ".to_string());
            let _ = error.print();
        }
        ErrorKind::InvalidSubcommand => {
            let name = context(error, ContextKind::InvalidSubcommand);
            print(format!("fatal: 'hastie {name}' could not be found. {}", advice(error, &name)));
        }
        _ => {
            print(complaint("Whoops, we can't understand your command."));
            print(complaint(&reason(error)));
            if let Some(suggested) = suggestion(error, ContextKind::SuggestedArg) {
                print(complaint(&format!("Did you mean? {suggested}")));
            }
            print(complaint("Run your command again with the --help switch to see available options."));
        }
    }
    ExitCode::FAILURE
}

/// A line as Mercenary logs an error.
pub(super) fn complaint(text: &str) -> String {
    format!("hastie {} | Error:  {text}", env!("CARGO_PKG_VERSION"))
}

/// OptionParser's words.
fn reason(error: &clap::Error) -> String {
    let argument = context(error, ContextKind::InvalidArg);
    // clap names the value, too: `--limit_posts <MAX_POSTS>`.
    let option = argument.split([' ', '=']).next().unwrap_or_default();
    let value = context(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument => format!("invalid option: {option}"),
        ErrorKind::InvalidValue if value.is_empty() => format!("missing argument: {option}"),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => format!("invalid argument: {option} {value}"),
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues => format!("needless argument: {option}={value}"),
        // Its own words, without the rest of its page.
        _ => error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_string(),
    }
}

/// Advice on an unknown command.
fn advice(error: &clap::Error, name: &str) -> String {
    if let Some((_, gem)) = OF_GEMS.iter().find(|(command, _)| *command == name) {
        return format!("It belongs to the gem {gem}, which is not built in.");
    }
    match suggestion(error, ContextKind::SuggestedSubcommand) {
        Some(meant) => format!("Did you mean '{meant}'?"),
        None => "'hastie help' lists the commands.".to_string(),
    }
}

fn context(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    }
}

/// The best of the suggestions, which comes last. Short ones resemble everything.
fn suggestion(error: &clap::Error, kind: ContextKind) -> Option<String> {
    let best = match error.get(kind)? {
        ContextValue::String(text) => text,
        ContextValue::Strings(texts) => texts.last()?,
        _ => return None,
    };
    Some(best.clone()).filter(|best| best.len() > 2)
}
