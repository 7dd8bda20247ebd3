//! Reads a Gemfile without Bundler, in particular the group `:jekyll_plugins` (`PluginManager.require_from_bundler`).
//!
//! A Gemfile is Ruby code. Only `source` and `gem` statements are recognized, with the group from the option `group:`
//! or from the block around them. Conditions are assumed to be true.

use hastie_site::Reference;
use hastie_site::world::World;

const GROUP: &str = "jekyll_plugins";

/// The gems that Bundler would load as plugins, in order. The Gemfile is the file that `BUNDLE_GEMFILE` names, or by
/// default `Gemfile` in the working directory.
///
/// Empty without a Gemfile, or if `JEKYLL_NO_BUNDLER_REQUIRE` is set. Also empty if the Jekyll that `reference`
/// describes does not load plugins from the Gemfile.
pub fn plugins(reference: &Reference, world: &World) -> Vec<String> {
    if !reference.plugins.loads_gemfile_group || world.variable("JEKYLL_NO_BUNDLER_REQUIRE").is_some() {
        return Vec::new();
    }
    text(world, "").map(|gemfile| group(&gemfile)).unwrap_or_default()
}

/// Whether the Gemfile or its lock file contains the gem `github-pages`, which makes Jekyll build as GitHub Pages does.
/// False if `JEKYLL_NO_BUNDLER_REQUIRE` is set.
pub fn names_github_pages(world: &World) -> bool {
    if world.variable("JEKYLL_NO_BUNDLER_REQUIRE").is_some() {
        return false;
    }
    let is_gem = |statement: &String| {
        statement.starts_with("gem") && first_text(statement).is_some_and(|name| name == "github-pages")
    };
    let in_lock = |lock: String| lock.lines().any(|line| line.trim_start().starts_with("github-pages ("));
    text(world, "").is_some_and(|gemfile| statements(&gemfile).iter().any(is_gem))
        || text(world, ".lock").is_some_and(in_lock)
}

/// The version of a gem in the Gemfile's lock file: `4.3.3`, or `1.18.1-x86_64-linux` with a platform. `None` without
/// this file, or if it does not contain the gem.
pub fn locked_version(world: &World, name: &str) -> Option<String> {
    let lock = text(world, ".lock")?;
    let specs = lock.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     "));
    specs.into_iter().find_map(|line| {
        let version = line.trim().strip_prefix(name)?.strip_prefix(" (")?.strip_suffix(')')?;
        Some(version.to_owned())
    })
}

/// The version requirements of a gem in the Gemfile: `~> 2.5`, `>= 2.5.1`. Empty if the Gemfile does not contain the
/// gem, or if no string follows its name.
pub fn requirements(world: &World, name: &str) -> Vec<String> {
    let Some(gemfile) = text(world, "") else { return Vec::new() };
    let is_it = |statement: &String| {
        ["gem ", "gem("].iter().any(|start| statement.starts_with(start))
            && first_text(statement).is_some_and(|first| first == name)
    };
    let Some(statement) = statements(&gemfile).into_iter().find(is_it) else { return Vec::new() };
    let parts = statement.split(',').skip(1).map(str::trim).take_while(|part| part.starts_with(['"', '\'']));
    parts.filter_map(first_text).collect()
}

/// Whether Bundler gets a gem from a gem server, or from a repository or folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A gem server.
    Server,
    /// A repository or a folder.
    Elsewhere,
}

/// The place from which a gem comes, according to the Gemfile or its lock file. `None` if they do not contain the gem.
pub fn origin(world: &World, name: &str) -> Option<Origin> {
    let in_lock = || text(world, ".lock").and_then(|lock| locked_origin(&lock, name));
    text(world, "").and_then(|gemfile| stated_origin(&gemfile, name)).or_else(in_lock)
}

/// Whether a Gemfile exists. If so, plugins can only use the gems in the Gemfile or its lock file.
pub fn exists(world: &World) -> bool {
    text(world, "").is_some()
}

