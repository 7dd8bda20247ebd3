//! `hastie serve`, over real sockets. The expected responses are from Jekyll's server.

use crate::served::{Answer, Events, Served};
use crate::story::{Site, program};
use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;

const HTML: &str = "text/html; charset=utf-8";

fn site() -> Site {
    let files = [
        ("_config.yml", "webrick:\n  headers:\n    X-Mine: yes\n"),
        ("index.html", "<html><body>home</body></html>"),
        ("page.html", "page"),
        ("sub/index.html", "sub"),
        ("both.html", "file"),
        ("both/index.html", "folder"),
        ("bare/a b.txt", "text"),
        ("404.html", "not here"),
        ("data.json", "{}"),
        ("code.js", "1"),
        ("style.css", "a{}"),
        ("feed.xml", "<a/>"),
        ("picture.svg", "<svg/>"),
        ("noextension", "bytes"),
    ];
    files.iter().fold(Site::empty(), |site, (path, text)| site.file(path, text))
}

#[test]
fn paths_resolve_as_on_jekylls_server() {
    let site = site();
    let served = Served::start(&site, &[]);
    for (path, status, kind, body) in [
        ("/", 200, HTML, "<html><body>home</body></html>"),
        ("/index.html", 200, HTML, "<html><body>home</body></html>"),
        ("/page.html", 200, HTML, "page"),
        ("/page", 200, HTML, "page"),
        ("/page?x=1", 200, HTML, "page"),
        ("/sub/", 200, HTML, "sub"),
        ("/sub/index", 200, HTML, "sub"),
        ("/./sub/../page", 200, HTML, "page"),
        ("/both/", 200, HTML, "folder"),
        ("/both.html", 200, HTML, "file"),
        ("/data.json", 200, "application/json; charset=utf-8", "{}"),
        ("/code.js", 200, "application/javascript; charset=utf-8", "1"),
        ("/style.css", 200, "text/css; charset=utf-8", "a{}"),
        ("/feed.xml", 200, "application/xml", "<a/>"),
        ("/picture.svg", 200, "image/svg+xml", "<svg/>"),
        ("/noextension", 200, "application/octet-stream", "bytes"),
        ("/bare/a%20b.txt", 200, "text/plain; charset=utf-8", "text"),
        ("/nowhere", 404, "text/html; charset=UTF-8", "not here"),
        ("/page.html/", 404, "text/html; charset=UTF-8", "not here"),
        ("/.htaccess", 404, "text/html; charset=UTF-8", "not here"),
        ("/../_config.yml", 400, "text/html; charset=UTF-8", "not here"),
        ("/%2e%2e/_config.yml", 400, "text/html; charset=UTF-8", "not here"),
        ("/sub/%2e%2e/%2e%2e/_config.yml", 400, "text/html; charset=UTF-8", "not here"),
    ] {
        let answer = served.get(path);
        assert_eq!(
            (answer.status, answer.header("content-type"), answer.body.as_str()),
            (status, kind, body),
            "{path}"
        );
    }
}

#[test]
fn folders_redirect_to_a_trailing_slash_and_are_listed_without_an_index() {
    let site = site();
    let served = Served::start(&site, &[]);
    for (path, to) in [("/sub", "/sub/"), ("/both", "/both/"), ("/bare", "/bare/")] {
        let answer = served.get(path);
        assert_eq!((answer.status, answer.header("location")), (301, to), "{path}");
    }
    let listing = served.get("/bare/");
    assert_eq!(listing.status, 200);
    assert!(listing.body.contains("<a href=\"./a%20b.txt\">a b.txt</a>"), "{}", listing.body);
    assert_eq!(served.get("/sub/").body, "sub");
    let served = Served::start(&site, &["--show-dir-listing"]);
    assert!(
        served.get("/sub/").body.contains("index.html"),
        "with listings, the folder is listed instead of its index"
    );
}

#[test]
fn redirects_stay_on_the_host() {
    let site = site();
    let served = Served::start(&site, &[]);
    for path in ["//evil.com/%2e%2e/sub", "//evil.com/../sub", "/%2fevil.com/%2e%2e/sub", "/./sub", "/bare/..//sub"] {
        let answer = served.get(path);
        assert_eq!((answer.status, answer.header("location")), (301, "/sub/"), "{path}");
    }
    let site = site.file("a b\\c/x.txt", "x");
    let served = Served::start(&site, &[]);
    assert_eq!(served.get("/a%20b%5cc").header("location"), "/a%20b%5Cc/");
}

