//! Addresses of images, scripts, style sheets and media that lead to a missing file.

use super::super::address::Target;
use super::super::{Finding, PageView, Tag};

pub(super) fn find(page: &PageView<'_, '_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (tag, address) in &page.loaded {
        let message = match page.target(address) {
            Target::Missing(path) => format!("'{path}' does not exist"),
            Target::Outside => {
                format!("'{address}' is outside of '{}/': use the filter relative_url", page.site.baseurl)
            }
            Target::File(..) | Target::Elsewhere => continue,
        };
        found.push(page.finding("images", tag, address, message));
    }
    found
}

/// The addresses of the files that a browser loads for the element.
pub(in crate::check) fn addresses<'p>(tag: &Tag<'p, '_>) -> Vec<&'p str> {
    let of = |name: &str| tag.value(name).filter(|address| !address.trim().is_empty());
    match tag.name {
        "img" | "source" => of("src").into_iter().chain(of("srcset").into_iter().flat_map(candidates)).collect(),
        "script" | "iframe" | "embed" | "audio" | "track" | "input" => of("src").into_iter().collect(),
        "video" => of("src").into_iter().chain(of("poster")).collect(),
        "object" => of("data").into_iter().collect(),
        "link" if loads(tag) => of("href").into_iter().collect(),
        _ => Vec::new(),
    }
}

fn loads(tag: &Tag<'_, '_>) -> bool {
    let kinds = ["stylesheet", "icon", "apple-touch-icon", "manifest", "preload", "modulepreload", "mask-icon"];
    tag.value("rel").is_some_and(|rel| rel.split_ascii_whitespace().any(|word| kinds.contains(&word)))
}

/// The addresses in the attribute `srcset`. Empty if an address has the scheme `data:`.
fn candidates(srcset: &str) -> impl Iterator<Item = &str> {
    // An address of the scheme `data:` contains commas.
    let parts = if srcset.contains("data:") { Vec::new() } else { srcset.split(',').collect() };
    parts.into_iter().filter_map(|candidate| candidate.split_ascii_whitespace().next())
}
