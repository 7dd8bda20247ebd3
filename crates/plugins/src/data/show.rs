//! Debug messages about the theme's data files and, with `show-data`, the merged data of theme and site. Mirrors
//! `JekyllData::Reader`.

use hastie_liquid::{Hash, Value};
use hastie_site::diagnostic::{Level, Log, Message};
use hastie_site::failure::Failure;
use hastie_site::model::Theme;
use hastie_site::pattern::Pattern;
use hastie_site::site::Site;
use hastie_site::world::World;
use std::path::Path;

/// The extensions of data files, in the order in which they are read.
const ENDINGS: [&str; 5] = ["yaml", "yml", "json", "csv", "tsv"];

/// The width beyond which a text is split into several lines.
const WIDTH: usize = 50;

/// Logs the theme's data files and, with `show-data` and `verbose`, the merged data of theme and site. Logs nothing if
/// the theme has no data.
///
/// # Errors
/// Fails for values that jekyll-data cannot handle, such as `nil` or numbers instead of strings.
pub(super) fn report(site: &Site, log: &mut Log) -> Result<(), Failure> {
    let context = &site.setup.context;
    let Some(folder) = context.theme.as_ref().and_then(|theme: &Theme| theme.data.as_deref()) else {
        return Ok(());
    };
    let shows = context.is_set("show-data") && context.settings().verbose();
    let mut teller = Teller { site, log };
    teller.empty_line();
    teller.log.debug("Reading:", "Theme Data Files...");
    for file in files(&context.world, Path::new(folder)) {
        teller.log.debug("", file);
    }
    teller.empty_line();
    teller.log.debug("Merging:", "Theme Data Hash...");
    if !shows {
        let advice = coloured("use --show-data with --verbose to output merged Data Hash.");
        teller.log.push(Message::new(Level::Debug, "", advice).coloured());
        teller.empty_line();
    }
    // The gem reads the files again.
    for file in read_order(&context.world, Path::new(folder)) {
        teller.log.debug("Reading:", file);
    }
    if !shows {
        return Ok(());
    }
    teller.log.debug("Inspecting:", "Site Data >>");
    if let Some(data) = site.content.data.as_hash() {
        teller.data(data)?;
    }
    teller.empty_line();
    Ok(())
}

/// The data files below a folder, sorted by path.
fn files(world: &World, folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(path) = waiting.pop() {
        if !world.is_folder(&path) {
            files.extend(path.to_str().filter(|path| is_data(path)).map(str::to_owned));
        } else if path == folder || !world.is_link(&path) {
            waiting.extend(seen(world, &path).map(|name| path.join(name)));
        }
    }
    files.sort();
    files
}

/// The data files below a folder in reading order: first the files of a folder, then its subfolders. Paths start with
/// the folder's name.
fn read_order(world: &World, folder: &Path) -> Vec<String> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let real = seen(world, folder).filter(|name| !world.is_link(&folder.join(name)));
    let (folders, files): (Vec<_>, Vec<_>) = real.partition(|name| world.is_folder(&folder.join(name)));
    let inner = folders.iter().flat_map(|name| read_order(world, &folder.join(name)));
    let mut own: Vec<String> = files.into_iter().filter(|name| is_data(name)).collect();
    own.sort_by_key(|name| ENDINGS.iter().position(|ending| name.ends_with(ending)));
    own.into_iter().chain(inner).map(|path| format!("{name}/{path}")).collect()
}

/// The names in a folder that Ruby's pattern `*` matches: all that do not begin with a period.
fn seen(world: &World, folder: &Path) -> impl Iterator<Item = String> {
    let names = world.list(folder).unwrap_or_default().into_iter().map(|entry| entry.name);
    names.filter(|name| !name.starts_with('.'))
}

fn is_data(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

fn coloured(text: &str) -> String {
    format!("\x1b[36m{text}\x1b[0m")
}

fn centred(text: &str, filling: char) -> String {
    let free = WIDTH.saturating_sub(text.chars().count());
    let fill = |count: usize| filling.to_string().repeat(count);
    format!("{}{text}{}", fill(free / 2), fill(free - free / 2))
}

struct Teller<'a> {
    site: &'a Site,
    log: &'a mut Log,
}

