//! Commands in an untrusted repository: its links do not lead their writes elsewhere, and its control
//! characters do not reach the terminal.

use crate::github::Server;
use crate::story::Site;
use std::fs;
use std::os::unix::fs::symlink;

/// A site in the folder `site`, next to a folder with a file of the user.
fn site() -> Site {
    Site::empty()
        .file("site/_config.yml", "time: 2026-01-15 12:00:00 +0000\n")
        .file("site/index.md", "---\n---\nhello\n")
        .file("elsewhere/kept.md", "---\nmine: 1\n---\nkept\n")
}

/// Puts a link into the site. The target is relative to the folder that contains the site.
fn link(site: &Site, path: &str, target: &str) {
    let place = site.folder().join("site").join(path);
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    symlink(site.folder().join(target), place).unwrap();
}

/// Checks that nothing was written or removed next to the site.
#[track_caller]
fn is_untouched(site: &Site) {
    assert_eq!(site.files("elsewhere"), ["kept.md"]);
    assert_eq!(site.read("elsewhere/kept.md").as_deref(), Some("---\nmine: 1\n---\nkept\n"));
}

#[test]
fn commands_that_build_into_the_cache_do_not_follow_its_links() {
    for path in [".jekyll-cache", ".jekyll-cache/Hastie", ".jekyll-cache/Hastie/NAME"] {
        for (name, arguments) in [
            ("check", &["check"][..]),
            ("migrate", &["migrate"]),
            ("compare", &["compare", "https://example.invalid"]),
            ("jekyll", &["compare", "--with-jekyll"]),
        ] {
            let site = site();
            let path = path.replace("NAME", name);
            link(&site, &path, "elsewhere");
            let outcome = site.run(&[arguments, &["--source", "site"]].concat()).fails();
            let expected = format!("The cache '<site>/site/{path}' is a link. Name a folder with --destination.");
            assert!(outcome.all().contains(&expected), "{arguments:?}: {}", outcome.all());
            is_untouched(&site);
        }
    }
    let site = site();
    link(&site, ".jekyll-cache", "elsewhere");
    site.run(&["check", "--source", "site", "--destination", "out"]).succeeds();
    is_untouched(&site);
}

#[test]
fn working_links_are_not_stored_through_a_link() {
    let server = Server::new(&[("/good", "x".into())]);
    let site = site().file("site/index.md", format!("---\n---\n[good]({}/good)\n", server.address));
    link(&site, ".jekyll-cache/Hastie/links.json", "elsewhere/kept.md");
    let arguments = ["check", "--external", "--source", "site", "--destination", "out"];
    site.run_with(&arguments, &[("HASTIE_OFFLINE", "")]).succeeds();
    assert!(!server.asked().is_empty());
    is_untouched(&site);
}

/// A diff would show a private file, for instance in the public log of a pull request.
#[test]
fn migrate_neither_reads_nor_writes_through_links_out_of_the_repository() {
    let workflow = "jobs:\n  a:\n    steps:\n      - run: jekyll build\n      - run: secret\n";
    for (path, target) in [
        (".github/workflows/a.yml", "elsewhere/a.yml"),
        (".github/workflows", "elsewhere"),
        (".github", "elsewhere"),
        (".gitignore", "elsewhere/kept.md"),
        (".gitignore", "elsewhere/new"),
    ] {
        let site = site().file("site/.git/HEAD", "ref: refs/heads/main\n");
        if target.ends_with(".yml") {
            site.write("elsewhere/a.yml", workflow);
        }
        link(&site, path, target);
        let told = site.run(&["migrate", "--apply", "--source", "site"]).all();
        assert!(!told.contains("secret") && !told.contains("mine: 1"), "{path}: {told}");
        if target.ends_with(".yml") {
            assert_eq!(site.read("elsewhere/a.yml").as_deref(), Some(workflow));
            fs::remove_file(site.folder().join("elsewhere/a.yml")).unwrap();
        }
        is_untouched(&site);
    }
}

/// Ruby's name for a workflow may be taken, and `.gitignore` need not be text.
#[test]
fn migrate_replaces_no_file_that_it_cannot_read() {
    let site = site().file("site/.git/HEAD", "ref: refs/heads/main\n").file("site/.gitignore", b"caf\xe9\n");
    let names = ["pages", "hastie", "hastie-pages"].map(|name| format!("site/.github/workflows/{name}.yml"));
    let site = names.iter().fold(site, |site, name| site.file(name, "on: push\n"));
    let told = site.run(&["migrate", "--apply", "--source", "site"]).succeeds().out;
    assert!(told.contains("- `.gitignore` is not a text file of this repository, so it is not changed."), "{told}");
    assert_eq!(fs::read(site.folder().join("site/.gitignore")).unwrap(), b"caf\xe9\n");
    assert!(names.iter().all(|name| site.read(name).as_deref() == Some("on: push\n")));
}

