//! Creates a file with front matter. Mirrors `FileInfo` and `FileCreator`.

use super::root::{below, root};
use super::wrong;
use crate::cli::Context;
use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::model::slug::{Mode, slugify};
use crate::world::write_whole;
use hastie_liquid::{Hash, Value};
use hastie_yaml::psych;
use std::fs::{self, File};
use std::io::Write;

/// The options of the commands that create a file: `compose`, `draft`, `page` and `post`.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The title
    #[arg(value_name = "NAME")]
    name: Vec<String>,
    /// The file's extension (default: md)
    #[arg(short = 'x', long, value_name = "EXTENSION")]
    extension: Option<String>,
    /// The layout in the front matter
    #[arg(short, long, value_name = "LAYOUT")]
    layout: Option<String>,
    /// Overwrite the file if it already exists
    #[arg(short, long)]
    force: bool,
    /// Custom configuration file
    #[arg(long, value_name = "CONFIG_FILE[,CONFIG_FILE2,...]")]
    config: Option<String>,
}

/// The properties of a file that a command creates: folder, layout, date and so on.
pub(super) struct NewFile<'a> {
    /// The word for the file in messages, such as `draft`.
    pub kind: &'a str,
    /// The folder of the file, such as `_posts`. Empty for pages.
    pub folder: &'a str,
    /// The text before the title in the file name: a date with a hyphen, or nothing.
    pub prefix: &'a str,
    /// The layout of the file if `--layout` is not given.
    pub layout: &'a str,
    /// The value of `date` in the front matter. `None` for files without a date.
    pub date: Option<String>,
    /// The key under `jekyll_compose: {default_front_matter: ...}` whose values are added to the front matter.
    pub defaults: Option<&'a str>,
}

impl Options {
    /// Fails if no name was given on the command line.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.name.is_empty() { Err(wrong("You must specify a name.")) } else { Ok(()) }
    }

    /// Creates a file and returns its path. If the file exists, `--force` replaces it. Without `--force`, only warns
    /// and returns the path.
    pub(super) fn create(
        &self,
        file: &NewFile<'_>,
        context: &Context,
        config: &Configuration,
        log: &mut Log,
    ) -> Result<String, Failure> {
        let title = self.name.join(" ");
        let extension = self.extension.as_deref().unwrap_or("md");
        let name = format!("{}{}.{extension}", file.prefix, slugify(&title, Mode::Default, false));
        let path = below(&root(config, context), &below(file.folder, &name));
        let place = context.world.expand(&path);
        if !self.force && context.world.exists(&place) {
            log.push(Message::plain(Level::Warn, format!("A {} already exists at {path}", file.kind)));
            return Ok(path);
        }
        let text = self.front_matter(title, file, config)?;
        let folder = place.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| match self.force {
            true => write_whole(&place, text.as_bytes()),
            // A link without a target counts as missing, but is not followed.
            false => File::create_new(&place).and_then(|mut file| file.write_all(text.as_bytes())),
        });
        written.map_err(|error| wrong(format!("{path} cannot be written: {error}")))?;
        let shown = if context.printer.colour() { format!("\u{1b}[36m{path}\u{1b}[0m") } else { path.clone() };
        log.push(Message::plain(Level::Info, format!("New {} created at {shown}", file.kind)).coloured());
        Ok(path)
    }

    fn front_matter(&self, title: String, file: &NewFile<'_>, config: &Configuration) -> Result<String, Failure> {
        let mut data = Hash::new();
        data.set("layout", self.layout.as_deref().unwrap_or(file.layout));
        data.set("title", title);
        if let Some(date) = &file.date {
            data.set("date", date.as_str());
        }
        for (key, value) in file.defaults.and_then(|key| defaults(config, key)).into_iter().flat_map(Hash::iter) {
            data.set_value(key.clone(), value.clone());
        }
        let yaml = psych::dump(&Value::hash(data)).ok_or_else(|| wrong("the front matter is too long"))?;
        Ok(format!("{yaml}---\n"))
    }
}

/// The configured front matter for a kind of file. `None` if there is none.
fn defaults<'c>(config: &'c Configuration, key: &str) -> Option<&'c Hash> {
    let own = config.values.get("jekyll_compose")?.as_hash()?;
    own.get("default_front_matter")?.as_hash()?.get(key)?.as_hash()
}
