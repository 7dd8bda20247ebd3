//! Requests of a site's own plugins, which may name any address. Commands such as `compare` send requests in the same
//! way.
//!
//! A plugin reaches only what the user allowed:
//!
//! - `--network` allows all public servers. It also allows servers on this machine, but only those that the plugins
//!   have contacted before the first answer of a public server. Otherwise, a public server could send a plugin there,
//!   by a redirect or by a link in its answer.
//! - `--network=HOST,...` allows these hosts. A name may lead to a local address only if the list contains that
//!   address, or if the name is `localhost`.
//! - The addresses of a host are looked up once. All later requests go to the same addresses, so that a name cannot
//!   lead elsewhere after it was checked.
//!
//! Redirects are returned, not followed: the plugin sends another request, which is checked as well.

use super::permission::{Permission, split_port};
use super::scope::{Scope, scope};
use super::{TIMEOUTS, World};
use crate::locks::lock;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{self, Read};
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;
use ureq::config::Config;
use ureq::http::{self, Uri};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

/// A request that a plugin sends, with any method and body.
#[derive(Debug, Clone, Default)]
pub struct PluginRequest {
    /// The method: GET, POST, ...
    pub method: String,
    /// An absolute URL with the scheme `http` or `https`.
    pub url: String,
    /// Pairs of a header's name and its value.
    pub headers: Vec<(String, String)>,
    /// The bytes to send. Empty for no body.
    pub body: Vec<u8>,
    /// The time to wait for a connection, by default 15 seconds.
    pub open_timeout: Option<Duration>,
    /// The time to wait for each part of the response, by default 60 seconds. `HASTIE_TIMEOUT` overrides it.
    pub read_timeout: Option<Duration>,
    /// The time limit for the whole request. Ten minutes by default, and never more.
    pub timeout: Option<Duration>,
    /// The maximum size of the response's body, in bytes.
    pub limit: u64,
}

/// The response to a plugin's request, which may have an error status such as 404.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluginResponse {
    /// The status code: 200, 404, ...
    pub status: u16,
    /// The headers in their order. Values need not be UTF-8.
    pub headers: Vec<(String, Vec<u8>)>,
    /// The bytes of the response, without transfer encoding.
    pub body: Vec<u8>,
    /// Whether the response is from a public server, not from this machine or a local network.
    pub is_public: bool,
}

/// The reason why a plugin got no response: the user has not allowed the address, or the request failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PluginRequestError {
    /// The user has not allowed the address. Contains the reason.
    NotAllowed(String),
    /// The request failed. Contains a message.
    Failed(RequestFailure, String),
}

/// The way in which a plugin's request failed, for example with a refused connection or an invalid certificate (`Tls`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestFailure {
    /// The URL or a header is invalid.
    Invalid,
    /// The name of the host has no address.
    NotFound,
    /// The server refused the connection.
    Refused,
    /// The server could not be reached.
    Unreachable,
    /// No connection was made within `PluginRequest::open_timeout`.
    OpenTimeout,
    /// The next part of the response did not arrive within `PluginRequest::read_timeout`.
    ReadTimeout,
    /// The request was not complete within `PluginRequest::timeout`.
    Timeout,
    /// The server closed the connection before the end of the response.
    Closed,
    /// The connection broke off, for example because the server sent a TCP reset.
    Reset,
    /// No encrypted connection is possible, or the server's certificate is invalid.
    Tls,
    /// The body of the response is larger than `PluginRequest::limit`.
    TooLong,
    /// A failure that has no variant of its own, such as an unusual error of the operating system.
    Other,
}

/// A function that returns the addresses of a host and port, normally by asking the system.
type Lookup = dyn Fn(&str, u16) -> io::Result<Vec<SocketAddr>> + Send + Sync;

/// Sends the requests of plugins or of a command. Remembers the IP addresses that were looked up and allowed for each
/// host.
pub struct PluginClient {
    permission: Permission,
    agent: ureq::Agent,
    response_timeout: Option<Duration>,
    has_proxy: bool,
    hosts: Arc<Hosts>,
}

