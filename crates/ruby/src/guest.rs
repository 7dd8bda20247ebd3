//! The Ruby that plugins run in, seen as what it is for the program: something that answers messages.

use std::fmt;

/// A Ruby that runs elsewhere: in a sandbox, or in a process beside us.
pub trait Guest: Send {
    /// Hands a message over and waits for the next one.
    ///
    /// # Errors
    /// Where the guest is gone: it ended, or was stopped at a limit.
    fn exchange(&mut self, message: &[u8]) -> Result<Vec<u8>, GuestFailure>;
}

/// The reason why a guest can no longer be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuestFailure {
    /// It could not be started.
    NotStarted(String),
    /// It ended by itself, or its messages make no sense.
    Ended(String),
    /// It was stopped: it took more than this many steps of the interpreter.
    StepLimit(u64),
    /// It was stopped: it took too much memory.
    MemoryLimit,
}

impl fmt::Display for GuestFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GuestFailure::NotStarted(why) => write!(f, "Ruby could not be started: {why}"),
            GuestFailure::Ended(why) => write!(f, "Ruby ended: {why}"),
            GuestFailure::StepLimit(steps) => {
                write!(f, "Ruby took more than {steps} steps for one call and was stopped")
            }
            GuestFailure::MemoryLimit => f.write_str("Ruby took more memory than it may have and was stopped"),
        }
    }
}

impl std::error::Error for GuestFailure {}

/// The largest message there may be.
pub const MAX_MESSAGE: usize = 256 << 20;
