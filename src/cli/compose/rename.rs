//! `hastie rename`. Mirrors `Jekyll::Commands::Rename`.

use super::moving::{Move, Options, source};
use super::root::root;
use super::when::{STAMP, When};
use super::{run as run_with, wrong};
use crate::cli::Context;
use crate::model::slug::{Mode, slugify};
use crate::path;
use std::process::ExitCode;

/// Options of `hastie rename`. `--date` and `--now` exclude each other.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct Args {
    /// The file, and its new title
    #[arg(value_name = "PATH NAME")]
    words: Vec<String>,
    #[command(flatten)]
    moving: Options,
    /// The new date
    #[arg(id = "destination", short = 'd', long = "date", value_name = "DATE")]
    date: Option<String>,
    /// Set the date to the current time
    #[arg(long)]
    now: bool,
}

/// Gives a file another title and name. With `--date` or `--now`, also sets its date. The name of a post begins with
/// this date, or else with the date in the old name.
pub(in crate::cli) fn run(args: &Args, context: &mut Context) -> ExitCode {
    run_with(context, |context, config, log| {
        let [current, title @ ..] = args.words.as_slice() else { return Err(wrong(INCOMPLETE)) };
        if title.is_empty() {
            return Err(wrong(INCOMPLETE));
        }
        if args.date.is_some() && args.now {
            return Err(wrong("You can only specify one of --date DATE or --now."));
        }
        let title = title.join(" ");
        let root = root(config, context);
        let folder = path::dirname(current);
        let when = match (args.now, &args.date) {
            (true, _) => Some(When::now(context, config)),
            (false, Some(date)) => Some(When::of(Some(date), context, config)?),
            (false, None) => None,
        };
        let kind = match folder {
            "_posts" => "post",
            "_drafts" => "draft",
            _ => "file",
        };
        let mut name = format!("{}.md", slugify(&title, Mode::Default, false));
        if kind == "post" {
            let day = match &when {
                Some(when) => when.day(),
                None => day_of(path::basename(current), context, config).ok_or_else(|| {
                    wrong(format!("The name of {current} has no date. Specify one with --date DATE or --now."))
                })?,
            };
            name = format!("{day}-{name}");
        }
        let from = source(&root, std::slice::from_ref(current));
        let to = path::join(folder, &name);
        let moved = Move { kinds: [kind, kind], from, root: &root, to, force: args.moving.force };
        moved.perform(context, log, |data| {
            data.set("title", title);
            if let Some(when) = &when {
                data.set("date", when.format(STAMP));
            }
        })
    })
}

const INCOMPLETE: &str = "You must specify current path and the new title.";

/// The date in the name of a post. `None` if the name has none.
fn day_of(name: &str, context: &Context, config: &crate::config::Configuration) -> Option<String> {
    let end = name.match_indices('-').nth(2)?.0;
    let is_number = |part: &str, least: usize, most: usize| {
        (least..=most).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
    };
    let mut parts = name[..end].split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if !is_number(year, 2, 4) || !is_number(month, 1, 2) || !is_number(day, 1, 2) {
        return None;
    }
    When::of(Some(&name[..end]), context, config).ok().map(|when| when.day())
}
