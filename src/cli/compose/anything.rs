//! `hastie compose`. Mirrors `Jekyll::Commands::ComposeCommand`.

use super::new_file::{NewFile, Options};
use super::when::{STAMP, When};
use super::{editor, run as run_with, wrong};
use crate::cli::Context;
use std::process::ExitCode;

/// Options of `hastie compose`. `--post`, `--draft` and `--collection` exclude each other.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    file: Options,
    /// The document's date
    #[arg(id = "destination", short = 'd', long = "date", value_name = "DATE")]
    date: Option<String>,
    /// The document's collection
    #[arg(short, long, value_name = "COLLECTION")]
    collection: Option<String>,
    /// Create a post (default)
    #[arg(long)]
    post: bool,
    /// Create a draft
    #[arg(long)]
    draft: bool,
}

impl Args {
    fn collection(&self) -> &str {
        match &self.collection {
            Some(collection) => collection,
            None if self.draft => "drafts",
            None => "posts",
        }
    }
}

/// `hastie compose`: creates a document in any collection, by default a post.
pub(in crate::cli) fn run(args: &Args, context: &mut Context) -> ExitCode {
    run_with(context, |context, config, log| {
        if [args.post, args.draft, args.collection.is_some()].into_iter().filter(|given| *given).count() > 1 {
            return Err(wrong("You can only specify one of --post, --draft, or --collection COLLECTION."));
        }
        args.file.check()?;
        let collection = args.collection();
        let when = When::of(args.date.as_deref(), context, config)?;
        let (kind, prefix) = match collection {
            "posts" => ("post", format!("{}-", when.day())),
            "drafts" => ("draft", String::new()),
            _ => ("file", String::new()),
        };
        let file = NewFile {
            kind,
            folder: &format!("_{collection}"),
            prefix: &prefix,
            layout: "post",
            date: Some(when.format(STAMP)),
            defaults: Some(collection),
        };
        let path = args.file.create(&file, context, config, log)?;
        editor::open(&path, context, config);
        Ok(())
    })
}
