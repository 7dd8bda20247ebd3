//! Ruby in a sandbox: CRuby compiled to WebAssembly, run by one of two engines. It sees what its [`Outside`] shows it, and
//! nothing else: it has no processes, no network, a memory that ends, and a number of steps for each call.

mod boot;
mod conversation;
mod engine;
mod files;
mod image;
mod imports;
mod memory;
mod outside;
mod sections;
mod state;

pub use boot::{IdleRuby, key};
pub use image::Key;
pub use outside::{Kind, Outside, Refused, Stat};

use crate::guest::{Guest, GuestFailure, MAX_MESSAGE};
use conversation::Mail;
use engine::{Machine, Stop};

/// The limits of a sandboxed Ruby.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of memory.
    pub memory: usize,
    /// Steps of the engine for one call, up to its end or its next question.
    pub steps: u64,
}

/// What one or two minutes of work without a question take on either engine. Each entry into a block counts as all of it, so
/// that Ruby's own loop, which leaves a large block at once, takes some ten thousand million a second.
const STEPS: u64 = 600_000_000_000;

impl Default for Limits {
    fn default() -> Self {
        Limits { memory: 512 << 20, steps: STEPS }
    }
}

/// A Ruby in its sandbox.
pub struct WasmRuby {
    machine: Machine,
    mail: Mail,
    limits: Limits,
}

impl WasmRuby {
    /// Starts the Ruby of a module, standing in `folder`, with the shim loaded. `environment` is all that it sees of
    /// the process's. Nothing of it is kept.
    ///
    /// # Errors
    /// Where the module is none, or not one of Ruby's.
    pub fn start(
        module: &[u8],
        folder: &str,
        outside: Box<dyn Outside>,
        environment: &[(String, String)],
        limits: Limits,
    ) -> Result<Self, GuestFailure> {
        IdleRuby::start(module, None)?.enter(folder, outside, environment, limits)
    }

    /// Lays a message ready for the guest.
    fn deliver(&mut self, message: &[u8]) {
        let mut letters = self.mail.open();
        letters.incoming = message.to_vec();
        letters.outgoing.clear();
        letters.steps = self.limits.steps;
    }

    /// Lets the guest go on until it waits again.
    fn run_on(&mut self) -> Result<(), GuestFailure> {
        let stop = self.machine.go_on();
        self.settle(stop)
    }

    /// Looks at how the guest stopped: it should wait.
    fn settle(&self, stop: Stop) -> Result<(), GuestFailure> {
        match stop {
            Stop::Waits => Ok(()),
            Stop::Left => Err(GuestFailure::Ended("it left".to_string())),
            Stop::OutOfSteps => Err(GuestFailure::StepLimit(self.limits.steps)),
            Stop::Failed(why) => Err(GuestFailure::Ended(self.story(why))),
            Stop::Finished => {
                let noise = self.noise();
                Err(GuestFailure::Ended(if noise.is_empty() { "it left its loop".to_string() } else { noise }))
            }
        }
    }

    /// An error with what Ruby wrote before it.
    fn story(&self, why: String) -> String {
        let noise = self.noise();
        if noise.is_empty() { why } else { format!("{why}: {noise}") }
    }

    fn noise(&self) -> String {
        self.machine.state().map(|state| String::from_utf8_lossy(&state.noise).trim().to_string()).unwrap_or_default()
    }
}

impl Guest for WasmRuby {
    fn exchange(&mut self, message: &[u8]) -> Result<Vec<u8>, GuestFailure> {
        if message.len() > MAX_MESSAGE {
            return Err(GuestFailure::Ended("a message is too long".into()));
        }
        self.deliver(message);
        self.run_on()?;
        let sent = std::mem::take(&mut self.mail.open().outgoing);
        Ok(sent)
    }
}
