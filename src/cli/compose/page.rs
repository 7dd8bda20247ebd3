//! `hastie page`. Mirrors `Jekyll::Commands::Page`.

use super::new_file::{NewFile, Options};
use super::run as run_with;
use crate::cli::Context;
use std::process::ExitCode;

/// Options of `hastie page`. `hastie draft` has the same options.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    file: Options,
}

/// Creates a page. Unlike `draft`, `post` and `compose`, this command does not open an editor.
pub(in crate::cli) fn run(args: &Args, context: &mut Context) -> ExitCode {
    run_with(context, |context, config, log| {
        args.file.check()?;
        let file = NewFile { kind: "page", folder: "", prefix: "", layout: "page", date: None, defaults: None };
        args.file.create(&file, context, config, log).map(|_| ())
    })
}
