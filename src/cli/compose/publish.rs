//! `hastie publish`. Mirrors `Jekyll::Commands::Publish`.

use super::moving::{Move, Options, source};
use super::root::root;
use super::when::{STAMP, When};
use super::{run as run_with, wrong};
use crate::cli::Context;
use crate::path;
use std::process::ExitCode;

/// Options of `hastie publish`. A date in the draft's front matter stays unchanged, even with `--date`.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct Args {
    /// The draft, such as `_drafts/my-draft.md`
    #[arg(value_name = "DRAFT_PATH")]
    path: Vec<String>,
    #[command(flatten)]
    moving: Options,
    /// The post's date
    #[arg(id = "destination", short = 'd', long = "date", value_name = "DATE")]
    date: Option<String>,
    /// The format of the date in the front matter
    #[arg(long = "timestamp-format", value_name = "FORMAT")]
    timestamp_format: Option<String>,
}

/// `hastie publish`: moves a draft to the posts. Sets the date of a draft without a date.
pub(in crate::cli) fn run(args: &Args, context: &mut Context) -> ExitCode {
    run_with(context, |context, config, log| {
        if args.path.is_empty() {
            return Err(wrong("You must specify a draft path."));
        }
        let root = root(config, context);
        let from = source(&root, &args.path);
        let when = When::of(args.date.as_deref(), context, config)?;
        let to = format!("_posts/{}-{}", when.day(), path::basename(&from));
        let moved = Move { kinds: ["draft", "post"], from, root: &root, to, force: args.moving.force };
        moved.perform(context, log, |data| {
            if !data.get("date").is_some_and(hastie_liquid::Value::truthy) {
                data.set("date", when.format(args.timestamp_format.as_deref().unwrap_or(STAMP)));
            }
        })
    })
}