/// The folder may be the clone of a repository that contains hidden files only.
#[test]
fn a_new_site_is_not_written_through_links() {
    for (path, target) in
        [(".gitignore", "elsewhere/kept.md"), (".gitignore", "elsewhere/new"), (".github", "elsewhere")]
    {
        let site = Site::empty().file("elsewhere/kept.md", "---\nmine: 1\n---\nkept\n");
        link(&site, path, target);
        let outcome = site.run(&["new", "site"]).fails();
        assert!(outcome.all().contains("could not be written"), "{}", outcome.all());
        is_untouched(&site);
    }
}

#[test]
fn imported_works_and_talks_are_not_written_through_links() {
    let talks = "date\ttype\ttitle\tvenue\tlocation\ttalk_url\turl_slug\tdescription\n\
                 2024-01-01\tTalk\tIce\tHere\tOslo\t\tice\t\n";
    let bib = "@article{a, title = {Ice}, year = 2024}\n";
    for (path, arguments) in [
        ("_talks", ["import", "talks.tsv"]),
        ("_data", ["import", "a.bib"]),
        ("_data", ["import", "cv.json"]),
        ("talkmap", ["talkmap", "talkmap/index.html"]),
    ] {
        let site = site().file("talks.tsv", talks).file("a.bib", bib).file("cv.json", "{\"basics\": {}}");
        let site = site.file("site/_config.yml", "collections: [talks]\n");
        if path != "_talks" {
            site.write("site/_talks/a.md", "---\ntitle: Ice\nlocation: Oslo\n---\n");
        }
        link(&site, path, "elsewhere");
        let more: &[&str] = if arguments[1] == "a.bib" { &["--to", "data"] } else { &[] };
        let outcome = site.run(&[&["scholar"], &arguments[..], more, &["--source", "site"]].concat()).fails();
        assert!(outcome.all().contains("is outside of the folders"), "{arguments:?}: {}", outcome.all());
        is_untouched(&site);
    }
}

#[test]
fn composed_files_are_not_written_through_links() {
    let site = site();
    link(&site, "_drafts/new.md", "elsewhere/new.md");
    link(&site, "_drafts/mine.md", "elsewhere/kept.md");
    let run = |arguments: &[&str]| site.run(&[arguments, &["--source", "site"]].concat());
    run(&["draft", "New"]).fails();
    run(&["draft", "Mine", "--force"]).fails();
    let told = run(&["publish", "_drafts/mine.md"]).all();
    assert!(told.contains("the file is a link out of the site, so its front matter is left as it is"), "{told}");
    is_untouched(&site);
}

/// Pipes and devices are left out, and so are links to folders.
#[test]
fn a_comparison_waits_for_no_pipe() {
    let site = Site::empty().file("old/a.html", "a").file("new/a.html", "a");
    for folder in ["old", "new"] {
        let folder = site.folder().join(folder);
        let made = crate::story::program("mkfifo").arg(folder.join("pipe.html")).status().unwrap();
        assert!(made.success());
        symlink("/dev/zero", folder.join("zero.html")).unwrap();
        symlink("/", folder.join("root")).unwrap();
    }
    site.run(&["compare", "old", "new"])
        .succeeds()
        .says("1 files: 1 identical, 0 ignored, 0 space, 0 same-dom, 0 different, 0 missing, 0 extra");
}

#[test]
fn reports_contain_no_control_characters() {
    let evil = "\u{1b}]0;title\u{7}\u{9b}31m\u{7f}";
    let unescaped = |text: &str| text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n'));
    let page = format!("---\n---\n<a href=\"/{evil}\">x</a>\n");
    let checked = Site::new().file(&format!("a{evil}.html"), &page);
    for format in ["text", "json", "github", "sarif"] {
        let told = checked.run(&["check", "--format", format]).fails();
        assert!(told.out.contains("title") && !unescaped(&told.all()), "{format}: {:?}", told.all());
    }
    let name = format!("a{evil}.html");
    let compared = Site::empty().file(&format!("old/{name}"), format!("a {evil}")).file(&format!("new/{name}"), "b");
    for format in ["text", "json", "html"] {
        let told = compared.run(&["compare", "old", "new", "--format", format]).fails();
        assert!(told.out.contains("title") && !unescaped(&told.all()), "{format}: {:?}", told.all());
    }
    let built = Site::new().file(&name, format!("---\n---\n{{% {evil} %}}"));
    let told = built.run(&["build", "--format", "json"]).fails().all();
    assert!(told.contains("title") && !unescaped(&told), "{told:?}");
}

/// A space, a colon and a percent sign would make the path another address.
#[test]
fn paths_in_sarif_are_addresses() {
    let site = Site::new().file("a: b%20c.html", "---\n---\n<a href=\"/none.html\">x</a>\n");
    let told = site.run(&["check", "--format", "sarif"]).fails().out;
    assert!(told.contains("\"uri\": \"a%3A%20b%2520c.html\""), "{told}");
}
