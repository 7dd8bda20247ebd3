//! The rules. Each has its own file and one line here.

mod alt_texts;
mod anchors;
mod bibliographies;
mod canonical;
mod citation_ids;
mod duplicate_ids;
mod external;
mod hreflang;
mod image_sizes;
mod images;
mod links;
mod mixed_content;
mod nesting;
mod oversized_images;
mod sitemaps;
mod unreachable;

use super::{Finding, Tag, View};
pub(super) use external::without_fragment;
pub use sitemaps::addresses as sitemap_addresses;

/// A check of a built site, which `--disable` can turn off by its name.
pub struct Rule {
    /// The name, for options and reports.
    pub name: &'static str,
    /// The faults that it finds.
    pub about: &'static str,
    /// Finds them.
    pub(super) find: fn(&View<'_>) -> Vec<Finding>,
}

/// All rules, in the order of reports.
pub const RULES: [Rule; 16] = [
    Rule { name: "links", about: "links to pages and files that do not exist", find: links::find },
    Rule { name: "anchors", about: "links to a part of a page that does not exist", find: anchors::find },
    Rule { name: "images", about: "images, scripts, style sheets and media that do not exist", find: images::find },
    Rule { name: "alt-texts", about: "images without an `alt` attribute", find: alt_texts::find },
    Rule { name: "duplicate-ids", about: "ids that occur twice on a page", find: duplicate_ids::find },
    Rule { name: "mixed-content", about: "parts of HTTPS pages that are loaded over HTTP", find: mixed_content::find },
    Rule { name: "canonical", about: "canonical and alternative addresses that do not exist", find: canonical::find },
    Rule { name: "sitemaps", about: "addresses in sitemaps and feeds that do not exist", find: sitemaps::find },
    Rule { name: "unreachable", about: "pages to which no other page leads", find: unreachable::find },
    Rule { name: "image-sizes", about: "images that their declared size distorts", find: image_sizes::find },
    Rule {
        name: "oversized-images",
        about: "images of over 1 MB, or far larger than shown",
        find: oversized_images::find,
    },
    Rule { name: "hreflang", about: "versions in other languages that do not link back", find: hreflang::find },
    Rule { name: "nesting", about: "HTML that browsers repair", find: nesting::find },
    Rule { name: "bibliographies", about: "unknown keys, missing years and broken DOIs", find: bibliographies::find },
    Rule { name: "citation-ids", about: "works that the citation data does not contain", find: citation_ids::find },
    Rule { name: "external", about: "broken links to other sites, with --external", find: external::find },
];

/// The addresses in an element: its link, or the files that a browser loads for it.
pub(super) fn addresses(tag: &Tag) -> impl Iterator<Item = &str> {
    let link = tag.value("href").filter(|_| matches!(tag.name.as_str(), "a" | "area"));
    link.into_iter().chain(images::addresses(tag))
}
