//! The Ruby that plugins run in, as the program sees it: a peer with which it exchanges messages.

use std::fmt;

/// A Ruby in a sandbox, or in a process of its own.
pub trait Guest: Send {
    /// Sends a message and waits for the next one.
    ///
    /// # Errors
    /// Where the guest ended, or was stopped at a limit. It cannot be used again.
    fn exchange(&mut self, message: &[u8]) -> Result<Vec<u8>, GuestFailure>;
}

/// The reason why a guest cannot be used any longer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuestFailure {
    /// The guest could not be started.
    NotStarted(String),
    /// The guest ended by itself, or sent an invalid message.
    Ended(String),
    /// The guest used more fuel than this for one call.
    FuelLimit(u64),
    /// The guest used too much memory.
    MemoryLimit,
}

impl fmt::Display for GuestFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GuestFailure::NotStarted(why) => write!(f, "Ruby could not be started: {why}"),
            GuestFailure::Ended(why) => write!(f, "Ruby ended: {why}"),
            GuestFailure::FuelLimit(fuel) => {
                write!(f, "Ruby took more than {fuel} steps for one call and was stopped")
            }
            GuestFailure::MemoryLimit => f.write_str("Ruby took more memory than it may have and was stopped"),
        }
    }
}

impl std::error::Error for GuestFailure {}

/// The largest message, in bytes.
pub const MAX_MESSAGE: usize = 256 << 20;
