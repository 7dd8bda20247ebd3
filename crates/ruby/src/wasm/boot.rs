//! The start of a Ruby: its initialization and the shim, once for all who begin with the same image.

use super::image::{Image, Key, PAGE};
use super::outside::{self, Nowhere};
use super::sections::{self, GLOBAL_NAME};
use super::state::State;
use super::{Limits, Outside, WasmRuby, imports};
use crate::guest::GuestFailure;
use crate::shim;
use wasmi::{CompilationMode, Config, Engine, Error, Instance, Module, ResumableCall, Store, StoreLimitsBuilder, Val};

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
    /// The module with names for its globals.
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
    /// Starts the Ruby of a module.
    ///
    /// # Errors
    /// Where the module is none, or not one of Ruby's.
    pub fn start(module: &[u8]) -> Result<Self, GuestFailure> {
        let none = || GuestFailure::NotStarted("this is no WebAssembly module".to_string());
        let module = sections::with_named_globals(module).ok_or_else(none)?;
        let mut ruby = instance(&module).map_err(|error| GuestFailure::NotStarted(error.to_string()))?;
        ruby.initialize().map_err(|error| GuestFailure::NotStarted(ruby.story(&error)))?;
        ruby.load()?;
        Ok(IdleRuby { ruby, module })
    }

    /// The Ruby of an image, where that is whole and of this key.
    pub fn restore(image: &[u8], key: &Key) -> Option<Self> {
        let image = Image::read(image, key)?;
        let mut ruby = instance(image.module).ok()?;
        ruby.put(&image)?;
        Some(IdleRuby { ruby, module: Vec::new() })
    }

    /// The image of a Ruby that was started; `None` where something of it is neither memory nor a global.
    pub fn image(&self, key: &Key) -> Option<Vec<u8>> {
        let module = sections::without_data(&self.module)?;
        self.ruby.take(&module).map(|image| image.write(key))
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
        let state = ruby.store.data_mut();
        state.outside = outside;
        state.limits = StoreLimitsBuilder::new().memory_size(limits.memory).build();
        let drives = outside::has_drive(folder);
        state.drives = drives;
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
fn instance(module: &[u8]) -> Result<WasmRuby, Error> {
    let mut config = Config::default();
    config.consume_fuel(true).compilation_mode(CompilationMode::Lazy).set_max_recursion_depth(20_000);
    config.set_max_stack_height(16 << 20);
    let engine = Engine::new(&config);
    let module = Module::new(&engine, module)?;
    let limits = Limits { steps: BOOT_STEPS, ..Limits::default() };
    let store_limits = StoreLimitsBuilder::new().memory_size(limits.memory).build();
    let environment = SETTINGS.map(str::to_string).to_vec();
    let mut store = Store::new(&engine, State::new(Box::new(Nowhere), store_limits, environment));
    store.limiter(|state| &mut state.limits);
    store.set_fuel(limits.steps)?;
    let linker = imports::link(&engine, &mut store, &module)?;
    let instance = linker.instantiate_and_start(&mut store, &module)?;
    Ok(WasmRuby { store, instance, waiting: None, limits })
}

impl WasmRuby {
    fn initialize(&mut self) -> Result<(), Error> {
        self.function("_initialize")?.call(&mut self.store, &[], &mut [])?;
        let mut list = Vec::new();
        for argument in ARGUMENTS {
            let at = self.store_bytes(argument.as_bytes())?;
            list.extend_from_slice(&at.to_le_bytes());
            list.extend_from_slice(&u32::try_from(argument.len()).unwrap_or(0).to_le_bytes());
        }
        let at = self.store_bytes(&list)?;
        let count = i32::try_from(ARGUMENTS.len()).unwrap_or(0);
        self.function("ruby-init")?.call(&mut self.store, &[Val::I32(at.cast_signed()), Val::I32(count)], &mut [])
    }

    /// Loads the shim.
    fn load(&mut self) -> Result<(), GuestFailure> {
        self.begin(&format!("{}\n{}\nGC.start", shim::BOOT_WASM, shim::LOAD))?;
        for (name, text) in shim::FILES.iter().chain([&shim::CONFINED]) {
            self.deliver(format!("{name}\n{text}").as_bytes());
            self.run_on()?;
        }
        self.deliver(b"");
        self.resume()?;
        match self.waiting.take() {
            Some(ResumableCall::Finished) if self.store.data().noise.is_empty() => Ok(()),
            other => {
                self.waiting = other;
                self.settle()
            }
        }
    }

    /// Begins to evaluate code, up to its first wait.
    fn begin(&mut self, code: &str) -> Result<(), GuestFailure> {
        self.refuel();
        let called = (|| {
            let at = self.store_bytes(code.as_bytes())?;
            let length = i32::try_from(code.len()).unwrap_or(0);
            let arguments = [Val::I32(at.cast_signed()), Val::I32(length)];
            let evaluate = self.function("rb-eval-string-protect")?;
            evaluate.call_resumable(&mut self.store, &arguments, &mut [Val::I32(0)])
        })();
        self.waiting = Some(called.map_err(|error| GuestFailure::NotStarted(self.story(&error)))?);
        self.settle()
    }

    /// Puts bytes into the guest's memory, where they stay.
    fn store_bytes(&mut self, bytes: &[u8]) -> Result<u32, Error> {
        let length = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        let mut result = [Val::I32(0)];
        let arguments = [Val::I32(0), Val::I32(0), Val::I32(1), Val::I32(length)];
        self.function("cabi_realloc")?.call(&mut self.store, &arguments, &mut result)?;
        let [Val::I32(at)] = result else { return Err(Error::new("the module has no memory to give")) };
        let at = at.cast_unsigned();
        let memory = self.memory()?;
        memory.write(&mut self.store, at as usize, bytes).map_err(|error| Error::new(error.to_string()))?;
        Ok(at)
    }

    /// The state of an instance at rest.
    fn take<'r>(&'r self, module: &'r [u8]) -> Option<Image<'r>> {
        let state = self.store.data();
        if self.waiting.is_some() || !state.is_at_rest() {
            return None;
        }
        let memory = self.memory().ok()?.data(&self.store);
        let (seed, ticks) = state.chance();
        let pages = u32::try_from(memory.len() / PAGE).ok()?;
        let globals = globals(&self.instance, &self.store).map(|global| match global.get(&self.store) {
            Val::I32(number) => Some(number),
            _ => None,
        });
        Some(Image {
            seed,
            ticks,
            pages,
            globals: globals.collect::<Option<_>>()?,
            runs: Image::runs_of(memory),
            module,
        })
    }

    /// Puts the state of an image into a fresh instance.
    fn put(&mut self, image: &Image<'_>) -> Option<()> {
        let memory = self.memory().ok()?;
        let grown = u64::from(image.pages).checked_sub(memory.size(&self.store))?;
        memory.grow(&mut self.store, grown).ok()?;
        let bytes = memory.data_mut(&mut self.store);
        for (at, run) in &image.runs {
            bytes.get_mut(*at..at.checked_add(run.len())?)?.copy_from_slice(run);
        }
        let globals: Vec<_> = globals(&self.instance, &self.store).collect();
        if globals.len() != image.globals.len() {
            return None;
        }
        for (global, number) in globals.into_iter().zip(&image.globals) {
            global.set(&mut self.store, Val::I32(*number)).ok()?;
        }
        self.store.data_mut().set_chance(image.seed, image.ticks);
        Some(())
    }
}

/// The globals of an instance, in their order.
fn globals(instance: &Instance, store: &Store<State>) -> impl Iterator<Item = wasmi::Global> {
    (0..).map_while(move |index| instance.get_global(store, &format!("{GLOBAL_NAME}{index}")))
}
