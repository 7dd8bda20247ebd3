//! `hastie scholar badge`: an SVG of the number of citations.

use super::data_folder;
use crate::cli::{Context, build, failure};
use crate::scholar::Store;
use hastie_scholar::{Badge, BadgeStyle};
use std::process::ExitCode;

/// Options of `hastie scholar badge`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The SVG file to write; without it, standard output
    #[arg(value_name = "FILE")]
    file: Option<String>,
    /// The folder of gs_data.json
    #[arg(long, value_name = "DIR")]
    data: Option<String>,
    /// A number to show instead of the one in gs_data.json
    #[arg(long, value_name = "NUMBER")]
    count: Option<u64>,
    /// The text on the left
    #[arg(long, value_name = "TEXT", default_value = "citations")]
    label: String,
    /// The colour behind the label
    #[arg(long, value_name = "COLOR", default_value = "#555")]
    label_color: String,
    /// The colour behind the number
    #[arg(long, value_name = "COLOR", default_value = "#1a73e8")]
    color: String,
    /// The outline
    #[arg(long, value_enum, default_value_t = Style::Flat)]
    style: Style,
}

/// An outline, as written on the command line.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Style {
    Flat,
    Square,
    Plain,
}

/// Draws the badge.
pub fn run(args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    let configuration = match build::configure(context, &mut log) {
        Ok(configuration) => configuration,
        Err(problem) => return failure::plain_end(&problem, &mut log),
    };
    let folder = data_folder(args.data.as_deref(), &configuration, &context.world);
    let count = args.count.or_else(|| {
        let store = Store { folder: folder.clone(), citations: None };
        store.last(&context.world).map(|profile| profile.cited_by.all)
    });
    let Some(count) = count else {
        let file = folder.join("gs_data.json");
        log.error("Scholar:", format!("{} has no number of citations: run 'hastie scholar fetch'", file.display()));
        return ExitCode::FAILURE;
    };
    let style = match args.style {
        Style::Flat => BadgeStyle::Flat,
        Style::Square => BadgeStyle::Square,
        Style::Plain => BadgeStyle::Plain,
    };
    let badge = Badge {
        label: args.label.clone(),
        label_color: args.label_color.clone(),
        color: args.color.clone(),
        style,
        ..Badge::citations(count)
    };
    let Some(file) = &args.file else {
        print!("{}", badge.to_svg());
        return ExitCode::SUCCESS;
    };
    if let Err(error) = std::fs::write(context.world.expand(file), badge.to_svg()) {
        log.error("Scholar:", format!("{file} cannot be written: {error}"));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
