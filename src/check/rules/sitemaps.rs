//! Addresses in sitemaps and feeds that do not exist.

use super::super::address::Target;
use super::super::{Finding, Page, View, tags};

pub(super) fn find(view: &View<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, text) in &view.site.feeds {
        let feed = Page::new(path.clone(), text.clone());
        for tag in &feed.tags {
            let (start, name) = (tag.offset, tag.name.as_str());
            let address = match name {
                "loc" | "guid" if name == "loc" || tag.value("ispermalink") != Some("false") => inner_text(text, start),
                "link" => tag.value("href").map(str::to_owned).or_else(|| inner_text(text, start)),
                _ => None,
            };
            let Some(address) = address.filter(|address| address.contains("://")) else { continue };
            if let Target::Missing(missing) = view.target(&feed, &address) {
                let message = format!("'{path}' contains '{missing}', which does not exist");
                found.push(tag.finding("sitemaps", &feed, &address, message));
            }
        }
    }
    found
}

/// The addresses of the pages that a sitemap names.
pub fn addresses(sitemap: &str) -> Vec<String> {
    let (tags, _) = tags::of(sitemap);
    tags.iter().filter(|tag| tag.name == "loc").filter_map(|tag| inner_text(sitemap, tag.offset)).collect()
}

/// The text up to the next tag.
fn inner_text(text: &str, start: usize) -> Option<String> {
    let (_, inside) = text.get(start..)?.split_once('>')?;
    let (inside, _) = inside.split_once('<')?;
    Some(tags::without_references(inside.trim()))
}
