//! Lets Jekyll build the site, if Ruby is installed.

use crate::config::Configuration;
use crate::world::World;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

/// The maximum number of lines of Jekyll's messages to show.
const MAX_LINES: usize = 20;

/// Builds a site into a folder with Ruby Jekyll. If the current folder has a `Gemfile`, Bundler provides the gems.
///
/// # Errors
/// Fails with a message if `jekyll` or `bundle` cannot be started. If Jekyll fails, the message contains the last lines
/// of Jekyll's output.
pub(super) fn build(configuration: &Configuration, folder: &Path, world: &World) -> Result<(), String> {
    let has_gemfile = world.is_file(&world.folder().join("Gemfile"));
    let words: &[&str] = if has_gemfile { &["bundle", "exec", "jekyll"] } else { &["jekyll"] };
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg("build").arg("--source").arg(&configuration.source).arg("--destination").arg(folder);
    let output = command.current_dir(world.folder()).stdin(Stdio::null()).output();
    let output = output.map_err(|error| match error.kind() {
        ErrorKind::NotFound => format!("'{}' is not installed, so Jekyll cannot build the site", words[0]),
        _ => format!("'{}' cannot be started: {error}", words[0]),
    })?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(MAX_LINES)..];
    Err(format!("'{} build' failed:\n{}", words.join(" "), last.join("\n")))
}
