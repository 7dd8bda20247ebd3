//! The Ruby that plugins run in, as the program sees it: a peer with which it exchanges messages.

use std::fmt;
use std::time::Duration;

/// A Ruby in a sandbox, or in a process of its own.
pub trait Guest: Send {
    /// Tells the guest that a call begins: the time of the last one does not count any longer.
    fn start_call(&mut self) {}

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
    /// The guest ran for more than this time in one call.
    TimeLimit(Duration),
    /// The guest was running when its time was over.
    Deadline,
    /// The guest's code nested too deeply.
    StackOverflow,
    /// The guest used too much memory.
    MemoryLimit,
    /// A failure, and what the guest was running.
    During(Box<GuestFailure>, String),
}

impl fmt::Display for GuestFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GuestFailure::NotStarted(why) => write!(f, "Ruby could not be started: {why}"),
            GuestFailure::Ended(why) => write!(f, "Ruby ended: {why}"),
            GuestFailure::FuelLimit(fuel) => {
                write!(f, "Ruby took more than {fuel} steps for one call and was stopped")
            }
            GuestFailure::TimeLimit(most) => {
                let seconds = most.as_secs();
                write!(
                    f,
                    "Ruby ran for more than {seconds} seconds in one call and was stopped; --timeout SECONDS allows more"
                )
            }
            GuestFailure::Deadline => f.write_str("Ruby was stopped at the end of --timeout"),
            GuestFailure::StackOverflow => f.write_str("Ruby's stack overflowed: its code nests too deeply"),
            GuestFailure::During(failure, what) => write!(f, "{failure} ({what})"),
            GuestFailure::MemoryLimit => f.write_str("Ruby took more memory than it may have and was stopped"),
        }
    }
}

impl std::error::Error for GuestFailure {}

/// The largest message, in bytes.
pub const MAX_MESSAGE: usize = 256 << 20;
