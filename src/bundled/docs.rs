//! The documentation pages in the binary, for `hastie docs`.

use super::{BundledFile, carry};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "docs"]
#[include = "*.md"]
#[include = "plugins/*.md"]
struct Pages;

/// The documentation pages that are files outside of the folder `docs`: their names and their Markdown.
const BESIDE: [(&str, &str); 2] =
    [("readme", include_str!("../../README.md")), ("compatibility", include_str!("../../COMPATIBILITY.md"))];

/// A documentation page: its name on the command line, and its Markdown.
#[derive(Debug, Clone)]
pub struct Topic {
    /// The argument of `hastie docs` that selects the page, such as `plugins`.
    pub name: String,
    /// The Markdown of the page, without front matter.
    pub text: String,
}

impl Topic {
    /// The first sentence below the page's heading, without the period or colon at its end.
    pub fn summary(&self) -> String {
        let below = self.text.lines().skip_while(|line| line.starts_with('#') || line.trim().is_empty());
        let first: Vec<&str> = below.take_while(|line| !line.trim().is_empty()).collect();
        let first = first.join(" ");
        first.split_once(". ").map_or(first.as_str(), |(sentence, _)| sentence).trim_end_matches(['.', ':']).to_string()
    }
}

/// All pages except `docs/README.md`: first README and COMPATIBILITY of the repository, then general pages, and then
/// pages about plugins. The last two groups are each sorted by file name.
pub fn topics() -> Vec<Topic> {
    let mut pages: Vec<BundledFile> = Vec::new();
    carry::<Pages>("", &mut pages);
    pages.sort();
    let named = pages.into_iter().filter_map(|(file, bytes)| {
        let name = match file.strip_suffix(".md")? {
            // The start page is only a list of links.
            "README" => return None,
            "plugins/README" => "plugins",
            name => name.strip_prefix("plugins/").unwrap_or(name),
        };
        let text = String::from_utf8_lossy(&bytes);
        Some((file.contains('/'), Topic { name: name.to_string(), text: without_front_matter(&text).to_string() }))
    });
    let (of_plugins, general): (Vec<_>, Vec<_>) = named.partition(|(is_of_plugin, _)| *is_of_plugin);
    let beside = BESIDE.iter().map(|(name, text)| Topic { name: (*name).to_string(), text: (*text).to_string() });
    beside.chain(general.into_iter().chain(of_plugins).map(|(_, topic)| topic)).collect()
}

fn without_front_matter(text: &str) -> &str {
    let body = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
    body.map_or(text, |(_, body)| body)
}
