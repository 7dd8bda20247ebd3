//! Ruby in a sandbox: CRuby compiled to WebAssembly. It sees only the files that its [`HostFiles`] provides. It has no
//! processes and no network. Its memory and the fuel from one message to the next are limited.

mod boot;
mod channel;
mod descriptors;
mod engine;
mod files;
mod host;
mod image;
mod imports;
mod memory;
mod preopened;
mod process;
mod sections;
mod stack_repair;
mod state;
mod time_limit;

pub use boot::{IdleRuby, key};
pub use engine::{Engine, EngineConfig, Messages};
pub use host::{FileError, HostFiles, Kind, Stat};
pub use image::{Key, StoredImage};
pub use preopened::is_hidden;
pub use time_limit::TimeLimit;

use crate::guest::{Guest, GuestFailure, MAX_MESSAGE};
use channel::Channel;
use engine::{Machine, Progress, Trap};
use std::time::Duration;
use time_limit::{Exceeded, Stopwatch};

/// The memory, WebAssembly instructions and time that a sandboxed Ruby may use. By default, these are 512 MiB of
/// memory, a fixed number of instructions from one message to the next, and no limit of time.
///
/// Compiled code does not count its instructions. With a limit of time, only that limit applies to it. Otherwise, ten
/// million units of fuel correspond to 10 milliseconds.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum size of the guest's memory, in bytes.
    pub memory: usize,
    /// The maximum fuel from a message to the guest until the guest's next message. A unit corresponds to about one
    /// WebAssembly instruction.
    pub fuel: u64,
    /// The maximum elapsed time. `None` for no limit.
    pub time: Option<TimeLimit>,
}

/// The fuel that the interpreter uses in one or two minutes of work. Entering a block costs the fuel of the whole
/// block, even if the guest leaves the block at once. The loop that runs Ruby's bytecode does so, and uses about ten
/// thousand million units a second.
const FUEL: u64 = 600_000_000_000;

impl Default for Limits {
    fn default() -> Self {
        Limits { memory: 512 << 20, fuel: FUEL, time: None }
    }
}

/// A running Ruby interpreter, compiled to WebAssembly, without access outside of its sandbox.
pub struct WasmRuby {
    machine: Box<dyn Machine>,
    channel: Channel,
    limits: Limits,
    stopwatch: Stopwatch,
}

impl WasmRuby {
    /// Starts Ruby from `module`, the bytes of `ruby.wasm`, and loads the shim. `folder` is the working directory. Of
    /// the host, Ruby sees only the files of `files` and the environment variables in `environment`.
    ///
    /// # Errors
    /// Fails if the bytes are not a module with Ruby, or if Ruby or the shim does not start.
    pub fn start(
        module: &[u8],
        folder: &str,
        files: Box<dyn HostFiles>,
        environment: &[(String, String)],
        limits: Limits,
    ) -> Result<Self, GuestFailure> {
        IdleRuby::start(module, &EngineConfig::default())?.enter(folder, files, environment, limits)
    }

    /// Sets the next message for the guest, and renews its fuel.
    fn send(&mut self, message: &[u8]) {
        let mut messages = self.channel.lock();
        messages.to_guest = message.to_vec();
        messages.from_guest.clear();
        messages.fuel = self.limits.fuel;
    }

    /// Resumes the guest until it waits for the next message.
    fn resume(&mut self) -> Result<(), GuestFailure> {
        let (machine, channel) = (&mut self.machine, &self.channel);
        let progress = self.stopwatch.run(|deadline| {
            channel.lock().deadline = deadline;
            // A call with many short requests never pauses.
            if channel.is_overdue() { Err(Trap::OutOfTime) } else { machine.resume() }
        });
        self.expect_waiting(progress)
    }

    /// Succeeds if the guest waits for a message. Otherwise returns the reason as a failure.
    fn expect_waiting(&mut self, progress: Result<Progress, Trap>) -> Result<(), GuestFailure> {
        match progress {
            Ok(Progress::Waiting) => Ok(()),
            Ok(Progress::Finished) => Err(GuestFailure::Ended(self.with_output("it finished".to_string()))),
            Err(Trap::OutOfFuel) => Err(GuestFailure::FuelLimit(self.limits.fuel)),
            Err(Trap::OutOfTime) => Err(match self.stopwatch.exceeded() {
                Exceeded::Call(most) => GuestFailure::TimeLimit(most),
                Exceeded::Calls(most) => GuestFailure::TotalTimeLimit(most),
                Exceeded::End => GuestFailure::Deadline,
            }),
            Err(Trap::StackOverflow) => Err(GuestFailure::StackOverflow),
            Err(_) if self.has_left_stack() => Err(GuestFailure::StackOverflow),
            Err(trap) => Err(GuestFailure::Ended(self.with_output(trap.to_string()))),
        }
    }

    /// Whether one of the module's two stacks has overflowed. The stack of C code is below all other memory, so its
    /// pointer, the first global, becomes negative. Ruby saves its frames in a second stack, with Asyncify. The third
    /// global points to a structure with the addresses of the next frame and of the end of this stack.
    fn has_left_stack(&mut self) -> bool {
        let Some(globals) = self.machine.globals() else { return false };
        let [pointer, _, saved, ..] = globals[..] else { return false };
        let number = |index: usize| {
            let bytes = self.machine.memory()?.get(index..)?.first_chunk()?;
            Some(u32::from_le_bytes(*bytes))
        };
        let saved = saved.cast_unsigned() as usize;
        pointer < 0 || (saved > 0 && number(saved).zip(number(saved + 4)).is_some_and(|(next, end)| next > end))
    }

    /// An error's text, followed by what C code has printed.
    fn with_output(&self, error: String) -> String {
        let output = self.output();
        if output.is_empty() { error } else { format!("{error}: {output}") }
    }

    /// The text that the interpreter's C code wrote to standard output and error. Ruby's own output comes as messages.
    fn output(&self) -> String {
        let output = self.machine.state().map(|state| String::from_utf8_lossy(&state.output).trim().to_string());
        output.unwrap_or_default()
    }
}

impl Guest for WasmRuby {
    fn start_call(&mut self) {
        self.stopwatch.restart();
    }

    fn allow_time(&mut self, more: Duration) {
        self.stopwatch.allow(more);
    }

    fn exchange(&mut self, message: &[u8]) -> Result<Vec<u8>, GuestFailure> {
        if message.len() > MAX_MESSAGE {
            return Err(GuestFailure::Ended("a message is too long".into()));
        }
        self.send(message);
        self.resume()?;
        Ok(std::mem::take(&mut self.channel.lock().from_guest))
    }
}
