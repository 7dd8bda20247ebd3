//! Requests that no browser sends: they get an error or the end of the connection, never a file outside of the site.

use crate::served::Served;
use crate::story::Site;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

fn site() -> Site {
    Site::new()
        .file("_config.yml", "plugins: []\nsecret: hidden-words\n")
        .file("index.html", "---\n---\n<body>home</body>\n")
        .file("sub/page.html", "---\n---\npage\n")
        .file("a b.txt", "text")
}

/// The answer to raw bytes, as text. Empty if the server ends the connection.
fn raw(server: &Served, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    // The server may answer and close before it has read everything.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::ConnectionReset => {}
        Err(error) => panic!("no answer: {error}"),
    }
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

fn get(server: &Served, target: &str) -> String {
    raw(server, format!("GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").as_bytes())
}

#[test]
fn no_path_leads_out_of_the_site() {
    let site = site();
    let secret = site.folder().join("_config.yml");
    let server = Served::start(&site, &["--no-watch"]);
    for target in [
        "/../_config.yml",
        "/..%2f_config.yml",
        "/%2e%2e/_config.yml",
        "/%2E%2E%2F_config.yml",
        "/sub/../../_config.yml",
        "/sub/%2e%2e/%2e%2e/_config.yml",
        "/%252e%252e/_config.yml",
        "/..%5c_config.yml",
        "/..\\_config.yml",
        "/%c0%ae%c0%ae/_config.yml",
        "/.%00./_config.yml",
        "//../_config.yml",
        "/%2f%2e%2e%2f_config.yml",
        "/sub/..;/../_config.yml",
        &format!("/{}", secret.display()),
        &format!("//{}", secret.display()),
        &format!("/%2f{}", secret.display()),
        &format!("/file://{}", secret.display()),
        "http://localhost/../_config.yml",
        "http://localhost/%2e%2e/_config.yml",
        "/_config.yml",
        "/.hastie.lock",
        "/.hastie/origins?%2F..%2F_config.yml",
        "/.hastie/toolbar?%2F..%2F_config.yml&page",
    ] {
        let answer = get(&server, target);
        assert!(!answer.contains("hidden-words"), "{target}: {answer}");
        assert!(matches!(status(&answer), "400" | "403" | "404"), "{target}: {answer}");
    }
    assert!(get(&server, "http://localhost/sub/page.html").contains("page"), "an absolute address of the site");
    assert_eq!(status(&get(&server, "http://evil.com/sub/page.html")), "403");
}

#[test]
fn requests_that_are_no_http_end_their_connection_only() {
    let site = site();
    let server = Served::start(&site, &["--no-watch"]);
    let large = "x".repeat(1 << 20);
    let many: String = (0..5000).map(|number| format!("X-{number}: y\r\n")).collect();
    for (request, expected) in [
        (format!("GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: {large}\r\n\r\n"), "431"),
        (format!("GET / HTTP/1.1\r\nHost: localhost\r\n{many}\r\n"), "431"),
        (format!("GET /{large} HTTP/1.1\r\nHost: localhost\r\n\r\n"), "431"),
        ("GET /\r\n\r\n".to_owned(), "400"),
        ("GET / HTTP/9.9\r\nHost: localhost\r\n\r\n".to_owned(), "400"),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.com\r\nConnection: close\r\n\r\n".to_owned(), "403"),
        ("GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n".to_owned(), "403"),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nBad Name: x\r\n\r\n".to_owned(), "400"),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n".to_owned(), "400"),
        (
            "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzz"
                .to_owned(),
            "405",
        ),
        ("DELETE /index.html HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".to_owned(), "405"),
        ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}".to_owned(), "400"),
    ] {
        let answer = raw(&server, request.as_bytes());
        let found = status(&answer);
        let shown: String = request.chars().take(60).collect();
        assert!(found == expected || found == "none", "{shown:?}: {found}, not {expected}");
        assert_eq!(server.get("/sub/page.html").body, "page\n", "after {shown:?}");
    }
}

#[test]
fn slow_clients_delay_nobody() {
    let site = site();
    let server = Served::start(&site, &[]);
    let slow: Vec<TcpStream> = (0..100)
        .map(|number| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            let part = &b"GET / HTTP/1.1\r\nHost: localhost\r\n"[..number % 30];
            stream.write_all(part).unwrap();
            stream
        })
        .collect();
    // These send requests, but never read the answers.
    let deaf: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            stream.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
            let _ = stream.write_all("GET /sub/page.html HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200).as_bytes());
            stream
        })
        .collect();
    let mut page = server.listen();
    page.next();
    site.write("sub/page.html", "---\n---\nchanged\n");
    page.next();
    assert_eq!(server.get("/sub/page.html").body, "changed\n");
    drop((slow, deaf));
}

/// A request must arrive within half a minute.
#[test]
fn a_slow_client_is_cut_off() {
    let site = site();
    let server = Served::start(&site, &[]);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
    let mut answer = Vec::new();
    // The connection ends before the timeout, with or without an answer.
    if let Err(error) = stream.read_to_end(&mut answer) {
        assert_eq!(error.kind(), ErrorKind::ConnectionReset);
    }
    assert!(!String::from_utf8_lossy(&answer).contains("200 OK"));
}

/// Pages of other sites can send simple requests to this server, without headers of their own.
#[test]
fn other_sites_start_nothing() {
    let site = site();
    let opened = site.folder().join("opened");
    let editor = format!("touch {} --no-create={{file}}", opened.display());
    let server = Served::start_with(&site, &["--toolbar"], &[("HASTIE_EDITOR", &editor)]);
    let ours = ("x-hastie", "open");
    assert_eq!(server.ask("GET", "/.hastie/origins?%2Findex.html", &[ours]).status, 200);
    for (method, path) in [
        ("POST", "/.hastie/open?source-0"),
        ("POST", "/.hastie/option?show_drafts=true"),
        ("GET", "/.hastie/toolbar?%2Findex.html&page"),
        ("GET", "/.hastie/origins?%2Findex.html"),
    ] {
        let answers = |headers: &[(&str, &str)]| server.ask(method, path, headers).status;
        assert_eq!(answers(&[]), 403, "{path}: without the header");
        assert_eq!(answers(&[("Content-Type", "text/plain")]), 403, "{path}: a form of another site");
        assert_eq!(answers(&[ours, ("Origin", "http://evil.com")]), 403, "{path}: another origin");
        assert_eq!(answers(&[ours, ("Origin", "null")]), 403, "{path}: no origin");
        // A browser asks first before it sends the header to another site, and gets no permission.
        let asked = [("Origin", "http://evil.com"), ("Access-Control-Request-Headers", "x-hastie")];
        assert_eq!(server.ask("OPTIONS", path, &asked).status, 403, "{path}");
    }
    assert!(!opened.exists());
    assert_eq!(server.ask("POST", "/.hastie/open?source-0", &[ours]).status, 200);
    for option in ["show_drafts", "show_drafts=maybe", "destination=true", "safe=true", ""] {
        assert_eq!(server.ask("POST", &format!("/.hastie/option?{option}"), &[ours]).status, 404, "{option}");
    }
}
