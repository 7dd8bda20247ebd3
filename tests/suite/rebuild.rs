//! Builds into an existing destination: stale files are removed, unchanged files are not touched, and nothing is lost
//! if a build fails.

use crate::story::Site;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

#[test]
fn stale_files_are_removed_and_kept_ones_stay() {
    let site = Site::new()
        .file("_config.yml", "keep_files: [keep, deep/kept.txt]\n")
        .file("a.html", "---\n---\na\n")
        .file("sub/b.txt", "b");
    site.build().succeeds().wrote_just(&["a.html", "sub/b.txt"]);
    for stale in
        ["old.html", "old/deep/er.txt", ".hidden", "keep/this.txt", "keeper.txt", "deep/kept.txt", "deep/gone.txt"]
    {
        site.write(&format!("_site/{stale}"), "stale");
    }
    fs::remove_file(site.folder().join("sub/b.txt")).unwrap();
    // Ruby's pattern for kept files has no end anchor, so `keep` also keeps `keeper.txt`.
    site.build().succeeds().wrote_just(&["a.html", "deep/kept.txt", "keep/this.txt", "keeper.txt"]);
}

#[test]
fn a_file_may_become_a_folder_and_a_folder_a_file() {
    let site = Site::new().file("x", "file").file("y/z.txt", "folder");
    site.build().succeeds().wrote_just(&["x", "y/z.txt"]);
    fs::remove_file(site.folder().join("x")).unwrap();
    fs::remove_dir_all(site.folder().join("y")).unwrap();
    let site = site.file("x/a.txt", "now a folder").file("y", "now a file");
    site.build().succeeds().wrote("x/a.txt", "now a folder").wrote("y", "now a file").wrote_just(&["x/a.txt", "y"]);
}

#[test]
fn unchanged_files_are_not_rewritten() {
    let site = Site::new().file("a.html", "---\n---\na\n").file("b.html", "---\n---\nb\n").file("c.txt", "c");
    site.build().succeeds();
    let written = |name: &str| fs::metadata(site.folder().join("_site").join(name)).unwrap().modified().unwrap();
    let before = (written("a.html"), written("b.html"), written("c.txt"));
    std::thread::sleep(std::time::Duration::from_millis(20));
    site.write("b.html", "---\n---\nnew b\n");
    site.build().succeeds().wrote("b.html", "new b\n");
    assert_eq!((before.0, before.2), (written("a.html"), written("c.txt")));
    assert_ne!(before.1, written("b.html"));
}

#[test]
fn static_files_keep_their_modification_time_and_mode() {
    let site = Site::new().file("run.sh", "#!/bin/sh\n");
    fs::set_permissions(site.folder().join("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    site.build().succeeds();
    let (from, to) = (site.folder().join("run.sh"), site.folder().join("_site/run.sh"));
    let data = |path: &Path| fs::metadata(path).unwrap();
    assert_eq!(data(&from).modified().unwrap(), data(&to).modified().unwrap());
    assert_eq!(data(&to).permissions().mode() & 0o777, 0o755);
}

#[test]
fn a_failed_build_keeps_the_old_destination() {
    let site = Site::new().file("a.html", "---\n---\nold\n").file("gone.txt", "still here");
    site.build().succeeds();
    fs::remove_file(site.folder().join("gone.txt")).unwrap();
    let site = site.file("a.html", "---\n---\nnew\n").file("z.html", "---\n---\n{% nope %}\n");
    site.build()
        .fails()
        .says("Liquid Exception: Liquid syntax error (line 1): Unknown tag 'nope' in z.html")
        .wrote("a.html", "old\n")
        .wrote("gone.txt", "still here")
        .wrote_just(&["a.html", "gone.txt"]);
}

#[test]
fn names_that_need_escaping_are_written_literally() {
    let site = Site::new()
        .file("a b.html", "---\n---\n{{ page.url }}\n")
        .file("100%.html", "---\n---\n{{ page.url }}\n")
        .file("it's \"q\".html", "---\n---\n{{ page.url }}\n")
        .file("größe.txt", "x");
    site.build()
        .succeeds()
        .wrote("a b.html", "/a%20b.html\n")
        .wrote("100%.html", "/100%25.html\n")
        .wrote("it's \"q\".html", "/it's%20%22q%22.html\n")
        .wrote("größe.txt", "x");
}

#[test]
fn deeply_nested_folders_are_supported() {
    let deep = vec!["d"; 400].join("/");
    let site = Site::new().file(&format!("{deep}/a.html"), "---\n---\ndeep\n");
    site.build().succeeds().wrote(&format!("{deep}/a.html"), "deep\n");
}

#[test]
fn the_destination_must_not_contain_the_source() {
    let site = Site::new().file("a.txt", "a");
    let reason = "Reason: Destination directory cannot be or contain the Source directory.";
    site.run(&["build", "-d", "."]).fails().says(reason);
    site.run(&["build", "-d", ".."]).fails().says(reason);
    assert_eq!(site.read("a.txt").as_deref(), Some("a"));
}

#[test]
fn an_unreadable_post_is_reported_and_skipped() {
    let site = Site::new()
        .file("_posts/2026-01-01-bad.md", b"---\ntitle: \xff\n---\nx\n")
        .file("_posts/2026-01-02-good.html", "---\n---\ngood\n");
    site.build()
        .succeeds()
        .says("Error: could not read file <site>/_posts/2026-01-01-bad.md: invalid byte sequence in UTF-8")
        .wrote_just(&["2026/01/02/good.html"]);
}

#[test]
fn invalid_front_matter_is_reported() {
    let site = Site::new().file("e.html", "---\na: [1\nb: }\n---\nbody\n");
    let line = "YAML Exception reading <site>/e.html: (<unknown>): did not find expected ',' or ']' while parsing a flow \
                sequence at line 2 column 4";
    site.build().succeeds().says(line).wrote("e.html", "body\n");
    site.run(&["build", "--strict_front_matter"]).fails().says(line);
    let site = Site::new().file("list.html", "---\n- a\n---\n");
    site.build().fails().says("Invalid YAML front matter in <site>/list.html");
}

#[test]
fn endless_layouts_and_includes_are_errors() {
    let site = Site::new()
        .file("_layouts/a.html", "---\nlayout: b\n---\na {{ content }}")
        .file("_layouts/b.html", "---\nlayout: a\n---\nb {{ content }}")
        .file("p.html", "---\nlayout: a\n---\np");
    site.build().succeeds().wrote("p.html", "b a p");
    let site =
        Site::new().file("_includes/i.html", "{% include i.html %}").file("p.html", "---\n---\n{% include i.html %}");
    site.build().fails().says("Liquid Exception: stack level too deep in p.html");
}
