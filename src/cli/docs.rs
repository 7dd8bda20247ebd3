//! `hastie docs [TOPIC]`: shows documentation pages from the binary.
//!
//! Jekyll's command of this name serves Jekyll's website from a separate gem. The pages here cover what that website
//! does not: how Hastie differs, which plugins are supported, and the bundled theme.

use super::Context;
use crate::bundled::docs::{Topic, topics};
use std::process::ExitCode;

/// The topic to show, in upper or lower case. The prefix `jekyll-` may be left out.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The page to show; without it, the pages are listed
    #[arg(value_name = "TOPIC")]
    topic: Option<String>,
}

/// Prints the page on the topic in `args`, or the list of all pages if there is no topic. The exit code is 1 for an
/// unknown topic.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let topics = topics();
    let Some(name) = &args.topic else {
        context.printer.write(&listing(&topics));
        return ExitCode::SUCCESS;
    };
    // Plugin pages are also found without the prefix `jekyll-`.
    let is_meant = |topic: &&Topic| {
        topic.name.eq_ignore_ascii_case(name)
            || topic.name.strip_prefix("jekyll-").is_some_and(|short| short.eq_ignore_ascii_case(name))
    };
    if let Some(topic) = topics.iter().find(is_meant) {
        context.printer.write(&topic.text);
        return ExitCode::SUCCESS;
    }
    let mut log = context.printer.log();
    log.error("Error:", format!("There is no page on '{name}'."));
    let names: Vec<&str> = topics.iter().map(|topic| topic.name.as_str()).collect();
    log.info("Pages:", names.join(", "));
    ExitCode::FAILURE
}

fn listing(topics: &[Topic]) -> String {
    let width = topics.iter().map(|topic| topic.name.len()).max().unwrap_or(0);
    let lines: Vec<String> =
        topics.iter().map(|topic| format!("  {:width$}  {}", topic.name, topic.summary())).collect();
    format!(
        "Pages, to read with 'hastie docs TOPIC':\n\n{}\n\nhttps://jekyllrb.com/docs/ explains how to write a site; \
         'hastie help COMMAND' lists the options of a command.\n",
        lines.join("\n")
    )
}
