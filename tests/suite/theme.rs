//! The bundled theme and the demo site, compared with the recorded output of Ruby Jekyll (`tools/record/theme`).

use crate::story::Site;
use crate::tree::{assert_same, copy, files, repository};

/// The configuration that sets `site.time`, as in the recordings.
const CLOCK: &str = "time: 2026-01-15 12:00:00 +0000\n";

#[test]
fn the_demo_is_built_as_in_ruby() {
    // From the root of the repository, which must not add any of Hastie's source files to the site.
    let (site, root) = (Site::empty().file("clock.yml", CLOCK), repository());
    let config = format!("{},{}", root.join("_config.yml").display(), site.folder().join("clock.yml").display());
    let (source, built) = (root.to_string_lossy(), site.folder().join("built"));
    let destination = built.to_string_lossy();
    site.run(&["build", "-s", &source, "-d", &destination, "--config", &config, "--disable-disk-cache"]).succeeds();
    assert_same(&built, &root.join("tests/theme/demo/expected"));
}

#[test]
fn the_pages_of_researchers_are_built_as_in_ruby() {
    let (site, pages) = (Site::empty().file("clock.yml", CLOCK), repository().join("tests/theme/pages"));
    for part in ["_layouts", "_includes", "_sass", "assets"] {
        copy(&repository().join(part), &site, &format!("home/{part}/"));
    }
    copy(&pages.join("source"), &site, "home/");
    site.run(&["build", "-s", "home", "-d", "built", "--config", "home/_config.yml,clock.yml"]).succeeds();
    assert_same(&site.folder().join("built"), &pages.join("expected"));
}

#[test]
fn a_new_site_is_built_like_the_demo() {
    let site = Site::empty().file("clock.yml", CLOCK);
    site.run(&["new", "home"]).succeeds();
    site.run(&["build", "-s", "home", "-d", "built", "--config", "home/_config.yml,clock.yml"]).succeeds();
    assert_same(&site.folder().join("built"), &repository().join("tests/theme/demo/expected"));
}

#[test]
fn only_pages_with_formulas_load_katex() {
    let expected = files(&repository().join("tests/theme/pages/expected"));
    let is_loading = |bytes: &[u8]| String::from_utf8_lossy(bytes).contains("katex.min.js");
    let loading = expected.iter().filter(|(name, bytes)| name.ends_with(".html") && is_loading(bytes));
    assert_eq!(loading.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["formulas/index.html"]);
}

#[test]
fn formulas_can_come_from_a_folder_of_the_site() {
    let page = |front: &str, text: &str| format!("---\n{front}---\n{text}\n");
    let site = Site::empty()
        .file("_config.yml", "bundled_theme: true\nbaseurl: /home\nmath: { katex: /assets/katex }\n")
        .file("formula.md", page("title: One\n", "It is $$x^2$$."))
        .file("without.md", page("title: Two\nmath: false\n", "It is $$x^2$$."))
        .file("later.md", page("title: Three\nmath: true\n", "None yet."))
        .file("code.md", page("title: Four\n", "A group: `\\(x\\)`."));
    site.build().succeeds();
    let read = |name: &str| site.read(&format!("_site/{name}.html")).unwrap();
    let script = "<script src=\"/home/assets/katex/katex.min.js\" defer></script>";
    assert!(read("formula").contains(script) && read("later").contains(script));
    for name in ["formula", "without", "later", "code"] {
        assert!(!read(name).contains("integrity") && !read(name).contains("://cdn."), "{name}");
    }
    assert!(!read("without").contains("katex") && !read("code").contains("katex"));
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
fn a_folder_of_markdown_becomes_a_site() {
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
fn links_in_code_of_plain_markdown_are_unchanged() {
    let site = Site::empty().file("a.md", "`[a](b.md)`, ``[`c`](d.md)``, ` and [e](f.md)\n\n~~~\n[g](h.md)\n~~~\n");
    site.build().succeeds();
    let page = site.read("_site/a.html").unwrap();
    for part in [">[a](b.md)</code>", ">[`c`](d.md)</code>", "<a href=\"f.html\">e</a>", "[g](h.md)"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

#[test]
fn the_bundled_theme_can_be_disabled_and_enabled() {
    let site = notes().file("_config.yml", "");
    // Copied, as in Jekyll.
    site.build().succeeds().wrote("plain.md", "Only words.\n");

    site.write("_config.yml", "bundled_theme: true\ntitle: Mine\n");
    site.build().succeeds();
    assert!(site.read("_site/plain.html").unwrap().contains("Plain · Mine"));
}

#[test]
fn a_folder_with_any_jekyll_files_is_built_like_jekyll() {
    let site = notes().file("page.html", "---\n---\nbare\n");
    site.build().succeeds().wrote("page.html", "bare\n").wrote("plain.md", "Only words.\n");
}
