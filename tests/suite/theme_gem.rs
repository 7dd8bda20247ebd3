//! Themes whose gems are not installed, and are therefore downloaded from a local gem server.

use crate::archives::swelling;
use crate::github::Server;
use crate::packages::{gzipped, sum, tarred};
use crate::story::{Outcome, Site};
use std::fs;

const METADATA: &str = "\
--- !ruby/object:Gem::Specification
name: hearth
version: !ruby/object:Gem::Version
  version: 1.2.0
authors:
- Ada
summary: A theme
dependencies:
- !ruby/object:Gem::Dependency
  name: jekyll-seo-tag
  requirement: !ruby/object:Gem::Requirement
    requirements:
    - - \"~>\"
      - !ruby/object:Gem::Version
        version: '2.1'
  type: :runtime
- !ruby/object:Gem::Dependency
  name: rake
  type: :development
";

fn gem(files: &[(&str, &[u8])]) -> Vec<u8> {
    let data = gzipped(&tarred(files));
    tarred(&[("metadata.gz", &gzipped(METADATA.as_bytes())), ("data.tar.gz", &data)])
}

fn hearth() -> Vec<u8> {
    gem(&[
        ("_layouts/default.html", b"<main>{{ content }}</main>{{ theme.version }} {% seo %}"),
        ("_sass/base.scss", b"a { b { c: d } }"),
        ("assets/a.scss", b"---\n---\n@import \"base\";\n"),
    ])
}

fn index(gem: &[u8]) -> Vec<u8> {
    let sum = sum(gem);
    let line = |version: &str, sum: &str| format!("{version} jekyll-seo-tag:~> 2.1|checksum:{sum},ruby:>= 2.0\n");
    format!("---\n{}{}{}", line("1.0.0", "00"), line("1.2.0", &sum), line("2.0.0.pre", "11")).into_bytes()
}

fn server(gem: Vec<u8>) -> Server {
    Server::new(&[("/info/hearth", index(&gem)), ("/gems/hearth-1.2.0.gem", gem)])
}

fn site() -> Site {
    Site::empty().file("_config.yml", "theme: hearth\n").file("a.html", "---\nlayout: default\n---\nx")
}

/// A build with downloads enabled, and with a cache next to the site's files.
fn build<'a>(site: &'a Site, server: &str, arguments: &[&str]) -> Outcome<'a> {
    let mut all = vec!["build"];
    all.extend(arguments);
    run(site, server, &all)
}

fn run<'a>(site: &'a Site, server: &str, arguments: &[&str]) -> Outcome<'a> {
    site.outcome(command(site, server, arguments))
}

fn command(site: &Site, server: &str, arguments: &[&str]) -> std::process::Command {
    let mut command = site.command(arguments);
    command.env("XDG_CACHE_HOME", site.folder().join(".cache")).envs([
        ("HASTIE_GEM_SERVER", server),
        ("HASTIE_OFFLINE", ""),
        ("HASTIE_TIMEOUT", "1"),
        ("GEM_HOME", ""),
        ("GEM_PATH", ""),
    ]);
    command
}

fn assert_rejected(gem: Vec<u8>, part: &str) {
    let server = server(gem);
    let site = site().file("_site/old.html", "as it was");
    let outcome = build(&site, &server.address, &[]).fails();
    assert!(outcome.all().contains("The hearth theme could not be found."), "{}", outcome.all());
    assert!(outcome.all().contains(part), "missing in the output: {part}\n{}", outcome.all());
    assert_eq!(site.read("_site/old.html").as_deref(), Some("as it was"));
    assert_eq!(site.read(".hastie.lock"), None);
    let left = fs::read_dir(site.folder().join(".cache/hastie/themes")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "something of it stayed in the cache");
}

