//! Starts Ruby: initializes it and loads the shim. This is done once, and the result is saved as an image.

use super::channel::{ALLOCATE, Channel};
use super::engine::{self, EngineConfig, Progress, Trap};
use super::host::{self, NoFiles};
use super::image::{self, Head, Key, PAGE, StoredImage};
use super::preopened::PREOPENED;
use super::sections;
use super::stack_repair;
use super::state::State;
use super::time_limit::Stopwatch;
use super::{HostFiles, Limits, WasmRuby};
use crate::guest::GuestFailure;
use crate::shim;
use std::io::Read;

/// The fuel for each step of starting Ruby. One unit is about one WebAssembly instruction.
const BOOT_FUEL: u64 = 40_000_000_000;

/// The environment in which Ruby starts. The stacks, above all the stacks of fibers (`Enumerator#next`), are larger
/// than the defaults, which are too small for this module's frames. The garbage collector runs less often, because it
/// scans the stack by unwinding and rewinding it, which is expensive in this module.
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

/// The last code before the image is saved. It leaves 8 MB of free memory, so that small sites need no more: the
/// interpreter copies the whole memory if it grows.
const LEAVE_ROOM: &str = "GC.start\nString.new(capacity: 8_388_608).clear";

/// The command line of the sandboxed Ruby: the program's name and the options.
const ARGUMENTS: [&str; 5] = ["ruby\0", "-W0\0", "--disable-gems\0", "-EUTF-8\0", "-e_=0\0"];

/// The Ruby code that takes the working directory and the environment from the next message.
const ENTER: &str = "Hastie::Pipe.enter";

/// A Ruby that has started and loaded the shim, but does not serve a site yet. No call into it is suspended, so its
/// state can be saved in an image and restored.
pub struct IdleRuby {
    ruby: WasmRuby,
    /// The module as the image contains it: its globals are exported, and it has no data segments. Empty for a Ruby
    /// that was restored from an image.
    module: Vec<u8>,
}

impl std::fmt::Debug for IdleRuby {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("IdleRuby")
    }
}

/// The key of the image of a started Ruby. It differs for other modules and for other versions of Hastie. `module` is a
/// text that identifies the module, such as its path, size and time.
pub fn key(module: &str) -> Key {
    let program = [env!("CARGO_PKG_VERSION"), module, shim::BOOT_WASM, shim::LOAD];
    let files = shim::FILES.iter().chain(shim::SANDBOX).flat_map(|(name, text)| [*name, *text]);
    Key::of(
        program
            .into_iter()
            .chain(SETTINGS)
            .chain(ARGUMENTS)
            .chain([LEAVE_ROOM])
            .chain(PREOPENED.iter().copied())
            .chain(files),
    )
}

impl IdleRuby {
    /// Starts Ruby from the bytes of `ruby.wasm`, without a site.
    ///
    /// # Errors
    /// Fails if the bytes are not a module with Ruby, or if Ruby or the shim does not start.
    pub fn start(module: &[u8], config: &EngineConfig) -> Result<Self, GuestFailure> {
        let no_module = || GuestFailure::NotStarted("this is not a WebAssembly module".to_string());
        let data = sections::data(module).ok_or_else(no_module)?;
        // Images contain the module without data. If a first start uses the same bytes, the module is compiled only
        // once.
        let named = sections::with_named_globals(module).ok_or_else(no_module)?;
        let repaired = stack_repair::with_restored_stack(&named).ok_or_else(no_module)?;
        let module = sections::without_data(&repaired).ok_or_else(no_module)?;
        let mut ruby = instantiate(&module, 0, config).map_err(|trap| GuestFailure::NotStarted(trap.to_string()))?;
        ruby.write_runs(&data).ok_or_else(no_module)?;
        ruby.initialize().map_err(|trap| GuestFailure::NotStarted(ruby.with_output(trap.to_string())))?;
        ruby.load_shim()?;
        Ok(IdleRuby { ruby, module })
    }

    /// Restores the Ruby of an image. `None` if the image is damaged, or if no engine can run its module.
    pub fn restore<R: Read>(image: StoredImage<R>, config: &EngineConfig) -> Option<Self> {
        let (head, memory) = image.head()?;
        let mut ruby = instantiate(&head.module, head.pages, config).ok()?;
        let size = (head.pages as usize).checked_mul(PAGE)?;
        memory.fill(ruby.machine.memory_mut(size).filter(|memory| memory.len() == size)?)?;
        ruby.machine.set_globals(&head.globals)?;
        ruby.machine.state_mut()?.set_counters(head.seed, head.ticks);
        Some(IdleRuby { ruby, module: Vec::new() })
    }

    /// The bytes of an image: the saved state of a Ruby from [`IdleRuby::start`]. `None` if the state includes more
    /// than memory and globals, such as open files.
    pub fn image(&mut self, key: &Key) -> Option<Vec<u8>> {
        let machine = &mut self.ruby.machine;
        let globals = machine.globals()?;
        let (seed, ticks) = machine.state().filter(|state| state.is_pristine())?.counters();
        let memory = machine.memory()?;
        let pages = u32::try_from(memory.len() / PAGE).ok()?;
        let head = Head { seed, ticks, pages, globals, module: self.module.clone() };
        Some(image::write(&head, &image::runs_of(memory), key))
    }

