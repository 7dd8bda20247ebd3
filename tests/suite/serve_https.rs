//! `hastie serve` over HTTPS, with a client that trusts only the server's own certificate.

use crate::served::Served;
use crate::story::Site;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore, Stream};

fn site() -> Site {
    Site::new().file("index.html", "---\n---\n<p>secure</p>\n{{ site.url }}\n")
}

/// The only certificate that Hastie has made, and its key.
fn made(site: &Site) -> (PathBuf, PathBuf) {
    let folder = site.home().join(".cache/hastie/certificates");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let [certificate, key] = files.try_into().unwrap();
    (certificate, key)
}

/// The answer to a request for `/` over HTTPS.
fn get(server: &Served, certificate: &[u8], name: &str) -> Result<String, std::io::Error> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(certificate.to_vec())).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap();
    let config = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
    let mut connection = ClientConnection::new(config, ServerName::try_from(name.to_owned()).unwrap()).unwrap();
    let mut socket = TcpStream::connect(&server.address)?;
    socket.set_read_timeout(Some(Duration::from_secs(30)))?;
    let mut stream = Stream::new(&mut connection, &mut socket);
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    Ok(answer)
}

/// A text in PEM format.
fn pem(label: &str, bytes: &[u8]) -> String {
    use base64::Engine;
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    let lines: Vec<&str> = (0..text.len()).step_by(64).map(|start| &text[start..text.len().min(start + 64)]).collect();
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", lines.join("\n"))
}

#[test]
fn ssl_alone_makes_a_certificate_for_this_machine_and_keeps_it() {
    let site = site();
    let server = Served::start_with(&site, &["--ssl", "--no-watch"], &[("JEKYLL_ENV", "development")]);
    assert!(server.output.contains("Server address: https://127.0.0.1:"), "{}", server.output);
    let (certificate, key) = made(&site);
    let first = fs::read(&certificate).unwrap();
    for name in ["localhost", "127.0.0.1"] {
        let answer = get(&server, &first, name).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        assert!(answer.contains("<p>secure</p>\nhttps://localhost:"), "{answer}");
    }
    assert!(get(&server, &first, "example.org").is_err());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    }
    drop(server);
    let again = Served::start(&site, &["--ssl", "--no-watch"]);
    assert!(get(&again, &first, "localhost").unwrap().contains("secure"));
    assert!(key.exists());
}

#[test]
fn a_certificate_of_ones_own_is_used() {
    let site = site();
    drop(Served::start(&site, &["--ssl", "--no-watch"]));
    let (certificate, key) = made(&site);
    let der = fs::read(certificate).unwrap();
    let site = site
        .file("tls/cert.pem", pem("CERTIFICATE", &der))
        .file("tls/key.pem", pem("PRIVATE KEY", &fs::read(key).unwrap()))
        .file("tls/other.pem", "no key");
    let options = ["--ssl-cert", "tls/cert.pem", "--ssl-key", "tls/key.pem", "--no-watch"];
    let server = Served::start(&site, &options);
    assert!(get(&server, &der, "localhost").unwrap().contains("secure"));
    for (options, reason) in [
        (&["--ssl-cert", "tls/cert.pem"][..], "Missing --ssl_cert or --ssl_key. Both are required."),
        (&["--ssl-key", "tls/key.pem"][..], "Missing --ssl_cert or --ssl_key. Both are required."),
        (&["--ssl-cert", "tls/cert.pem", "--ssl-key", "tls/other.pem"][..], "the key is not in PEM format"),
        (&["--ssl-cert", "tls/cert.pem", "--ssl-key", "tls/none.pem"][..], "tls/none.pem"),
        (&["--ssl-cert", "tls/other.pem", "--ssl-key", "tls/key.pem"][..], "contains none"),
    ] {
        let refused = site.run(&[&["serve", "--port", "0"], options].concat()).fails();
        assert!(refused.err.contains(reason), "{options:?}: {}", refused.err);
    }
}

#[test]
fn clients_that_do_not_encrypt_delay_nobody() {
    let site = site();
    let server = Served::start(&site, &["--ssl", "--no-watch"]);
    let certificate = fs::read(made(&site).0).unwrap();
    let silent: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(&server.address).unwrap()).collect();
    let mut plain = TcpStream::connect(&server.address).unwrap();
    plain.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    assert!(get(&server, &certificate, "localhost").unwrap().contains("secure"));
    let mut answer = Vec::new();
    let _ = plain.read_to_end(&mut answer);
    assert!(!String::from_utf8_lossy(&answer).contains("secure"));
    drop(silent);
}