/// A page on the web can point its domain to 127.0.0.1, but its requests name the domain.
#[test]
fn requests_for_other_hosts_and_from_other_pages_are_rejected() {
    let site = site();
    let served = Served::start(&site, &[]);
    let status = |host: &str, path: &str, origin: Option<&str>| {
        let headers: Vec<_> = origin.iter().map(|origin| ("Origin", *origin)).collect();
        let mut stream = BufReader::new(served.send_to(host, "GET", path, &headers));
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        line.split(' ').nth(1).unwrap().to_owned()
    };
    for path in ["/page", "/.hastie/live", "/missing"] {
        let found = if path == "/missing" { "404" } else { "200" };
        for host in ["evil.com", "evil.com:4000", "localhost.evil.com", "192.168.1.1"] {
            assert_eq!(status(host, path, None), "403", "{host} {path}");
        }
        for host in ["localhost:4000", "127.0.0.1", "[::1]:4000", "site.localhost"] {
            assert_eq!(status(host, path, None), found, "{host} {path}");
        }
        for origin in ["http://evil.com", "null", "https://localhost.evil.com:4000"] {
            assert_eq!(status("localhost", path, Some(origin)), "403", "{origin} {path}");
        }
        assert_eq!(status("localhost", path, Some("http://localhost:3000")), found, "{path}");
    }
    let served = Served::start(&site, &["--host", "127.0.0.1,mybox.local"]);
    let mut stream = served.send_to("mybox.local:4000", "GET", "/page", &[]);
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    assert_eq!(Answer::parse(&bytes).body, "page");
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_of_the_destination_are_not_served() {
    use std::os::unix::fs::symlink;
    let site = site().file("secret/s.html", "secret").file("secret/in/index.html", "secret");
    let site = site.file("_config.yml", "exclude: [secret]\n");
    let served = Served::start(&site, &[]);
    let (out, secret) = (site.folder().join("_site"), site.folder().join("secret"));
    symlink(secret.join("s.html"), out.join("s.html")).unwrap();
    symlink(&secret, out.join("folder")).unwrap();
    symlink("page.html", out.join("inside.html")).unwrap();
    std::fs::remove_file(out.join("404.html")).unwrap();
    symlink(secret.join("s.html"), out.join("404.html")).unwrap();
    for path in ["/s.html", "/s", "/folder/", "/folder/s.html", "/folder/in/", "/missing"] {
        let answer = served.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.body.contains("secret"), "{path}: {}", answer.body);
        let browser = served.ask("GET", path, &[("Accept", "text/html")]);
        assert_eq!(browser.status, 404, "{path}");
        assert!(!browser.body.contains("secret"), "{path}: {}", browser.body);
    }
    assert_eq!(served.get("/inside").body, "page");
}

#[test]
fn headers_are_those_of_jekyll_and_the_site() {
    let site = site();
    let served = Served::start(&site, &[]);
    let answer = served.get("/page.html");
    assert_eq!(answer.header("x-mine"), "true");
    assert_eq!(
        answer.header("cache-control"),
        "private, max-age=0, proxy-revalidate, no-store, no-cache, must-revalidate"
    );
    let head = served.ask("HEAD", "/page.html", &[]);
    assert_eq!((head.status, head.header("content-length"), head.body.as_str()), (200, "4", ""));
    assert_eq!(served.ask("POST", "/page.html", &[]).status, 405);
}

#[test]
fn range_and_conditional_requests_are_supported() {
    let site = Site::empty().file("film.mp4", "0123456789");
    let served = Served::start(&site, &[]);
    for (range, status, content_range, body) in [
        ("bytes=2-4", 206, "bytes 2-4/10", "234"),
        ("bytes=7-", 206, "bytes 7-9/10", "789"),
        ("bytes=-3", 206, "bytes 7-9/10", "789"),
        ("bytes=8-99", 206, "bytes 8-9/10", "89"),
        ("bytes=10-", 416, "bytes */10", ""),
        ("bytes=4-2", 200, "", "0123456789"),
        ("apples=1-2", 200, "", "0123456789"),
        ("bytes=0-1,4-5", 200, "", "0123456789"),
    ] {
        let answer = served.ask("GET", "/film.mp4", &[("Range", range)]);
        assert_eq!(
            (answer.status, answer.header("content-range"), answer.body.as_str()),
            (status, content_range, body),
            "{range}"
        );
    }
    let first = served.get("/film.mp4");
    let (tag, date) = (first.header("etag"), first.header("last-modified"));
    assert_eq!(served.ask("GET", "/film.mp4", &[("If-None-Match", tag)]).status, 304);
    assert_eq!(served.ask("GET", "/film.mp4", &[("If-Modified-Since", date)]).status, 304);
    assert_eq!(served.ask("GET", "/film.mp4", &[("If-None-Match", "\"other\"")]).status, 200);
}

