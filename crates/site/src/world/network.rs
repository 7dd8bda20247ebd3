//! Network requests, if the user allows them.
//!
//! A build accesses the network only if [`BuildOptions::network`](super::BuildOptions::network) allows it. The
//! exceptions are themes and gems that the site depends on, which are downloaded once unless the build is offline.
//! Requests of Hastie itself use HTTPS, except for requests to servers on the local machine (tests, mirrors). The
//! caller limits the size of each response.

#[cfg(not(target_family = "wasm"))]
mod client;
#[cfg_attr(target_family = "wasm", path = "network/http_left_out.rs")]
mod http;
mod permission;
#[cfg(not(target_family = "wasm"))]
mod scope;

#[cfg(not(target_family = "wasm"))]
pub use client::{PluginClient, PluginRequest, PluginRequestError, PluginResponse, RequestFailure};
pub use permission::Permission;

use super::World;
use permission::split_port;
use std::fmt;
use std::time::Duration;

/// The timeouts for the connection, for the start of the response, and for the whole response.
const TIMEOUTS: [Duration; 3] = [Duration::from_secs(15), Duration::from_secs(60), Duration::from_secs(600)];

/// A GET request with its headers and limits.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// An absolute URL.
    pub url: &'a str,
    /// Pairs of a header's name and its value.
    pub headers: &'a [(&'a str, &'a str)],
    /// The maximum size of the response, in bytes.
    pub limit: u64,
    /// The maximum number of redirects to follow. A further redirect is returned as the response.
    pub redirections: u32,
}

/// The response of a server, with any status. The headers are not kept.
#[derive(Debug, Clone)]
pub struct Response {
    /// The status code: 200, 404, ...
    pub status: u16,
    /// The reason phrase: "Not Found".
    pub reason: &'static str,
    /// The content of the response, such as the bytes of an archive.
    pub body: Vec<u8>,
}

impl Response {
    /// Whether the status is 2xx.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

/// The reason why a request was not sent, or got no complete response. A response with an error status, such as 404,
/// does not count as an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestError {
    /// The user has not allowed network access with `--network`.
    NotAllowed,
    /// The user has forbidden all network access with `--offline`.
    Forbidden,
    /// The response exceeds the size limit.
    TooLong,
    /// The server could not be reached or closed the connection. Contains a message.
    Failed(String),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::NotAllowed => f.write_str("the network is not allowed (--network allows it)"),
            RequestError::Forbidden => f.write_str("the build is offline (--offline or HASTIE_OFFLINE)"),
            RequestError::TooLong => f.write_str("the answer is too long"),
            RequestError::Failed(why) => f.write_str(why),
        }
    }
}

impl World {
    /// Sends an HTTP request. The whole response may take ten minutes. Requests without TLS are only sent to
    /// `localhost`, `127.0.0.1` and `::1`.
    ///
    /// # Errors
    /// Fails if network access is not allowed, if a request without TLS would leave this machine, or if there is no
    /// complete response within the limits.
    pub fn request(&self, request: &Request<'_>) -> Result<Response, RequestError> {
        self.request_within(request, TIMEOUTS[2])
    }

    /// Sends a request with a time limit for the whole response.
    ///
    /// # Errors
    /// Same as [`World::request`].
    pub fn request_within(&self, request: &Request<'_>, time: Duration) -> Result<Response, RequestError> {
        if self.is_offline() {
            return Err(RequestError::Forbidden);
        }
        let (host, port) = host_and_port(request.url);
        if !self.network_permission().allows(&host, port) {
            return Err(RequestError::NotAllowed);
        }
        self.send(request, time)
    }

    /// Sends a request for a dependency of the site, such as a theme. Dependencies are downloaded once and pinned, so
    /// the user need not allow the request. `--offline` forbids it.
    ///
    /// # Errors
    /// Fails with `--offline`, if a request without TLS would leave this machine, or if there is no complete response
    /// within the limits.
    pub fn request_dependency(&self, request: &Request<'_>) -> Result<Response, RequestError> {
        if self.is_offline() {
            return Err(RequestError::Forbidden);
        }
        self.send(request, TIMEOUTS[2])
    }
}

/// The host and the port of a URL. The host is in lower case, without brackets. The default port depends on the scheme.
fn host_and_port(url: &str) -> (String, u16) {
    let (scheme, rest) = url.split_once("://").unwrap_or_default();
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = split_port(authority);
    (host.to_ascii_lowercase(), port.unwrap_or(if scheme == "http" { 80 } else { 443 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_asked_unless_the_user_allows_it() {
        let world = World::fixed("/", 0);
        let request = Request { url: "https://example.org/", headers: &[], limit: 10, redirections: 0 };
        assert_eq!(world.request(&request).err(), Some(RequestError::NotAllowed));
    }

    #[test]
    fn offline_wins_over_every_permission() {
        let world = World::fixed("/", 0).online().offline();
        let request = Request { url: "https://example.org/", headers: &[], limit: 10, redirections: 0 };
        assert_eq!(world.request(&request).err(), Some(RequestError::Forbidden));
        assert_eq!(world.request_dependency(&request).err(), Some(RequestError::Forbidden));
    }
}
