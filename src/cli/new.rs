//! `hastie new`: creates a new site. Mirrors `Jekyll::Commands::New`.
//!
//! Jekyll creates a blog and installs its theme. Hastie writes the bundled theme and its demo site, which need no
//! installation.

use super::Context;
use super::usage_error::error_line;
use crate::bundled;
use crate::diagnostic::{Level, Message};
use crate::world::write_below;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie new`. The words of the path are joined by spaces.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The folder of the new site
    #[arg(value_name = "PATH")]
    path: Vec<String>,
    /// Force creation even if PATH already exists
    #[arg(long)]
    force: bool,
    /// Creates scaffolding but with empty files
    #[arg(long)]
    blank: bool,
    /// The layout of the site: the bundled theme (the default), or the folders of acad-homepage or minima
    #[arg(long, value_enum, conflicts_with = "blank")]
    template: Option<Template>,
    /// Accepted for compatibility; there is no bundle to install
    #[arg(long = "skip-bundle")]
    skip_bundle: bool,
}

/// The kind of site that `--template` selects.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Template {
    // A homepage with publications, talks, a curriculum and posts.
    Bundled,
    // A homepage of one page.
    AcadHomepage,
    // A blog.
    Minima,
}

/// Folders of a blank site that are initially empty.
const EMPTY: &[&str] = &["_data", "_drafts", "_includes", "_posts"];

/// `hastie new`: creates a site. Without `--force`, fails if the folder contains anything but hidden files.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    if args.path.is_empty() {
        log.push(Message::plain(Level::Error, error_line("You must specify a path.")));
        return ExitCode::FAILURE;
    }
    let path = context.world.expand(&args.path.join(" "));
    if !args.force && holds_something(context, &path) {
        let path = path.display();
        log.error("Conflict:", format!("{path} exists and is not empty."));
        let advice = "or else try again with `--force` to proceed and overwrite any files.";
        log.error("", format!("Ensure {path} is empty {advice}"));
        return ExitCode::FAILURE;
    }
    if let Err(error) = write(&path, args) {
        log.error("Error:", format!("{} could not be written: {error}", path.display()));
        return ExitCode::FAILURE;
    }
    let mut info = |text: String| log.push(Message::plain(Level::Info, text));
    info(format!("New jekyll site installed in {}.", path.display()));
    if args.skip_bundle {
        info("Bundle install skipped.".to_owned());
    }
    if !args.blank {
        info(format!("Look at it: cd {} && hastie serve", args.path.join(" ")));
    }
    ExitCode::SUCCESS
}

/// Whether `path` is a file, or a folder with a visible entry. Hidden files do not count, because a new repository has
/// some.
fn holds_something(context: &Context, path: &Path) -> bool {
    let entries = context.world.list(path).unwrap_or_default();
    entries.iter().any(|entry| !entry.name.starts_with('.')) || context.world.is_file(path)
}

fn write(path: &Path, args: &Args) -> io::Result<()> {
    let files = match args.template {
        _ if args.blank => bundled::blank(),
        None | Some(Template::Bundled) => bundled::starter(),
        Some(Template::AcadHomepage) => bundled::acad_homepage(),
        Some(Template::Minima) => bundled::minima(),
    };
    fs::create_dir_all(path)?;
    for folder in EMPTY.iter().filter(|_| args.blank) {
        fs::create_dir_all(path.join(OsStr::new(folder)))?;
    }
    // The folder may be the clone of a repository with hidden files, which may be links.
    files.into_iter().try_for_each(|(name, bytes)| write_below(path, &path.join(name), &bytes))
}
