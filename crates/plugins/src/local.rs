//! Scans the Ruby files in a site's plugins folder for definitions, without running them, so that the author knows what
//! a build omits.
//!
//! The scan is line by line and recognizes the usual ways of writing plugins. Anything else is not reported.

use crate::taken_over;
use hastie_liquid::Value;
use hastie_site::config::Configuration;
use hastie_site::failure::{Failure, implicit_name};
use hastie_site::path::sanitized;
use hastie_site::world::{Kind, World, expand};
use std::path::Path;

/// The tags, filters, classes, hooks and `require` statements that static analysis finds in a Ruby file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalFile {
    /// The path, relative to the source if it is below the source. For a gem, `the gem` and the name of its folder.
    pub path: String,
    /// The absolute path.
    pub full: String,
    /// The names of the tags and blocks that the file registers.
    pub tags: Vec<String>,
    /// The filters that the file registers.
    pub filters: Vec<String>,
    /// The subclasses of `Jekyll::Generator`.
    pub generators: Vec<String>,
    /// The subclasses of `Jekyll::Converter`.
    pub converters: Vec<String>,
    /// The subclasses of `Jekyll::Command`.
    pub commands: Vec<String>,
    /// The hooks, such as `:site post_write`.
    pub hooks: Vec<String>,
    /// The names in its `require` statements: libraries and gems.
    pub requires: Vec<String>,
    /// The built-in plugins whose classes the file names, such as `jekyll-seo-tag` for `Jekyll::SeoTag::Drop`.
    pub classes: Vec<&'static str>,
}

impl LocalFile {
    /// Adds the tags, filters, hooks and classes that another Ruby source defines. Ignores its `require` statements.
    pub fn add(&mut self, source: &str) {
        let found = scan(source);
        let pairs = [
            (&mut self.tags, found.tags),
            (&mut self.filters, found.filters),
            (&mut self.generators, found.generators),
            (&mut self.converters, found.converters),
            (&mut self.commands, found.commands),
            (&mut self.hooks, found.hooks),
        ];
        for (all, more) in pairs {
            more.into_iter().for_each(|name| add(all, name));
        }
    }

    fn kinds(&self) -> [(&'static str, &Vec<String>); 6] {
        [
            ("tag", &self.tags),
            ("filter", &self.filters),
            ("generator", &self.generators),
            ("converter", &self.converters),
            ("command", &self.commands),
            ("hook", &self.hooks),
        ]
    }

    /// Whether no definitions were found. Libraries that the file requires do not count as definitions.
    pub fn defines_nothing(&self) -> bool {
        self.kinds().iter().all(|(_, names)| names.is_empty())
    }

    /// A summary of the definitions, such as `tags a, b; hook :site post_write`. If there are none, the summary says
    /// so.
    pub fn summary(&self) -> String {
        let kinds_defined: Vec<String> = self
            .kinds()
            .iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(kind, names)| format!("{kind}{} {}", if names.len() == 1 { "" } else { "s" }, names.join(", ")))
            .collect();
        if kinds_defined.is_empty() { "nothing that would be recognised".to_owned() } else { kinds_defined.join("; ") }
    }
}

/// The Ruby files below the plugins folders, in the order in which Ruby would load them. Empty in safe mode.
///
/// # Errors
/// Fails if a folder name is not a string.
pub fn files(world: &World, config: &Configuration) -> Result<Vec<LocalFile>, Failure> {
    if let Some(odd) = odd_folder(config.settings().plugins_dir()) {
        return Err(Failure::no_conversion_of(odd, "String"));
    }
    if config.settings().safe() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for folder in &folders(world, config) {
        walk(world, folder, 0, &mut found);
    }
    let below = format!("{}/", config.source);
    let read = |path: &String| {
        let source = String::from_utf8_lossy(&world.read(Path::new(path)).unwrap_or_default()).into_owned();
        LocalFile { path: path.strip_prefix(&below).unwrap_or(path).to_owned(), full: path.clone(), ..scan(&source) }
    };
    Ok(found.iter().map(read).collect())
}

