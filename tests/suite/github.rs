//! A local replacement for GitHub's server.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// A server with fixed responses that records requests.
pub(crate) struct Server {
    /// Its URL.
    pub address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Responds to these paths with the given bodies, and to all others with status 404.
    pub(crate) fn new(answers: &[(&str, Vec<u8>)]) -> Self {
        Server::otherwise(answers, "404 Not Found")
    }

    /// Rejects all requests because of a rate limit.
    pub(crate) fn busy() -> Self {
        Server::otherwise(&[], "429 Too Many Requests")
    }

    fn otherwise(answers: &[(&str, Vec<u8>)], status: &'static str) -> Self {
        let answers = answers.iter().map(|(path, body)| (path.to_string(), body.clone())).collect::<Vec<_>>();
        Server::start(|_| answers, status)
    }

    /// Responds with what the function returns for the server's address.
    pub(crate) fn with(answers: impl FnOnce(&str) -> Vec<(String, Vec<u8>)>) -> Self {
        Server::start(answers, "404 Not Found")
    }

    fn start(answers: impl FnOnce(&str) -> Vec<(String, Vec<u8>)>, status: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let asked = Arc::new(Mutex::new(Vec::new()));
        let answers = answers(&address);
        let notes = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let _ = stream.and_then(|stream| answer(stream, &answers, status, &notes));
            }
        });
        Server { address, asked }
    }

    /// The requested paths.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("the notes").clone()
    }
}

fn answer(
    mut stream: TcpStream,
    answers: &[(String, Vec<u8>)],
    otherwise: &str,
    notes: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default();
    notes.lock().expect("the notes").push(path.to_owned());
    let found = answers.iter().find(|(known, _)| known == path);
    let (status, body) = found.map_or((otherwise, &[][..]), |(_, body)| ("200 OK", body));
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len())?;
    stream.write_all(body)
}
