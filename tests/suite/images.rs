//! jekyll-imagemagick: sizes and names match the gem, but the bytes do not.

use crate::story::Site;
use std::fs;

/// A single-color image as a bitmap.
fn bitmap(width: u32, height: u32) -> Vec<u8> {
    let row = (width * 3).div_ceil(4) * 4;
    let mut bytes = b"BM".to_vec();
    for number in [54 + row * height, 0, 54, 40, width, height, 1 | (24 << 16), 0, row * height, 2835, 2835, 0, 0] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.resize((54 + row * height) as usize, 0x80);
    bytes
}

/// The width and height of a PNG.
fn sides(site: &Site, file: &str) -> (u32, u32) {
    let bytes = fs::read(site.folder().join("_site").join(file)).unwrap();
    assert_eq!(&bytes[..4], b"\x89PNG", "{file}");
    let number = |start: usize| u32::from_be_bytes(bytes[start..start + 4].try_into().unwrap());
    (number(16), number(20))
}

fn site(config: &str) -> Site {
    Site::empty()
        .file("_config.yml", format!("plugins: [jekyll-imagemagick]\nimagemagick:\n{config}"))
        .file("assets/img/wide.bmp", bitmap(100, 33))
        .file("assets/img/below/tall.bmp", bitmap(7, 50))
        .file("assets/img/not.txt", "no image")
        .file("index.html", "---\n---\n{% for file in site.static_files %}{{ file.path }} {% endfor %}")
}

const FORMATS: &str =
    "  enabled: true\n  widths: [20, 50]\n  input_directories: [assets/img/]\n  input_formats: ['.bmp']\n";

#[test]
#[cfg_attr(not(feature = "images"), ignore = "needs the feature `images`")]
fn images_are_resized_to_every_width_but_never_enlarged() {
    let site = site(&format!("{FORMATS}  output_formats: {{png: '', webp: '-quality 85'}}\n"));
    let outcome = site.build().succeeds();
    assert!(outcome.all().contains("Imagemagick: Generated 8 file(s)"), "{}", outcome.all());
    assert_eq!(sides(&site, "assets/img/wide-20.png"), (20, 7));
    assert_eq!(sides(&site, "assets/img/wide-50.png"), (50, 17));
    assert_eq!(sides(&site, "assets/img/below/tall-20.png"), (7, 50));
    let webp = fs::read(site.folder().join("_site/assets/img/wide-20.webp")).unwrap();
    assert_eq!((&webp[..4], &webp[8..12]), (&b"RIFF"[..], &b"WEBP"[..]));
    let listed = site.read("_site/index.html").unwrap();
    assert!(listed.contains("/assets/img/wide-20.webp"), "{listed}");
}

#[test]
#[cfg_attr(not(feature = "images"), ignore = "needs the feature `images`")]
fn generated_images_are_kept_until_the_original_changes() {
    let site = site(&format!("{FORMATS}  output_formats: {{png: ''}}\n"));
    site.build().succeeds();
    assert!(site.build().succeeds().all().contains("Generated 0 file(s)"));
    site.write("assets/img/wide.bmp", bitmap(100, 66));
    assert!(site.build().succeeds().all().contains("Generated 2 file(s)"));
    assert_eq!(sides(&site, "assets/img/wide-50.png"), (50, 33));
}

#[test]
#[cfg_attr(not(feature = "images"), ignore = "needs the feature `images`")]
fn files_that_are_not_images_are_reported_and_skipped() {
    let site = site(
        "  enabled: true\n  widths: [20]\n  input_directories: [assets/img/]\n  input_formats: ['.txt', '.bmp']\n  \
                     output_formats: {png: '-negate', xyz: ''}\n",
    );
    let output = site.build().succeeds().all();
    assert!(output.contains("assets/img/not-20.png could not be created"), "{output}");
    assert!(output.contains("images cannot be written as xyz"), "{output}");
    assert!(output.contains("the flag -negate is not supported"), "{output}");
}

/// A file of a few bytes that claims to be large is not decoded.
#[test]
#[cfg_attr(not(feature = "images"), ignore = "needs the feature `images`")]
fn an_image_that_would_take_too_much_memory_is_reported_and_skipped() {
    let mut claim = bitmap(1, 1);
    claim[18..22].copy_from_slice(&14_000_u32.to_le_bytes());
    claim[22..26].copy_from_slice(&14_000_u32.to_le_bytes());
    let config = "  enabled: true\n  widths: [20]\n  input_directories: [assets/img/]\n  input_formats: ['.bmp']\n";
    let site = site(&format!("{config}  output_formats: {{png: ''}}\n")).file("assets/img/huge.bmp", claim);
    let output = site.build().succeeds().all();
    let expected = "assets/img/huge-20.png could not be created: an image of 14000 by 14000 pixels takes more than 640 MB of memory";
    assert!(output.contains(expected), "{output}");
    assert_eq!(sides(&site, "assets/img/wide-20.png"), (20, 7));
}

#[test]
fn nothing_is_generated_unless_enabled() {
    let outcome = site("  enabled: false\n");
    let output = outcome.build().succeeds().all();
    assert!(output.contains("Imagemagick: Disabled in site.config"), "{output}");
}

#[test]
#[cfg(not(feature = "images"))]
fn a_program_without_the_feature_says_what_images_need() {
    let site = site(&format!("{FORMATS}  output_formats: {{png: ''}}\n"));
    site.build().succeeds().says(
        "Plugin: jekyll-imagemagick needs the feature `images`, which this program was compiled without. Left out: images in \
         other sizes and formats. Install a package of Hastie, or compile it with `--features full`.",
    );
    assert!(site.read("_site/assets/img/wide-20.png").is_none());
    assert!(
        site.run(&["build", "--strict"]).fails().all().contains("needs the feature `images`, which was not compiled")
    );
}