#[test]
fn the_site_is_served_below_its_baseurl() {
    let site = site();
    let served = Served::start(&site, &["--baseurl", "/docs"]);
    assert_eq!(served.get("/docs/page").body, "page");
    assert_eq!(served.get("/docs/sub").header("location"), "/docs/sub/");
    assert_eq!(served.get("/docs").status, 200);
    for path in ["/page", "/", "/docsy/page"] {
        assert_eq!(served.get(path).status, 404, "{path}");
    }
}

#[test]
fn the_reload_script_is_served_but_not_written() {
    let site = site();
    let browser = [("Accept", "text/html,application/xhtml+xml")];
    let served = Served::start(&site, &[]);
    let page = served.ask("GET", "/", &browser).body;
    assert!(page.contains("<script src=\"/.hastie/live.js\"") && page.ends_with("</script></body></html>"), "{page}");
    assert!(!served.get("/").body.contains(".hastie"), "programs get the bytes of the file");
    assert!(!served.ask("GET", "/data.json", &browser).body.contains(".hastie"));
    assert!(!site.read("_site/index.html").unwrap().contains(".hastie"));

    let served = Served::start(&site, &["--livereload"]);
    assert!(served.get("/").body.contains(".hastie"), "--livereload is for everyone");
    let served = Served::start(&site, &["--no-watch"]);
    assert!(!served.ask("GET", "/", &browser).body.contains(".hastie"));
}

#[test]
fn changes_are_built_and_announced() {
    let site = site();
    let served = Served::start(&site, &[]);
    let mut page = served.listen();
    let (name, first) = page.next();
    assert_eq!(name, "build");

    site.write("page.html", "changed");
    let (name, second) = page.next();
    assert_eq!(name, "build");
    assert_ne!(first, second);
    assert_eq!(served.get("/page").body, "changed");

    site.write("a/new/folder/deep/inside.html", "there");
    assert_eq!(page.next().0, "build");
    assert_eq!(served.get("/a/new/folder/deep/inside").body, "there");

    std::fs::remove_file(site.folder().join("both.html")).unwrap();
    assert_eq!(page.next().0, "build");
    assert_eq!(served.get("/both.html").status, 404);

    site.write("_config.yml", "exclude: [sub]\n");
    assert_eq!(page.next().0, "build");
    assert_eq!(served.get("/sub/").status, 404, "the configuration is read anew");
}

#[test]
fn errors_are_shown_and_the_last_good_site_is_kept() {
    let site = site();
    let served = Served::start(&site, &[]);
    let mut page = served.listen();
    page.next();
    site.write("page.html", "---\n---\n{% nonsense %}");
    let (name, message) = page.next();
    assert_eq!(name, "failed");
    assert!(message.contains("Unknown tag 'nonsense'"), "{message}");
    assert_eq!(served.get("/page").body, "page");
    assert_eq!(served.listen().next().0, "failed", "a page that is opened now hears of it, too");

    site.write("page.html", "mended");
    assert_eq!(page.next().0, "build");
    assert_eq!(served.get("/page").body, "mended");
}

#[test]
fn a_first_build_that_fails_is_repaired_while_the_server_runs() {
    let site = site().file("page.html", "---\n---\n\n{% nonsense %}");
    let served = Served::start(&site, &[]);
    assert!(
        served.output.contains("Next: fix it and save the file. Then the site is built again."),
        "{}",
        served.output
    );
    let browser = [("Accept", "text/html")];
    assert!(served.ask("GET", "/page", &browser).body.contains("/.hastie/live.js"), "the page waits for the repair");
    let mut page = served.listen();
    assert_eq!(page.next().0, "failed");
    site.write("page.html", "mended");
    assert_eq!(page.next().0, "build");
    assert_eq!(served.get("/page").body, "mended");
}

#[test]
fn pages_are_told_which_files_changed() {
    let site = site().file("_config.yml", "baseurl: /docs\nlivereload: true\nlivereload_ignore: ['both.*']\n");
    let served = Served::start(&site, &[]);
    let mut page = served.listen();
    page.next();
    site.write_at_once("page.html", "changed");
    let (_, first) = page.next();
    assert!(first.contains("\"/docs/page.html\"") && !first.contains("both.html"), "{first}");

    site.write_at_once("both.html", "changed, but ignored");
    let changed = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        served.get("/docs/both.html").body.starts_with("changed, but ignored")
    });
    assert!(changed);
    site.write_at_once("page.html", "changed again");
    let (_, second) = page.next();
    assert!(second.contains("\"/docs/page.html\"") && !second.contains("both.html"), "{second}");
    site.write_at_once("sub/added.css", "a {}");
    let (_, third) = page.next();
    assert!(third.contains("[\"/docs/sub/added.css\"]"), "{third}");
}

