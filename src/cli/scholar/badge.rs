//! `hastie scholar badge`: creates an SVG badge with the number of citations.

use super::{Target, put};
use crate::diagnostic::Log;
use crate::scholar::Store;
use hastie_scholar::{Badge, BadgeStyle};

/// Options of `hastie scholar badge`. With `--count`, `gs_data.json` is not read.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
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

/// The look of a badge, as `--style` names it.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Style {
    /// Rounded corners
    Flat,
    /// Square corners
    Square,
    /// Only text, in the colour of the page
    Plain,
}

/// `hastie scholar badge`: writes or prints a badge with the citation count.
pub(super) fn run(args: &Args, target: &Target<'_>, log: &mut Log) -> Result<(), String> {
    let file = target.data_file(args.data.as_deref());
    let count = args.count.or_else(|| {
        let store = Store { file: file.clone(), citations: None };
        store.last(target.world).map(|profile| profile.cited_by.all)
    });
    let advice =
        || format!("{} has no number of citations: run 'hastie scholar fetch', or give --count", target.shown(&file));
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
        ..Badge::citations(count.ok_or_else(advice)?)
    };
    put(&badge.to_svg(), args.file.as_deref(), target, log, "Badge:")
}
