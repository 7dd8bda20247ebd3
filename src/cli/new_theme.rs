//! `hastie new-theme`: creates the scaffold of a gem-based theme. Mirrors `Jekyll::Commands::NewTheme` and
//! `Jekyll::ThemeBuilder`.

use super::Context;
use super::usage_error::error_line;
use crate::bundled;
use crate::diagnostic::{Level, Log, Message};
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

/// Options of `hastie new-theme`. The words of the name are joined by underscores.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The theme's name
    #[arg(value_name = "NAME")]
    name: Vec<String>,
    /// Include a Code of Conduct (defaults to false)
    #[arg(short, long = "code-of-conduct")]
    code_of_conduct: bool,
}

const FOLDERS: [&str; 5] = ["assets", "_data", "_layouts", "_includes", "_sass"];

/// `hastie new-theme`: creates a theme that is a gem. Fails if the folder of the theme exists.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let name = theme_name(&args.name);
    let path = context.world.expand(&name);
    let mut log = context.printer.log();
    if name.is_empty() {
        log.push(Message::plain(Level::Error, error_line("You must specify a theme name.")));
        return ExitCode::FAILURE;
    }
    if context.world.stat(&path).is_ok() {
        log.error("Conflict:", format!("{} already exists.", path.display()));
        return ExitCode::FAILURE;
    }
    if let Err(error) = write(&name, &path, args.code_of_conduct, &mut log) {
        log.error("Error:", format!("{} could not be written: {error}", path.display()));
        return ExitCode::FAILURE;
    }
    let path = path.display();
    let mut info = |text: String| log.push(Message::plain(Level::Info, text));
    info(format!("Your new Jekyll theme, {name}, is ready for you in {path}!"));
    info(format!("For help getting started, read {path}/README.md."));
    ExitCode::SUCCESS
}

/// Joins the words of the name by single underscores.
fn theme_name(words: &[String]) -> String {
    let mut name = words.join("_").replace(' ', "_");
    while name.contains("__") {
        name = name.replace("__", "_");
    }
    name
}

fn write(name: &str, path: &Path, code_of_conduct: bool, log: &mut Log) -> io::Result<()> {
    for folder in FOLDERS {
        log.info("create", path.join(folder).display().to_string());
        fs::create_dir_all(path.join(folder))?;
    }
    let author = [("USER_NAME", git_config("user.name")), ("USER_EMAIL", git_config("user.email"))];
    for (file, bytes) in bundled::new_theme() {
        if file == "CODE_OF_CONDUCT.md" && !code_of_conduct {
            continue;
        }
        let mut text = String::from_utf8_lossy(&bytes).replace("THEME_NAME", name);
        for (placeholder, value) in &author {
            text = text.replace(placeholder, value);
        }
        let place = path.join(match file.as_str() {
            "theme.gemspec" => format!("{name}.gemspec"),
            "gitignore" => ".gitignore".to_string(),
            _ => file,
        });
        log.info("create", place.display().to_string());
        fs::write(place, text)?;
    }
    log.info("initialize", path.join(".git").display().to_string());
    // The scaffold is also useful without git. Only its gemspec needs it.
    if Command::new("git").args(["init", "--quiet"]).current_dir(path).status().is_err() {
        log.warn("Warning:", "git is not installed, but the theme's gemspec needs a git repository.");
    }
    Ok(())
}

/// A value of the user's git configuration. Empty if it is not set.
fn git_config(key: &str) -> String {
    let output = Command::new("git").args(["config", key]).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string()).unwrap_or_default()
}
