//! Builds a folder of plain Markdown files with the bundled theme.
//!
//! Jekyll copies such files unchanged, so this is an intentional difference. A `_config.yml` in the folder, even an
//! empty one, disables the theme. `bundled_theme: true` in this file enables the theme again. Nothing is written into
//! the folder: the theme and the missing front matter are added as virtual files ([`Overlay`]).

use super::{markdown, theme};
use crate::config::Configuration;
use crate::config::merge::deep_merge;
use crate::failure::Failure;
use crate::world::{Kind, Overlay, World};
use hastie_liquid::{Hash, Value};
use std::io::Read;
use std::path::{Path, PathBuf};

/// The assets of the bundled theme that a folder of plain Markdown needs. The theme's other assets belong to the demo
/// site.
const NEEDED: &[&str] = &["assets/css/main.scss", "assets/js/theme.js", "assets/images/favicon.svg"];

/// The maximum number of pages to which the navigation of a folder of plain Markdown links.
const LINKS: usize = 7;

/// The names of configuration files. A folder with one of these files is a site, unless `bundled_theme` is set.
pub const CONFIGURATIONS: [&str; 3] = ["_config.yml", "_config.yaml", "_config.toml"];

/// Whether the source is a folder of plain Markdown, which is built with the bundled theme.
pub fn is_one(configuration: &Configuration, world: &World) -> bool {
    Folder::of(configuration, world).is_some()
}

/// The configuration and the world for building a folder of Markdown files with the bundled theme. `None` if the folder
/// is not built with this theme.
///
/// # Errors
/// Fails if the configuration is invalid after the theme's settings are added, which is not expected.
pub fn with_bundled_theme(
    configuration: &Configuration,
    world: &World,
) -> Result<Option<(Configuration, World)>, Failure> {
    let Some(folder) = Folder::of(configuration, world) else { return Ok(None) };
    let mut overlay = Overlay::default();
    for (name, bytes) in theme() {
        let is_asset = name.starts_with("assets/");
        let path = folder.root.join(&name);
        if (!is_asset || NEEDED.contains(&name.as_str())) && !world.exists(&path) {
            overlay.insert(&path, bytes.into_owned());
        }
    }
    for page in &folder.pages {
        if let Some(text) = &page.rewritten {
            overlay.insert(&folder.root.join(&page.path), text.clone().into_bytes());
        }
    }
    if !folder.has_index() {
        overlay.insert(&folder.root.join("index.md"), folder.contents().into_bytes());
    }
    let navigation = folder.root.join("_data/navigation.yml");
    if !world.exists(&navigation) {
        overlay.insert(&navigation, folder.navigation().into_bytes());
    }
    let values = deep_merge(&folder.settings(), &typed(configuration));
    let configuration = Configuration::from_values(world, &values)?;
    Ok(Some((configuration, world.clone().with_overlay(overlay))))
}

/// A folder of plain Markdown that is built with the bundled theme.
struct Folder {
    root: PathBuf,
    title: String,
    pages: Vec<Page>,
}

/// A Markdown file of the folder, which becomes a page.
struct Page {
    /// The file's path relative to the folder, with slashes.
    path: String,
    title: String,
    /// The file's text with added front matter. `None` if the file already has front matter.
    rewritten: Option<String>,
}

impl Folder {
    /// Reads the source folder. `None` if it is not built with the bundled theme, or if a Markdown file cannot be read.
    fn of(configuration: &Configuration, world: &World) -> Option<Self> {
        let root = PathBuf::from(&configuration.source);
        let asked = configuration.settings().bundled_theme();
        let has_config = || {
            configuration.settings().names_config_files()
                || CONFIGURATIONS.iter().any(|name| world.exists(&root.join(name)))
        };
        if !asked && (has_config() || configuration.settings().theme().truthy() || world.exists(&root.join("_layouts")))
        {
            return None;
        }
        let mut files = Vec::new();
        let clean = walk(world, &root, "", configuration, &mut files);
        let (texts, others): (Vec<String>, Vec<String>) = files.into_iter().partition(|file| is_markdown(file));
        let is_jekylls = !clean || others.iter().any(|file| has_front_matter(world, &root.join(file)));
        if texts.is_empty() || !asked && is_jekylls {
            return None;
        }
        let mut pages = Vec::new();
        for path in texts {
            let text = String::from_utf8(world.read(&root.join(&path)).ok()?).ok()?;
            pages.push(Page::of(path, &text)?);
        }
        let name = root.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let title =
            pages.iter().find(|page| page.is_index() && !page.path.contains('/')).map(|page| page.title.clone());
        Some(Folder { title: title.unwrap_or_else(|| markdown::title_of_name(&name)), root, pages })
    }

    fn has_index(&self) -> bool {
        self.pages.iter().any(|page| page.is_index() && !page.path.contains('/'))
    }

    /// The Markdown of a start page that links to all pages of the folder.
    fn contents(&self) -> String {
        let mut text = format!("---\ntitle: {}\n---\n\n", quoted(&self.title));
        for page in &self.pages {
            let title = page.title.replace('{', "&#123;");
            text.push_str(&format!("- [{title}]({{{{ {} | relative_url }}}})\n", quoted(&page.url())));
        }
        text
    }