/// The hosts that a build has contacted, the host of the proxy, and the function that looks up addresses.
struct Hosts {
    state: Mutex<HostState>,
    proxy: Option<String>,
    lookup: Box<Lookup>,
}

#[derive(Default)]
struct HostState {
    /// The checked addresses of hosts, by name and port.
    pinned: HashMap<(String, u16), Vec<SocketAddr>>,
    /// Servers on this machine that were contacted.
    local: HashSet<(String, u16)>,
    /// Whether a public server has answered.
    has_public_answer: bool,
}

/// The host and port of a URL. The host is in lower case, without brackets. `None` for schemes other than HTTP and
/// HTTPS, for URLs with a user name, and without a host.
fn host_and_port(uri: &Uri) -> Option<(String, u16)> {
    let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
    let default = match uri.scheme_str() {
        Some("http") => 80,
        Some("https") => 443,
        _ => return None,
    };
    let (host, _) = split_port(authority.host());
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    (!host.is_empty()).then(|| (host, authority.port_u16().unwrap_or(default)))
}

fn is_localhost(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost")
}

impl PluginClient {
    /// A client with the user's permission and proxy.
    ///
    /// # Errors
    /// Returns a message if the proxy is invalid.
    pub fn new(world: &World) -> Result<Self, String> {
        let lookup = |host: &str, port: u16| (host, port).to_socket_addrs().map(Iterator::collect);
        Self::with_lookup(world, Box::new(lookup))
    }

    fn with_lookup(world: &World, lookup: Box<Lookup>) -> Result<Self, String> {
        let proxy = world.proxy().map_err(|error| error.to_string())?;
        let proxy_host = proxy.as_ref().map(|proxy| proxy.host().to_ascii_lowercase());
        let has_proxy = proxy.is_some();
        let hosts = Arc::new(Hosts { state: Mutex::default(), proxy: proxy_host, lookup });
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .allow_non_standard_methods(true)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(proxy)
            .user_agent(ureq::config::AutoHeaderValue::None)
            .accept(ureq::config::AutoHeaderValue::None)
            .accept_encoding(ureq::config::AutoHeaderValue::None)
            .timeout_global(Some(TIMEOUTS[2]))
            .build();
        let agent = ureq::Agent::with_parts(config, DefaultConnector::default(), Pinned(Arc::clone(&hosts)));
        let permission = world.network_permission();
        Ok(PluginClient { permission, agent, response_timeout: world.options().response_timeout, has_proxy, hosts })
    }

    /// Records that the plugins have received a public server's answer, from the network or from an earlier build. From
    /// then on, plugins can only use a server on this machine if `--network=HOST,...` names the server, or if a plugin
    /// has used the server before.
    pub fn note_public_answer(&self) {
        lock(&self.hosts.state).has_public_answer = true;
    }

    /// Sends an HTTP request for a plugin, if the user has allowed the address. Does not follow redirects.
    ///
    /// # Errors
    /// Fails if the address is invalid, if the user has not allowed the address, or if there is no complete response
    /// within the limits of size and time.
    pub fn send(&self, request: &PluginRequest) -> Result<PluginResponse, PluginRequestError> {
        let failed = |failing, message: String| PluginRequestError::Failed(failing, message);
        let uri: Uri = request.url.parse().map_err(|error| failed(RequestFailure::Invalid, format!("{error}")))?;
        let Some((host, port)) = host_and_port(&uri) else {
            return Err(failed(RequestFailure::Invalid, format!("{} is not an HTTP address", request.url)));
        };
        let is_public = self.check(&host, port, request.open_timeout.unwrap_or(TIMEOUTS[0]))?;
        let response = self.exchange(request, &uri, is_public)?;
        if is_public {
            self.note_public_answer();
        }
        Ok(response)
    }

