//! Reads the gemspec of a remote theme with patterns. Mirrors `RemoteTheme::MockGemspec`.
//!
//! The gem only reads `NAME.gemspec` and `jekyll-theme-NAME.gemspec`, in which NAME is the repository's name. A gemspec
//! with another name, such as `minimal-mistakes-jekyll.gemspec`, is ignored.

use hastie_liquid::Hash;
use hastie_site::model::Theme;
use hastie_site::model::theme::Dependency;
use hastie_site::path;
use hastie_site::pattern::Pattern;
use hastie_site::world::World;
use std::path::Path;

// The first group of each pattern is the value.
static NEEDS: Pattern = Pattern::new(r#"(?m)^\s*[a-z]+\.add_(?:runtime_)?dependency\(?\s*["']([a-z_-]+)["']"#);
static AUTHORS: Pattern = Pattern::new(r"(?ms)^\s*[a-z_]+\.authors\s*=\s*\[(.*?)\]");
static AUTHOR: Pattern = Pattern::new(r#"["']([^"']+)["']"#);
static VERSION: Pattern = Pattern::new(r#"(?m)^\s*[a-z_]+\.version\s*=\s*["']([^"']+)["']"#);
static SUMMARY: Pattern = Pattern::new(r#"(?m)^\s*[a-z_]+\.summary\s*=\s*["'](.*?)["']"#);
static DESCRIPTION: Pattern = Pattern::new(r#"(?m)^\s*[a-z_]+\.description\s*=\s*["'](.*?)["']"#);

/// Sets the authors, version, description and dependencies of a theme from its gemspec, and empties `metadata`. Without
/// a gemspec, the version is `0.0.0` and the other values are empty.
pub(crate) fn describe(theme: &mut Theme, world: &World) {
    let files = ["", "jekyll-theme-"].map(|prefix| path::join(&theme.root, &format!("{prefix}{}.gemspec", theme.name)));
    let file = files.iter().find(|file| world.exists(Path::new(file)));
    let bytes = file.and_then(|file| world.read(Path::new(file)).ok()).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let all = |pattern: &Pattern, text: &str| -> Vec<String> {
        pattern.captures_iter(text).map(|found| found[1].to_owned()).collect()
    };
    let first = |pattern: &Pattern| pattern.captures(&text).map(|found| found[1].to_owned());
    theme.metadata = Hash::new();
    theme.authors = all(&AUTHOR, &first(&AUTHORS).unwrap_or_default()).join(", ");
    theme.version =
        first(&VERSION).filter(|text| is_version(text)).map_or("0.0.0".to_owned(), |text| text.trim().to_owned());
    theme.description = first(&DESCRIPTION).or_else(|| first(&SUMMARY)).unwrap_or_default();
    let needed = all(&NEEDS, &text).into_iter();
    theme.dependencies = needed.map(|name| Dependency { name, requirement: ">= 0".to_owned() }).collect();
}

/// Whether a text is a valid `Gem::Version`.
fn is_version(text: &str) -> bool {
    let (numbers, build) = text.trim().split_once('-').unwrap_or((text.trim(), "0"));
    let is_word = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let mut parts = numbers.split('.');
    parts.next().is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
        && parts.all(is_word)
        && build.split(['.', '-']).all(is_word)
}
