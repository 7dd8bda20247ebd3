//! Remote themes, from a local server with archives like GitHub's.

use crate::archives::swelling;
use crate::github::Server;
use crate::story::{Outcome, Site};
use flate2::{Compression, write::GzEncoder};
use std::fs;
use std::io::Write;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// The archive of a repository, with its commit in the comment. A file whose text starts with `->` is a link.
fn archive(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    let mut add = |name: &str, kind, contents: &[u8]| {
        let mut header = tar::Header::new_ustar();
        header.set_entry_type(kind);
        header.set_mode(0o644);
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        let link = std::str::from_utf8(contents).ok().and_then(|text| text.strip_prefix("->"));
        if let Some(target) = link {
            header.set_entry_type(tar::EntryType::Symlink);
            header.set_link_name(target).expect("a short target");
        }
        let contents = if link.is_some() { &[] } else { contents };
        header.set_size(contents.len() as u64);
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

/// Checks that some message contains `part`.
fn assert_message(outcome: &Outcome<'_>, part: &str) {
    assert!(outcome.all().contains(part), "missing in the output: {part}\n{}", outcome.all());
}

/// Uses the server instead of GitHub, and an unreachable one instead of RubyGems.
fn environment(server: &Server) -> [(&str, &str); 3] {
    let nobody = "http://127.0.0.1:1";
    [("HASTIE_GITHUB_MIRROR", &server.address), ("HASTIE_GEM_SERVER", nobody), ("HASTIE_OFFLINE", "")]
}

/// A build with downloads enabled, with the server instead of GitHub.
fn online<'a>(site: &'a Site, server: &Server) -> Outcome<'a> {
    site.run_with(&["build"], &environment(server))
}

fn cached(site: &Site) -> std::path::PathBuf {
    let themes = site.folder().join(".jekyll-cache/Hastie/themes");
    let mut folders = fs::read_dir(themes).expect("the cache").map(|entry| entry.expect("an entry").path());
    let folder = folders.next().expect("a theme");
    assert_eq!(folders.next(), None);
    folder
}