impl Teller<'_> {
    /// Logs the data, one file or folder after another.
    fn data(&mut self, data: &Hash) -> Result<(), Failure> {
        for (key, value) in data.iter() {
            self.empty_line();
            let name = self.text(key);
            self.line("Data Key:", &centred(&format!(" {name} "), '='));
            self.empty_line();
            match value {
                Value::Hash(hash) => self.hash(hash)?,
                Value::Array(items) => self.list(items)?,
                value => {
                    let text = self.text(value);
                    if text.chars().count() > WIDTH {
                        self.long_text(&text, "");
                    } else {
                        self.line("", &self.site.setup.context.inspect(&Value::from(text.as_str())));
                    }
                }
            }
        }
        Ok(())
    }

    fn hash(&mut self, hash: &Hash) -> Result<(), Failure> {
        hash.iter().try_for_each(|(key, value)| self.pair(key, value))
    }

    fn pair(&mut self, key: &Value, value: &Value) -> Result<(), Failure> {
        let name = self.text(key);
        match value {
            Value::Array(items) => {
                self.label(&name);
                self.list(items)
            }
            Value::Hash(inner) => self.inner_hash(&name, inner),
            Value::Str(text) => {
                self.entry(&format!("{name}:"), text);
                Ok(())
            }
            other => Err(self.site.setup.context.no_method("length", other)),
        }
    }

    /// Logs a nested hash. Values other than hashes, lists and strings are skipped.
    fn inner_hash(&mut self, name: &str, hash: &Hash) -> Result<(), Failure> {
        self.label(name);
        for (key, value) in hash.iter() {
            let topic = format!("{}:", self.text(key));
            match value {
                Value::Hash(inner) => {
                    self.line(&topic, &"-".repeat(WIDTH));
                    self.hash(inner)?;
                }
                Value::Array(items) => {
                    self.line(&topic, &"-".repeat(WIDTH));
                    self.list(items)?;
                }
                Value::Str(text) => self.entry(&topic, text),
                _ => {}
            }
        }
        Ok(())
    }

    fn list(&mut self, items: &[Value]) -> Result<(), Failure> {
        for item in items {
            match item {
                Value::Str(text) => self.entry("-", text),
                Value::Hash(hash) => self.hash(hash)?,
                // Ruby iterates over a nested list as if it were a hash.
                Value::Array(inner) => {
                    for item in inner.iter() {
                        let parts = item.as_array().unwrap_or(std::slice::from_ref(item));
                        let part = |place: usize| parts.get(place).cloned().unwrap_or(Value::Nil);
                        self.pair(&part(0), &part(1))?;
                    }
                }
                other => return Err(self.site.setup.context.no_method("each", other)),
            }
        }
        Ok(())
    }

    fn entry(&mut self, topic: &str, text: &str) {
        if text.chars().count() > WIDTH {
            self.long_text(text, topic);
        } else {
            self.coloured_line(topic, text);
        }
    }

    /// Logs a text in several lines, split between words.
    fn long_text(&mut self, text: &str, topic: &str) {
        static PIECE: Pattern = Pattern::new(r"(.{1,50})([ \t\r\n\x0c\x0b]+|[^A-Za-z0-9_]|\z)");
        let mut topic = topic;
        for found in PIECE.find_iter(text) {
            self.coloured_line(topic, found.as_str().trim());
            topic = "";
        }
    }

    fn label(&mut self, name: &str) {
        self.line("", &centred(&format!(" {name} "), '-'));
    }

    fn empty_line(&mut self) {
        self.line("", "");
    }

    /// Logs a line whose topic is further to the right than usual.
    fn line(&mut self, topic: &str, text: &str) {
        self.log.debug(format!("{topic:>29}"), text);
    }

    fn coloured_line(&mut self, topic: &str, text: &str) {
        self.log.push(Message::new(Level::Debug, format!("{topic:>29}"), coloured(text)).coloured());
    }

    fn text(&self, value: &Value) -> String {
        self.site.setup.context.text(value)
    }
}
