//! A running `hastie serve`, and its responses and events.

use crate::story::Site;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, PipeReader, Read, Write};
use std::net::TcpStream;
use std::process::Child;
use std::time::Duration;

/// A server for a folder, which stops at the end of the test.
pub(crate) struct Served {
    pub child: Child,
    pub address: String,
    /// The output until the server was ready.
    pub output: String,
    /// Kept open so that the server can continue to write.
    _words: BufReader<PipeReader>,
}

impl Served {
    pub(crate) fn start(site: &Site, options: &[&str]) -> Self {
        Served::start_with(site, options, &[])
    }

    pub(crate) fn start_with(site: &Site, options: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut command = site.command(&[&["serve", "--port", "0"], options].concat());
        let (words, pipe) = std::io::pipe().unwrap();
        command.envs(environment.iter().copied()).stderr(pipe.try_clone().unwrap()).stdout(pipe);
        let child = command.spawn().unwrap();
        // The command also holds the write end of the pipe.
        drop(command);
        let mut words = BufReader::new(words);
        let (mut output, mut address) = (String::new(), None);
        while !output.contains("Server running") {
            let mut line = String::new();
            assert!(words.read_line(&mut line).unwrap() > 0, "the server ended:\n{output}");
            if let Some((_, rest)) = line.split_once("Server address: ") {
                let (_, rest) = rest.split_once("://").expect("a protocol");
                address = rest.split('/').next().map(|address| address.trim().to_owned());
            }
            output.push_str(&line);
        }
        Served { child, address: address.expect("an address"), output, _words: words }
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.rsplit(':').next().unwrap().parse().unwrap()
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut stream = self.send(method, path, headers);
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        Answer::parse(&bytes)
    }

    pub(crate) fn send(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> TcpStream {
        self.send_to(&self.address, method, path, headers)
    }

    /// Sends a request for a host.
    pub(crate) fn send_to(&self, host: &str, method: &str, path: &str, headers: &[(&str, &str)]) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{request}\r\n").as_bytes()).unwrap();
        stream
    }

    /// Listens for events, like a page in a browser.
    pub(crate) fn listen(&self) -> Events {
        Events { lines: BufReader::new(self.send("GET", "/.hastie/live", &[])) }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) struct Answer {
    pub status: u16,
    headers: BTreeMap<String, String>,
    pub body: String,
}

impl Answer {
    pub(crate) fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").expect("an answer");
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": "));
        Answer {
            status: status.expect("a status"),
            headers: headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect(),
            body: body.to_owned(),
        }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

pub(crate) struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    /// The name and data of the next event.
    pub(crate) fn next(&mut self) -> (String, String) {
        let (mut name, mut data) = (String::new(), Vec::new());
        loop {
            let mut line = String::new();
            assert!(self.lines.read_line(&mut line).unwrap() > 0, "the stream ended");
            let line = line.trim_end();
            if let Some(rest) = line.strip_prefix("event: ") {
                name = rest.to_owned();
            } else if let Some(rest) = line.strip_prefix("data: ") {
                data.push(rest.to_owned());
            } else if line.is_empty() && !name.is_empty() {
                return (name, data.join("\n"));
            }
        }
    }
}
