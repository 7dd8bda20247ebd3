//! Images that are much larger than a page needs.

use super::super::address::Target;
use super::super::{Finding, PageView, View};
use super::image_sizes::declared;
use std::collections::HashSet;

/// The file size in bytes above which every image is reported.
const TOO_LARGE: u64 = 1024 * 1024;

/// The file size in bytes above which an image must not be far wider than it is shown.
const LARGE: u64 = 200 * 1024;

/// The highest density of screens: the number of device pixels for each CSS pixel, in one direction.
const DENSITY: u32 = 3;

pub(super) fn find(view: &View<'_, '_>) -> Vec<Finding> {
    let mut known: HashSet<&str> = HashSet::new();
    let images = view.outlines.iter().flat_map(|outline| &outline.large_images);
    // Other pages with the image need no further message.
    images.filter(|(file, _)| known.insert(file)).map(|(_, finding)| finding.clone()).collect()
}

/// The image files on a page that are too large, each with its finding.
pub(in crate::check) fn of<'s>(page: &PageView<'_, 's>) -> Vec<(&'s str, Finding)> {
    let mut found = Vec::new();
    for tag in page.tags_named("img") {
        let Some(address) = tag.value("src") else { continue };
        let Target::File(file, _) = page.target(address) else { continue };
        let Some(image) = page.site.images.get(file) else { continue };
        let size = image.bytes / 1024;
        let shown = declared(tag).zip(image.pixels).filter(|((width, _), (pixels, _))| *pixels > width * DENSITY);
        let message = match shown {
            _ if image.bytes > TOO_LARGE => format!("the image '{address}' has {size} kB"),
            Some(((width, _), (pixels, _))) if image.bytes > LARGE => format!(
                "the image '{address}' has {size} kB and is {pixels} pixels wide, but shown with a width of {width}"
            ),
            _ => continue,
        };
        found.push((file, page.finding("oversized-images", tag, address, message)));
    }
    found
}
