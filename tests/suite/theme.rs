//! The bundled theme and the demo site: what Ruby Jekyll makes of them, to the byte (recorded by tools/record/theme).

use crate::folder::{Folder, assert_same, files, words};
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Lays the theme into a folder, and what stands on it over that.
fn themed(over: &[(&Path, &str)]) -> Folder {
    let folder = Folder::new();
    for part in ["_layouts", "_includes", "_sass", "assets"] {
        folder.copy(&repository().join(part), part);
    }
    for (from, to) in over {
        folder.copy(from, to);
    }
    folder.write("clock.yml", "time: 2026-01-15 12:00:00 +0000\n");
    folder
}

#[test]
#[ignore = "waits for the Markdown converter"]
fn demo_is_built_as_ruby_builds_it() {
    // From the repository's own root, so that nothing of Hastie's source slips into the site.
    let out = Folder::with(&[("clock.yml", "time: 2026-01-15 12:00:00 +0000\n")]);
    let root = repository();
    let config = format!("{},{}", root.join("_config.yml").display(), out.path().join("clock.yml").display());
    let site = out.path().join("site");
    let source = root.to_string_lossy();
    out.hastie_ok(&[
        "build",
        "--source",
        &source,
        "--destination",
        &site.to_string_lossy(),
        "--config",
        &config,
        "--disable-disk-cache",
    ]);
    assert_same(&site, &root.join("tests/theme/demo/expected"));
}

#[test]
#[ignore = "waits for the Markdown converter"]
fn pages_of_researchers_are_built_as_ruby_builds_them() {
    let pages = repository().join("tests/theme/pages");
    let folder = themed(&[(&pages.join("source"), "")]);
    folder.hastie_ok(&["build", "--config", "_config.yml,clock.yml"]);
    assert_same(&folder.path().join("_site"), &pages.join("expected"));
}

#[test]
#[ignore = "waits for the Markdown converter"]
fn new_site_is_built_as_the_demo_is() {
    let folder = Folder::with(&[("clock.yml", "time: 2026-01-15 12:00:00 +0000\n")]);
    folder.hastie_ok(&["new", "home"]);
    folder.hastie_ok(&["build", "--source", "home", "--destination", "out", "--config", "home/_config.yml,clock.yml"]);
    assert_same(&folder.path().join("out"), &repository().join("tests/theme/demo/expected"));
}

const NOTES: &[(&str, &str)] = &[
    ("README.md", "# Field *notes*\n\nSee [the second](more/second.md#top), {{ not liquid }}.\n"),
    ("plain.md", "Only words.\n"),
    ("more/second.md", "Second\n======\n\nBack to [the start](../README.md).\n"),
    ("more/picture.svg", "<svg/>"),
];

#[test]
#[ignore = "waits for the Markdown converter"]
fn folder_of_markdown_becomes_a_site() {
    let folder = Folder::with(NOTES);
    let said = words(&folder.hastie_ok(&["build"]));
    assert!(said.contains("bundled"), "{said}");
    let names: Vec<String> = files(&folder.path().join("_site")).into_keys().collect();
    let expected = [
        "assets/css/main.css",
        "assets/images/favicon.svg",
        "assets/js/theme.js",
        "index.html",
        "more/picture.svg",
        "more/second.html",
        "plain.html",
    ];
    assert_eq!(names, expected);
    let index = folder.read("_site/index.html");
    assert!(index.contains("<h1 class=\"page-title\">Field notes</h1>"), "{index}");
    assert!(index.contains("href=\"more/second.html#top\""), "{index}");
    assert!(index.contains("{{ not liquid }}"), "{index}");
    assert!(index.contains("<a href=\"/plain.html\">Plain</a>"), "{index}");
    assert!(folder.read("_site/more/second.html").contains("href=\"../\""));
    assert!(!folder.path().join("_layouts").exists(), "nothing is written into the folder");
}

#[test]
#[ignore = "waits for the Markdown converter"]
fn configuration_turns_the_bundled_theme_off_and_on() {
    let folder = Folder::with(NOTES);
    folder.write("_config.yml", "");
    folder.hastie_ok(&["build"]);
    assert_eq!(folder.read("_site/plain.md"), "Only words.\n", "as Jekyll does: copied");

    folder.write("_config.yml", "bundled_theme: true\ntitle: Mine\n");
    folder.hastie_ok(&["build"]);
    assert!(folder.read("_site/plain.html").contains("Plain · Mine"));
}

#[test]
fn folder_with_anything_of_jekylls_is_built_as_jekyll_builds_it() {
    let folder = Folder::with(NOTES);
    folder.write("page.html", "---\n---\nbare\n");
    folder.hastie_ok(&["build"]);
    assert_eq!(folder.read("_site/page.html"), "bare\n");
    assert_eq!(folder.read("_site/plain.md"), "Only words.\n");
}
