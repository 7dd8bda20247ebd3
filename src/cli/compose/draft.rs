//! `hastie draft`. Mirrors `Jekyll::Commands::Draft`.

use super::new_file::{NewFile, Options};
use super::{editor, run as run_with};
use crate::cli::Context;
use std::process::ExitCode;

/// Options of `hastie draft`. `hastie page` has the same options.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    file: Options,
}

/// `hastie draft`: creates a file in `_drafts`. The name of the file has no date.
pub(in crate::cli) fn run(args: &Args, context: &mut Context) -> ExitCode {
    run_with(context, |context, config, log| {
        args.file.check()?;
        let file = NewFile {
            kind: "draft",
            folder: "_drafts",
            prefix: "",
            layout: "post",
            date: None,
            defaults: Some("drafts"),
        };
        let path = args.file.create(&file, context, config, log)?;
        editor::open(&path, context, config);
        Ok(())
    })
}
