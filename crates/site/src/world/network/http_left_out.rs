//! Replaces `http.rs` in a program for WebAssembly, which has no network: every request fails.

use super::{Request, RequestError, Response, World};
use std::time::Duration;

impl World {
    #[expect(clippy::unused_self, reason = "the same signature as with a network")]
    pub(super) fn send(&self, _: &Request<'_>, _: Duration) -> Result<Response, RequestError> {
        Err(RequestError::Failed("Hastie has no network as WebAssembly".to_owned()))
    }
}
