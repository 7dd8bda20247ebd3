//! The bundled theme and the demo site: what Ruby Jekyll makes of them, to the byte (recorded by tools/record/theme).

use crate::story::Site;
use crate::tree::{assert_same, copy, repository};

/// The configuration that fixes `site.time`, as it was when the recordings were made.
const CLOCK: &str = "time: 2026-01-15 12:00:00 +0000\n";

#[test]
fn demo_is_built_as_ruby_builds_it() {
    // From the repository's own root, so that nothing of Hastie's source slips into the site.
    let (site, root) = (Site::empty().file("clock.yml", CLOCK), repository());
    let config = format!("{},{}", root.join("_config.yml").display(), site.folder().join("clock.yml").display());
    let (source, built) = (root.to_string_lossy(), site.folder().join("built"));
    let destination = built.to_string_lossy();
    site.run(&["build", "-s", &source, "-d", &destination, "--config", &config, "--disable-disk-cache"]).succeeds();
    assert_same(&built, &root.join("tests/theme/demo/expected"));
}

#[test]
fn pages_of_researchers_are_built_as_ruby_builds_them() {
    let (site, pages) = (Site::empty().file("clock.yml", CLOCK), repository().join("tests/theme/pages"));
    for part in ["_layouts", "_includes", "_sass", "assets"] {
        copy(&repository().join(part), &site, &format!("home/{part}/"));
    }
    copy(&pages.join("source"), &site, "home/");
    site.run(&["build", "-s", "home", "-d", "built", "--config", "home/_config.yml,clock.yml"]).succeeds();
    assert_same(&site.folder().join("built"), &pages.join("expected"));
}

#[test]
fn new_site_is_built_as_the_demo_is() {
    let site = Site::empty().file("clock.yml", CLOCK);
    site.run(&["new", "home"]).succeeds();
    site.run(&["build", "-s", "home", "-d", "built", "--config", "home/_config.yml,clock.yml"]).succeeds();
    assert_same(&site.folder().join("built"), &repository().join("tests/theme/demo/expected"));
}

const NOTES: &[(&str, &str)] = &[
    ("README.md", "# Field *notes*\n\nSee [the second](more/second.md#top), {{ not liquid }}.\n"),
    ("plain.md", "Only words.\n"),
    ("more/second.md", "Second\n======\n\nBack to [the start](../README.md).\n"),
    ("more/picture.svg", "<svg/>"),
];

fn notes() -> Site {
    NOTES.iter().fold(Site::empty(), |site, (path, text)| site.file(path, text))
}

#[test]
fn folder_of_markdown_becomes_a_site() {
    let site = notes();
    let theme = "Theme: the bundled one, for a folder of plain Markdown. A _config.yml turns it off.";
    site.build().succeeds().says(theme).wrote_just(&[
        "assets/css/main.css",
        "assets/images/favicon.svg",
        "assets/js/theme.js",
        "index.html",
        "more/picture.svg",
        "more/second.html",
        "plain.html",
    ]);
    let index = site.read("_site/index.html").unwrap();
    assert!(index.contains("<h1 class=\"page-title\">Field notes</h1>"), "{index}");
    assert!(index.contains("href=\"more/second.html#top\""), "{index}");
    assert!(index.contains("{{ not liquid }}"), "{index}");
    assert!(index.contains("<a href=\"/plain.html\">Plain</a>"), "{index}");
    assert!(site.read("_site/more/second.html").unwrap().contains("href=\"../\""));
    assert!(!site.folder().join("_layouts").exists(), "nothing is written into the folder");
}

#[test]
fn configuration_turns_the_bundled_theme_off_and_on() {
    let site = notes().file("_config.yml", "");
    // As Jekyll does: copied.
    site.build().succeeds().wrote("plain.md", "Only words.\n");

    site.write("_config.yml", "bundled_theme: true\ntitle: Mine\n");
    site.build().succeeds();
    assert!(site.read("_site/plain.html").unwrap().contains("Plain · Mine"));
}

#[test]
fn folder_with_anything_of_jekylls_is_built_as_jekyll_builds_it() {
    let site = notes().file("page.html", "---\n---\nbare\n");
    site.build().succeeds().wrote("page.html", "bare\n").wrote("plain.md", "Only words.\n");
}