fn stated_origin(gemfile: &str, name: &str) -> Option<Origin> {
    let is_it = |statement: &String| statement.starts_with("gem") && first_text(statement).is_some_and(|it| it == name);
    let statement = statements(gemfile).into_iter().find(is_it)?;
    let is_named = |key: &str| statement.contains(&format!("{key}:")) || statement.contains(&format!(":{key} "));
    let is_elsewhere = ["git", "github", "gist", "bitbucket", "path"].into_iter().any(is_named);
    Some(if is_elsewhere { Origin::Elsewhere } else { Origin::Server })
}

fn locked_origin(lock: &str, name: &str) -> Option<Origin> {
    let mut section = "";
    for line in lock.lines() {
        if !line.starts_with(' ') {
            section = line.trim();
        } else if line.strip_prefix("    ").and_then(|line| line.split(" (").next()) == Some(name) {
            return Some(if section == "GEM" { Origin::Server } else { Origin::Elsewhere });
        }
    }
    None
}

/// The HTTP or HTTPS address of the first gem server in the Gemfile or its lock file. `None` if neither names one.
pub fn source(world: &World) -> Option<String> {
    let in_lock = || text(world, ".lock").and_then(|lock| locked_source(&lock));
    text(world, "").and_then(|gemfile| stated_source(&gemfile)).or_else(in_lock)
}

fn stated_source(gemfile: &str) -> Option<String> {
    let sources = statements(gemfile).into_iter().filter(|statement| statement.starts_with("source"));
    sources.filter_map(|statement| first_text(&statement)).find(|address| address.starts_with("http"))
}

/// The HTTP or HTTPS address of the first server in a lock file's sections `GEM`. `None` if they name none.
/// Repositories and folders have other sections.
fn locked_source(lock: &str) -> Option<String> {
    let mut section = "";
    for line in lock.lines() {
        if !line.starts_with(' ') {
            section = line.trim();
        } else if let Some(address) = line.strip_prefix("  remote: ").filter(|_| section == "GEM")
            && address.starts_with("http")
        {
            return Some(address.to_owned());
        }
    }
    None
}

/// The number of the first line, starting at 1, in which the Gemfile names the gem `gem`. 0 if no line does.
pub(crate) fn line_of(world: &World, gem: &str) -> usize {
    let text = text(world, "").unwrap_or_default();
    let names = |line: &str| first_text(line.split('#').next().unwrap_or_default()).is_some_and(|name| name == gem);
    text.lines().position(names).map_or(0, |index| index + 1)
}

