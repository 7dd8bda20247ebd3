//! `hastie` without a command: prints what the folder contains and which command to type next.

use super::{Context, failure, progress};
use crate::bundled::folder;
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::facts::{OwnFile, Treatment};
use crate::failure::Failure;
use crate::overview::{self, Facts, Folder, Overview};
use crate::world::RubyMode;
use std::process::ExitCode;

/// A suggested command and its effect.
type Advice = (String, &'static str);

/// The width of the column of topics, in characters.
const TOPIC: usize = 11;

/// The maximum length of a line, without the topic.
const LINE: usize = 84;

/// `hastie` without a command: prints what the source folder contains and which command to type next.
pub(super) fn run(context: &Context) -> ExitCode {
    let mut log = context.printer.log();
    let waiting = progress::Watch::word(&context.printer, "Looking");
    let seen = context
        .load(&mut Log::new())
        .and_then(|configuration| overview::of(&configuration, &context.world).map(|seen| (configuration, seen)));
    drop(waiting);
    match seen {
        Ok((configuration, seen)) => {
            context.printer.write(&page(&configuration, &seen, context));
            ExitCode::SUCCESS
        }
        Err(problem) => {
            log.info("Jekyll site:", "this folder contains one, but it cannot be built.");
            if let Some(plugin) = missing_plugin(&problem) {
                log.error(
                    "Reason:",
                    format!("'{plugin}' is listed under 'plugins:', but is not a gem that Hastie knows."),
                );
                log.info(
                    "Next:",
                    "remove it from _config.yml, or put its Ruby files into _plugins ('hastie docs ruby').",
                );
                return ExitCode::FAILURE;
            }
            let code = failure::plain_end(&problem, &mut log);
            log.info("Next:", "fix that and run 'hastie' again. 'hastie docs troubleshooting' explains the messages.");
            code
        }
    }
}

/// The name of the missing plugin that caused a failure. A failure about a missing plugin has only the name as its
/// message, because the explanation was already logged.
fn missing_plugin(problem: &Failure) -> Option<&str> {
    let is_name = !problem.message.contains(char::is_whitespace);
    (is_name && problem.kind.to_string() == "Jekyll::Errors::MissingDependencyException").then_some(&problem.message)
}

/// If the source is not a site, explains why `command` does less than expected.
pub(super) fn explain(configuration: &Configuration, command: &str, context: &Context, log: &mut Log) {
    if configuration.settings().theme().truthy() || folder::is_one(configuration, &context.world) {
        return;
    }
    let seen = overview::look(std::path::Path::new(&configuration.source), &context.world);
    if seen.is_site {
        return;
    }
    log.warn("No site here:", reason(&seen));
    for (command, effect) in advice(&seen, command) {
        log.warn("", format!("'{command}' {effect}"));
    }
}

fn page(configuration: &Configuration, seen: &Overview, context: &Context) -> String {
    let paint = Paint { is_on: context.printer.colour() };
    let mut text = format!("{}\n", paint.bold(concat!("Hastie ", env!("CARGO_PKG_VERSION"))));
    let next = match seen {
        Overview::Site(facts) => {
            text.push_str(&rows(configuration, facts, &paint, context));
            next_for_site(facts, context)
        }
        Overview::Markdown(count) => {
            let files = counted(*count, "Markdown file");
            text.push_str(&format!("\n{files} and no configuration: built in the bundled theme.\n"));
            vec![
                ("hastie serve".into(), "shows them as a site"),
                ("hastie new home".into(), "starts a homepage instead"),
            ]
        }
        Overview::NoSite(folder) => {
            text.push_str(&format!("\nNo Jekyll site here: {}\n", reason(folder)));
            advice(folder, "serve")
        }
    };
    text.push_str(&format!("\n{}\n", paint.bold("Next")));
    let width = next.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    for (command, effect) in next {
        text.push_str(&format!("  {}  {effect}\n", paint.command(&format!("{command:width$}"))));
    }
    text.push_str("\n'hastie help' lists the commands, 'hastie docs' the pages about them.\n");
    text
}

/// The facts about a site, one line each.
fn rows(configuration: &Configuration, facts: &Facts, paint: &Paint, context: &Context) -> String {
    let contents: Vec<String> = facts.contents.iter().map(|(count, what)| counted(*count, what)).collect();
    let mut rows = vec![("Jekyll site", facts.title.clone().unwrap_or_else(|| configuration.source.clone()))];
    rows.push(("Theme", facts.theme.clone()));
    rows.push(("Content", if contents.is_empty() { "nothing yet".into() } else { contents.join(", ") }));
    if !facts.plugins.is_empty() {
        rows.push(("Plugins", facts.plugins.join(", ")));
    }
    if !facts.ruby_files.is_empty() {
        rows.push(("Own Ruby", own_ruby(&facts.ruby_files, context)));
    }
    rows.push(("Built as", facts.reference.to_owned()));
    for (number, sentence) in facts.lacks.iter().enumerate() {
        rows.push((if number == 0 { "Note" } else { "" }, sentence.clone()));
    }
    let line =
        |(topic, text): &(&str, String)| format!("  {}  {}\n", paint.bold(&format!("{topic:TOPIC$}")), wrapped(text));
    format!("\n{}", rows.iter().map(line).collect::<String>())
}

/// The site's own Ruby files, counted by the way in which a build treats them.
fn own_ruby(files: &[OwnFile], context: &Context) -> String {
    let skipped = match context.world.options().ruby {
        _ if !crate::CAN_RUN_RUBY => "skipped by Hastie as WebAssembly",
        RubyMode::Off => "skipped, because Ruby is off",
        _ => "skipped until 'hastie ruby install'",
    };
    let treatments = [
        (Treatment::Sandbox, "run in the sandbox"),
        (Treatment::System, "run by the installed Ruby"),
        (Treatment::Skipped, skipped),
        (Treatment::Replaced, "whose work Hastie does without Ruby"),
        (Treatment::Safe, "not run in safe mode, as on GitHub Pages"),
    ];
    let of = |treatment: Treatment| files.iter().filter(|file| file.treatment == treatment).count();
    let parts = treatments.iter().filter(|(treatment, _)| of(*treatment) > 0);
    let parts: Vec<String> = parts.map(|(kind, text)| format!("{}, {text}", counted(of(*kind), "file"))).collect();
    parts.join("; ")
}

/// Wraps a text into lines that start in the same column.
fn wrapped(text: &str) -> String {
    let (mut lines, mut length) = (String::new(), 0);
    for word in text.split(' ') {
        if length > 0 && length + word.chars().count() >= LINE {
            lines.push_str(&format!("\n{:width$}", "", width = TOPIC + 4));
            length = 0;
        } else if length > 0 {
            lines.push(' ');
            length += 1;
        }
        lines.push_str(word);
        length += word.chars().count();
    }
    lines
}

fn next_for_site(facts: &Facts, context: &Context) -> Vec<Advice> {
    let mut next: Vec<Advice> = Vec::new();
    let is_skipped = |file: &OwnFile| file.treatment == Treatment::Skipped;
    let may_install = crate::CAN_RUN_RUBY && context.world.options().ruby != RubyMode::Off;
    if may_install && facts.ruby_files.iter().any(is_skipped) {
        next.push(("hastie ruby install".into(), "fetches the Ruby that runs the site's own plugins, once"));
    }
    next.push(("hastie serve".into(), "shows the site, and rebuilds it while you write"));
    next.push(("hastie build".into(), "writes it into _site"));
    next.push(("hastie doctor".into(), "reports problems, and posts that will not be rendered"));
    next
}

/// The reason why a folder is not a site.
fn reason(folder: &Folder) -> String {
    if let Some((program, file)) = folder.generator {
        return format!("{file} belongs to {program}. Jekyll does not read its templates and settings.");
    }
    match folder.files {
        0 => "the folder is empty.".to_owned(),
        _ if folder.has_index => {
            "no _config.yml, no _layouts or _posts, no page with front matter. Files are copied unchanged.".to_owned()
        }
        _ => "no _config.yml, no _layouts or _posts, no page with front matter.".to_owned(),
    }
}

/// Suggested commands for a folder that is not a site.
fn advice(folder: &Folder, command: &str) -> Vec<Advice> {
    let nearby = folder.sites_nearby.iter().take(3);
    let mut next: Vec<Advice> = nearby
        .map(|place| {
            let place = if place.contains(' ') { format!("\"{place}\"") } else { place.clone() };
            (format!("hastie {command} -s {place}"), "uses the site in that folder")
        })
        .collect();
    if folder.generator.is_some() && folder.markdown > 0 && !folder.has_index {
        next.push((format!("hastie {command}"), "shows its Markdown files in the bundled theme"));
    }
    if folder.has_index && next.is_empty() {
        next.push(("hastie serve".to_owned(), "serves the files as they are"));
    }
    next.push(("hastie new home".into(), "writes a homepage into a folder of that name"));
    next.push(("hastie new --blank home".into(), "writes a minimal site"));
    next
}

/// A number with its noun, such as `1 post`, `2 posts` or `2 documents in talks`.
fn counted(count: usize, what: &str) -> String {
    match (count, what.split_once(' ')) {
        (1, _) => format!("1 {what}"),
        (_, Some((noun, rest))) if noun == "document" => format!("{count} {noun}s {rest}"),
        _ => format!("{count} {what}s"),
    }
}

/// Adds bold type and colours to texts, if they are enabled.
struct Paint {
    is_on: bool,
}

impl Paint {
    fn bold(&self, text: &str) -> String {
        if self.is_on { format!("\u{1b}[1m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    fn command(&self, text: &str) -> String {
        if self.is_on { format!("\u{1b}[36m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}