    fn navigation(&self) -> String {
        let mut text = String::from("main:\n");
        let top = self.pages.iter().filter(|page| !page.path.contains('/') && !page.is_index());
        for page in top.take(LINKS) {
            text.push_str(&format!("  - {{ title: {}, url: {} }}\n", quoted(&page.title), quoted(&page.url())));
        }
        text
    }

    /// The configuration for the folder: its title, the layout of its pages, and options for Sass.
    fn settings(&self) -> Hash {
        let mut scope = Hash::new();
        scope.set("path", Value::str(""));
        scope.set("type", Value::str("pages"));
        let mut values = Hash::new();
        values.set("layout", Value::str("page"));
        let mut default = Hash::new();
        default.set("scope", Value::hash(scope));
        default.set("values", Value::hash(values));
        let mut sass = Hash::new();
        sass.set("style", Value::str("compressed"));
        sass.set("sourcemap", Value::str("never"));
        let mut settings = Hash::new();
        settings.set("title", Value::str(self.title.as_str()));
        settings.set("defaults", Value::array(vec![Value::hash(default)]));
        settings.set("sass", Value::hash(sass));
        settings
    }
}

impl Page {
    /// Reads a Markdown file. `None` if its front matter sets a layout: then the folder is not plain Markdown.
    fn of(path: String, text: &str) -> Option<Self> {
        let stem = path.rsplit('/').next().and_then(|name| name.rsplit_once('.')).map_or("", |(stem, _)| stem);
        if text.starts_with("---") {
            let front = text.split("\n---").next().unwrap_or_default();
            if front.lines().any(|line| line.starts_with("layout:")) {
                return None;
            }
            let title = front.lines().find_map(|line| line.strip_prefix("title:")).map(str::trim);
            let title = title.map_or_else(|| markdown::title_of_name(stem), |title| title.trim_matches('"').to_owned());
            return Some(Page { path, title, rewritten: None });
        }
        let (heading, body) = markdown::take_heading(text);
        let title = heading.unwrap_or_else(|| markdown::title_of_name(stem));
        let mut page = Page { path, title, rewritten: None };
        let address = if page.is_readme() { format!("permalink: {}\n", quoted(&page.url())) } else { String::new() };
        page.rewritten = Some(format!(
            "---\ntitle: {}\n{address}render_with_liquid: false\n---\n{}",
            quoted(&page.title),
            markdown::link_to_pages(&body)
        ));
        Some(page)
    }

    fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }

    fn is_readme(&self) -> bool {
        self.name().to_ascii_lowercase().starts_with("readme.")
    }

    fn is_index(&self) -> bool {
        self.is_readme() || self.name().starts_with("index.")
    }

    fn url(&self) -> String {
        let folder = self.path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        match self.path.rsplit_once('.') {
            _ if self.is_index() => format!("/{folder}"),
            Some((stem, _)) => format!("/{stem}.html"),
            None => format!("/{}", self.path),
        }
    }
}

/// The values of the user's configuration. An empty `defaults` or `sass` is left out, because it would override the
/// values that Hastie sets for a folder of plain Markdown.
fn typed(configuration: &Configuration) -> Hash {
    let mut typed = configuration.values.clone();
    for key in ["defaults", "sass"] {
        let is_empty = match typed.get(key) {
            Some(Value::Array(items)) => items.is_empty(),
            Some(Value::Hash(hash)) => hash.is_empty(),
            _ => true,
        };
        if is_empty {
            typed.remove(key);
        }
    }
    typed
}

/// Collects the paths of the files below a folder, relative to the root. Returns false if a name starts with an
/// underscore, as in sites for Jekyll.
fn walk(world: &World, root: &Path, below: &str, configuration: &Configuration, files: &mut Vec<String>) -> bool {
    let excluded = configuration.settings().excluded_names();
    let mut clean = true;
    let mut ahead = vec![below.to_owned()];
    while let Some(folder) = ahead.pop() {
        for entry in world.list(&root.join(&folder)).unwrap_or_default() {
            let path = if folder.is_empty() { entry.name.clone() } else { format!("{folder}/{}", entry.name) };
            let is_output = root.join(&path) == Path::new(&configuration.destination);
            let is_excluded = excluded.iter().any(|entry| path == entry.trim_matches('/'));
            if is_output || is_excluded || entry.name.starts_with(['.', '#', '~']) {
                continue;
            }
            clean &= !entry.name.starts_with('_');
            match entry.kind {
                Kind::Folder => ahead.push(path),
                Kind::File => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    clean
}

/// Whether the path ends with an extension for Markdown such as `.md`, in upper or lower case.
pub fn is_markdown(path: &str) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| ["markdown", "mkdown", "mkdn", "mkd", "md"].contains(&extension.as_str()))
}

fn has_front_matter(world: &World, path: &Path) -> bool {
    let mut start = [0; 4];
    let read = world.open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && (start.starts_with(b"---\n") || start == *b"---\r")
}

/// Quotes a text for YAML and Liquid. Removes backslashes, and replaces double quotes by single quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "").replace('"', "'"))
}
