//! `hastie compare`: differences between two built sites.

use crate::github::Server;
use crate::story::Site;
use serde_json::Value;

/// A page around a text.
fn page(text: &str) -> String {
    format!("<!DOCTYPE html>\n<html><head><title>T</title></head>\n<body>\n{text}\n</body></html>\n")
}

/// Planted differences: a file, its old and new contents, the kind, the changed thing, and the cause.
const PLANTED: &[(&str, &str, &str, &str, &str, &str)] = &[
    ("word.html", "<p>one two three</p>", "<p>one four three</p>", "different", "text", ""),
    ("word-added.html", "<p>one three</p>", "<p>one two three</p>", "different", "text", ""),
    ("word-removed.html", "<p>one two three</p>", "<p>one three</p>", "different", "text", ""),
    ("href.html", "<a href=\"/a\">x</a>", "<a href=\"/b\">x</a>", "different", "a[href]", ""),
    ("attribute-added.html", "<p>x</p>", "<p class=\"a\">x</p>", "different", "p[class]", ""),
    ("attribute-removed.html", "<img src=a alt=b>", "<img src=a>", "different", "img[alt]", ""),
    ("element.html", "<p>x</p>", "<div>x</div>", "different", "tag", ""),
    ("element-added.html", "<p>x</p>", "<p>x</p><hr>", "different", "tag", ""),
    ("element-removed.html", "<p>x</p><hr>", "<p>x</p>", "different", "tag", ""),
    ("comment.html", "<!-- v1.2 -->", "<!-- v1.3 -->", "different", "comment", "comments"),
    ("comment-added.html", "<p>x</p>", "<p>x</p><!-- x -->", "different", "comment", "comments"),
    ("quotes.html", "<p class=a>x</p>", "<p class=\"a\">x</p>", "same-dom", "", ""),
    ("order.html", "<p id=a class=b>x</p>", "<p class=b id=a>x</p>", "same-dom", "", ""),
    ("entity.html", "<p>&#39;</p>", "<p>'</p>", "same-dom", "", ""),
    ("end-tag.html", "<ul><li>x</ul>", "<ul><li>x</li></ul>", "same-dom", "", ""),
    ("case.html", "<P>x</P>", "<p>x</p>", "same-dom", "", ""),
    ("spaces.html", "<p>a  b</p>", "<p>a b</p>", "space", "", ""),
    ("lines.html", "<p>a b</p>", "<p>a\n\nb</p>", "space", "", ""),
    ("lines.txt", "a\nb", "a\r\nb\n", "space", "", ""),
    ("time.html", "<i>2026-01-15T12:00:01Z</i>", "<i>2026-01-16T09:10:11Z</i>", "different", "text", "clock"),
    ("date.html", "<p>January 15, 2026</p>", "<p>January 16, 2026</p>", "different", "text", "clock"),
    ("mail.xml", "<d>Thu, 15 Jan 2026 12:00:00</d>", "<d>Fri, 16 Jan 2026 13:00:01</d>", "different", "text", "clock"),
    (
        "seconds.html",
        "<script src=\"a?1768478400\"></script>",
        "<script src=\"a?1768478411\"></script>",
        "different",
        "script[src]",
        "clock",
    ),
    (
        "uuid.html",
        "<p>6f1c2a30-1111-4222-8333-1234567890ab</p>",
        "<p>7a1c2a30-1111-4222-8333-1234567890cd</p>",
        "different",
        "text",
        "ids",
    ),
    ("id.html", "<div id=\"tab-3fa92b\">x</div>", "<div id=\"tab-91bc04\">x</div>", "different", "div[id]", "ids"),
    (
        "generator.html",
        "<meta name=\"generator\" content=\"Jekyll v4.4.1\">",
        "<meta name=\"generator\" content=\"H\">",
        "different",
        "meta[content]",
        "generator",
    ),
    (
        "feed.xml",
        "<generator version=\"1\">A</generator>",
        "<generator version=\"1\">B</generator>",
        "different",
        "text",
        "generator",
    ),
    ("revision.html", "<p>built from 1a2b3c4d</p>", "<p>built from 5e6f7a8b</p>", "different", "text", "revision"),
    (
        "digest.html",
        "<link href=\"/a.css?1a2b3c4d5e\">",
        "<link href=\"/a.css?f0e1d2c3b4\">",
        "different",
        "link[href]",
        "revision",
    ),
    ("count.html", "<p>cited 120 times</p>", "<p>cited 123 times</p>", "different", "text", "numbers"),
    ("style.css", "a{color:red;top:0}", "a{color:blue;top:0}", "different", "text", ""),
    ("data.json", "{\"a\":1,\"b\":\"x\"}", "{\"a\":1,\"b\":\"y\"}", "different", "text", ""),
];

