//! Error messages about the command line, in the format of Mercenary and OptionParser, with a suggestion.

use super::{Cli, Printer};
use crate::diagnostic::{Level, Message};
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::process::ExitCode;

/// Commands that gems add to Jekyll, with the gem.
const OF_GEMS: [(&str, &str); 9] = [
    ("algolia", "jekyll-algolia"),
    ("be", "jekyll-build-ebook"),
    ("build-ebook", "jekyll-build-ebook"),
    ("contentful", "jekyll-contentful-data-import"),
    ("fetch_notion", "jekyll-notion"),
    ("import", "jekyll-import"),
    ("liveserve", "hawkins"),
    ("notion_import", "jekyll-notion-import"),
    ("webmention", "jekyll-webmention_io"),
];

/// Programs of gems that publish a site, which are not commands of Jekyll.
const PROGRAMS: [&str; 2] = ["jekyll-s3", "s3_website"];

/// Prints an error of the argument parser, and returns the exit code. The parser treats `--help` and `--version` as
/// errors, but their exit code is 0.
pub(super) fn report(error: &clap::Error, printer: &Printer) -> ExitCode {
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
        // A command with subcommands but without a subcommand: the error is the command's help.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            print("A subcommand is required. ".to_string());
            let _ = error.print();
        }
        ErrorKind::InvalidSubcommand => {
            let name = context(error, ContextKind::InvalidSubcommand);
            print(format!("fatal: 'hastie {name}' could not be found. {}", advice(error, &name)));
        }
        _ => {
            print(error_line("Whoops, we can't understand your command."));
            print(error_line(&reason(error)));
            if let Some(suggested) = suggestion(error, ContextKind::SuggestedArg) {
                print(error_line(&format!("Did you mean? {suggested}")));
            }
            if let Some(values) = possible_values(error) {
                print(error_line(&format!("Choose one of: {values}")));
            }
            print(error_line("Run your command again with the --help switch to see available options."));
        }
    }
    ExitCode::FAILURE
}

/// Formats an error like Mercenary, the library that parses Jekyll's command line.
pub(super) fn error_line(text: &str) -> String {
    format!("hastie {} | Error:  {text}", env!("CARGO_PKG_VERSION"))
}

/// The message in the format of OptionParser.
fn reason(error: &clap::Error) -> String {
    let argument = context(error, ContextKind::InvalidArg);
    // clap's name includes the value: `--limit_posts <MAX_POSTS>`.
    let option = argument.split([' ', '=']).next().unwrap_or_default();
    let value = context(error, ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument => format!("invalid option: {option}"),
        ErrorKind::InvalidValue if value.is_empty() => format!("missing argument: {option}"),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => format!("invalid argument: {option} {value}"),
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues => format!("needless argument: {option}={value}"),
        ErrorKind::MissingRequiredArgument => format!("missing argument: {}", missing(error).join(" ")),
        // The first line of clap's own message.
        _ => error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_string(),
    }
}

/// The names of the missing arguments, such as `<SHELL>`.
fn missing(error: &clap::Error) -> &[String] {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(names)) => names,
        _ => &[],
    }
}

/// The values that a missing or invalid argument can have, if they are limited.
fn possible_values(error: &clap::Error) -> Option<String> {
    let values = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(values)) => values.clone(),
        _ => {
            let mut program = Cli::command();
            // Arguments cannot be formatted before this call.
            program.build();
            values_of(missing(error).first()?, &program)
        }
    };
    (!values.is_empty()).then(|| values.join(", "))
}

/// The possible values of the argument with this name, in any command.
fn values_of(name: &str, command: &clap::Command) -> Vec<String> {
    let named = command.get_arguments().filter(|argument| argument.to_string() == name);
    let own = named.flat_map(clap::Arg::get_possible_values).map(|value| value.get_name().to_owned());
    let below = command.get_subcommands().flat_map(|command| values_of(name, command));
    own.chain(below).collect()
}

/// Advice about an unknown command.
fn advice(error: &clap::Error, name: &str) -> String {
    if let Some((_, gem)) = OF_GEMS.iter().find(|(command, _)| *command == name) {
        return format!("It belongs to the gem {gem}, which is not built in.");
    }
    if PROGRAMS.contains(&name) {
        return format!("It is a program of the gem {name}. Run it after 'hastie build'.");
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

/// The parser's suggestion for an unknown name. The last suggestion is the best one. `None` without a suggestion, and
/// for a suggestion of at most two letters, which is similar to everything.
fn suggestion(error: &clap::Error, kind: ContextKind) -> Option<String> {
    let best = match error.get(kind)? {
        ContextValue::String(text) => text,
        ContextValue::Strings(texts) => texts.last()?,
        _ => return None,
    };
    Some(best.clone()).filter(|best| best.len() > 2)
}