#[test]
fn a_theme_is_fetched_once_pinned_and_then_built_offline() {
    let server = server(hearth());
    let site = site();
    let outcome = build(&site, &server.address, &[]).succeeds();
    let output = format!("hearth 1.2.0 fetched from {}, pinned in .hastie.lock", server.address);
    assert!(outcome.all().contains(&output), "{}", outcome.all());
    let page = site.read("_site/a.html").expect("the page");
    assert!(page.starts_with("<main>x</main>1.2.0 <!-- Begin Jekyll SEO tag"), "{page}");
    assert_eq!(server.asked(), ["/info/hearth", "/gems/hearth-1.2.0.gem"]);
    let lock = site.read(".hastie.lock").expect("a lock");
    assert!(lock.contains("/gems/hearth\"\nref = \"1.2.0\"\nsha256 = \""), "{lock}");
    for arguments in [&[][..], &["--offline"]] {
        let again = build(&site, "http://127.0.0.1:1", arguments).succeeds();
        assert!(!again.all().contains("fetched"));
        assert_eq!(site.read("_site/a.html").as_deref(), Some(page.as_str()));
    }
}

#[test]
fn the_version_comes_from_bundlers_lock_file() {
    let server = server(hearth());
    let lock = "GEM\n  remote: https://gems.example.org/\n  specs:\n    hearth (9.9.9)\n      jekyll\n";
    let outcome = site().file("Gemfile.lock", lock);
    let output = build(&outcome, &server.address, &[]).fails().all().to_owned();
    assert!(output.contains("has no version 9.9.9 of it"), "{output}");
    let required = site().file("Gemfile", "gem \"hearth\", \"~> 1.0\", \">= 1.1\"\n");
    build(&required, &server.address, &[]).succeeds();
    let none = site().file("Gemfile", "gem \"hearth\", \"~> 3.0\"\n");
    assert!(build(&none, &server.address, &[]).fails().all().contains("has no version ~> 3.0 of it"));
}

#[test]
fn a_package_that_differs_from_the_pinned_one_is_rejected() {
    let first = server(hearth());
    let site = site();
    build(&site, &first.address, &[]).succeeds();
    fs::remove_dir_all(site.folder().join(".cache")).expect("the cache");
    let page = site.read("_site/a.html");
    let other = server(gem(&[("_layouts/default.html", b"other")]));
    let outcome = build(&site, &other.address, &[]).fails();
    assert!(outcome.all().contains(".hastie.lock says"), "{}", outcome.all());
    assert_eq!(site.read("_site/a.html"), page);
    let lies = Server::new(&[("/info/hearth", index(b"another")), ("/gems/hearth-1.2.0.gem", hearth())]);
    let fresh = self::site();
    assert!(build(&fresh, &lies.address, &[]).fails().all().contains("its index says"));
}

#[test]
fn malicious_packages_are_rejected_without_leaving_files() {
    let whole = hearth();
    assert_rejected(whole[..whole.len() / 2].to_vec(), "cannot be unpacked");
    assert_rejected(b"<html>".to_vec(), "cannot be unpacked");
    assert_rejected(gem(&[("../../out.txt", b"x")]), "the archive contains a name that leads out of it");
    assert_rejected(gem(&[("/etc/x", b"x")]), "the archive contains a name that leads out of it");
    assert_rejected(gem(&[("_layouts", b"->../../..")]), "the archive contains a link that leads out of it");
    assert_rejected(gem(&[("_layouts/a.html", b"->/etc/passwd")]), "the archive contains a link that leads out of it");
    let another = tarred(&[
        ("metadata.gz", &gzipped(b"name: forge\nversion:\n  version: 1.2.0\n")),
        ("data.tar.gz", &gzipped(&tarred(&[]))),
    ]);
    assert_rejected(another, "the gem is another one: forge 1.2.0, not hearth 1.2.0");
}

#[test]
fn a_decompression_bomb_is_rejected() {
    let data = swelling("assets/zeros");
    assert_rejected(
        tarred(&[("metadata.gz", &gzipped(METADATA.as_bytes())), ("data.tar.gz", &data)]),
        "it is too large",
    );
}

