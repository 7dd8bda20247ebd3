//! Requests that a command sends to the servers that the user names, and to the servers to which the user's site links.

#[cfg_attr(target_family = "wasm", path = "client_left_out.rs")]
mod client;

pub(super) use client::Client;

/// The maximum number of redirects that a command follows for one address. One more redirect is an error.
pub(super) const MAX_REDIRECTS: usize = 8;

/// The response of a server. Redirects are returned, not followed.
pub(super) struct Answer {
    pub(super) status: u16,
    /// The address of a redirect, as the server sent it.
    pub(super) location: Option<String>,
    pub(super) body: Vec<u8>,
}

/// The reason why a request got no usable response, for example a size above the limit.
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "without a network, no response is too long"))]
pub(super) enum NoAnswer {
    /// The response exceeds the limit.
    TooLong,
    /// Any other failure, with a message.
    Failed(String),
}

/// The scheme, host and port at the start of an address, such as `https://example.org:8080`.
pub(super) fn server(address: &str) -> &str {
    let start = address.find("://").map_or(0, |position| position + 3);
    let end = address[start..].find(['/', '?']).map_or(address.len(), |length| start + length);
    &address[..end]
}

/// The address to which the redirect `to` of the page `url` leads, without `#` and what follows. `None` if `to` starts
/// with a scheme but is not an HTTP or HTTPS address, for example `mailto:ada@example.org`.
pub(super) fn joined(url: &str, to: &str) -> Option<String> {
    let to = to.split('#').next().unwrap_or_default();
    if let Some(rest) = to.strip_prefix("//") {
        let scheme = url.split("//").next()?;
        return Some(format!("{scheme}//{rest}"));
    }
    if to.starts_with('/') {
        return Some(format!("{}{to}", server(url)));
    }
    if let Some((scheme, rest)) = to.split_once(':')
        && is_scheme(scheme)
    {
        return (is_http(scheme) && rest.starts_with("//")).then(|| to.to_owned());
    }
    let page = url.split('?').next()?;
    if to.is_empty() || to.starts_with('?') {
        return Some(format!("{page}{to}"));
    }
    let folder = page.rsplit_once('/').filter(|(before, _)| !before.ends_with('/'));
    let folder = folder.map_or_else(|| url.to_owned(), |(before, _)| before.to_owned());
    Some(format!("{folder}/{to}"))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

fn is_http(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}

#[cfg(test)]
mod tests {
    use super::{joined, server};

    #[test]
    fn redirects_lead_to_absolute_addresses() {
        let from = "https://a.org:1/b/c?d";
        assert_eq!(server(from), "https://a.org:1");
        assert_eq!(joined(from, "/x").as_deref(), Some("https://a.org:1/x"));
        assert_eq!(joined(from, "x#y").as_deref(), Some("https://a.org:1/b/x"));
        assert_eq!(joined("https://a.org", "x").as_deref(), Some("https://a.org/x"));
        assert_eq!(joined(from, "?e").as_deref(), Some("https://a.org:1/b/c?e"));
        assert_eq!(joined(from, "//b.org/x").as_deref(), Some("https://b.org/x"));
        assert_eq!(joined(from, "http://b.org").as_deref(), Some("http://b.org"));
        assert_eq!(joined(from, "app://x"), None);
        assert_eq!(joined(from, "mailto:ada@example.org"), None);
        assert_eq!(joined(from, "x/y:z").as_deref(), Some("https://a.org:1/b/x/y:z"));
    }
}