#[test]
fn a_page_with_broken_front_matter_is_reported_with_its_lines() {
    let site = site();
    let served = Served::start(&site, &[]);
    let mut page = served.listen();
    page.next();
    site.write("page.html", "---\ntitle: [open\n---\npage");
    let (name, report) = page.next();
    assert_eq!(name, "failed");
    assert!(report.contains("A page could not be read") && report.contains("title: [open"), "{report}");
    assert!(report.contains("page.html:"), "{report}");
    site.write("page.html", "mended");
    assert_eq!(page.next().0, "build");
}

/// Ruby's message has the line of the end of the template.
#[test]
fn a_block_without_an_end_is_reported_where_it_begins() {
    let site = site().file("page.html", "---\n---\ntext\ntext {% if x %}\n\n\n");
    let failed = site.run(&["build"]).fails();
    assert!(failed.err.contains("--> page.html:4:6\n"), "{}", failed.err);
    assert!(failed.err.contains("4 | text {% if x %}"), "{}", failed.err);
}

/// A page on the web may send a request to this server, but not with a header of its own.
#[test]
fn only_the_sites_own_pages_open_the_editor() {
    let site = site();
    let opened = site.folder().join("opened");
    let editor = format!("touch {}", opened.display());
    let served = Served::start_with(&site, &[], &[("HASTIE_EDITOR", &format!("{editor} --no-create={{file}}"))]);
    let mut page = served.listen();
    page.next();
    site.write("page.html", "---\n---\n{% nonsense %}");
    assert_eq!(page.next().0, "failed");
    let status =
        |headers: &[(&str, &str)], place: &str| served.ask("POST", &format!("/.hastie/open?{place}"), headers).status;
    assert_eq!(status(&[], "0"), 403, "without the header");
    assert_eq!(status(&[("X-Hastie", "open"), ("Origin", "http://evil.com")], "0"), 403, "from another site");
    assert_eq!(served.ask("GET", "/.hastie/open?0", &[("X-Hastie", "open")]).status, 405);
    assert_eq!(status(&[("X-Hastie", "open")], "99"), 404, "only places of the report");
    assert_eq!(status(&[("X-Hastie", "open")], "/etc/passwd"), 404, "no other file");
    assert!(!opened.exists());
    assert_eq!(status(&[("X-Hastie", "open")], "0"), 200);
}