fn planted() -> Site {
    let mut site = Site::empty().file("old/gone.txt", "x").file("new/more.txt", "x");
    site = site.file("old/same.txt", "x").file("new/same.txt", "x");
    site = site.file("old/data.bin", b"a\xff").file("new/data.bin", b"b\xff");
    for (name, old, new, ..) in PLANTED {
        let whole = |text: &str| if name.ends_with(".html") { page(text) } else { text.to_owned() };
        site = site.file(&format!("old/{name}"), whole(old)).file(&format!("new/{name}"), whole(new));
    }
    site
}

#[test]
fn each_planted_difference_has_its_kind_place_and_cause() {
    let site = planted();
    let told = site.run(&["compare", "old", "new", "--format", "json"]).fails();
    let report: Value = serde_json::from_str(&told.out).unwrap();
    let files = report["files"].as_array().unwrap();
    let find = |name: &str| files.iter().find(|file| file["file"] == name).unwrap_or_else(|| panic!("{name}"));
    for (name, _, _, kind, what, cause) in PLANTED {
        let found = find(name);
        assert_eq!(found["kind"], *kind, "{found}");
        let changes = found["changes"].as_array().unwrap();
        if what.is_empty() {
            assert!(changes.is_empty(), "{found}");
        } else {
            assert!(changes.iter().all(|change| change["cause"].as_str().unwrap_or("") == *cause), "{found}");
            assert!(changes.iter().any(|change| change["what"] == *what), "{found}");
        }
    }
    assert_eq!(find("word.html")["changes"][0]["old_line"], 4);
    assert_eq!(find("word.html")["changes"][0]["new"], "four");
    for (name, kind) in [("gone.txt", "missing"), ("more.txt", "extra"), ("data.bin", "different")] {
        assert_eq!(find(name)["kind"], kind);
    }
    assert_eq!(report["counts"]["identical"], 1);
}

#[test]
fn ignored_differences_do_not_fail() {
    let clock = |day: u8| page(&format!("<p>January {day}, 2026</p><!-- {day} -->"));
    let site = Site::empty().file("old/a.html", clock(15)).file("new/a.html", clock(16));
    site.run(&["compare", "old", "new"]).fails().says("different: a.html");
    site.run(&["compare", "old", "new", "--ignore", "clock"]).fails().does_not_say("(clock)");
    let told = site.run(&["compare", "old", "new", "--ignore", "clock,comments"]).succeeds();
    told.says("1 files: 0 identical, 1 ignored, 0 space, 0 same-dom, 0 different, 0 missing, 0 extra");
    site.run(&["compare", "old", "new", "--exclude", "*.html"]).succeeds();
    site.run(&["compare", "old", "none"]).fails();
}

#[test]
fn the_html_report_escapes_what_it_shows() {
    let site = Site::empty().file("old/a.txt", "<b>").file("new/a.txt", "<script>");
    let told = site.run(&["compare", "old", "new", "--format", "html"]).fails();
    assert!(told.out.contains("<ins>&lt;script&gt;</ins>"), "{}", told.out);
}

/// A site whose pages and files are built into the folder `built`.
fn small_site() -> Site {
    Site::empty()
        .file("_config.yml", "title: T\n")
        .file("index.html", "---\n---\n<p>home</p>\n")
        .file("about/index.html", "---\n---\n<p>about me</p>\n")
        .file("a b.txt", "text")
        .file("new.html", "---\n---\nnew")
}

#[test]
fn a_published_site_is_compared_with_a_build() {
    let site = small_site();
    let server = Server::new(&[
        ("/", "<p>home</p>\n".into()),
        ("/about/", "<p>about you</p>\n".into()),
        ("/a%20b.txt", "text".into()),
        ("/old.html", "old".into()),
        ("/sitemap.xml", "<urlset><url><loc>https://elsewhere.example/x.html</loc></url></urlset>".into()),
    ]);
    let compare = |more: &[&str]| {
        site.run_with(&[&["compare", server.address.as_str()], more].concat(), &[("HASTIE_OFFLINE", "")])
    };
    let told = compare(&[]).fails().out;
    assert!(
        told.contains("different: about/index.html\n") && told.contains("- you") && told.contains("+ me"),
        "{told}"
    );
    assert!(told.contains("extra: new.html\n") && !told.contains("old.html"), "{told}");
    assert!(told.contains("4 files: 2 identical"), "{told}");
    let requests = server.asked();
    assert_eq!(requests, ["/sitemap.xml", "/about/", "/", "/new.html", "/a%20b.txt"]);
    assert!(site.read("_site/index.html").is_none(), "the build goes into the cache");
    let few = compare(&["--most", "2"]).fails();
    assert!(few.all().contains("2 files were not requested; see --most"), "{}", few.all());
    site.run(&["compare", &server.address])
        .fails()
        .says("Error: a published site needs the network, which --offline or HASTIE_OFFLINE forbids");
}

