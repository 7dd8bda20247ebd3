//! Checks which host a request is for, and which page sent it.
//!
//! Without this check, any page on the web could read the site by DNS rebinding. After such a page was loaded, its
//! domain is pointed to 127.0.0.1, and the browser treats the server as the page's own. Requests that name an address
//! instead of a domain are safe.

use super::answer::Content;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Response, StatusCode, Uri, header};
use axum::middleware::Next;
use std::net::IpAddr;
use std::sync::Arc;

/// The hosts for which the server answers requests, such as `localhost` and the address to which it is bound.
#[derive(Debug)]
pub(super) struct Hosts {
    names: Vec<String>,
    address: IpAddr,
}

impl Hosts {
    /// Allows `names`, `localhost`, names that end in `.localhost`, loopback addresses, and the bound `address`. If the
    /// bound address is 0.0.0.0 or `::`, every IP address is allowed.
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n str>, address: IpAddr) -> Self {
        Hosts { names: names.map(normal).collect(), address: address.to_canonical() }
    }

    /// The response to a request for a host that is not allowed, or from a page whose host is unknown or not allowed.
    /// `None` for other requests.
    pub(super) fn refusal(&self, uri: &Uri, headers: &HeaderMap) -> Option<Content> {
        let hosts = headers.get_all(header::HOST).iter().map(|host| host.to_str().ok().and_then(host_of));
        let hosts = hosts.chain(uri.authority().map(|authority| host_of(authority.as_str())));
        for host in hosts {
            if !host.as_deref().is_some_and(|host| self.allows(host)) {
                return Some(refusal(&header::HOST, host.as_deref()));
            }
        }
        for origin in headers.get_all(header::ORIGIN) {
            let host = origin.to_str().ok().and_then(|origin| host_of(origin.split_once("://")?.1));
            if !host.as_deref().is_some_and(|host| self.allows(host)) {
                return Some(refusal(&header::ORIGIN, host.as_deref()));
            }
        }
        None
    }

    fn allows(&self, host: &str) -> bool {
        if let Ok(address) = host.parse::<IpAddr>() {
            let address = address.to_canonical();
            return address.is_loopback() || address == self.address || self.address.is_unspecified();
        }
        host == "localhost" || host.ends_with(".localhost") || self.names.iter().any(|name| name == host)
    }
}

/// The host in `HOST:PORT`, in lower case and without the brackets of an address. `None` if the text is invalid or
/// contains a user name.
fn host_of(authority: &str) -> Option<String> {
    let parsed: Authority = authority.parse().ok().filter(|_| !authority.contains('@'))?;
    Some(normal(parsed.host()))
}

fn normal(host: &str) -> String {
    host.trim_matches(['[', ']']).trim_end_matches('.').to_ascii_lowercase()
}

fn refusal(header: &HeaderName, host: Option<&str>) -> Content {
    let advice = host.map_or_else(String::new, |host| {
        format!(" To allow it, add it to --host: 'hastie serve --host 127.0.0.1,{host}'.")
    });
    let text =
        format!("The header '{header}' of this request names a host that this server does not answer for.{advice}\n");
    Content::text(StatusCode::FORBIDDEN, text)
}

/// Responds with 403 to requests for hosts that are not allowed, or from pages whose host is unknown or not allowed.
pub(super) async fn check(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response<Body> {
    match hosts.refusal(request.uri(), request.headers()) {
        Some(refusal) => refusal.answer(),
        None => next.run(request).await,
    }
}

#[cfg(test)]
mod tests {
    use super::Hosts;
    use axum::http::{HeaderMap, Uri, header};

    fn allows(bound: &str, host: &str) -> bool {
        let hosts = Hosts::new(["mybox.local", bound].into_iter(), bound.parse().expect("an address"));
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().expect("a header"));
        hosts.refusal(&Uri::from_static("/"), &headers).is_none()
    }

    #[test]
    fn names_of_this_machine_and_named_hosts_are_allowed() {
        for host in
            ["localhost", "LOCALHOST:4000", "a.localhost", "127.0.0.1:4000", "[::1]:4000", "mybox.local.", "127.9.9.9"]
        {
            assert!(allows("127.0.0.1", host), "{host}");
        }
        for host in [
            "evil.com",
            "evil.com:4000",
            "localhost.evil.com",
            "localhost@evil.com",
            "evil.com@localhost",
            "",
            "192.168.1.2",
            "[::2]",
        ] {
            assert!(!allows("127.0.0.1", host), "{host}");
        }
        assert!(allows("192.168.1.2", "192.168.1.2:4000"));
        assert!(!allows("192.168.1.2", "192.168.1.3"));
    }

    #[test]
    fn a_server_on_all_addresses_is_reached_by_any_address_but_not_by_any_name() {
        assert!(allows("0.0.0.0", "192.168.1.2:4000") && allows("::", "[fe80::1]:4000"));
        assert!(!allows("0.0.0.0", "evil.com") && !allows("::", "evil.com"));
    }
}
