//! The rules. Each has its own file and one line here.

mod alt_texts;
mod anchors;
mod canonical;
mod duplicate_ids;
mod images;
mod links;
mod mixed_content;
mod sitemaps;
mod unreachable;

use super::{Finding, View};

/// A kind of fault.
pub struct Rule {
    /// The name, for options and reports.
    pub name: &'static str,
    /// The faults that it finds.
    pub about: &'static str,
    /// Finds them.
    pub(super) find: fn(&View<'_>) -> Vec<Finding>,
}

/// All rules, in the order of reports.
pub const RULES: [Rule; 9] = [
    Rule { name: "links", about: "links to pages and files that do not exist", find: links::find },
    Rule { name: "anchors", about: "links to a part of a page that does not exist", find: anchors::find },
    Rule { name: "images", about: "images, scripts, style sheets and media that do not exist", find: images::find },
    Rule { name: "alt-texts", about: "images without an `alt` attribute", find: alt_texts::find },
    Rule { name: "duplicate-ids", about: "ids that occur twice on a page", find: duplicate_ids::find },
    Rule { name: "mixed-content", about: "parts of HTTPS pages that are loaded over HTTP", find: mixed_content::find },
    Rule { name: "canonical", about: "canonical and alternative addresses that do not exist", find: canonical::find },
    Rule { name: "sitemaps", about: "addresses in sitemaps and feeds that do not exist", find: sitemaps::find },
    Rule { name: "unreachable", about: "pages to which no other page leads", find: unreachable::find },
];
