//! The Ruby in which plugins run, called the guest. The program and the guest exchange messages.

use std::fmt;
use std::time::Duration;

/// A running Ruby that exchanges messages with the program. It is in a sandbox, or in a process of its own.
pub trait Guest: Send {
    /// Notifies the guest that an outermost call begins. The time limit of a call starts again.
    fn start_call(&mut self) {}

    /// Allows more time for all calls together, if their time is limited.
    fn allow_time(&mut self, more: Duration) {
        let _ = more;
    }

    /// Sends a message and waits for the next one.
    ///
    /// # Errors
    /// Fails if the guest ended, or was stopped at a limit. The guest cannot be used again then.
    fn exchange(&mut self, message: &[u8]) -> Result<Vec<u8>, GuestFailure>;
}

/// Why a guest cannot be used any longer: it did not start, it ended, or it reached a limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuestFailure {
    /// The guest could not be started. Contains the reason.
    NotStarted(String),
    /// The guest ended by itself, or sent an invalid message. Contains the reason.
    Ended(String),
    /// The guest used more than this amount of fuel without sending a message.
    FuelLimit(u64),
    /// The guest ran for more than this time in one call.
    TimeLimit(Duration),
    /// All calls together took more than this time. The program's work on the guest's requests counts, too.
    TotalTimeLimit(Duration),
    /// The guest was still running when the time limit of the build ended.
    Deadline,
    /// The guest's code nested too deeply.
    StackOverflow,
    /// The guest used too much memory.
    MemoryLimit,
    /// A failure, with a description of what the guest was running.
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
            GuestFailure::TotalTimeLimit(most) => {
                let seconds = most.as_secs();
                write!(
                    f,
                    "Ruby and its requests took more than {seconds} seconds in this build; --timeout SECONDS allows more"
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

/// The maximum size of a message in bytes. For an installed Ruby, this limits only the messages that Ruby sends.
pub const MAX_MESSAGE: usize = 256 << 20;
