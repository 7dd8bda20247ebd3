//! `hastie scholar`: citation data of a site's author. Not a command of Jekyll's.

mod badge;
mod fetch;
mod import;
mod json;
mod talkmap;

use super::Context;
use crate::config::Configuration;
use crate::world::World;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Options of `hastie scholar`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

/// One line a subcommand; each has its file.
#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Fetch citation counts into gs_data.json, gs_data_shieldsio.json and _data/citations.yml
    Fetch(fetch::Args),
    /// Draw an SVG badge with the number of citations
    Badge(badge::Args),
    /// Make publications, talks or a curriculum of a .bib, .tsv or JSON Resume file
    Import(import::Args),
    /// Write _data/cv.yml as a JSON Resume
    Export(import::ExportArgs),
    /// Draw a static map of the places of talks
    Talkmap(talkmap::Args),
}

/// Runs a subcommand.
pub fn run(args: &Args, context: &mut Context) -> ExitCode {
    match &args.command {
        Command::Fetch(args) => fetch::run(args, context),
        Command::Badge(args) => badge::run(args, context),
        Command::Import(args) => import::run(args, context),
        Command::Export(args) => import::export(args, context),
        Command::Talkmap(args) => talkmap::run(args, context),
    }
}

/// The folder of `gs_data.json`: the one that is named, the local one that `google_scholar_stats_base` names, that of
/// acad-homepage's crawler, or `assets/scholar`.
fn data_folder(named: Option<&str>, configuration: &Configuration, world: &World) -> PathBuf {
    if let Some(named) = named {
        return world.expand(named);
    }
    let source = Path::new(&configuration.source);
    let base = configuration.text("google_scholar_stats_base").filter(|base| !base.contains("://"));
    if let Some(base) = base.map(|base| base.trim_matches('/')).filter(|base| !base.is_empty()) {
        return source.join(base);
    }
    let crawler = source.join("google_scholar_crawler");
    if world.is_folder(&crawler) { crawler.join("results") } else { source.join("assets/scholar") }
}