#[test]
fn a_missing_gem_or_an_unresponsive_server_ends_the_build() {
    let empty = Server::new(&[]);
    let site = site().file("_site/old.html", "as it was");
    let outcome = build(&site, &empty.address, &[]).fails();
    assert!(outcome.all().contains("/info/hearth: 404 Not Found"), "{}", outcome.all());
    // Accepts connections but never responds.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = format!("http://{}", silent.local_addr().expect("its address"));
    let outcome = build(&site, &address, &[]).fails();
    assert!(outcome.all().contains("/info/hearth: timeout"), "{}", outcome.all());
    assert_eq!(site.read("_site/old.html").as_deref(), Some("as it was"));
}

#[test]
fn style_sheets_of_a_fetched_theme_are_the_same_offline() {
    let sheet = b"---\n---\n@import \"hearth\";\n@import \"skin\";\n";
    let files: &[(&str, &[u8])] = &[
        ("_layouts/default.html", b"{{ content }}"),
        ("_sass/hearth.scss", b"$warm: #b00 !default; a { b { c: $warm; } }"),
        ("_sass/skin.scss", b""),
        ("assets/main.scss", sheet),
    ];
    for profile in [&[][..], &["--github-pages"]] {
        let server = server(gem(files));
        let site = site().file("_sass/skin.scss", "d { e: darken($warm, 10%) }");
        build(&site, &server.address, profile).succeeds();
        let css = site.read("_site/assets/main.css");
        assert!(css.as_ref().is_some_and(|css| css.contains("a b") && css.contains("d")), "{css:?}");
        fs::remove_dir_all(site.folder().join("_site")).expect("the destination");
        build(&site, "http://127.0.0.1:1", &[&["--offline"], profile].concat()).succeeds();
        assert_eq!(site.read("_site/assets/main.css"), css);
    }
}

#[test]
fn nothing_is_fetched_offline() {
    let server = server(hearth());
    let site = site();
    let outcome = build(&site, &server.address, &["--offline"]).fails();
    assert!(outcome.all().contains("The hearth theme could not be found."), "{}", outcome.all());
    assert!(server.asked().is_empty());
}

/// A homepage for GitHub Pages that has all of its layouts, and so does not need GitHub's default theme.
fn homepage() -> Site {
    Site::empty()
        .file("Gemfile", "gem \"github-pages\", group: :jekyll_plugins\n")
        .file("_config.yml", "title: Ada\nrepository: ada/ada.github.io\ninclude: [_pages]\nsass:\n  sass_dir: _sass\n")
        .file("_layouts/default.html", "{% include head.html %}<main>{{ content }}</main>")
        .file("_includes/head.html", "<title>{{ site.title }}</title>{% seo title=false %}")
        .file("_sass/skin.scss", "a { color: red }")
        .file("assets/css/main.scss", "---\n---\n@import \"skin\";\n")
        .file("_pages/about.md", "---\npermalink: /\nlayout: default\ntitle: About\n---\nHello\n")
}

/// Like [`build`], with the plugins of the Gemfile.
fn build_homepage<'a>(site: &'a Site, server: &str, arguments: &[&str]) -> Outcome<'a> {
    let mut command = command(site, server, &[&["build"], arguments].concat());
    command.env_remove("JEKYLL_NO_BUNDLER_REQUIRE");
    site.outcome(command)
}

#[test]
fn githubs_default_theme_is_optional() {
    let why = "GitHub's default theme, could not be fetched";
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let silent = format!("http://{}", silent.local_addr().expect("its address"));
    let empty = Server::new(&[]);
    for (server, arguments, reason) in [
        ("http://127.0.0.1:1", &["--offline"][..], "the build is offline"),
        ("http://127.0.0.1:1", &[][..], "http://127.0.0.1:1/info/jekyll-theme-primer: "),
        (&silent, &[], "/info/jekyll-theme-primer: timeout"),
        (&empty.address, &[], "/info/jekyll-theme-primer: 404 Not Found"),
    ] {
        let site = homepage();
        let outcome = build_homepage(&site, server, arguments).succeeds();
        let warnings: Vec<&str> = outcome.err.lines().filter(|line| line.contains("Theme:")).collect();
        assert!(warnings.len() == 1 && warnings[0].contains(why) && warnings[0].contains(reason), "{warnings:?}");
        let page = site.read("_site/index.html").expect("the page");
        assert!(page.starts_with("<title>Ada</title>") && page.contains("<main><p>Hello</p>"), "{page}");
        assert!(page.contains("<!-- Begin Jekyll SEO tag"), "the plugins of the theme are enabled\n{page}");
        assert!(site.read("_site/assets/css/main.css").is_some_and(|css| css.contains("red")));
        assert_eq!(site.read(".hastie.lock"), None);
    }
}