#[test]
fn a_theme_is_fetched_once_and_cached() {
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

#[cfg(unix)]
#[test]
fn the_lock_file_is_not_written_through_a_link() {
    let server = Server::new(&[("/ada/hearth/tar.gz/HEAD", hearth())]);
    let site = site("ada/hearth");
    let (lock, outside) = (site.folder().join(".hastie.lock"), site.folder().join("outside"));
    std::os::unix::fs::symlink(&outside, &lock).expect("a link");
    let outcome = online(&site, &server).succeeds().wrote("a.html", PAGE);
    assert_message(&outcome, ".hastie.lock cannot be written: Not a regular file");
    assert!(fs::symlink_metadata(&lock).expect("the link").is_symlink() && !outside.exists());
}

#[test]
fn a_modified_theme_in_the_cache_is_rejected() {
    let server = Server::new(&[("/ada/hearth/tar.gz/HEAD", hearth())]);
    let site = site("https://github.com/ada/hearth");
    online(&site, &server).succeeds();
    fs::write(cached(&site).join("_layouts/more.html"), "<script>").expect("the cache");
    for arguments in [&["build"][..], &["build", "--offline"]] {
        assert_message(&site.run(arguments).fails(), "do not match .hastie.lock");
    }
}

#[test]
fn the_lock_file_determines_the_fetched_commit() {
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
    assert_message(&online(&site, &other).fails(), "differs from the one in .hastie.lock");
    assert_message(&site.build().succeeds(), "ada/hearth is not fetched");
}

#[test]
fn the_latest_release_is_requested_by_its_tag() {
    let tag = ("/repos/ada/hearth/releases/latest", b"{\"tag_name\": \"v3\"}".to_vec());
    let server = Server::new(&[tag, ("/ada/hearth/tar.gz/v3", hearth())]);
    online(&site("ada/hearth@latest"), &server).succeeds().wrote("a.html", PAGE);
    let silent = Server::new(&[("/ada/hearth/tar.gz/HEAD", hearth())]);
    let outcome = site("ada/hearth@latest");
    online(&outcome, &silent).succeeds().says("Remote Theme: No releases found for ada/hearth, using HEAD");
}

#[test]
fn a_failed_theme_download_ends_the_build() {
    let server = Server::new(&[("/ada/broken/tar.gz/HEAD", b"no archive".to_vec())]);
    let text = "The repository 'ada/gone' could not be found. Please check that the repository name is correct, \
                publicly accessible, and contains a valid Jekyll theme.";
    assert_message(&online(&site("ada/gone"), &server).fails(), text);
    assert_message(&online(&site("ada/broken"), &server).fails(), "ada/broken: the archive cannot be unpacked");
    let unpacked = archive(&[("../../out.txt", "x")]);
    let evil = Server::new(&[("/ada/evil/tar.gz/HEAD", unpacked)]);
    let victim = site("ada/evil");
    assert_message(&online(&victim, &evil).fails(), "the archive contains a name that leads out of it");
    assert_eq!(victim.read(".hastie.lock"), None);
    assert_eq!(fs::read_dir(victim.folder().join(".jekyll-cache/Hastie/themes")).expect("the cache").count(), 0);
    let nobody = [("HASTIE_GITHUB_MIRROR", "http://127.0.0.1:1"), ("HASTIE_OFFLINE", "")];
    let lonely = site("ada/hearth");
    let outcome = lonely.run_with(&["build"], &nobody).fails();
    assert_message(&outcome, "Loading URL: http://127.0.0.1:1/ada");
}

#[test]
fn nothing_is_fetched_if_downloads_are_disabled() {
    let server = Server::new(&[("/ada/hearth/tar.gz/v1.0", hearth())]);
    let mirror = ("HASTIE_GITHUB_MIRROR", server.address.as_str());
    for (theme, named) in [("Ada/Hearth@v1.0", "ada/hearth@v1.0"), ("https://github.com/ada/hearth", "ada/hearth")] {
        let site = site(theme).file("b.txt", "b");
        let text =
            format!("Remote Theme: {named} is not fetched, because the build is offline (--offline or HASTIE_OFFLINE)");
        let outcome = site.run_with(&["build"], &[mirror]).succeeds().wrote("b.txt", "b");
        assert_message(&outcome, &text);
        let by_option = site.run_with(&["build", "--offline"], &[mirror, ("HASTIE_OFFLINE", "")]).succeeds();
        assert_message(&by_option, &text);
        assert_eq!(outcome.all().matches("is not fetched").count(), 1);
        assert!(site.run(&["build", "--strict"]).fails().all().contains("is not fetched"));
    }
    assert!(server.asked().is_empty());
    let site = site("ada/hearth@v1.0");
    site.run_with(&["build"], &[mirror, ("HASTIE_OFFLINE", "0")]).succeeds().wrote("a.html", PAGE);
}

/// All files that a build wrote.
fn written(site: &Site) -> Vec<(String, Vec<u8>)> {
    ["a.html", "assets/a.css"]
        .into_iter()
        .map(|name| (name.to_owned(), fs::read(site.folder().join("_site").join(name)).expect("a file")))
        .collect()
}

#[test]
fn a_fetched_theme_builds_the_same_bytes_offline() {
    for profile in [&[][..], &["--github-pages"]] {
        let server = Server::new(&[("/ada/hearth/tar.gz/v1.0", hearth())]);
        // GitHub Pages has a default theme.
        let config = "plugins: [jekyll-remote-theme]\nremote_theme: ada/hearth@v1.0\ntheme: null\n";
        let site = site("").file("_config.yml", config);
        let mirror = environment(&server);
        site.run_with(&[&["build"], profile].concat(), &mirror).succeeds();
        let first = written(&site);
        fs::remove_dir_all(site.folder().join("_site")).expect("the destination");
        site.run_with(&[&["build", "--offline"], profile].concat(), &mirror).succeeds();
        assert_eq!(written(&site), first);
        assert_eq!(server.asked().len(), 1);
    }
}

#[test]
fn malicious_archives_are_rejected_without_leaving_files() {
    let whole = hearth();
    let cases = [
        (whole[..whole.len() / 2].to_vec(), "cannot be unpacked"),
        (archive(&[("../out.html", "x")]), "the archive contains a name that leads out of it"),
        (archive(&[("_layouts/../../out.html", "x")]), "the archive contains a name that leads out of it"),
        (swelling("Hearth-abc/assets/zeros"), "it is too large"),
    ];
    for (bytes, part) in cases {
        let server = Server::new(&[("/ada/hearth/tar.gz/HEAD", bytes)]);
        let site = site("ada/hearth").file("_site/old.html", "as it was");
        assert_message(&online(&site, &server).fails(), part);
        assert_eq!(site.read("_site/old.html").as_deref(), Some("as it was"));
        assert_eq!(site.read(".hastie.lock"), None);
        assert_eq!(fs::read_dir(site.folder().join(".jekyll-cache/Hastie/themes")).map_or(0, Iterator::count), 0);
    }
}

/// As in the gem, a link becomes a file that contains its target.
#[test]
fn links_in_a_repository_are_not_followed() {
    let files = [("_layouts/default.html", "->../../../../a.html"), ("_includes", "->/etc"), ("assets/a.css", "a{}")];
    let server = Server::new(&[("/ada/hearth/tar.gz/HEAD", archive(&files))]);
    let site = site("ada/hearth");
    online(&site, &server).succeeds().wrote("a.html", "../../../../a.html");
    assert_eq!(fs::read(cached(&site).join("_includes")).expect("a file"), b"/etc");
}

#[test]
fn an_endless_response_times_out() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
            // Sends a byte now and then, so that no single read times out.
            while stream.write_all(b"x").is_ok() {
                std::thread::sleep(std::time::Duration::from_millis(200));
            }
        }
    });
    let site = site("ada/hearth").file("_site/old.html", "as it was");
    let environment = [("HASTIE_GITHUB_MIRROR", address.as_str()), ("HASTIE_OFFLINE", ""), ("HASTIE_TIMEOUT", "1")];
    assert_message(&site.run_with(&["build"], &environment).fails(), "timeout");
    assert_eq!(site.read("_site/old.html").as_deref(), Some("as it was"));
}

