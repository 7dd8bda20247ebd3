//! Images whose declared width and height distort them.

use super::super::address::Target;
use super::super::{Finding, PageView, Tag};

/// The largest distortion that is not reported. The distortion is the difference between the declared height and the
/// height that fits the declared width, divided by the fitting height. A difference of one pixel is never reported.
const TOLERANCE: f64 = 0.02;

/// CSS properties that override the attributes `width` and `height`, or that prevent distortion.
const FITTING: [&str; 3] = ["object-fit", "width", "height"];

pub(super) fn find(page: &PageView<'_, '_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for tag in page.tags_named("img") {
        let Some(address) = tag.value("src") else { continue };
        let Some((width, height)) = declared(tag) else { continue };
        let Target::File(file, _) = page.target(address) else { continue };
        let Some((pixels_x, pixels_y)) = page.site.images.get(file).and_then(|image| image.pixels) else {
            continue;
        };
        if is_distorted((width, height), (pixels_x, pixels_y)) {
            let message =
                format!("the image '{address}' has {pixels_x} x {pixels_y} pixels, so {width} x {height} distorts it");
            found.push(page.finding("image-sizes", tag, address, message));
        }
    }
    found
}

/// The width and height in pixels that the tag's attributes declare, such as `40` or `40px`. `None` if one is missing
/// or is not a positive integer. Also `None` if the attribute `style` sets `object-fit`, `width` or `height`.
pub(super) fn declared(tag: &Tag<'_, '_>) -> Option<(u32, u32)> {
    let number =
        |name: &str| tag.value(name)?.trim().trim_end_matches("px").parse::<u32>().ok().filter(|size| *size > 0);
    let is_fitted = tag.value("style").is_some_and(|style| {
        let mut properties = style.split(';').filter_map(|rule| Some(rule.split_once(':')?.0.trim()));
        properties.any(|property| FITTING.iter().any(|name| property.eq_ignore_ascii_case(name)))
    });
    if is_fitted { None } else { Some((number("width")?, number("height")?)) }
}

fn is_distorted(declared: (u32, u32), pixels: (u32, u32)) -> bool {
    let (width, height) = (f64::from(declared.0), f64::from(declared.1));
    let exact = width * f64::from(pixels.1) / f64::from(pixels.0);
    // Declared sizes are rounded.
    (height - exact).abs() > 1.0 && (height / exact - 1.0).abs() > TOLERANCE
}
