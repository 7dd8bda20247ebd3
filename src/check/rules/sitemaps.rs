//! Addresses in sitemaps and feeds that lead to a missing file.

use super::super::address::Target;
use super::super::tags::{self, Tags};
use super::super::{Finding, View, finding};
use std::borrow::Cow;

pub(super) fn find(view: &View<'_, '_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, text) in &view.site.feeds {
        for tag in Tags::of(text).starts() {
            let (start, name) = (tag.offset, tag.name);
            let address = match name {
                "loc" | "guid" if name == "loc" || tag.value("ispermalink") != Some("false") => inner_text(text, start),
                "link" => tag.value("href").map(Cow::Borrowed).or_else(|| inner_text(text, start)),
                _ => None,
            };
            let Some(address) = address.filter(|address| address.contains("://")) else { continue };
            if let Target::Missing(missing) = view.files.target(path, &address) {
                let message = format!("'{path}' contains '{missing}', which does not exist");
                found.push(finding("sitemaps", path, start, &address, message));
            }
        }
    }
    found
}

/// The addresses in the `loc` elements of a sitemap, in order, with references such as `&amp;` replaced.
pub fn addresses(sitemap: &str) -> Vec<String> {
    let tags = Tags::of(sitemap);
    let places = tags.starts().filter(|tag| tag.name == "loc");
    places.filter_map(|tag| inner_text(sitemap, tag.offset)).map(Cow::into_owned).collect()
}

/// The text between the tag at `start` and the next tag. `None` if there is no next tag.
fn inner_text(text: &str, start: usize) -> Option<Cow<'_, str>> {
    let (_, inside) = text.get(start..)?.split_once('>')?;
    let (inside, _) = inside.split_once('<')?;
    Some(tags::without_references(inside.trim()))
}
