//! The pages of documentation that the binary carries, for `hastie docs`.

use super::{Carried, carry};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "docs/plugins"]
struct Plugins;

const PAGES: [(&str, &str); 9] = [
    ("readme", include_str!("../../README.md")),
    ("compatibility", include_str!("../../COMPATIBILITY.md")),
    ("install", include_str!("../../docs/install.md")),
    ("deploy", include_str!("../../docs/deploy.md")),
    ("theme", include_str!("../../docs/theme.md")),
    ("github-pages", include_str!("../../docs/github-pages.md")),
    ("ruby", include_str!("../../docs/ruby.md")),
    ("scholar", include_str!("../../docs/scholar.md")),
    ("jekyll-features", include_str!("../../docs/jekyll-features.md")),
];

/// A page: its name on the command line, and its Markdown.
#[derive(Debug, Clone)]
pub struct Topic {
    /// One word.
    pub name: String,
    /// The page.
    pub text: String,
}

impl Topic {
    /// The first sentence below the page's heading.
    pub fn summary(&self) -> String {
        let below = self.text.lines().skip_while(|line| line.starts_with('#') || line.trim().is_empty());
        let first: Vec<&str> = below.take_while(|line| !line.trim().is_empty()).collect();
        let first = first.join(" ");
        first.split_once(". ").map_or(first.as_str(), |(sentence, _)| sentence).trim_end_matches(['.', ':']).to_string()
    }
}

/// All pages: the general ones, then those of plugins by name.
pub fn topics() -> Vec<Topic> {
    let mut topics: Vec<Topic> =
        PAGES.iter().map(|(name, text)| Topic { name: (*name).to_string(), text: (*text).to_string() }).collect();
    let mut plugins: Vec<Carried> = Vec::new();
    carry::<Plugins>("", &mut plugins);
    plugins.sort();
    topics.extend(plugins.into_iter().filter_map(|(file, bytes)| {
        let name = file.strip_suffix(".md")?;
        let name = if name == "README" { "plugins" } else { name };
        Some(Topic { name: name.to_string(), text: String::from_utf8_lossy(&bytes).into_owned() })
    }));
    topics
}
