//! The rules of `hastie check`. Each has its own file and one line here.

mod alt_texts;
pub(super) mod anchors;
mod bibliographies;
mod canonical;
mod citation_ids;
mod duplicate_ids;
mod external;
pub(super) mod hreflang;
mod image_sizes;
pub(super) mod images;
mod links;
mod mixed_content;
mod nesting;
pub(super) mod oversized_images;
mod sitemaps;
pub(super) mod unreachable;

use super::{Finding, PageView, View};
pub(super) use external::without_fragment;
pub use sitemaps::addresses as sitemap_addresses;

/// A check of a built site, which `--disable` can turn off by its name.
pub struct Rule {
    /// The name of the rule in options and reports, such as `links`.
    pub name: &'static str,
    /// A phrase for the faults that the rule finds, such as "ids that occur twice on a page".
    pub about: &'static str,
    /// The function that finds the faults of a page or site.
    pub(super) find: Find,
}

/// The function of a rule, and whether it needs one page or the whole site.
#[derive(Clone, Copy)]
pub(super) enum Find {
    /// Looks at one page. All cores look at pages at the same time.
    Page(fn(&PageView<'_, '_>) -> Vec<Finding>),
    /// Looks at the outlines of all pages, or at other files.
    Site(fn(&View<'_, '_>) -> Vec<Finding>),
}

/// All rules, in the order of reports.
pub const RULES: [Rule; 16] = [
    Rule { name: "links", about: "links to pages and files that do not exist", find: Find::Page(links::find) },
    Rule { name: "anchors", about: "links to a part of a page that does not exist", find: Find::Site(anchors::find) },
    Rule {
        name: "images",
        about: "images, scripts, style sheets and media that do not exist",
        find: Find::Page(images::find),
    },
    Rule { name: "alt-texts", about: "images without an `alt` attribute", find: Find::Page(alt_texts::find) },
    Rule { name: "duplicate-ids", about: "ids that occur twice on a page", find: Find::Page(duplicate_ids::find) },
    Rule {
        name: "mixed-content",
        about: "parts of HTTPS pages that are loaded over HTTP",
        find: Find::Page(mixed_content::find),
    },
    Rule {
        name: "canonical",
        about: "canonical and alternative addresses that do not exist",
        find: Find::Page(canonical::find),
    },
    Rule {
        name: "sitemaps",
        about: "addresses in sitemaps and feeds that do not exist",
        find: Find::Site(sitemaps::find),
    },
    Rule { name: "unreachable", about: "pages to which no other page leads", find: Find::Site(unreachable::find) },
    Rule {
        name: "image-sizes",
        about: "images that their declared size distorts",
        find: Find::Page(image_sizes::find),
    },
    Rule {
        name: "oversized-images",
        about: "images of over 1 MB, or far larger than shown",
        find: Find::Site(oversized_images::find),
    },
    Rule {
        name: "hreflang",
        about: "versions in other languages that do not link back",
        find: Find::Site(hreflang::find),
    },
    Rule { name: "nesting", about: "HTML that browsers repair", find: Find::Page(nesting::find) },
    Rule {
        name: "bibliographies",
        about: "unknown keys, missing years and broken DOIs",
        find: Find::Site(bibliographies::find),
    },
    Rule {
        name: "citation-ids",
        about: "works that the citation data does not contain",
        find: Find::Page(citation_ids::find),
    },
    Rule { name: "external", about: "broken links to other sites, with --external", find: Find::Page(external::find) },
];