    /// Checks whether the user allows requests to the host, and pins its addresses. Returns whether the host is public.
    fn check(&self, host: &str, port: u16, time: Duration) -> Result<bool, PluginRequestError> {
        let not_allowed = |why: String| Err(PluginRequestError::NotAllowed(why));
        if !self.permission.allows(host, port) {
            return not_allowed(match self.permission {
                Permission::Offline => "the build is offline (--offline)".to_string(),
                Permission::Hosts(_) => format!("--network does not name {host}"),
                _ => "the network is not allowed (--network or HASTIE_NETWORK=1 allows it)".to_string(),
            });
        }
        let key = (host.to_string(), port);
        let names_this_machine =
            is_localhost(host) || host.parse().is_ok_and(|address| scope(address) == Scope::Loopback);
        let is_listed = self.permission.names(host, port);
        let known = {
            let state = lock(&self.hosts.state);
            if names_this_machine && !is_listed && state.has_public_answer && !state.local.contains(&key) {
                let why =
                    "is on this machine, and a public server may have named it; --network=HOST,... allows it by name";
                return not_allowed(format!("{host} {why}"));
            }
            state.pinned.get(&key).cloned()
        };
        let addresses = match known {
            Some(addresses) => addresses,
            None if self.has_proxy && !names_this_machine && host.parse::<IpAddr>().is_err() => return Ok(true),
            None => self.allowed_addresses(host, port, names_this_machine, time)?,
        };
        let is_public = addresses.iter().all(|address| scope(address.ip()) == Scope::Public);
        let mut state = lock(&self.hosts.state);
        if names_this_machine {
            state.local.insert(key.clone());
        }
        state.pinned.insert(key, addresses);
        Ok(is_public)
    }

    /// Looks up a host, and returns the addresses that the user allowed. Fails if the user allowed no address of the
    /// host.
    fn allowed_addresses(
        &self,
        host: &str,
        port: u16,
        names_this_machine: bool,
        time: Duration,
    ) -> Result<Vec<SocketAddr>, PluginRequestError> {
        let found = self.look_up(host, port, time)?;
        let is_allowed = |address: &SocketAddr| match scope(address.ip()) {
            Scope::Public => !names_this_machine,
            Scope::Loopback if names_this_machine => true,
            _ => self.permission.names(&address.ip().to_string(), port),
        };
        let allowed: Vec<SocketAddr> = found.iter().copied().filter(is_allowed).collect();
        match (allowed.is_empty(), found.first()) {
            (false, _) => Ok(allowed),
            (true, Some(address)) => {
                let why = "which is not public; --network=HOST,... allows it if it names this address";
                Err(PluginRequestError::NotAllowed(format!("{host} leads to {}, {why}", address.ip())))
            }
            (true, None) => Err(PluginRequestError::Failed(RequestFailure::NotFound, format!("{host} has no address"))),
        }
    }

    /// Looks up the addresses of a host. Fails if this takes longer than `time`. The system's own function has no time
    /// limit.
    fn look_up(&self, host: &str, port: u16, time: Duration) -> Result<Vec<SocketAddr>, PluginRequestError> {
        if let Ok(address) = host.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let (sender, receiver) = mpsc::sync_channel(1);
        let (hosts, name) = (Arc::clone(&self.hosts), host.to_string());
        std::thread::spawn(move || sender.send((hosts.lookup)(&name, port)).ok());
        match receiver.recv_timeout(time) {
            Ok(Ok(addresses)) => Ok(addresses),
            Ok(Err(error)) => Err(PluginRequestError::Failed(RequestFailure::NotFound, error.to_string())),
            Err(_) => Err(PluginRequestError::Failed(RequestFailure::OpenTimeout, "execution expired".to_string())),
        }
    }

    fn exchange(
        &self,
        request: &PluginRequest,
        uri: &Uri,
        is_public: bool,
    ) -> Result<PluginResponse, PluginRequestError> {
        let invalid = |error: http::Error| PluginRequestError::Failed(RequestFailure::Invalid, error.to_string());
        let mut built = http::Request::builder().method(request.method.as_str()).uri(uri.clone());
        for (name, value) in request.headers.iter().filter(|(name, _)| !is_of_the_connection(name)) {
            built = built.header(name, value);
        }
        let has_body = !request.body.is_empty() || matches!(request.method.as_str(), "POST" | "PUT" | "PATCH");
        let sent = if has_body {
            let built = built.body(request.body.as_slice()).map_err(invalid)?;
            self.agent.run(self.configured(request, built, is_public))
        } else {
            self.agent.run(self.configured(request, built.body(()).map_err(invalid)?, is_public))
        };
        let answer = sent.map_err(|error| failure(&error))?;
        let headers =
            answer.headers().iter().map(|(name, value)| (name.to_string(), value.as_bytes().to_vec())).collect();
        let status = answer.status().as_u16();
        let mut body = Vec::new();
        let mut reader = answer.into_body().into_reader().take(request.limit.saturating_add(1));
        reader.read_to_end(&mut body).map_err(|error| failure(&ureq::Error::from(error)))?;
        if body.len() as u64 > request.limit {
            let message = format!("the response is longer than {} bytes", request.limit);
            return Err(PluginRequestError::Failed(RequestFailure::TooLong, message));
        }
        Ok(PluginResponse { status, headers, body, is_public })
    }

