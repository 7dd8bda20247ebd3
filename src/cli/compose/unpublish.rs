//! `hastie unpublish`. Mirrors `Jekyll::Commands::Unpublish`.

use super::moving::{Move, Options, source};
use super::root::root;
use super::{run as run_with, wrong};
use crate::cli::Context;
use crate::path;
use std::process::ExitCode;

/// Options of `hastie unpublish`. The words of the path are joined by spaces.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct Args {
    /// The post, such as `_posts/2026-01-15-my-post.md`
    #[arg(value_name = "POST_PATH")]
    path: Vec<String>,
    #[command(flatten)]
    moving: Options,
}

/// Moves a post to `_drafts`. Removes the date from the name of the file and from its front matter.
pub(in crate::cli) fn run(args: &Args, context: &mut Context) -> ExitCode {
    run_with(context, |context, config, log| {
        if args.path.is_empty() {
            return Err(wrong("You must specify a post path."));
        }
        let root = root(config, context);
        let from = source(&root, &args.path);
        let to = format!("_drafts/{}", without_date(path::basename(&from)));
        let moved = Move { kinds: ["post", "draft"], from, root: &root, to, force: args.moving.force };
        moved.perform(context, log, |data| {
            data.remove("date");
        })
    })
}

/// A file name without its first `YEAR-MONTH-DAY-`.
fn without_date(name: &str) -> String {
    let is_date = |part: &[u8]| {
        part.iter()
            .zip(b"0000-00-00-")
            .all(|(byte, form)| if *form == b'0' { byte.is_ascii_digit() } else { byte == form })
    };
    match name.as_bytes().windows(11).position(is_date) {
        Some(start) => format!("{}{}", &name[..start], &name[start + 11..]),
        None => name.to_owned(),
    }
}