#[test]
fn a_vendored_theme_needs_neither_cache_nor_server() {
    let server = Server::new(&[("/ada/hearth/tar.gz/v1.0", hearth())]);
    let site = site("ada/hearth@v1.0");
    let mirror = environment(&server);
    assert_message(&site.run_with(&["theme", "vendor", "--dry-run"], &mirror), "is not fetched");
    assert!(server.asked().is_empty());
    online(&site, &server).succeeds();
    let first = written(&site);
    assert_message(&site.run(&["theme", "vendor", "--dry-run"]).succeeds(), "would copy ");
    assert_eq!(site.read("vendor/gems/hearth/_layouts/default.html"), None);
    assert_message(
        &site.run(&["theme", "vendor"]).succeeds(),
        "Set `remote_theme: ./vendor/gems/hearth` to build with it",
    );
    fs::remove_dir_all(site.folder().join(".jekyll-cache")).expect("the cache");
    fs::remove_dir_all(site.folder().join("_site")).expect("the destination");
    let site = site.file("_config.yml", "plugins: [jekyll-remote-theme]\nremote_theme: ./vendor/gems/hearth\n");
    site.run(&["build", "--offline"]).succeeds();
    assert_eq!(written(&site), first);
    assert_eq!(server.asked().len(), 1);
    assert_message(&site.run(&["theme", "vendor"]).succeeds(), "is already part of the site");
}

#[test]
fn an_invalid_remote_theme_is_reported() {
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
