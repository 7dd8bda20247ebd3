//! Ruby in a sandbox: CRuby compiled to WebAssembly, run by an interpreter. It sees what its [`Outside`] shows it, and
//! nothing else: it has no processes, no network, a memory that ends, and a number of steps for each call.

mod boot;
mod conversation;
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
use conversation::{SUCCESS, Waits};
use state::State;
use wasmi::{Error, Func, Instance, Memory, ResumableCall, Store, Val};

/// The limits of a sandboxed Ruby.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of memory.
    pub memory: usize,
    /// Steps of the interpreter for one call.
    pub steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { memory: 512 << 20, steps: 40_000_000_000 }
    }
}

/// A Ruby in its sandbox.
pub struct WasmRuby {
    store: Store<State>,
    instance: Instance,
    waiting: Option<ResumableCall>,
    limits: Limits,
}

impl WasmRuby {
    /// Starts the Ruby of a module, standing in `folder`, with the shim loaded. `environment` is all that it sees of
    /// the process's.
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
        IdleRuby::start(module)?.enter(folder, outside, environment, limits)
    }

    fn function(&self, name: &str) -> Result<Func, Error> {
        let begins = |export: &wasmi::Export<'_>| export.name().split(':').next() == Some(name);
        let found = self.instance.exports(&self.store).find(begins).and_then(wasmi::Export::into_func);
        found.ok_or_else(|| Error::new(format!("the module has no {name}")))
    }

    fn memory(&self) -> Result<Memory, Error> {
        self.instance.get_memory(&self.store, "memory").ok_or_else(|| Error::new("the module has no memory"))
    }

    fn refuel(&mut self) {
        let _ = self.store.set_fuel(self.limits.steps);
    }

    /// Lays a message ready for the guest.
    fn deliver(&mut self, message: &[u8]) {
        let state = self.store.data_mut();
        state.incoming = message.to_vec();
        state.outgoing.clear();
    }

    /// Lets the guest go on until it waits again.
    fn run_on(&mut self) -> Result<(), GuestFailure> {
        self.resume()?;
        self.settle()
    }

    /// Lets it go on until it waits or ends.
    fn resume(&mut self) -> Result<(), GuestFailure> {
        self.refuel();
        let Some(ResumableCall::HostTrap(call)) = self.waiting.take() else {
            return Err(GuestFailure::Ended("it does not wait for anything".into()));
        };
        if let Some(result) = self.store.data_mut().waiting.take() {
            let written = self.memory().and_then(|memory| {
                memory.write(&mut self.store, result as usize, &SUCCESS).map_err(|error| Error::new(error.to_string()))
            });
            written.map_err(|error| GuestFailure::Ended(error.to_string()))?;
        }
        let next = call.resume(&mut self.store, &[], &mut [Val::I32(0)]);
        self.waiting = Some(next.map_err(|error| self.gone(&error))?);
        Ok(())
    }

    /// Looks at how the guest stopped.
    fn settle(&mut self) -> Result<(), GuestFailure> {
        match &self.waiting {
            Some(ResumableCall::HostTrap(trap)) if trap.host_error().downcast_ref::<Waits>().is_some() => Ok(()),
            Some(ResumableCall::HostTrap(trap)) => {
                let why = trap.host_error().to_string();
                let ended = trap.host_error().i32_exit_status().is_some();
                self.waiting = None;
                Err(GuestFailure::Ended(if ended { "it left".to_string() } else { why }))
            }
            Some(ResumableCall::OutOfFuel(_)) => {
                self.waiting = None;
                Err(GuestFailure::StepLimit(self.limits.steps))
            }
            Some(ResumableCall::Finished) | None => {
                self.waiting = None;
                let noise = String::from_utf8_lossy(&self.store.data().noise).trim().to_string();
                Err(GuestFailure::Ended(if noise.is_empty() { "it left its loop".to_string() } else { noise }))
            }
        }
    }

    fn gone(&self, error: &Error) -> GuestFailure {
        GuestFailure::Ended(self.story(error))
    }

    /// An error with what Ruby wrote before it.
    fn story(&self, error: &Error) -> String {
        let noise = String::from_utf8_lossy(&self.store.data().noise).trim().to_string();
        if noise.is_empty() { error.to_string() } else { format!("{error}: {noise}") }
    }
}

impl Guest for WasmRuby {
    fn exchange(&mut self, message: &[u8]) -> Result<Vec<u8>, GuestFailure> {
        if message.len() > MAX_MESSAGE {
            return Err(GuestFailure::Ended("a message is too long".into()));
        }
        self.deliver(message);
        self.run_on()?;
        let sent = std::mem::take(&mut self.store.data_mut().outgoing);
        Ok(sent)
    }
}
