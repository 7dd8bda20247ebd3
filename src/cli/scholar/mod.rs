//! `hastie scholar`: manages citation data of a site's author. Jekyll has no such command.

mod badge;
mod curriculum;
mod export;
mod fetch;
mod import;
mod services;
mod talkmap;
mod works;

use super::progress::Watch;
use super::{Context, build, failure};
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::plugins::scholar_stats;
use crate::world::{Gate, World};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The subcommand of `hastie scholar`, which has its own options.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// The subcommands. Each has one line here and its own file.
#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Fetch citation counts into gs_data.json, gs_data_shieldsio.json and _data/citations.yml
    Fetch(fetch::Args),
    /// Draw an SVG badge with the number of citations
    Badge(badge::Args),
    /// Propose works that the site does not list, as BibTeX
    Works(works::Args),
    /// Convert a .bib, .tsv or JSON Resume file to publications, talks or a curriculum
    Import(import::Args),
    /// Write the curriculum as a JSON Resume, or the publications as a .bib file
    Export(export::Args),
    /// Draw a static map of the places of talks
    Talkmap(talkmap::Args),
}

/// The site whose files a subcommand reads or writes.
struct Target<'c> {
    configuration: Configuration,
    world: &'c World,
}

impl Target<'_> {
    fn source(&self) -> &Path {
        Path::new(&self.configuration.source)
    }

    /// The path of `gs_data.json`: in the folder given on the command line, or in the site's usual place.
    fn data_file(&self, folder: Option<&str>) -> PathBuf {
        match folder {
            Some(folder) => self.world.expand(folder).join("gs_data.json"),
            None => self.source().join(scholar_stats::data_file(&self.configuration, self.world)),
        }
    }

    /// Checks that a path stays in the source after its links and `..` are resolved.
    fn check_inside(&self, path: &Path) -> Result<(), String> {
        let gate = Gate::new().writable(self.source());
        gate.check_write(path).map_err(|error| format!("{} is not written: {error}", self.shown(path)))
    }

    /// A path as the site's author would write it.
    fn shown<'p>(&self, path: &'p Path) -> std::path::Display<'p> {
        path.strip_prefix(self.source()).unwrap_or(path).display()
    }
}

/// `hastie scholar`: loads the configuration, and runs a subcommand with it.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    // Nothing else is printed with a text for another program.
    let is_text = match &args.command {
        Command::Works(args) => args.prints(),
        Command::Export(args) => args.prints(),
        _ => false,
    };
    let mut quiet = Log::new();
    let configuration = match build::configure(context, if is_text { &mut quiet } else { &mut log }) {
        Ok(configuration) => configuration,
        Err(problem) => return failure::plain_end(&problem, &mut log),
    };
    let target = Target { configuration, world: &context.world };
    let (topic, outcome) = match &args.command {
        Command::Fetch(args) => {
            let _waiting = Watch::word(&context.printer, "Asking");
            return fetch::run(args, &target, &mut log);
        }
        Command::Badge(args) => ("Badge:", badge::run(args, &target, &mut log)),
        Command::Works(args) => {
            let waiting = Watch::word(&context.printer, "Asking");
            let outcome = works::run(args, &target, &mut log);
            drop(waiting);
            ("Works:", outcome)
        }
        Command::Import(args) => ("Import:", import::run(args, &target, &mut log)),
        Command::Export(args) => ("Export:", export::run(args, &target, &mut log)),
        Command::Talkmap(args) => ("Talk map:", talkmap::run(args, &target, &mut log)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            log.error(topic, problem);
            ExitCode::FAILURE
        }
    }
}

/// The message for a file that cannot be written, with the reason and advice.
fn not_written(path: impl std::fmt::Display, error: &std::io::Error) -> String {
    format!(
        "{path} cannot be written ({error}). Free some space or change the permissions of the folder, and run the command again"
    )
}

/// Prints a text, or writes it to the file given on the command line.
fn put(text: &str, file: Option<&str>, target: &Target<'_>, log: &mut Log, topic: &'static str) -> Result<(), String> {
    let Some(file) = file else {
        print!("{text}");
        return Ok(());
    };
    let path = target.world.expand(file);
    crate::scholar::files::replace(&[(path, text.to_owned())], target.world)
        .map_err(|error| not_written(file, &error))?;
    log.info(topic, format!("wrote {file}"));
    Ok(())
}
