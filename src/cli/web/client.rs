//! The HTTP client for the addresses that a command requests. Redirects to this machine are refused after the first
//! answer of another server.

use super::{Answer, NoAnswer};
use crate::world::{Permission, PluginClient, PluginRequest, PluginRequestError, RequestFailure, World};
use std::time::Duration;

/// The time limits for the connection and for the whole request.
const TIMES: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(20)];

/// An HTTP client for the addresses that a command requests. Needs no permission to use the network, but `--offline`
/// forbids all requests.
pub(in crate::cli) struct Client(PluginClient);

impl Client {
    /// Creates a client with the user's proxy.
    ///
    /// # Errors
    /// Fails with a message if the proxy in the environment is invalid.
    pub(in crate::cli) fn new(world: &World) -> Result<Self, String> {
        let mut options = world.options().clone();
        options.network = Permission::Any;
        PluginClient::new(&world.clone().with_options(options)).map(Client)
    }

    /// Sends a request. `limit` is the maximum size of the response in bytes.
    ///
    /// # Errors
    /// Fails if the request is forbidden, if there is no complete response, or if the response exceeds `limit`.
    pub(in crate::cli) fn send(&self, method: &str, url: &str, limit: u64) -> Result<Answer, NoAnswer> {
        let agent = format!("hastie/{}", env!("CARGO_PKG_VERSION"));
        let request = PluginRequest {
            method: method.to_owned(),
            url: url.to_owned(),
            headers: vec![("User-Agent".to_owned(), agent), ("Accept".to_owned(), "*/*".to_owned())],
            open_timeout: Some(TIMES[0]),
            read_timeout: Some(TIMES[0]),
            timeout: Some(TIMES[1]),
            limit,
            ..PluginRequest::default()
        };
        let response = self.0.send(&request).map_err(|error| match error {
            PluginRequestError::Failed(RequestFailure::TooLong, _) => NoAnswer::TooLong,
            PluginRequestError::NotAllowed(why) | PluginRequestError::Failed(_, why) => NoAnswer::Failed(why),
        })?;
        let location = response.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("location"));
        let location = location.and_then(|(_, value)| String::from_utf8(value.clone()).ok());
        Ok(Answer { status: response.status, location, body: response.body })
    }
}