/// The absolute paths of the folders in `plugins_dir`. The default `_plugins` is a folder in the source. With any other
/// setting, names are relative to the working directory.
pub fn folders(world: &World, config: &Configuration) -> Vec<String> {
    let expanded = |name: &str| expand(name, world.folder(), None).to_string_lossy().into_owned();
    match config.settings().plugins_dir().as_str() {
        Some("_plugins") => vec![sanitized(&config.source, "_plugins")],
        _ => config.settings().plugins_dirs().into_iter().map(expanded).collect(),
    }
}

/// The Ruby class of the first folder name that is not a string. `None` if all are strings.
fn odd_folder(folders: &Value) -> Option<&'static str> {
    match folders {
        Value::Str(_) | Value::Nil => None,
        Value::Array(names) => names.iter().find(|name| name.as_str().is_none()).map(implicit_name),
        // `Array(hash)` is an array of pairs.
        Value::Hash(names) => (!names.is_empty()).then_some("Array"),
        other => Some(implicit_name(other)),
    }
}

/// Collects the Ruby files below a folder, sorted by name within each folder.
fn walk(world: &World, folder: &str, depth: usize, found: &mut Vec<String>) {
    let mut entries = world.list(Path::new(folder)).unwrap_or_default();
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    for entry in entries.iter().filter(|entry| !entry.name.starts_with('.')) {
        let path = format!("{folder}/{}", entry.name);
        match entry.kind {
            Kind::Folder if depth < 100 => walk(world, &path, depth + 1, found),
            Kind::File | Kind::Link if path.ends_with(".rb") => found.push(path),
            _ => {}
        }
    }
}

/// The definitions in a Ruby source.
fn scan(source: &str) -> LocalFile {
    let lines = lines_of_code(source);
    let mut found = LocalFile::default();
    for line in &lines {
        found.classes.extend(taken_over::named_in(line));
        if let Some(name) = line.trim_start().strip_prefix("require").and_then(quoted) {
            add(&mut found.requires, name.to_owned());
        }
        if let Some(name) = after(line, "register_tag").and_then(name_of) {
            add(&mut found.tags, name);
        }
        if let Some(module) = after(line, "register_filter") {
            let module = constant(module).rsplit("::").next().unwrap_or_default();
            methods(&lines, module).into_iter().for_each(|name| add(&mut found.filters, name));
        }
        if let Some((class, parent)) = after(line, "class ").and_then(|rest| rest.split_once('<')) {
            let parent = constant(parent.trim());
            let kinds = match parent.rsplit("::").next() {
                Some("Generator") => &mut found.generators,
                Some("Converter") => &mut found.converters,
                Some("Command") => &mut found.commands,
                _ if parent.contains("Converters::") => &mut found.converters,
                _ => continue,
            };
            add(kinds, constant(class.trim()).to_owned());
        }
        if let Some(rest) = after(line, "Hooks.register") {
            let places = rest.split(" do").next().and_then(|rest| rest.split("priority").next()).unwrap_or(rest);
            let symbols: Vec<&str> = places.split(':').skip(1).map(word).collect();
            if let Some((point, owners)) = symbols.split_last() {
                owners.iter().for_each(|owner| add(&mut found.hooks, format!(":{owner} {point}")));
            }
        }
    }
    found
}

/// The lines of a Ruby source without comments, and without the data after `__END__`.
fn lines_of_code(source: &str) -> Vec<&str> {
    let is_marker = |line: &str, marker: &str| {
        line.strip_prefix(marker).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    };
    let mut in_comment = false;
    let mut lines = Vec::new();
    for line in source.lines().take_while(|line| *line != "__END__") {
        if in_comment {
            in_comment = !is_marker(line, "=end");
        } else if is_marker(line, "=begin") {
            in_comment = true;
        } else if !line.trim_start().starts_with('#') {
            lines.push(line);
        }
    }
    lines
}

fn add(names: &mut Vec<String>, name: String) {
    if !names.contains(&name) {
        names.push(name);
    }
}