/// The pages that only the sitemap names are missing in the build.
#[test]
fn pages_of_the_sitemap_are_compared() {
    let site = Site::empty().file("_config.yml", "").file("index.html", "---\n---\nhome");
    let served = Server::with(|address| {
        let pages = ["old/", "lost.html"].map(|page| format!("<url><loc>{address}/{page}</loc></url>"));
        let map = format!("<urlset>{}</urlset>", pages.concat());
        [("/", "home".to_owned()), ("/old/", "old".to_owned()), ("/sitemap.xml", map)]
            .map(|(path, text)| (path.to_owned(), text.into_bytes()))
            .to_vec()
    });
    let told = site.run_with(&["compare", &served.address], &[("HASTIE_OFFLINE", "")]).fails().out;
    assert!(told.contains("missing: old/index.html\n") && !told.contains("lost"), "{told}");
}

/// Scripts take the place of Jekyll and Bundler.
#[cfg(unix)]
#[test]
fn jekyll_builds_the_old_site() {
    use std::os::unix::fs::PermissionsExt;
    let script = "#!/bin/sh\necho \"$0 $*\" >> calls\nwhile [ \"$1\" != --destination ]; do shift; done\nmkdir -p \"$2/about\"\n\
                  echo '<p>home</p>' > \"$2/index.html\"\necho '<p>about me</p>' > \"$2/about/index.html\"\nprintf text > \"$2/a b.txt\"\n\
                  printf new > \"$2/new.html\"\n";
    let site = small_site().file("bin/jekyll", script).file("bin/bundle", script);
    for program in ["bin/jekyll", "bin/bundle"] {
        let path = site.folder().join(program);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let site = site.file("_config.yml", "title: T\nexclude: [bin, calls, Gemfile]\n");
    let path = format!("{}:/usr/bin:/bin", site.folder().join("bin").display());
    let told = site.run_with(&["compare", "--with-jekyll"], &[("PATH", &path)]).succeeds().out;
    assert!(told.contains("4 files: 4 identical"), "{told}");
    let calls = site.read("calls").unwrap();
    assert!(calls.contains("bin/jekyll build --source"), "{calls}");
    site.write("Gemfile", "");
    site.run_with(&["compare", "--with-jekyll"], &[("PATH", &path)]).succeeds();
    let calls = site.read("calls").unwrap();
    assert!(calls.contains("bin/bundle exec jekyll build --source"), "{calls}");
    site.write("bin/bundle", "#!/bin/sh\necho 'Could not find gem' >&2\nexit 7\n");
    let outcome = site.run_with(&["compare", "--with-jekyll"], &[("PATH", &path)]).fails();
    assert!(outcome.all().contains("'bundle exec jekyll build' failed:"), "{}", outcome.all());
    assert!(outcome.all().contains("Could not find gem"), "{}", outcome.all());
    let outcome = site.run_with(&["compare", "--with-jekyll"], &[("PATH", "/nowhere")]).fails();
    outcome.says("Error: 'bundle' is not installed, so Jekyll cannot build the site");
}

#[test]
fn the_html_report_shows_pages_side_by_side() {
    let site = Site::empty()
        .file("old/a/index.html", "<link rel=stylesheet href=\"/css/a.css\"><p>one</p>")
        .file("new/a/index.html", "<link rel=stylesheet href=\"/css/a.css\"><p>two</p>");
    let report = site.run(&["compare", "old", "new", "--format", "html"]).fails().out;
    assert_eq!(report.matches("<iframe sandbox loading=\"lazy\"").count(), 2);
    for folder in ["old", "new"] {
        let address = format!("file://<site>/{folder}");
        assert!(report.contains(&format!("&lt;base href=&quot;{address}/a/&quot;&gt;")), "{report}");
        assert!(report.contains(&format!("href=&quot;{address}/css/a.css&quot;")), "{report}");
    }
}

#[test]
fn a_comparison_needs_two_sites() {
    for arguments in [&["compare"][..], &["compare", "old"], &["compare", "a", "b", "--with-jekyll"]] {
        let site = Site::empty().file("old/a", "");
        let outcome = site.run(arguments).fails();
        assert!(outcome.all().contains("See 'hastie help compare'."), "{}", outcome.all());
    }
}
