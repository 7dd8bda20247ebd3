//! Unusual sites: special characters in names, many folders, large files, and files that vanish.

use crate::story::{Site, program};
use hastie::config::Configuration;
use hastie::diagnostic::Log;
use hastie::progress::Progress;
use hastie::world::{Observer, Read, World};
use hastie_liquid::Hash;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[test]
fn names_may_contain_spaces_quotes_percent_signs_and_other_scripts() {
    let page = "---\n---\n{{ page.url }} {{ page.path }}";
    let names =
        ["a b.html", "it's.html", "say \"x\".html", "100%.html", "50%25.html", "über.html", "日本.html", "a+b&c.html"];
    let mut site = Site::new().file("c d/é x.txt", "static").file("_posts/2026-01-02-ünï cödé.html", page);
    for name in names {
        site = site.file(name, page);
    }
    let outcome = site.build().succeeds();
    let mut paths = names.to_vec();
    paths.extend(["c d/é x.txt", "2026/01/02/ünï-cödé.html"]);
    let outcome = outcome.wrote_just(&paths);
    let outcome = outcome.wrote("a b.html", "/a%20b.html a b.html").wrote("it's.html", "/it's.html it's.html");
    let outcome = outcome.wrote("say \"x\".html", "/say%20%22x%22.html say \"x\".html");
    let outcome = outcome.wrote("100%.html", "/100%25.html 100%.html").wrote("50%25.html", "/50%2525.html 50%25.html");
    let outcome = outcome.wrote("über.html", "/%C3%BCber.html über.html");
    let outcome =
        outcome.wrote("日本.html", "/%E6%97%A5%E6%9C%AC.html 日本.html").wrote("a+b&c.html", "/a+b&c.html a+b&c.html");
    outcome.wrote(
        "2026/01/02/ünï-cödé.html",
        "/2026/01/02/%C3%BCn%C3%AF-c%C3%B6d%C3%A9.html _posts/2026-01-02-ünï cödé.html",
    );
}

#[test]
fn a_thousand_nested_folders_are_built() {
    let deep = "d/".repeat(1000);
    let site = Site::new().file(&format!("{deep}page.html"), "---\n---\n{{ page.url | size }}");
    let site = site.file(&format!("{deep}file.txt"), "file");
    let paths = [format!("{deep}page.html"), format!("{deep}file.txt")];
    let outcome = site.build().succeeds().wrote_just(&[&paths[0], &paths[1]]);
    outcome.wrote(&paths[0], "2010");
    site.build().succeeds();
    site.run(&["clean"]).succeeds();
    assert!(!site.folder().join("_site").exists());
}

/// With an address space limit below its size, the file cannot be loaded into memory.
#[test]
fn a_large_static_file_is_streamed() {
    const SIZE: u64 = 600_000_000;
    let site = Site::new().file("a.txt", "a");
    fs::File::create(site.folder().join("large.bin")).unwrap().set_len(SIZE).unwrap();
    for _ in 0..2 {
        let build = site.command(&["build"]);
        let mut shell = program("sh");
        shell.args(["-c", "ulimit -v 500000; exec \"$0\" build"]).arg(build.get_program());
        shell.current_dir(site.folder()).stdin(Stdio::null()).env("RAYON_NUM_THREADS", "2");
        // The second build compares the file.
        site.outcome(shell).succeeds();
        assert_eq!(fs::metadata(site.folder().join("_site/large.bin")).unwrap().len(), SIZE);
    }
}

#[test]
fn destination_conflicts_are_reported_and_the_last_file_wins() {
    let site = Site::new().file("a.html", "---\n---\nfrom html").file("a.md", "---\n---\nfrom markdown\n");
    let outcome = site.build().succeeds().says("Conflict: The following destination is shared by multiple files.");
    let outcome = outcome.says("The written file may end up with unexpected contents.").says("<site>/_site/a.html");
    outcome.says("- a.html").says("- a.md").wrote("a.html", "<p>from markdown</p>\n");
}

#[test]
fn impossible_dates_in_file_names_are_handled_like_ruby() {
    let site = Site::new().file("a.txt", "a");
    site.build().succeeds();
    let site = site.file("b.txt", "b").file("_posts/2026-13-01-x.md", "---\n---\nx\n");
    let invalid =
        "Invalid date '2026-13-01': Document '_posts/2026-13-01-x.md' does not have a valid date in the filename.";
    let outcome = site.build().fails().says(invalid).says("ERROR: YOUR SITE COULD NOT BE BUILT:");
    outcome
        .says(&format!("Error: could not read file <site>/_posts/2026-13-01-x.md: {invalid}"))
        .wrote_just(&["a.txt"]);

    let site = Site::new().file("_posts/2026-01-01-x.md", "---\ndate: 2026-01-32 10:00\n---\nx\n");
    site.build().fails().says(
        "Invalid date '2026-01-32 10:00': Document '_posts/2026-01-01-x.md' does not have a valid date in the YAML front \
         matter.",
    );
    // Ruby's date overflows into March.
    Site::new().file("_posts/2025-02-30-x.md", "---\n---\nx\n").build().succeeds().wrote_just(&["2025/03/02/x.html"]);
}

/// Removes a file as soon as its folder has been listed.
struct Remover {
    file: PathBuf,
    armed: AtomicBool,
}

impl Observer for Remover {
    fn saw(&self, read: Read<'_>) {
        if matches!(read, Read::Folder(path, Some(_)) if Some(path) == self.file.parent())
            && self.armed.swap(false, Ordering::AcqRel)
        {
            fs::remove_file(&self.file).unwrap();
        }
    }
}

/// Builds a site whose file vanishes when it is accessed. Returns the build's messages and the resulting site.
fn build_without(file: &str) -> (Result<(), String>, Option<String>) {
    let site = Site::new().file("a.txt", "a").file("page.html", "---\n---\npage").file("_site/a.txt", "old");
    let site = site.file("_posts/2026-01-01-post.html", "---\n---\npost");
    let remover = Remover { file: site.folder().join(file), armed: AtomicBool::new(true) };
    let world = World::fixed(site.folder(), 1_768_478_400).observed(Arc::new(remover));
    let mut log = Log::new();
    let outcome = Configuration::load(&world, &Hash::new(), &mut log)
        .and_then(|configuration| hastie::Site::new(configuration, &world, &hastie::registry(), &mut log))
        .and_then(|mut site| site.process(&Progress::default(), &mut log));
    assert!(!site.folder().join(file).exists(), "{file} is gone");
    let name = site.folder().to_string_lossy().into_owned();
    (outcome.map_err(|failure| failure.message.replace(&name, "<site>")), site.read("_site/a.txt"))
}

#[test]
fn a_file_that_vanishes_ends_the_build_and_keeps_the_old_site() {
    for file in ["page.html", "a.txt"] {
        let (outcome, kept) = build_without(file);
        let message = outcome.expect_err("the build ends");
        assert!(message.contains("No such file or directory @ rb_sysopen - <site>/"), "{message}");
        assert!(message.ends_with(Path::new(file).file_name().unwrap().to_str().unwrap()), "{message}");
        assert_eq!(kept.as_deref(), Some("old"));
    }
}