#[test]
fn build_can_watch() {
    let site = site();
    let mut child = site.command(&["build", "--watch"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut words = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    assert!(words.any(|line| line.contains("Auto-regeneration: enabled for")));
    site.write("page.html", "changed");
    assert!(words.any(|line| line.contains("Regenerating: 1 file(s) changed at")));
    assert_eq!(words.next().unwrap().trim(), "page.html");
    assert!(words.any(|line| line.contains("...done in")));
    assert_eq!(site.read("_site/page.html").unwrap(), "changed");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_next_free_port_replaces_one_in_use() {
    let site = site().file("url.txt", "---\n---\n{{ site.url }} {{ site.port }}");
    let first = Served::start(&site, &["-d", "elsewhere"]);
    let port = first.port().to_string();
    let second = Served::start_with(&site, &["--port", &port], &[("JEKYLL_ENV", "development")]);
    let own = second.port();
    assert!(own > first.port() && own < first.port() + 100);
    let notice = format!("Server port: {port} is in use. The site is served on {own} instead.");
    let noticed = second.output.find(&notice).unwrap_or_else(|| panic!("{notice}\n{}", second.output));
    assert!(noticed < second.output.find("Generating...").unwrap(), "known before the build");
    assert_eq!(second.get("/url.txt").body, format!("http://localhost:{own} {own}"));
}

#[test]
fn an_address_that_cannot_be_served_is_reported_before_the_build() {
    let site = site();
    let refused =
        site.run(&["serve", "--host", "192.0.2.1"]).fails().does_not_say("Generating").does_not_say("--trace");
    assert!(refused.err.contains("Reason: 192.0.2.1:4000 cannot be served: "), "{}", refused.err);
    assert!(refused.err.contains("; --host takes a name or address of this machine"), "{}", refused.err);
}

#[test]
fn the_last_lines_show_the_address_and_what_to_try_next() {
    let site = site();
    let served = Served::start(&site, &[]);
    let lines: Vec<&str> = served.output.lines().rev().take(4).map(str::trim).collect();
    assert_eq!(lines[3], format!("Server address: http://{}", served.address));
    assert_eq!(lines[2], "Next: Open the address in a browser. The page reloads when you save a file.");
    assert!(lines[1].contains("serve -s FOLDER' serves another site, '"), "{}", lines[1]);
    assert_eq!(lines[0], "Server running... press ctrl-c to stop.");
    let unwatched = Served::start(&site, &["--no-watch"]);
    assert!(unwatched.output.contains("Next: Open the address in a browser.\n"), "{}", unwatched.output);
}

#[test]
fn a_failed_build_shows_what_to_do_next() {
    let site = site().file("page.html", "---\n---\n\n{% nonsense %}");
    let failed = site.run(&["serve", "--port", "0", "--no-watch"]).fails().does_not_say("--trace");
    let last = failed.err.lines().last().unwrap().trim();
    assert!(last.starts_with("Next: fix page.html, line 4, and run '") && last.contains(" serve' again."), "{last}");
}

/// A browser keeps its stream of events open as long as the page is open.
#[cfg(unix)]
#[test]
fn the_server_stops_while_pages_are_open() {
    let site = site();
    let mut server = Served::start(&site, &[]);
    let mut pages: Vec<Events> = (0..50).map(|_| server.listen()).collect();
    pages.iter_mut().for_each(|page| assert_eq!(page.next().0, "build"));
    let began = std::time::Instant::now();
    let stopped = program("kill").args(["-INT", &server.child.id().to_string()]).status().unwrap();
    assert!(stopped.success() && server.child.wait().unwrap().success());
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

#[test]
fn incompatible_options_are_rejected() {
    for (options, reason) in
        [(&["--livereload-port", "9"][..], "require the --livereload option."), (&["--port", "many"][..], "not a port")]
    {
        let site = site();
        let refused = site.run(&[&["serve"], options].concat()).fails();
        assert!(refused.err.contains(reason), "{options:?}: {}", refused.err);
    }
}

#[test]
fn the_server_can_be_detached() {
    let site = site();
    // A port that is currently free, because a process in the background cannot report its port.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let output = site.run(&["serve", "--detach", "--port", &port]).succeeds().out;
    let id = output.split("pid '").nth(1).and_then(|rest| rest.split('\'').next()).expect("a process id").to_owned();
    assert!(output.contains(&format!("Server address: http://127.0.0.1:{port}")), "{output}");
    let answered = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        TcpStream::connect(format!("127.0.0.1:{port}")).is_ok()
    });
    let _ = program("kill").arg(&id).status();
    assert!(answered, "nobody answers at {port}:\n{output}");
}

#[test]
fn the_toolbar_lists_data_that_a_page_only_reads() {
    let site = Site::empty()
        .file("_data/flags.yml", "greets: true\n")
        .file("_data/people/ann.yml", "age: 7\n")
        .file("_data/shown.yml", "name: Ann\n")
        .file("_data/other.yml", "name: Bob\n")
        .file("_includes/age.html", "{% assign person = site.data.people.ann %}{% if person.age > 6 %}old{% endif %}")
        .file(
            "index.html",
            "---\n---\n{% if site.data.flags.greets %}Hello{% endif %} {{ site.data.shown.name }} {% include age.html %}",
        );
    let served = Served::start(&site, &["--toolbar"]);
    let answer = served.ask("GET", "/.hastie/toolbar?%2Findex.html&page", &[("x-hastie", "toolbar")]);
    let facts: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    let data = facts["page"]["data"].as_array().unwrap();
    let mut shown: Vec<&str> = data.iter().filter_map(|file| file["shown"].as_str()).collect();
    shown.sort_unstable();
    assert_eq!(shown, ["_data/flags.yml", "_data/people/ann.yml", "_data/shown.yml"]);
}

#[test]
fn the_toolbar_shows_front_matter_with_its_defaults() {
    let site = Site::empty()
        .file("_config.yml", "defaults: [{scope: {path: ''}, values: {layout: none, lang: en}}]\n")
        .file("index.html", "---\nlang: de\n---\n");
    let served = Served::start(&site, &["--toolbar"]);
    let answer = served.ask("GET", "/.hastie/toolbar?%2Findex.html&page", &[("x-hastie", "toolbar")]);
    let facts: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(facts["page"]["front_matter"], serde_json::json!({ "lang": "de", "layout": "none" }));
}
