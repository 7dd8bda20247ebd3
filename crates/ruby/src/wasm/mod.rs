//! Ruby in a sandbox: CRuby compiled to WebAssembly, run by an interpreter. It sees what its [`Outside`] shows it, and
//! nothing else: it has no processes, no network, a memory that ends, and a number of steps for each call.

mod files;
mod imports;
mod memory;
mod outside;
mod state;

pub use outside::{Kind, Outside, Refused, Stat};

use crate::guest::{Guest, GuestFailure, MAX_MESSAGE};
use crate::shim;
use files::Waits;
use state::{State, Waiting};
use wasmi::{
    CompilationMode, Config, Engine, Error, Func, Instance, Module, ResumableCall, Store, StoreLimitsBuilder, Val,
};

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

/// Steps that starting may take.
const BOOT_STEPS: u64 = 40_000_000_000;

/// The room of Ruby's stacks. Those of fibers, which `Enumerator#next` uses, are too small for what this module keeps on
/// them.
const STACKS: [&str; 3] =
    ["RUBY_THREAD_VM_STACK_SIZE=8388608", "RUBY_FIBER_VM_STACK_SIZE=262144", "RUBY_FIBER_MACHINE_STACK_SIZE=1048576"];

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
        mut limits: Limits,
    ) -> Result<Self, GuestFailure> {
        let mut config = Config::default();
        config.consume_fuel(true).compilation_mode(CompilationMode::Lazy).set_max_recursion_depth(20_000);
        config.set_max_stack_height(16 << 20);
        let engine = Engine::new(&config);
        let broken = |error: Error| GuestFailure::NotStarted(error.to_string());
        let module = Module::new(&engine, module).map_err(broken)?;
        let store_limits = StoreLimitsBuilder::new().memory_size(limits.memory).build();
        let mut variables: Vec<String> = environment.iter().map(|(name, value)| format!("{name}={value}")).collect();
        variables.push(format!("PWD={folder}"));
        variables.extend(STACKS.map(str::to_string));
        let drives = outside::has_drive(folder);
        let mut store = Store::new(&engine, State::new(outside, store_limits, variables, drives));
        store.limiter(|state| &mut state.limits);
        store.set_fuel(BOOT_STEPS).map_err(broken)?;
        let linker = imports::link(&engine, &mut store, &module).map_err(broken)?;
        let instance = linker.instantiate_and_start(&mut store, &module).map_err(broken)?;
        let steps = std::mem::replace(&mut limits.steps, BOOT_STEPS);
        let mut ruby = WasmRuby { store, instance, waiting: None, limits };
        ruby.boot(folder).map_err(|error| GuestFailure::NotStarted(ruby.story(&error)))?;
        let on_drives = drives.then_some(&shim::DRIVES);
        for (name, text) in shim::FILES.iter().chain([&shim::CONFINED]).chain(on_drives) {
            ruby.deliver(format!("{name}\n{text}").as_bytes());
            ruby.run_on()?;
        }
        ruby.deliver(b"");
        ruby.run_on()?;
        ruby.limits.steps = steps;
        Ok(ruby)
    }

    fn function(&self, name: &str) -> Result<Func, Error> {
        let begins = |export: &wasmi::Export<'_>| export.name().split(':').next() == Some(name);
        let found = self.instance.exports(&self.store).find(begins).and_then(wasmi::Export::into_func);
        found.ok_or_else(|| Error::new(format!("the module has no {name}")))
    }

    /// Initializes Ruby and begins to evaluate the loop that serves, up to its first wait.
    fn boot(&mut self, folder: &str) -> Result<(), Error> {
        self.function("_initialize")?.call(&mut self.store, &[], &mut [])?;
        let arguments = ["ruby\0", "-W0\0", "--disable-gems\0", "-EUTF-8\0", "-e_=0\0"];
        let mut list = Vec::new();
        for argument in arguments {
            let at = self.store_bytes(argument.as_bytes())?;
            list.extend_from_slice(&at.to_le_bytes());
            list.extend_from_slice(&u32::try_from(argument.len()).unwrap_or(0).to_le_bytes());
        }
        let at = self.store_bytes(&list)?;
        let count = i32::try_from(arguments.len()).unwrap_or(0);
        self.function("ruby-init")?.call(&mut self.store, &[Val::I32(at.cast_signed()), Val::I32(count)], &mut [])?;
        let code = format!("{}\n{}", shim::BOOT_WASM, shim::SERVE);
        let code = code.replace("$HASTIE_FOLDER", &format!("{folder:?}"));
        let at = self.store_bytes(code.as_bytes())?;
        let length = i32::try_from(code.len()).unwrap_or(0);
        let evaluate = self.function("rb-eval-string-protect")?;
        let mut result = [Val::I32(0)];
        let call =
            evaluate.call_resumable(&mut self.store, &[Val::I32(at.cast_signed()), Val::I32(length)], &mut result)?;
        self.waiting = Some(call);
        self.refuel();
        self.settle().map_err(|gone| Error::new(gone.to_string()))
    }

    /// Puts bytes into the guest's memory, where they stay.
    fn store_bytes(&mut self, bytes: &[u8]) -> Result<u32, Error> {
        let length = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        let mut result = [Val::I32(0)];
        let arguments = [Val::I32(0), Val::I32(0), Val::I32(1), Val::I32(length)];
        self.function("cabi_realloc")?.call(&mut self.store, &arguments, &mut result)?;
        let [Val::I32(at)] = result else { return Err(Error::new("the module has no memory to give")) };
        let at = at.cast_unsigned();
        let memory = self.instance.get_memory(&self.store, "memory").ok_or_else(|| Error::new("no memory"))?;
        memory.write(&mut self.store, at as usize, bytes).map_err(|error| Error::new(error.to_string()))?;
        Ok(at)
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
        self.settle()
    }

    /// Carries out the read that the guest waits in.
    fn answer_read(&mut self, waiting: Waiting) -> Result<(), Error> {
        let memory = self.instance.get_memory(&self.store, "memory").ok_or_else(|| Error::new("no memory"))?;
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