#[test]
fn a_default_theme_that_is_asked_for_is_required() {
    let missing = "The jekyll-theme-primer theme could not be found.";
    let named = homepage().file("_config.yml", "theme: jekyll-theme-primer\n");
    assert!(build_homepage(&named, "", &["--offline"]).fails().all().contains(missing));
    let strict = homepage();
    assert!(build_homepage(&strict, "", &["--offline", "--strict"]).fails().all().contains(missing));
}

#[test]
fn a_forged_default_theme_is_rejected() {
    let server = Server::new(&[
        ("/info/jekyll-theme-primer", b"---\n0.6.0 |checksum:00\n".to_vec()),
        ("/gems/jekyll-theme-primer-0.6.0.gem", hearth()),
    ]);
    let site = homepage();
    let outcome = build_homepage(&site, &server.address, &[]).fails().all();
    assert!(outcome.contains("its index says 00"), "{outcome}");
}

#[test]
fn a_vendored_theme_needs_neither_cache_nor_server() {
    let server = server(hearth());
    let site = site();
    let told = run(&site, &server.address, &["theme", "vendor", "--dry-run"]).fails().all().to_owned();
    assert!(told.contains("The hearth theme could not be found.") && server.asked().is_empty(), "{told}");
    build(&site, &server.address, &[]).succeeds();
    let page = site.read("_site/a.html");
    let copied = "hearth 1.2.0 to vendor/bundle/ruby/hastie/gems/hearth-1.2.0";
    let told = run(&site, "", &["theme", "vendor", "--dry-run"]).succeeds().all().to_owned();
    assert!(told.contains(&format!("would copy {copied}")), "{told}");
    assert_eq!(site.read("vendor/bundle/ruby/hastie/gems/hearth-1.2.0/_layouts/default.html"), None);
    run(&site, "", &["theme", "vendor"]).succeeds();
    fs::remove_dir_all(site.folder().join(".cache")).expect("the cache");
    build(&site, "", &["--offline"]).succeeds();
    assert_eq!(site.read("_site/a.html"), page);
    assert!(run(&site, "", &["theme", "vendor"]).succeeds().all().contains("is already part of the site"));
}

#[cfg(unix)]
#[test]
fn a_theme_is_not_copied_through_a_link_out_of_the_site() {
    let server = server(hearth());
    let site = site();
    build(&site, &server.address, &[]).succeeds();
    let elsewhere = Site::empty();
    std::os::unix::fs::symlink(elsewhere.folder(), site.folder().join("vendor")).expect("a link");
    let told = run(&site, &server.address, &["theme", "vendor"]).fails().all();
    assert!(told.contains("is outside of the folders that this site may use"), "{told}");
    assert!(elsewhere.files("").is_empty());
}

