//! Sites with pipes, devices, sockets, links and unusual names. A build refuses files that are not regular, names them,
//! and never waits for them.

use crate::story::{Outcome, Site, program};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;

/// A site with a page and a layout, which was built once.
fn built() -> Site {
    let site = Site::new()
        .file("a.html", "---\nlayout: default\n---\n{{ page.note }}old")
        .file("_layouts/default.html", "<{{ content }}>")
        .file("_posts/2026-01-01-x.md", "---\n---\nx")
        .file("_data/d.yml", "a: 1")
        .file("style.scss", "---\n---\na { b: c }")
        .file("_includes/i.html", "i");
    site.build().succeeds().wrote("a.html", "<old>");
    site
}

/// Replaces a file by a named pipe without a writer.
fn pipe(site: &Site, path: &str) {
    let file = site.folder().join(path);
    let _ = fs::remove_file(&file);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    assert!(program("mkfifo").arg(&file).status().unwrap().success());
}

/// Checks that the output contains a text.
#[track_caller]
fn names<'s>(outcome: Outcome<'s>, text: &str) -> Outcome<'s> {
    assert!(outcome.all().contains(text), "{}", outcome.all());
    outcome
}

#[test]
fn a_pipe_is_refused_by_its_name() {
    for path in [
        "b.html",
        "picture.png",
        "_posts/2026-01-02-y.md",
        "_data/e.yml",
        "_layouts/default.html",
        "_layouts/other.html",
        "_config.yml",
        "Gemfile",
        "Gemfile.lock",
    ] {
        let site = built();
        pipe(&site, path);
        let mut command = site.command(&["build"]);
        command.env_remove("JEKYLL_NO_BUNDLER_REQUIRE");
        let outcome = site.outcome(command).fails();
        let outcome = names(outcome, "Not a regular file");
        names(outcome, &format!(" - <site>/{path}")).wrote("a.html", "<old>");
    }
}

#[test]
fn a_pipe_that_is_included_or_imported_is_not_found() {
    let site = built().file("a.html", "---\n---\n{% include p.html %}");
    pipe(&site, "_includes/p.html");
    names(site.build().fails(), "Could not locate the included file 'p.html' in any of").wrote("a.html", "<old>");
    let site =
        built().file("a.html", "---\n---\n{% include_relative p.html %}").file("_config.yml", "exclude: [p.html]");
    pipe(&site, "p.html");
    names(site.build().fails(), "Could not locate the included file 'p.html' in any of").wrote("a.html", "<old>");
    let site = built().file("style.scss", "---\n---\n@import 'p';");
    pipe(&site, "_sass/_p.scss");
    let outcome = names(site.build().fails(), "Can't find stylesheet to import.");
    names(outcome, "style.scss").wrote("a.html", "<old>");
}

#[test]
fn a_pipe_outside_of_the_site_does_not_matter() {
    let site = built();
    pipe(&site, "_unread/p.html");
    pipe(&site, ".hidden");
    pipe(&site, "excluded/p.html");
    let site = site.file("_config.yml", "exclude: [excluded]\n");
    site.build().succeeds().wrote("a.html", "<old>");
}

#[test]
fn the_lock_file_must_be_a_regular_file() {
    let themed = |site: Site| site.file("_config.yml", "remote_theme: ada/hearth\nplugins: [jekyll-remote-theme]\n");
    let site = themed(built());
    pipe(&site, ".hastie.lock");
    site.build().fails().says("Reason: .hastie.lock: Not a regular file").wrote("a.html", "<old>");
}

#[test]
fn a_link_to_a_device_is_refused() {
    for path in ["z.html", "z.bin", "_data/z.yml", "_layouts/z.html", "_posts/2026-01-02-z.md"] {
        for device in ["/dev/zero", "/dev/null"] {
            let site = built();
            symlink(device, site.folder().join(path)).unwrap();
            let outcome = site.build().fails();
            let outcome = names(outcome, "Not a regular file");
            names(outcome, &format!(" - <site>/{path}")).wrote("a.html", "<old>");
        }
    }
}