/// The rest of a line after the first occurrence of `word`. Spaces and parentheses at the start of the rest are
/// dropped.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.split_once(word).map(|(_, rest)| rest.trim_start_matches(['(', ' ']))
}

/// The name at the start of an argument list, given as a string or a symbol. `None` for other arguments.
fn name_of(argument: &str) -> Option<String> {
    let name = argument.strip_prefix(['"', '\'', ':'])?;
    Some(word(name.trim_start_matches('"')).to_owned()).filter(|name| !name.is_empty())
}

/// The quoted string at the start of an argument list.
fn quoted(arguments: &str) -> Option<&str> {
    let rest = arguments.trim_start_matches(['(', ' ']);
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest[1..].split_once(quote).map(|(name, _)| name)
}

/// The letters, digits, underscores and hyphens at the start of a text.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-')).unwrap_or(text.len());
    &text[..end]
}

/// The constant at the start of a text, including its modules.
fn constant(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':')).unwrap_or(text.len());
    text[..end].trim_end_matches(':')
}

/// The public methods of a module, up to the `end` with the module's indentation.
fn methods(lines: &[&str], module: &str) -> Vec<String> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let opens = |line: &&str| {
        let rest = line.trim_start().strip_prefix("module ");
        rest.is_some_and(|name| constant(name.trim()).rsplit("::").next() == Some(module))
    };
    let Some(start) = lines.iter().position(opens) else { return Vec::new() };
    let closes = |line: &str, opened: usize| line.trim() == "end" && indent(line) <= indent(lines[opened]);
    // Methods of a class in the module are not filters.
    let mut own = Vec::new();
    let mut class = None;
    for (index, line) in lines.iter().enumerate().skip(start + 1) {
        match class {
            Some(opened) if closes(line, opened) => class = None,
            Some(_) => {}
            None if closes(line, start) || line.trim() == "private" => break,
            None if line.trim_start().starts_with("class ") && !line.trim_end().ends_with("end") => class = Some(index),
            None => own.push(*line),
        }
    }
    own.iter()
        .filter_map(|line| line.trim_start().strip_prefix("def "))
        .filter(|name| !name.starts_with("self."))
        .map(|name| word(name).to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::scan;

    #[test]
    fn tags_filters_classes_and_hooks_are_named() {
        let found = scan(
            r#"
# Liquid::Template.register_tag("commented", X)
module Jekyll
  class Box < Liquid::Block; end
  module Words
    def shout(text)
      text.upcase
    end

    def whisper(text) = text.downcase

    private

    def hidden; end
  end
  class Years < Generator
    safe true
  end
  class Plain < Jekyll::Converters::Markdown; end
end
Liquid::Template.register_tag('box', Jekyll::Box)
Liquid::Template.register_tag :pic, Pic
Liquid::Template.register_filter(Jekyll::Words)
Jekyll::Hooks.register :site, :post_write do |site|
Jekyll::Hooks.register [:pages, :posts], :pre_render, priority: :high do |doc|
"#,
        );
        assert_eq!(
            found.summary(),
            "tags box, pic; filters shout, whisper; generator Years; converter Plain; \
             hooks :site post_write, :pages pre_render, :posts pre_render"
        );
        let commented = "=begin\nregister_tag('a', A)\n=end\nregister_tag('b', B)\n__END__\nregister_tag('c', C)\n";
        assert_eq!(scan(commented).summary(), "tag b");
        let nested = "module A\n  class B\n    def inner; end\n\n    private\n\n    def x; end\n  end\n\n  def outer(a); end\nend\n\
                      Liquid::Template.register_filter(A)\n";
        assert_eq!(scan(nested).summary(), "filter outer");
        assert_eq!(scan("module X; end").summary(), "nothing that would be recognised");
    }

    #[test]
    fn gems_and_libraries_that_a_file_requires_are_named() {
        let found = scan(
            "require 'jekyll/scholar'\n  require(\"uri\")\n# require 'not'\nrequire_relative 'near'\nrequire name\nrequire 'open\n",
        );
        assert_eq!(found.requires, ["jekyll/scholar", "uri"]);
    }
}
