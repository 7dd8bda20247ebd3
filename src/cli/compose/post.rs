//! `hastie post`. Mirrors `Jekyll::Commands::Post`.

use super::new_file::{NewFile, Options};
use super::when::{STAMP, When};
use super::{editor, run as run_with};
use crate::cli::Context;
use std::process::ExitCode;

/// Options of `hastie post`: the options of `hastie draft`, the date, and the format of the date.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    file: Options,
    /// The post's date
    #[arg(id = "destination", short = 'd', long = "date", value_name = "DATE")]
    date: Option<String>,
    /// The format of the date in the front matter
    #[arg(long = "timestamp-format", value_name = "FORMAT")]
    timestamp_format: Option<String>,
}

/// `hastie post`: creates a file in `_posts`. The name of the file starts with the date.
pub(in crate::cli) fn run(args: &Args, context: &mut Context) -> ExitCode {
    run_with(context, |context, config, log| {
        args.file.check()?;
        let when = When::of(args.date.as_deref(), context, config)?;
        let file = NewFile {
            kind: "post",
            folder: "_posts",
            prefix: &format!("{}-", when.day()),
            layout: "post",
            date: Some(when.format(args.timestamp_format.as_deref().unwrap_or(STAMP))),
            defaults: Some("posts"),
        };
        let path = args.file.create(&file, context, config, log)?;
        editor::open(&path, context, config);
        Ok(())
    })
}