#[test]
fn a_socket_is_refused() {
    let site = built();
    // The path of a socket must be short.
    let folder = std::env::temp_dir().join(format!("hastie-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let _listener = UnixListener::bind(folder.join("s")).unwrap();
    symlink(folder.join("s"), site.folder().join("s.html")).unwrap();
    let outcome = site.build().fails().says("Reason: Not a regular file @ rb_sysopen - <site>/s.html");
    outcome.wrote("a.html", "<old>");
    fs::remove_dir_all(folder).unwrap();
}

/// Ruby fails with the same message, but does not name the file.
#[test]
fn a_name_that_is_not_utf8_is_refused() {
    for (path, shown) in [
        (b"caf\xe9.html".as_slice(), r"caf\xE9.html"),
        (b"caf\xe9.bin", r"caf\xE9.bin"),
        (b"d\xe9/a.html", r"d\xE9"),
        (b"sub/.caf\xe9", r"sub/.caf\xE9"),
        (b"_posts/2026-01-01-caf\xe9.md", r"_posts/2026-01-01-caf\xE9.md"),
        (b"_data/caf\xe9.yml", r"_data/caf\xE9.yml"),
        (b"_layouts/caf\xe9.html", r"_layouts/caf\xE9.html"),
        (b"_site/caf\xe9.html", r"_site/caf\xE9.html"),
    ] {
        let site = built();
        let file = site.folder().join(OsStr::from_bytes(path));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "---\n---\nx").unwrap();
        let outcome = site.build().fails();
        outcome.says(&format!("Reason: invalid byte sequence in UTF-8 - <site>/{shown}")).wrote("a.html", "<old>");
    }
}

/// Ruby compares none of these names with a pattern.
#[test]
fn a_name_that_is_not_utf8_does_not_matter_outside_of_the_site() {
    let site = built().file("_config.yml", "exclude: [excluded, 'caf*']\n");
    let unread: [&[u8]; 5] = [
        b"caf\xe9.html",
        b"excluded/caf\xe9.html",
        b"_posts/.caf\xe9",
        b"_includes/caf\xe9.html",
        b"_plugins/caf\xe9.rb",
    ];
    for path in unread {
        let file = site.folder().join(OsStr::from_bytes(path));
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "x").unwrap();
    }
    site.build().succeeds().wrote("a.html", "<old>");
}

/// Only Hastie's own colours reach a terminal. Tabs and line breaks stay.
#[test]
fn control_characters_are_shown_escaped() {
    let title = "\u{1b}]0;title\u{7}\u{1b}[2k\u{9b}31m";
    let shown = r"\e]0;title\u0007\e[2k\u009B31m";
    let in_yaml = title.replace('\u{1b}', r"\e").replace('\u{7}', r"\a").replace('\u{9b}', r"\x9B");
    let unescaped = |outcome: &Outcome<'_>| outcome.all().chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n'));
    for (path, text) in [
        (format!("a{title}.html"), "---\n---\n{% unknown %}".to_owned()),
        ("b.html".to_owned(), format!("---\n---\n{{% {title} %}}")),
        ("b.html".to_owned(), format!("---\nlayout: \"x{in_yaml}\"\n---\n")),
        ("_config.yml".to_owned(), format!("theme: \"x{in_yaml}\"\n")),
    ] {
        let site = Site::new().file(&path, text);
        let outcome = site.build();
        assert!(outcome.all().contains(shown), "{path:?}: {}", outcome.all());
        assert!(!unescaped(&outcome), "{path:?}: {:?}", outcome.all());
    }
    let site = Site::new().file(&format!("a{title}.html"), "---\n---\n");
    let outcome = site.run(&["build", "--verbose", "--profile"]).succeeds();
    assert!(outcome.all().contains(shown) && !unescaped(&outcome), "{:?}", outcome.all());
}

#[test]
fn a_cache_that_is_a_link_out_of_the_source_is_not_used() {
    for link in [".jekyll-cache", ".jekyll-cache/Hastie", ".jekyll-cache/.gitignore"] {
        let site = Site::new().file("site/style.scss", "---\n---\na { b: c }").file("elsewhere/kept.txt", "kept");
        let place = site.folder().join("site").join(link);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        let target = if link.ends_with("ignore") { "elsewhere/new.txt" } else { "elsewhere" };
        symlink(site.folder().join(target), &place).unwrap();
        site.run(&["build", "--source", "site", "--destination", "out"]).succeeds();
        let names: Vec<_> =
            fs::read_dir(site.folder().join("elsewhere")).unwrap().flatten().map(|it| it.file_name()).collect();
        assert_eq!(names, ["kept.txt"], "{link}");
        assert!(site.read("out/style.css").is_some_and(|css| css.starts_with("a {\n  b: c;\n}")));
    }
}
