//! The start of a Ruby: its initialization and the shim, once for all who begin with the same image.

use super::conversation::{ALLOCATE, Mail};
use super::engine::{Error, Machine, Stop, error, limits_of};
use super::image::{Image, Key, PAGE};
use super::outside::{self, Nowhere};
use super::sections;
use super::state::State;
use super::{Limits, Outside, WasmRuby};
use crate::guest::GuestFailure;
use crate::shim;
use std::path::Path;

/// Steps that starting may take.
const BOOT_STEPS: u64 = 40_000_000_000;

/// The room of Ruby's stacks: those of fibers, which `Enumerator#next` uses, are too small for what this module keeps on them.
/// And the collector of garbage begins later: to it the stack is another program, unwound and put back.
const SETTINGS: [&str; 8] = [
    "RUBY_THREAD_VM_STACK_SIZE=8388608",
    "RUBY_FIBER_VM_STACK_SIZE=262144",
    "RUBY_FIBER_MACHINE_STACK_SIZE=1048576",
    "RUBY_GC_HEAP_FREE_SLOTS=60000",
    "RUBY_GC_HEAP_FREE_SLOTS_MIN_RATIO=0.3",
    "RUBY_GC_MALLOC_LIMIT=50331648",
    "RUBY_GC_MALLOC_LIMIT_MAX=67108864",
    "RUBY_GC_OLDMALLOC_LIMIT=67108864",
];

/// Ruby's command line.
const ARGUMENTS: [&str; 5] = ["ruby\0", "-W0\0", "--disable-gems\0", "-EUTF-8\0", "-e_=0\0"];

/// The call with which a Ruby becomes somebody's.
const ENTER: &str = "Hastie::Pipe.enter";

/// A Ruby that has started and has the shim, and works for nobody yet. No call into it lasts: it can be written down as an
/// image, and made of one.
pub struct IdleRuby {
    ruby: WasmRuby,
    /// The module with names for its globals and without data.
    module: Vec<u8>,
}

impl std::fmt::Debug for IdleRuby {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("IdleRuby")
    }
}

/// The key of the images of a module: `module` tells it apart from others.
pub fn key(module: &str) -> Key {
    let program = [env!("CARGO_PKG_VERSION"), module, shim::BOOT_WASM, shim::LOAD];
    let files = shim::FILES.iter().chain([&shim::CONFINED]).flat_map(|(name, text)| [*name, *text]);
    Key::of(program.into_iter().chain(SETTINGS).chain(ARGUMENTS).chain(files))
}

impl IdleRuby {
    /// Starts the Ruby of a module. An engine that compiles keeps the code in the folder `kept`, which has to be the user's.
    ///
    /// # Errors
    /// Where the module is none, or not one of Ruby's.
    pub fn start(module: &[u8], kept: Option<&Path>) -> Result<Self, GuestFailure> {
        let none = || GuestFailure::NotStarted("this is no WebAssembly module".to_string());
        let data = sections::data(module).ok_or_else(none)?;
        // Without data it is the module that an image has: it is compiled once for both.
        let named = sections::with_named_globals(module).ok_or_else(none)?;
        let module = sections::without_data(&named).ok_or_else(none)?;
        let mut ruby = instance(&module, kept).map_err(|error| GuestFailure::NotStarted(error.to_string()))?;
        ruby.fill(&data).ok_or_else(none)?;
        ruby.initialize().map_err(|error| GuestFailure::NotStarted(ruby.story(error.to_string())))?;
        ruby.load()?;
        Ok(IdleRuby { ruby, module })
    }

    /// The Ruby of an image, where that is whole and of this key. `kept` is the folder of compiled code.
    pub fn restore(image: &[u8], key: &Key, kept: Option<&Path>) -> Option<Self> {
        let image = Image::read(image, key)?;
        let mut ruby = instance(image.module, kept).ok()?;
        ruby.put(&image)?;
        Some(IdleRuby { ruby, module: Vec::new() })
    }

    /// The image of a Ruby that was started; `None` where something of it is neither memory nor a global.
    pub fn image(&mut self, key: &Key) -> Option<Vec<u8>> {
        let globals = self.ruby.machine.globals()?;
        self.ruby.take(globals, &self.module).map(|image| image.write(key))
    }

