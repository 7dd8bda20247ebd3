//! Sends requests over HTTP, through the proxy in the environment.

use super::{Request, RequestError, Response, TIMEOUTS, World, host_and_port};
use std::io::Read;
use std::time::Duration;

impl World {
    pub(super) fn send(&self, request: &Request<'_>, time: Duration) -> Result<Response, RequestError> {
        let is_local = is_on_this_machine(request.url);
        let agent = ureq::Agent::config_builder()
            .https_only(!is_local)
            .http_status_as_error(false)
            .max_redirects(request.redirections)
            .max_redirects_will_error(false)
            .proxy(if is_local { None } else { self.proxy()? })
            .timeout_connect(Some(TIMEOUTS[0]))
            .timeout_recv_response(Some(self.options().response_timeout.unwrap_or(TIMEOUTS[1])))
            .timeout_recv_body(self.options().response_timeout)
            .timeout_global(Some(time))
            .build()
            .new_agent();
        let asked =
            request.headers.iter().fold(agent.get(request.url), |asked, (name, value)| asked.header(*name, *value));
        let answer = asked.call().map_err(|error| RequestError::Failed(error.to_string()))?;
        let status = answer.status();
        let mut body = Vec::new();
        let mut reader = answer.into_body().into_reader().take(request.limit.saturating_add(1));
        reader.read_to_end(&mut body).map_err(|error| RequestError::Failed(error.to_string()))?;
        if body.len() as u64 > request.limit {
            return Err(RequestError::TooLong);
        }
        Ok(Response { status: status.as_u16(), reason: status.canonical_reason().unwrap_or("Unknown"), body })
    }

    /// The proxy in the first of `https_proxy`, `HTTPS_PROXY`, `http_proxy` and `HTTP_PROXY` that is set. An empty
    /// variable means no proxy. Fails if the proxy is not valid.
    pub(super) fn proxy(&self) -> Result<Option<ureq::Proxy>, RequestError> {
        let names = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];
        let named = names.into_iter().find_map(|name| self.variable(name)).filter(|proxy| !proxy.is_empty());
        let proxy = named.map(|proxy| ureq::Proxy::new(proxy).map_err(|_| format!("{proxy} is not a valid proxy")));
        proxy.transpose().map_err(RequestError::Failed)
    }
}

/// Whether a URL without TLS names `localhost`, `127.0.0.1` or `::1`.
fn is_on_this_machine(url: &str) -> bool {
    url.starts_with("http://") && matches!(host_and_port(url).0.as_str(), "127.0.0.1" | "localhost" | "::1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_this_machine_go_without_tls() {
        assert!(is_on_this_machine("http://127.0.0.1:4000/a"));
        assert!(is_on_this_machine("http://[::1]:4000"));
        for url in ["http://example.org:80/", "http://127.0.0.1@example.org/", "http://127.0.0.1.example.org/"] {
            assert!(!is_on_this_machine(url), "{url}");
        }
    }
}
