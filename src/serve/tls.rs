//! HTTPS, on rustls: the certificates of the server, and the connections.

use crate::world::{World, write_private};
use rcgen::{CertificateParams, DnType, KeyPair, date_time_ymd};
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::server::TlsStream;

/// The certificate and private key with which the server encrypts.
#[derive(Clone)]
pub struct Certificate(Arc<ServerConfig>);

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Certificate")
    }
}

impl Certificate {
    /// A certificate and its key in PEM format. Certificates of authorities may follow the first one.
    ///
    /// # Errors
    /// Returns the reason if the texts are not PEM, or the key does not belong to the certificate.
    pub fn of_pem(certificate: &[u8], key: &[u8]) -> Result<Self, String> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(certificate).collect();
        let chain = chain.map_err(|error| format!("the certificate is not in PEM format: {error}"))?;
        if chain.is_empty() {
            return Err("the file of the certificate contains none".into());
        }
        let key =
            PrivateKeyDer::from_pem_slice(key).map_err(|error| format!("the key is not in PEM format: {error}"))?;
        Certificate::new(chain, key)
    }

    /// A self-signed certificate for this machine and the host names `names`, and the file that contains the
    /// certificate. The file is in the user's cache folder. Until the end of the year, Hastie uses the certificate
    /// again for the same names, so that the browser warns only once.
    ///
    /// # Errors
    /// Returns the reason if the system has no cache folder, a name is not allowed in certificates, or the files cannot
    /// be written.
    pub fn of_this_machine(world: &World, names: &[String]) -> Result<(Self, PathBuf), String> {
        let folder = world.cache_folder().ok_or("this system has no cache folder: use --ssl-cert and --ssl-key")?;
        let (seconds, nanos) = world.now();
        let (year, ..) = hastie_value::Time::utc(seconds, nanos).civil();
        let mut all: Vec<String> = ["localhost", "127.0.0.1", "::1"].map(str::to_owned).to_vec();
        all.extend(names.iter().filter(|name| !all.contains(name)).cloned().collect::<Vec<_>>());
        let safe = |name: &String| name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-', "_");
        let stem = [vec![year.to_string()], all[3..].iter().map(safe).collect(), vec!["localhost".into()]].concat();
        let base = Path::new(&folder).join("hastie").join("certificates").join(stem.join("-"));
        let file = |extension: &str| PathBuf::from(format!("{}.{extension}", base.display()));
        let (public, private) = (file("crt"), file("key"));
        if let (Ok(certificate), Ok(key)) = (world.read(&public), world.read(&private))
            && let Ok(known) = Certificate::of_der(certificate, key)
        {
            return Ok((known, public));
        }
        let (certificate, key) = signed(all, year).map_err(|error| format!("no certificate can be made: {error}"))?;
        for (file, bytes) in [(&private, &key), (&public, &certificate)] {
            write_private(file, bytes).map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
        }
        Ok((Certificate::of_der(certificate, key)?, public))
    }

    fn of_der(certificate: Vec<u8>, key: Vec<u8>) -> Result<Self, String> {
        Certificate::new(vec![CertificateDer::from(certificate)], PrivatePkcs8KeyDer::from(key).into())
    }

    fn new(chain: Vec<CertificateDer<'static>>, key: PrivateKeyDer<'static>) -> Result<Self, String> {
        let provider = Arc::new(ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key))
            .map_err(|error| format!("the certificate cannot be used: {error}"))?;
        Ok(Certificate(Arc::new(config)))
    }
}

/// A new certificate and its key in DER format, valid from the start of `year` to the end of the following year.
fn signed(names: Vec<String>, year: i64) -> Result<(Vec<u8>, Vec<u8>), rcgen::Error> {
    let mut params = CertificateParams::new(names)?;
    params.distinguished_name.push(DnType::CommonName, "Hastie's development server");
    let year = i32::try_from(year).unwrap_or(2000);
    params.not_before = date_time_ymd(year, 1, 1);
    params.not_after = date_time_ymd(year + 1, 12, 31);
    let key = KeyPair::generate()?;
    let certificate = params.self_signed(&key)?;
    Ok((certificate.der().to_vec(), key.serialize_der()))
}

/// A client that does not finish the handshake in this time is disconnected.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Accepts connections and encrypts them. A slow handshake does not delay other clients.
pub(super) struct Listener {
    address: SocketAddr,
    ready: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
}

impl Listener {
    /// Starts to accept connections. Must be called within the Tokio runtime.
    ///
    /// # Errors
    /// Returns the operating system's error.
    pub(super) fn start(mut listener: TcpListener, certificate: &Certificate) -> io::Result<Self> {
        let address = listener.local_addr()?;
        let acceptor = TlsAcceptor::from(Arc::clone(&certificate.0));
        let (sender, ready) = mpsc::channel(64);
        tokio::spawn(async move {
            loop {
                let (stream, client) = axum::serve::Listener::accept(&mut listener).await;
                let (acceptor, sender) = (acceptor.clone(), sender.clone());
                tokio::spawn(async move {
                    if let Ok(Ok(stream)) = tokio::time::timeout(HANDSHAKE, acceptor.accept(stream)).await {
                        let _ = sender.send((stream, client)).await;
                    }
                });
            }
        });
        Ok(Listener { address, ready })
    }
}

impl axum::serve::Listener for Listener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.ready.recv().await {
            Some(connection) => connection,
            // The task that accepts connections runs as long as the server.
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<Self::Addr> {
        Ok(self.address)
    }
}
