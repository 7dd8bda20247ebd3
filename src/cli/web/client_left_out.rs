//! Takes the place of the client in a program for WebAssembly, which has no network.

use super::{Answer, NoAnswer};
use crate::world::World;

const MISSING: &str = "Hastie as WebAssembly has no network";

/// A client that cannot be created, because this program has no network.
pub(in crate::cli) struct Client;

impl Client {
    /// Fails, because there is no network.
    ///
    /// # Errors
    /// Always.
    pub(in crate::cli) fn new(_: &World) -> Result<Self, String> {
        Err(MISSING.to_owned())
    }

    /// Fails, because there is no network.
    ///
    /// # Errors
    /// Always.
    pub(in crate::cli) fn send(&self, _: &str, _: &str, _: u64) -> Result<Answer, NoAnswer> {
        Err(NoAnswer::Failed(MISSING.to_owned()))
    }
}
