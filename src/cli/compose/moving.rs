//! Moves a file and changes its front matter. Mirrors `FileMover`.

use super::root::below;
use super::wrong;
use crate::cli::Context;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::read::front_matter;
use hastie_liquid::{Hash, Value};
use hastie_yaml::psych;
use std::fs;
use std::path::Path;

/// The options of the commands that move a file: `publish`, `unpublish` and `rename`.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Overwrite the file if it already exists
    #[arg(short, long)]
    pub force: bool,
    /// Custom configuration file
    #[arg(long, value_name = "CONFIG_FILE[,CONFIG_FILE2,...]")]
    config: Option<String>,
}

/// A post, draft or other file that is moved within the site.
pub(super) struct Move<'a> {
    /// The words for the file before and after the move, such as `draft` and `post`.
    pub kinds: [&'a str; 2],
    /// The path of the file before the move.
    pub from: String,
    /// The folder to which the new path `to` is relative.
    pub root: &'a str,
    pub to: String,
    pub force: bool,
}

/// The path of a file that the user named: `words`, joined with spaces, below `root`. As in Ruby, a slash at the start
/// of the whole path is removed.
pub(super) fn source(root: &str, words: &[String]) -> String {
    let path = crate::path::join(root, &words.join(" "));
    path.strip_prefix('/').unwrap_or(&path).to_owned()
}

impl Move<'_> {
    /// Moves the file, and applies `change` to its front matter. Only warns if the file does not exist, or if the new
    /// path is taken without `--force`. A file whose front matter cannot be changed is still moved, with a warning.
    pub(super) fn perform(
        &self,
        context: &Context,
        log: &mut Log,
        change: impl FnOnce(&mut Hash),
    ) -> Result<(), Failure> {
        let to = below(self.root, &self.to);
        let [before, after] = self.kinds;
        let (old, new) = (context.world.expand(&self.from), context.world.expand(&to));
        let mut warn = |text: String| log.push(Message::plain(Level::Warn, text));
        if !context.world.exists(&old) {
            warn(format!("There was no {before} found at '{}'.", self.from));
            return Ok(());
        }
        if !self.force && context.world.exists(&new) {
            warn(format!("A {after} already exists at {to}"));
            return Ok(());
        }
        if let Err(reason) = rewrite(&old, self.root, context, change) {
            warn(reason);
        }
        let moved = new.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::rename(&old, &new));
        moved.map_err(|error| wrong(format!("{} cannot be moved to {to}: {error}", self.from)))?;
        let (first, rest) = before.split_at(1);
        let text = format!("{}{rest} {} was moved to {to}", first.to_uppercase(), self.from);
        log.push(Message::plain(Level::Info, text));
        Ok(())
    }
}

/// Changes the front matter of a file, if it has any. The file is moved without changes if this fails.
fn rewrite(file: &Path, root: &str, context: &Context, change: impl FnOnce(&mut Hash)) -> Result<(), String> {
    if context.world.is_link(file) && !context.world.is_below(&context.world.expand(root), file) {
        return Err("the file is a link out of the site, so its front matter is left as it is".to_owned());
    }
    let bytes = context.world.read(file).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "invalid byte sequence in UTF-8".to_owned())?;
    let Some(split) = front_matter::split(&text) else { return Ok(()) };
    let data = psych::safe_load(split.yaml.as_bytes()).map_err(|error| error.message)?;
    let Value::Hash(data) = data else {
        return Err("the front matter is not a list of names and values, and was not changed".to_owned());
    };
    let mut data = Hash::clone(&data);
    change(&mut data);
    let yaml = psych::dump(&Value::hash(data)).ok_or("the front matter is too long")?;
    fs::write(file, format!("{yaml}---\n{}", split.content)).map_err(|error| error.to_string())
}