    /// Gives the started Ruby its working directory, files, environment variables and limits. Ruby sees no other files
    /// and variables of the host.
    ///
    /// # Errors
    /// Fails if the Ruby ends immediately.
    pub fn enter(
        self,
        folder: &str,
        files: Box<dyn HostFiles>,
        environment: &[(String, String)],
        limits: Limits,
    ) -> Result<WasmRuby, GuestFailure> {
        let mut ruby = self.ruby;
        let drives = host::has_drive(folder);
        ruby.machine.limit_memory(limits.memory);
        if let Some(state) = ruby.machine.state_mut() {
            state.files = files;
            state.drives = drives;
        }
        let load = if drives { shim::LOAD } else { "" };
        ruby.evaluate(&format!("{ENTER}\n{load}\n{}", shim::SERVE))?;
        let variables = environment.iter().map(|(name, value)| format!("\0{name}={value}")).collect::<String>();
        ruby.send(format!("{folder}\0PWD={folder}{variables}").as_bytes());
        ruby.resume()?;
        if drives {
            let (name, text) = shim::DRIVES;
            ruby.send(format!("{name}\n{text}").as_bytes());
            ruby.resume()?;
            ruby.send(b"");
            ruby.resume()?;
        }
        ruby.stopwatch = Stopwatch::new(limits.time);
        ruby.limits = limits;
        Ok(ruby)
    }
}

/// Creates a fresh instance of a module. `pages` is the size to which the caller will soon grow the memory, in pages of
/// 64 KiB.
fn instantiate(module: &[u8], pages: u32, config: &EngineConfig) -> Result<WasmRuby, Trap> {
    let limits = Limits { fuel: BOOT_FUEL, ..Limits::default() };
    let channel = Channel::default();
    channel.lock().fuel = limits.fuel;
    let state = || State::new(Box::new(NoFiles), SETTINGS.map(str::to_string).to_vec(), channel.clone());
    let machine = engine::instantiate(module, pages, state, limits.memory, config)?;
    Ok(WasmRuby { machine, channel, limits, stopwatch: Stopwatch::default() })
}

impl WasmRuby {
    /// Writes runs of bytes into the memory, each at its address. `None` if the memory cannot hold them.
    fn write_runs(&mut self, runs: &[(usize, &[u8])]) -> Option<()> {
        let memory = self.machine.memory_mut(0)?;
        runs.iter().try_for_each(|(address, run)| {
            memory.get_mut(*address..address.checked_add(run.len())?)?.copy_from_slice(run);
            Some(())
        })
    }

    fn initialize(&mut self) -> Result<(), Trap> {
        self.machine.call("_initialize", &[])?;
        let mut list = Vec::new();
        for argument in ARGUMENTS {
            let address = self.allocate_bytes(argument.as_bytes())?;
            list.extend_from_slice(&address.to_le_bytes());
            list.extend_from_slice(&u32::try_from(argument.len()).unwrap_or(0).to_le_bytes());
        }
        let list = self.allocate_bytes(&list)?;
        self.machine.call("ruby-init", &[list, i32::try_from(ARGUMENTS.len()).unwrap_or(0)]).map(drop)
    }

    fn load_shim(&mut self) -> Result<(), GuestFailure> {
        self.evaluate(&format!("{}\n{}\n{LEAVE_ROOM}", shim::BOOT_WASM, shim::LOAD))?;
        for (name, text) in shim::FILES.iter().chain(shim::SANDBOX) {
            self.send(format!("{name}\n{text}").as_bytes());
            self.resume()?;
        }
        self.send(b"");
        match self.machine.resume() {
            Ok(Progress::Finished) if self.output().is_empty() => Ok(()),
            other => self.expect_waiting(other),
        }
    }

    /// Evaluates Ruby code until it waits for a message.
    fn evaluate(&mut self, code: &str) -> Result<(), GuestFailure> {
        self.channel.lock().fuel = self.limits.fuel;
        let address = self.allocate_bytes(code.as_bytes());
        let address = address.map_err(|trap| GuestFailure::NotStarted(self.with_output(trap.to_string())))?;
        let arguments = [address, i32::try_from(code.len()).unwrap_or(0)];
        let progress = self.machine.begin("rb-eval-string-protect", &arguments);
        self.expect_waiting(progress)
    }

    /// Copies bytes into newly allocated memory of the guest, which is never freed.
    fn allocate_bytes(&mut self, bytes: &[u8]) -> Result<i32, Trap> {
        let no_memory = || Trap::failed("the module has no memory left");
        let length = i32::try_from(bytes.len()).unwrap_or(i32::MAX);
        let address = self.machine.call(ALLOCATE, &[0, 0, 1, length])?.ok_or_else(no_memory)?;
        self.write_runs(&[(address.cast_unsigned() as usize, bytes)]).ok_or_else(no_memory)?;
        Ok(address)
    }
}