    fn configured<B: ureq::AsSendBody>(
        &self,
        request: &PluginRequest,
        built: http::Request<B>,
        is_public: bool,
    ) -> http::Request<B> {
        let read = self.response_timeout.or(request.read_timeout).unwrap_or(TIMEOUTS[1]);
        let configured = self.agent.configure_request(built);
        let configured = if is_public { configured } else { configured.proxy(None) };
        configured
            .timeout_connect(Some(request.open_timeout.unwrap_or(TIMEOUTS[0])))
            .timeout_recv_response(Some(read))
            .timeout_per_read(Some(read))
            .timeout_global(Some(request.timeout.map_or(TIMEOUTS[2], |time| time.min(TIMEOUTS[2]))))
            .build()
    }
}

impl fmt::Debug for PluginClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PluginClient").field("permission", &self.permission).finish_non_exhaustive()
    }
}

/// Whether a header describes the connection, such as `Keep-Alive`. The client sets such headers itself.
fn is_of_the_connection(name: &str) -> bool {
    const NAMES: [&str; 9] = [
        "connection",
        "content-length",
        "expect",
        "host",
        "keep-alive",
        "proxy-authorization",
        "te",
        "transfer-encoding",
        "upgrade",
    ];
    NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Resolves only hosts whose addresses were checked, and the host of the user's proxy.
struct Pinned(Arc<Hosts>);

impl fmt::Debug for Pinned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pinned")
    }
}

impl Resolver for Pinned {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let pinned = host_and_port(uri).and_then(|key| lock(&self.0.state).pinned.get(&key).cloned());
        if let Some(addresses) = pinned {
            let mut found = self.empty();
            addresses.into_iter().take(16).for_each(|address| found.push(address));
            return Ok(found);
        }
        let is_proxy = uri.host().is_some_and(|host| self.0.proxy.as_deref() == Some(&host.to_ascii_lowercase()));
        if is_proxy { DefaultResolver::default().resolve(uri, config, timeout) } else { Err(ureq::Error::HostNotFound) }
    }
}

fn failure(error: &ureq::Error) -> PluginRequestError {
    let failing = match error {
        ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => RequestFailure::OpenTimeout,
        ureq::Error::Timeout(ureq::Timeout::Global | ureq::Timeout::PerCall) => RequestFailure::Timeout,
        ureq::Error::Timeout(_) => RequestFailure::ReadTimeout,
        ureq::Error::HostNotFound => RequestFailure::NotFound,
        ureq::Error::ConnectionFailed | ureq::Error::ConnectProxyFailed(_) => RequestFailure::Unreachable,
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) | ureq::Error::TlsRequired => RequestFailure::Tls,
        ureq::Error::Http(_) | ureq::Error::BadUri(_) => RequestFailure::Invalid,
        ureq::Error::Io(error) => of_io(error),
        _ => RequestFailure::Other,
    };
    PluginRequestError::Failed(failing, error.to_string())
}

fn of_io(error: &io::Error) -> RequestFailure {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => RequestFailure::Refused,
        io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionAborted | io::ErrorKind::BrokenPipe => {
            RequestFailure::Reset
        }
        io::ErrorKind::UnexpectedEof => RequestFailure::Closed,
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => RequestFailure::ReadTimeout,
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => RequestFailure::Unreachable,
        io::ErrorKind::InvalidData => RequestFailure::Tls,
        _ => RequestFailure::Other,
    }
}

#[cfg(test)]
mod tests;