    /// The Ruby of one caller, standing in `folder`. `environment` is all that it sees of the process's.
    ///
    /// # Errors
    /// Where it ends at once.
    pub fn enter(
        self,
        folder: &str,
        outside: Box<dyn Outside>,
        environment: &[(String, String)],
        limits: Limits,
    ) -> Result<WasmRuby, GuestFailure> {
        let mut ruby = self.ruby;
        let drives = outside::has_drive(folder);
        if let Some(state) = ruby.machine.state_mut() {
            state.outside = outside;
            state.limits = limits_of(limits.memory);
            state.drives = drives;
        }
        let load = if drives { shim::LOAD } else { "" };
        ruby.begin(&format!("{ENTER}\n{load}\n{}", shim::SERVE))?;
        let variables = environment.iter().map(|(name, value)| format!("\0{name}={value}")).collect::<String>();
        ruby.deliver(format!("{folder}\0PWD={folder}{variables}").as_bytes());
        ruby.run_on()?;
        if drives {
            let (name, text) = shim::DRIVES;
            ruby.deliver(format!("{name}\n{text}").as_bytes());
            ruby.run_on()?;
            ruby.deliver(b"");
            ruby.run_on()?;
        }
        ruby.limits = limits;
        Ok(ruby)
    }
}

/// A fresh instance of a module.
fn instance(module: &[u8], kept: Option<&Path>) -> Result<WasmRuby, Error> {
    let limits = Limits { steps: BOOT_STEPS, ..Limits::default() };
    let mail = Mail::default();
    mail.open().steps = limits.steps;
    let environment = SETTINGS.map(str::to_string).to_vec();
    let state = State::new(Box::new(Nowhere), limits_of(limits.memory), environment, mail.clone());
    Ok(WasmRuby { machine: Machine::new(module, state, kept)?, mail, limits })
}

impl WasmRuby {
    /// Puts runs of bytes into the memory, each at its address.
    fn fill(&mut self, runs: &[(usize, &[u8])]) -> Option<()> {
        let memory = self.machine.memory_mut(0)?;
        runs.iter().try_for_each(|(at, run)| {
            memory.get_mut(*at..at.checked_add(run.len())?)?.copy_from_slice(run);
            Some(())
        })
    }

    fn initialize(&mut self) -> Result<(), Error> {
        self.machine.call("_initialize", &[])?;
        let mut list = Vec::new();
        for argument in ARGUMENTS {
            let at = self.store_bytes(argument.as_bytes())?;
            list.extend_from_slice(&at.to_le_bytes());
            list.extend_from_slice(&u32::try_from(argument.len()).unwrap_or(0).to_le_bytes());
        }
        let at = self.store_bytes(&list)?;
        self.machine.call("ruby-init", &[at, i32::try_from(ARGUMENTS.len()).unwrap_or(0)]).map(drop)
    }

    /// Loads the shim.
    fn load(&mut self) -> Result<(), GuestFailure> {
        self.begin(&format!("{}\n{}\nGC.start", shim::BOOT_WASM, shim::LOAD))?;
        for (name, text) in shim::FILES.iter().chain([&shim::CONFINED]) {
            self.deliver(format!("{name}\n{text}").as_bytes());
            self.run_on()?;
        }
        self.deliver(b"");
        match self.machine.go_on() {
            Stop::Finished if self.noise().is_empty() => Ok(()),
            other => self.settle(other),
        }
    }

    /// Begins to evaluate code, up to its first wait.
    fn begin(&mut self, code: &str) -> Result<(), GuestFailure> {
        self.mail.open().steps = self.limits.steps;
        let at = self.store_bytes(code.as_bytes());
        let at = at.map_err(|error| GuestFailure::NotStarted(self.story(error.to_string())))?;
        let stop = self.machine.begin("rb-eval-string-protect", &[at, i32::try_from(code.len()).unwrap_or(0)]);
        self.settle(stop)
    }

    /// Puts bytes into the guest's memory, where they stay.
    fn store_bytes(&mut self, bytes: &[u8]) -> Result<i32, Error> {
        let length = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        let given = self.machine.call(ALLOCATE, &[0, 0, 1, length])?;
        let at = given.ok_or_else(|| error("the module has no memory to give"))?;
        let start = at.cast_unsigned() as usize;
        let memory =
            self.machine.memory_mut(0).and_then(|memory| memory.get_mut(start..start.checked_add(bytes.len())?));
        memory.ok_or_else(|| error("the module has no memory to give"))?.copy_from_slice(bytes);
        Ok(at)
    }

    /// The state of an instance at rest.
    fn take<'r>(&'r self, globals: Vec<i32>, module: &'r [u8]) -> Option<Image<'r>> {
        let state = self.machine.state().filter(|state| state.is_at_rest())?;
        let memory = self.machine.memory()?;
        let (seed, ticks) = state.chance();
        let pages = u32::try_from(memory.len() / PAGE).ok()?;
        Some(Image { seed, ticks, pages, globals, runs: Image::runs_of(memory), module })
    }

    /// Puts the state of an image into a fresh instance.
    fn put(&mut self, image: &Image<'_>) -> Option<()> {
        let size = (image.pages as usize).checked_mul(PAGE)?;
        self.machine.memory_mut(size).filter(|memory| memory.len() == size)?;
        self.fill(&image.runs)?;
        self.machine.set_globals(&image.globals)?;
        self.machine.state_mut()?.set_chance(image.seed, image.ticks);
        Some(())
    }
}
