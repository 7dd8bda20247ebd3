//! Ruby in a sandbox: CRuby compiled to WebAssembly, run by an interpreter. It sees what its [`Outside`] shows it, and
//! nothing else: it has no processes, no network, a memory that ends, and a number of steps for each call.

mod boot;
mod files;
mod image;
mod imports;
mod memory;
mod outside;
mod sections;
mod state;

pub use boot::{IdleRuby, key};
pub use image::Key;
pub use outside::{Kind, Outside, Refused, Stat, plain};

use crate::guest::{Guest, GuestFailure, MAX_MESSAGE};
use files::Waits;
use state::{State, Waiting};
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

    /// Lays a message ready for the guest to read.
    fn deliver(&mut self, message: &[u8]) {
        let state = self.store.data_mut();
        state.incoming.clear();
        state.read_so_far = 0;
        state.incoming.extend_from_slice(&u32::try_from(message.len()).unwrap_or(0).to_be_bytes());
        state.incoming.extend_from_slice(message);
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
        if let Some(waiting) = self.store.data_mut().waiting.take() {
            self.answer_read(waiting).map_err(|error| GuestFailure::Ended(error.to_string()))?;
        }
        let mut result = [Val::I32(0)];
        let next = call.resume(&mut self.store, &[Val::I32(0)], &mut result);
        self.waiting = Some(next.map_err(|error| self.gone(&error))?);
        Ok(())
    }

    /// Carries out the read that the guest waits in.
    fn answer_read(&mut self, waiting: Waiting) -> Result<(), Error> {
        let memory = self.memory()?;
        let failed = |_| Error::new("a read beyond the guest's memory");
        let mut count = 0_u32;
        for number in 0..waiting.count {
            let mut vector = [0; 8];
            let at = waiting.vectors as usize + number as usize * 8;
            memory.read(&self.store, at, &mut vector).map_err(failed)?;
            let [a, b, c, d, e, f, g, h] = vector;
            let (at, room) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
            let state = self.store.data_mut();
            let unread = state.unread();
            let part = unread[..unread.len().min(room as usize)].to_vec();
            state.read_so_far += part.len();
            memory.write(&mut self.store, at as usize, &part).map_err(failed)?;
            count += u32::try_from(part.len()).unwrap_or(0);
        }
        memory.write(&mut self.store, waiting.result as usize, &count.to_le_bytes()).map_err(failed)
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
        let length = sent.first_chunk::<4>().map(|head| u32::from_be_bytes(*head) as usize);
        match (length, sent.get(4..)) {
            (Some(length), Some(body)) if body.len() == length => Ok(body.to_vec()),
            _ => Err(GuestFailure::Ended("it sent half a message".into())),
        }
    }
}
