//! Remote themes, from a server on this machine that packs repositories as GitHub does.

use crate::github::Server;
use crate::story::{Outcome, Site};
use flate2::{Compression, write::GzEncoder};
use std::fs;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// A repository's archive, with its commit in the comment.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    let mut add = |name: &str, kind, contents: &[u8]| {
        let mut header = tar::Header::new_ustar();
        header.set_entry_type(kind);
        header.set_mode(0o644);
        header.set_size(contents.len() as u64);
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        archive.append(&header, contents).expect("memory");
    };
    add("pax_global_header", tar::EntryType::XGlobalHeader, format!("52 comment={COMMIT}\n").as_bytes());
    for (name, contents) in files {
        add(&format!("Hearth-abc/{name}"), tar::EntryType::Regular, contents.as_bytes());
    }
    archive.into_inner().and_then(GzEncoder::finish).expect("memory")
}

fn hearth() -> Vec<u8> {
    archive(&[
        ("_layouts/default.html", "<main>{{ content }}</main>{% include foot.html %}"),
        ("_includes/foot.html", "<footer>{{ theme.version }} {{ theme.authors }}</footer>"),
        ("assets/a.css", "---\n---\n@import \"base\";\n"),
        ("_sass/base.scss", "a { b { c: d } }"),
        ("hearth.gemspec", "Gem::Specification.new do |s|\n  s.version = \"1.2\"\n  s.authors = [\"Ada\"]\nend\n"),
        ("_config.yml", "title: the theme's\n"),
    ])
}

fn site(theme: &str) -> Site {
    let config = format!("plugins: [jekyll-remote-theme]\nremote_theme: {theme}\n");
    Site::empty().file("_config.yml", config).file("a.html", "---\nlayout: default\n---\n{{ site.title }}x")
}

const PAGE: &str = "<main>x</main><footer>1.2 Ada</footer>";

/// Whether a part of some message was said.
fn tells(outcome: &Outcome<'_>, part: &str) {
    assert!(outcome.all().contains(part), "not said: {part}\n{}", outcome.all());
}

/// A build that may fetch, with the server for GitHub's.
fn online<'a>(site: &'a Site, server: &Server) -> Outcome<'a> {
    site.run_with(&["build"], &[("HASTIE_GITHUB_MIRROR", &server.address), ("HASTIE_OFFLINE", "")])
}

fn cached(site: &Site) -> std::path::PathBuf {
    let themes = site.folder().join(".jekyll-cache/Hastie/themes");
    let mut folders = fs::read_dir(themes).expect("the cache").map(|entry| entry.expect("an entry").path());
    let folder = folders.next().expect("a theme");
    assert_eq!(folders.next(), None);
    folder
}

#[test]
fn a_theme_is_fetched_once_and_then_lies_in_the_cache() {
    let server = Server::new(&[("/ada/hearth/tar.gz/v1.0", hearth())]);
    let site = site("Ada/Hearth@v1.0");
    online(&site, &server).succeeds().says("Remote Theme: Using theme ada/hearth").wrote("a.html", PAGE);
    let lock = site.read(".hastie.lock").expect("a lock");
    for part in ["source = \"https://github.com/ada/hearth\"", "ref = \"v1.0\"", &format!("commit = \"{COMMIT}\"")] {
        assert!(lock.contains(part), "{lock}");
    }
    let outcome = site.build().succeeds().wrote("a.html", PAGE);
    assert!(!outcome.all().contains("not fetched"));
    online(&site, &server).succeeds().wrote("a.html", PAGE);
    assert_eq!(server.asked(), ["/ada/hearth/tar.gz/v1.0"]);
}

#[test]
fn a_theme_of_the_cache_that_was_changed_is_refused() {
    let server = Server::new(&[("/ada/hearth/tar.gz/HEAD", hearth())]);
    let site = site("https://github.com/ada/hearth");
    online(&site, &server).succeeds();
    fs::write(cached(&site).join("_layouts/more.html"), "<script>").expect("the cache");
    for arguments in [&["build"][..], &["build", "--offline"]] {
        tells(&site.run(arguments).fails(), "are not those that .hastie.lock pins");
    }
}

