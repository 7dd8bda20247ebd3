//! The protocol of LiveReload, as extensions of browsers speak it with `hastie serve --livereload`.

use crate::served::Served;
use crate::story::Site;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

/// A port that is currently free.
fn free_port() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string()
}

/// An extension that has connected to the server.
struct Extension(BufReader<TcpStream>);

impl Extension {
    /// Asks for a WebSocket. Returns the status of the answer.
    fn connect(port: &str, host: &str, origin: &str) -> (String, Self) {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let request = format!(
            "GET /livereload HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut stream = BufReader::new(stream);
        let mut status = String::new();
        stream.read_line(&mut status).unwrap();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).unwrap();
            if line.trim().is_empty() {
                return (status.trim().to_owned(), Extension(stream));
            }
        }
    }

    /// The next message, a short text in one frame.
    fn next(&mut self) -> serde_json::Value {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).unwrap();
        assert_eq!(head[0], 0x81, "a text");
        let mut length = usize::from(head[1]);
        if length == 126 {
            self.0.read_exact(&mut head).unwrap();
            length = usize::from(u16::from_be_bytes(head));
        }
        let mut text = vec![0; length];
        self.0.read_exact(&mut text).unwrap();
        serde_json::from_slice(&text).unwrap()
    }
}

#[test]
fn extensions_are_told_what_to_load_again() {
    let site = Site::new()
        .file("style.css", "---\n---\na { b: c }\n")
        .file("index.html", "---\n---\n<p>one</p>\n")
        .file("about.html", "---\n---\n<p>two</p>\n");
    let port = free_port();
    let _server = Served::start(&site, &["--livereload", "--livereload-port", &port]);
    let origin = "http://localhost:4000";
    let (status, mut extension) = Extension::connect(&port, &format!("localhost:{port}"), origin);
    assert!(status.starts_with("HTTP/1.1 101"), "{status}");
    let hello = extension.next();
    assert_eq!(hello["command"], "hello");
    assert_eq!(hello["protocols"][0], "http://livereload.com/protocols/official-7");
    site.write("style.css", "---\n---\na { b: d }\n");
    assert_eq!(extension.next(), serde_json::json!({ "command": "reload", "path": "/style.css", "liveCSS": true }));
    site.write("index.html", "---\n---\n<p>changed</p>\n");
    assert_eq!(extension.next()["path"], "/");
    site.write("about.html", "---\n---\n<p>changed</p>\n");
    assert_eq!(extension.next()["path"], "/about.html");
}

#[test]
fn other_sites_learn_nothing_from_the_port_of_extensions() {
    let site = Site::new().file("index.html", "---\n---\n<p>one</p>\n");
    let port = free_port();
    let _server = Served::start(&site, &["--livereload", "--livereload-port", &port]);
    for (host, origin) in [("localhost", "http://evil.com"), ("evil.com", "http://localhost:4000")] {
        let (status, _) = Extension::connect(&port, host, origin);
        assert!(status.starts_with("HTTP/1.1 403"), "{host}, {origin}: {status}");
    }
}

#[test]
fn the_site_is_served_if_the_port_of_extensions_is_in_use() {
    let site = Site::new().file("index.html", "---\n---\n<body>one</body>\n");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let options =
        ["--livereload", "--livereload-port", &port, "--livereload-min-delay", "0.5", "--livereload-max-delay", "8"];
    let server = Served::start(&site, &options);
    assert!(server.output.contains("LiveReload: its port is in use"), "{}", server.output);
    assert!(server.get("/").body.contains("data-delays=\"500 8000\""));
}