/// The text of the file whose name is the Gemfile's name plus `suffix`, such as `.lock` for the lock file. `None` if
/// the file cannot be read.
fn text(world: &World, suffix: &str) -> Option<String> {
    let named = world.variable("BUNDLE_GEMFILE").filter(|path| !path.is_empty()).unwrap_or("Gemfile");
    let bytes = world.read(&world.folder().join(format!("{named}{suffix}"))).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The names of the gems in the group `jekyll_plugins`.
fn group(gemfile: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    // For each open block, whether it belongs to the group.
    let mut blocks: Vec<bool> = Vec::new();
    for statement in statements(gemfile) {
        let inside = blocks.last().copied().unwrap_or_default();
        let word = statement.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
        match word {
            "end" => {
                blocks.pop();
            }
            "group" if opens(&statement) => blocks.push(inside || mentions_group(&statement)),
            "gem" => {
                let required = !statement.contains("require: false") && !statement.contains(":require => false");
                if required && (inside || mentions_group(&statement)) {
                    names.extend(first_text(&statement).filter(|name| !names.contains(name)));
                }
            }
            "if" | "unless" | "case" | "begin" | "while" | "until" | "def" => blocks.push(inside),
            _ if opens(&statement) => blocks.push(inside),
            _ => {}
        }
    }
    names
}

/// Whether a statement starts a block that ends with `end`.
fn opens(statement: &str) -> bool {
    statement.ends_with(" do")
        || statement.rsplit_once(" do |").is_some_and(|(_, names)| names.trim_end().ends_with('|'))
}

/// Whether a statement contains the group's name, as a symbol or a string.
fn mentions_group(statement: &str) -> bool {
    statement.match_indices(GROUP).any(|(start, name)| {
        let before = statement[..start].chars().next_back();
        let after = statement[start + name.len()..].chars().next();
        matches!(before, Some(':' | '"' | '\'' | '[' | ' ')) && !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

/// The first quoted string in a statement. `None` if there is none.
fn first_text(statement: &str) -> Option<String> {
    let start = statement.find(['"', '\''])?;
    let quote = statement[start..].chars().next()?;
    let (text, _) = statement[start + 1..].split_once(quote)?;
    Some(text.to_owned())
}

/// The statements of a Gemfile, trimmed and without comments. A statement that ends in a comma continues on the next
/// line.
fn statements(gemfile: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in gemfile.lines() {
        for part in parts(line) {
            match all.last_mut().filter(|_| goes_on) {
                Some(last) => {
                    last.push(' ');
                    last.push_str(&part);
                }
                None => all.push(part),
            }
            goes_on = all.last().is_some_and(|last| last.ends_with(','));
        }
    }
    all
}

/// Splits a line at semicolons and drops its comment.
fn parts(line: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (None, '#') => break,
            (None, ';') => {
                parts.push(String::new());
                continue;
            }
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Origin, group, locked_origin, locked_source, stated_origin, stated_source};

    #[test]
    fn gems_of_repositories_and_folders_are_told_from_those_of_the_server() {
        let gemfile = "gem 'a', '~> 1.0'\ngem 'b', git: 'https://example.org/b'\ngem 'c', :path => '../c'\n";
        let origins = ["a", "b", "c", "d"].map(|name| stated_origin(gemfile, name));
        assert_eq!(origins, [Some(Origin::Server), Some(Origin::Elsewhere), Some(Origin::Elsewhere), None]);
        let lock = "GIT\n  remote: https://example.org/b\n  specs:\n    b (1.0)\n      a\n\n\
                    GEM\n  remote: https://example.org/\n  specs:\n    a (1.2)\n      e (>= 1)\n";
        let origins = ["a", "b", "e"].map(|name| locked_origin(lock, name));
        assert_eq!(origins, [Some(Origin::Server), Some(Origin::Elsewhere), None]);
    }

    #[test]
    fn the_gem_server_is_no_repository_or_folder() {
        let gemfile = "source 'file:///gems'\nsource 'https://example.org'\ngem 'a', git: 'https://example.org/a'\n";
        assert_eq!(stated_source(gemfile).as_deref(), Some("https://example.org"));
        let lock = "GIT\n  remote: https://example.org/b\n  specs:\n    b (1.0)\n\nPATH\n  remote: .\n  specs:\n    c (1)\n\n\
                    GEM\n  remote: https://gems.example.org/\n  specs:\n    a (1.2)\n";
        assert_eq!(locked_source(lock).as_deref(), Some("https://gems.example.org/"));
        assert_eq!(locked_source(lock.split("GEM").next().expect("the sections in front of it")), None);
    }

    #[test]
    fn gems_of_the_group_are_found_in_all_the_ways_to_name_it() {
        let gemfile = r#"
source "https://rubygems.org" # gem "commented"
gem "jekyll", "~> 4.4"
if ENV["CI"]
  gem "outside"
end
group :test, :jekyll_plugins do
  gem "a", "~> 1.0"   # a comment's end
  platforms :ruby do
    gem 'b'
  end
  gem "not-loaded", require: false
  install_if -> { true } do; gem "c"; end
end
gem "d", group: :jekyll_plugins
gem "e",
    :groups => [:default, :jekyll_plugins]
gem "f", group: "jekyll_plugins_of_another"
gem "a"
gemspec
"#;
        assert_eq!(group(gemfile), ["a", "b", "c", "d", "e"]);
    }
}