#[test]
fn files_of_the_theme_are_listed() {
    let server = server(gem(&[
        ("_layouts/default.html", b"{% include head.html %}{% include foot.html %}{{ content }}"),
        ("_includes/head.html", b"head"),
        ("_includes/foot.html", b"foot"),
        ("assets/a.css", b"a{}"),
    ]));
    let site = site().file("_includes/foot.html", "own");
    let whole = run(&site, &server.address, &["theme", "show"]).succeeds().out.clone();
    let lines = ["theme   _layouts/default.html", "theme   _includes/head.html", "site    _includes/foot.html"];
    assert!(lines.iter().all(|line| whole.contains(line)) && whole.contains("theme hearth 1.2.0 in "), "{whole}");
    let page = run(&site, "", &["theme", "show", "a.html"]).succeeds().out.clone();
    let lines: Vec<&str> = page.lines().filter(|line| line.contains(".html")).collect();
    let wanted = [
        "site    a.html",
        "theme   _layouts/default.html",
        "theme   _includes/head.html",
        "site    _includes/foot.html",
    ];
    assert_eq!(lines, wanted, "{page}");
    assert!(run(&site, "", &["theme", "show", "b.html"]).fails().all().contains("is not a page or document"));
}

/// A gem with styles that replaces csl-styles.
fn styles() -> Vec<u8> {
    let style = "<style xmlns=\"http://purl.org/net/xbiblio/csl\" version=\"1.0\"><info><title>t</title></info><citation><layout>\
                 <text variable=\"title\"/></layout></citation><bibliography><layout><text variable=\"title\"/></layout>\
                 </bibliography></style>";
    let locale =
        "<locale xmlns=\"http://purl.org/net/xbiblio/csl\" version=\"1.0\" xml:lang=\"en-US\"><terms/></locale>";
    let metadata = "name: csl-styles\nversion:\n  version: 2.0.2\n";
    let data = gzipped(&tarred(&[
        ("vendor/styles/apa.csl", style.as_bytes()),
        ("vendor/locales/locales-en-US.xml", locale.as_bytes()),
    ]));
    tarred(&[("metadata.gz", &gzipped(metadata.as_bytes())), ("data.tar.gz", &data)])
}

fn bibliography() -> Site {
    Site::empty()
        .file("_config.yml", "plugins: [jekyll-scholar]\n")
        .file("_bibliography/references.bib", "@misc{a, title = {A}}\n")
        .file("index.html", "---\n---\n{% bibliography %}\n")
        .file("other.html", "---\n---\n{% cite a %}\n")
}

#[test]
fn the_public_citation_styles_are_fetched_once_and_pinned() {
    let gem = styles();
    let sum = sum(&gem);
    let index = format!("---\n1.0.1.11 |checksum:00\n2.0.2 |checksum:{sum}\n2.1.0 |checksum:11\n");
    let server = Server::new(&[("/info/csl-styles", index.into_bytes()), ("/gems/csl-styles-2.0.2.gem", gem)]);
    let site = bibliography();
    let refused = build(&site, &server.address, &["--offline"]).fails();
    assert!(refused.all().contains("Build once without --offline to fetch it"), "{}", refused.all());
    assert_eq!(server.asked(), [""; 0]);
    let outcome = build(&site, &server.address, &[]).succeeds();
    let output = format!("csl-styles 2.0.2 fetched from {}, pinned in .hastie.lock", server.address);
    assert_eq!(outcome.all().matches(&output).count(), 1, "{}", outcome.all());
    let outcome = outcome.wrote("index.html", "<ol class=\"bibliography\"><li><span id=\"a\">A</span></li></ol>\n");
    outcome.wrote("other.html", "<a class=\"citation\" href=\"#a\">A</a>\n");
    assert!(site.read(".hastie.lock").expect("a lock").contains("/gems/csl-styles\"\nref = \"2.0.2\"\n"));
    for arguments in [&[][..], &["--offline"]] {
        let again = build(&site, "http://127.0.0.1:1", arguments).succeeds();
        assert!(!again.all().contains("fetched"), "{}", again.all());
    }
}

#[test]
fn unavailable_citation_styles_are_reported() {
    let (site, server) = (bibliography(), Server::new(&[]));
    let outcome = build(&site, &server.address, &[]).fails();
    assert!(
        outcome.all().contains("the gem csl-styles is not installed and could not be fetched"),
        "{}",
        outcome.all()
    );
    assert!(outcome.all().contains("failed to extract CSL data from"), "{}", outcome.all());
}
