//! Images, scripts, style sheets and media that do not exist.

use super::super::address::Target;
use super::super::{Finding, Tag, View};

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for page in &view.site.pages {
        for tag in &page.tags {
            for address in addresses(tag) {
                let message = match view.target(page, address) {
                    Target::Missing(path) => format!("'{path}' does not exist"),
                    Target::Outside => {
                        format!("'{address}' is outside of '{}/': use the filter relative_url", view.site.baseurl)
                    }
                    Target::File(..) | Target::Elsewhere => continue,
                };
                found.push(tag.finding("images", page, address, message));
            }
        }
    }
    found
}

/// The addresses of the files that a browser loads for the element.
pub(super) fn addresses(tag: &Tag) -> Vec<&str> {
    let of = |name: &str| tag.value(name).filter(|address| !address.trim().is_empty());
    match tag.name.as_str() {
        "img" | "source" => of("src").into_iter().chain(of("srcset").into_iter().flat_map(candidates)).collect(),
        "script" | "iframe" | "embed" | "audio" | "track" | "input" => of("src").into_iter().collect(),
        "video" => of("src").into_iter().chain(of("poster")).collect(),
        "object" => of("data").into_iter().collect(),
        "link" if loads(tag) => of("href").into_iter().collect(),
        _ => Vec::new(),
    }
}

fn loads(tag: &Tag) -> bool {
    let kinds = ["stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "modulepreload", "mask-icon"];
    tag.value("rel").is_some_and(|rel| rel.split_ascii_whitespace().any(|word| kinds.contains(&word)))
}

/// The addresses in `srcset`.
fn candidates(srcset: &str) -> impl Iterator<Item = &str> {
    // An address of the scheme `data:` contains commas.
    let parts = if srcset.contains("data:") { Vec::new() } else { srcset.split(',').collect() };
    parts.into_iter().filter_map(|candidate| candidate.split_ascii_whitespace().next())
}