#[test]
fn a_lock_decides_which_commit_is_fetched() {
    let server = Server::new(&[("/ada/hearth/tar.gz/HEAD", hearth())]);
    let site = site("ada/hearth");
    online(&site, &server).succeeds();
    fs::remove_dir_all(site.folder().join(".jekyll-cache")).expect("the cache");
    let by_commit = format!("/ada/hearth/tar.gz/{COMMIT}");
    let same = Server::new(&[(&by_commit, hearth())]);
    online(&site, &same).succeeds().wrote("a.html", PAGE);
    assert_eq!(same.asked(), std::slice::from_ref(&by_commit));
    fs::remove_dir_all(site.folder().join(".jekyll-cache")).expect("the cache");
    let other = Server::new(&[(&by_commit, archive(&[("_layouts/default.html", "other")]))]);
    tells(&online(&site, &other).fails(), "is not what .hastie.lock pins");
    tells(&site.build().succeeds(), "ada/hearth is not fetched");
}

#[test]
fn the_newest_release_is_asked_for_by_its_tag() {
    let tag = ("/repos/ada/hearth/releases/latest", b"{\"tag_name\": \"v3\"}".to_vec());
    let server = Server::new(&[tag, ("/ada/hearth/tar.gz/v3", hearth())]);
    online(&site("ada/hearth@latest"), &server).succeeds().wrote("a.html", PAGE);
    let silent = Server::new(&[("/ada/hearth/tar.gz/HEAD", hearth())]);
    let outcome = site("ada/hearth@latest");
    online(&outcome, &silent).succeeds().says("Remote Theme: No releases found for ada/hearth, using HEAD");
}

#[test]
fn a_theme_that_cannot_be_fetched_ends_the_build() {
    let server = Server::new(&[("/ada/broken/tar.gz/HEAD", b"no archive".to_vec())]);
    let text = "The repository 'ada/gone' could not be found. Please check that the repository name is correct, \
                publicly accessible, and contains a valid Jekyll theme.";
    tells(&online(&site("ada/gone"), &server).fails(), text);
    tells(&online(&site("ada/broken"), &server).fails(), "ada/broken: the archive cannot be unpacked");
    let unpacked = archive(&[("../../out.txt", "x")]);
    let evil = Server::new(&[("/ada/evil/tar.gz/HEAD", unpacked)]);
    let victim = site("ada/evil");
    tells(&online(&victim, &evil).fails(), "the archive holds a name that leads out of it");
    assert_eq!(victim.read(".hastie.lock"), None);
    assert_eq!(fs::read_dir(victim.folder().join(".jekyll-cache/Hastie/themes")).expect("the cache").count(), 0);
    let nobody = [("HASTIE_GITHUB_MIRROR", "http://127.0.0.1:1"), ("HASTIE_OFFLINE", "")];
    let lonely = site("ada/hearth");
    let outcome = lonely.run_with(&["build"], &nobody).fails();
    tells(&outcome, "Loading URL: http://127.0.0.1:1/ada");
}

#[test]
fn nothing_is_fetched_where_the_user_forbids_it() {
    let server = Server::new(&[("/ada/hearth/tar.gz/v1.0", hearth())]);
    let mirror = ("HASTIE_GITHUB_MIRROR", server.address.as_str());
    for (theme, named) in [("Ada/Hearth@v1.0", "ada/hearth@v1.0"), ("https://github.com/ada/hearth", "ada/hearth")] {
        let site = site(theme).file("b.txt", "b");
        let text =
            format!("Remote Theme: {named} is not fetched, as the build is offline (--offline or HASTIE_OFFLINE)");
        let outcome = site.run_with(&["build"], &[mirror]).succeeds().wrote("b.txt", "b");
        tells(&outcome, &text);
        let by_option = site.run_with(&["build", "--offline"], &[mirror, ("HASTIE_OFFLINE", "")]).succeeds();
        tells(&by_option, &text);
        assert_eq!(outcome.all().matches("is not fetched").count(), 1);
        assert!(site.run(&["build", "--strict"]).fails().all().contains("is not fetched"));
    }
    assert!(server.asked().is_empty());
    let site = site("ada/hearth@v1.0");
    site.run_with(&["build"], &[mirror, ("HASTIE_OFFLINE", "0")]).succeeds().wrote("a.html", PAGE);
}

#[test]
fn what_names_no_remote_theme_is_told() {
    let wrong = [
        ("hearth", "\"hearth\""),
        ("https://example.org/a/b", "\"https://example.org/a/b\""),
        ("./no", "\"./no\""),
        ("5", "5"),
        ("[a/b]", "[\"a/b\"]"),
    ];
    for (theme, shown) in wrong {
        site(theme).build().succeeds().says(&format!("Remote Theme: {shown} is not a valid remote theme"));
    }
}
