//! The compiler: wasmtime.
//!
//! A call of the guest is a future that owns the store. Where the guest waits for the program the future is pending; it is polled once for
//! each answer, by hand and on the caller's thread. Compiled code is kept by wasmtime's own cache, in the folder that is
//! given, which has to be the user's: it is code of the machine.

use super::{STACK, Stop};
use crate::wasm::conversation::{self, BINDINGS, EVALUATE};
use crate::wasm::image::PAGE;
use crate::wasm::imports;
use crate::wasm::memory;
use crate::wasm::sections::GLOBAL_NAME;
use crate::wasm::state::State;
use std::path::Path;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use wasmtime::{
    Cache, CacheConfig, Config, Engine, Func, Global, Instance, Module, Store, StoreLimitsBuilder, Strategy, Trap, Val,
};

pub use wasmtime::{Error, Memory, StoreLimits};

/// The guest, as a function that it imports sees it.
pub type Caller<'c> = wasmtime::Caller<'c, State>;

/// The functions that a module may import.
pub type Linker = wasmtime::Linker<State>;

/// The guest's stack is larger than an interpreter's: its functions keep what they have in registers there.
const MACHINE_STACK: usize = 2 * STACK;

/// The room on a stack for the functions that the guest imports.
const OUR_STACK: usize = 1 << 20;

/// Compiled code that is kept may take so many bytes: that of this version and of the one before.
const KEPT_BYTES: u64 = 256 << 20;

/// An error with this text.
pub fn error(text: impl Into<String>) -> Error {
    Error::msg(text.into())
}

/// The error with which a program ends itself.
pub fn left(_status: i32) -> Error {
    Error::new(Left)
}

/// A limit of memory.
pub fn limits_of(memory: usize) -> StoreLimits {
    StoreLimitsBuilder::new().memory_size(memory).build()
}

#[derive(Debug)]
struct Left;

impl std::fmt::Display for Left {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("it left")
    }
}

impl std::error::Error for Left {}

/// The first result of a call, which gives the store back.
type Ended = (Store<State>, Result<Option<i32>, Error>);

/// A call that lasts.
type Call = Pin<Box<dyn Future<Output = Ended> + Send>>;

/// What an instance is doing.
enum Run {
    /// No call lasts.
    Rests(Box<Store<State>>),
    /// A call waits.
    Waits(Call),
    /// There is nothing more to call.
    Gone,
}

/// An instance of a module.
pub struct Machine {
    run: Run,
    instance: Instance,
}

impl Machine {
    /// A fresh instance. Its code is compiled, unless it is kept in this folder already.
    ///
    /// # Errors
    /// Where the bytes are no module, or one that wants something else.
    pub fn new(module: &[u8], state: State, kept: Option<&Path>) -> Result<Self, Error> {
        let engine = Engine::new(&config(kept))?;
        let module = Module::new(&engine, module)?;
        let mut store = Store::new(&engine, state);
        store.limiter(|state| &mut state.limits);
        store.set_fuel(u64::MAX)?;
        let mut linker = Linker::new(&engine);
        imports::link(&mut linker)?;
        conversation(&mut linker)?;
        deny_others(&mut linker, &module);
        let instance = at_once(linker.instantiate_async(&mut store, &module))?;
        let memory = instance.get_memory(&mut store, "memory").ok_or_else(|| error("the module has no memory"))?;
        store.data_mut().memory = Some(memory);
        Ok(Machine { run: Run::Rests(Box::new(store)), instance })
    }

    /// Calls a function, which has to come to its end, and returns the first of its results.
    ///
    /// # Errors
    /// Where it does not.
    pub fn call(&mut self, function: &str, arguments: &[i32]) -> Result<Option<i32>, Error> {
        let call = self.start(function, arguments)?;
        match self.poll(call) {
            Some(ended) => ended,
            None => Err(error("it waits where it should come to its end")),
        }
    }

    /// Begins a call, up to where it waits or ends.
    pub fn begin(&mut self, function: &str, arguments: &[i32]) -> Stop {
        match self.start(function, arguments) {
            Ok(call) => self.advance(call),
            Err(error) => Stop::Failed(error.to_string()),
        }
    }

    /// Goes on with a call that waits.
    pub fn go_on(&mut self) -> Stop {
        match std::mem::replace(&mut self.run, Run::Gone) {
            Run::Waits(call) => self.advance(call),
            other => {
                self.run = other;
                Stop::Failed("it does not wait for anything".to_string())
            }
        }
    }

    fn start(&mut self, function: &str, arguments: &[i32]) -> Result<Call, Error> {
        let Run::Rests(store) = &mut self.run else { return Err(error("another call lasts")) };
        let steps = store.data().mail.open().steps;
        store.set_fuel(steps)?;
        let function = exported(self.instance, store, function)?;
        let mut results = vec![Val::I32(0); function.ty(&**store).results().len()];
        let Run::Rests(store) = std::mem::replace(&mut self.run, Run::Gone) else {
            return Err(error("another call lasts"));
        };
        let (mut store, arguments) = (*store, values(arguments));
        Ok(Box::pin(async move {
            let done = function.call_async(&mut store, &arguments, &mut results).await;
            let first = done.map(|()| results.first().and_then(Val::i32));
            (store, first)
        }))
    }

    /// Lets a call go on; `None` where it waits.
    fn poll(&mut self, mut call: Call) -> Option<Result<Option<i32>, Error>> {
        match call.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready((store, done)) => {
                self.run = Run::Rests(Box::new(store));
                Some(done)
            }
            Poll::Pending => {
                self.run = Run::Waits(call);
                None
            }
        }
    }

    fn advance(&mut self, call: Call) -> Stop {
        match self.poll(call) {
            None => Stop::Waits,
            Some(Ok(_)) => Stop::Finished,
            Some(Err(error)) if error.is::<Left>() => Stop::Left,
            Some(Err(error)) => match error.downcast_ref() {
                Some(Trap::OutOfFuel) => Stop::OutOfSteps,
                Some(trap) => Stop::Failed(trap.to_string()),
                None => Stop::Failed(error.root_cause().to_string()),
            },
        }
    }

    fn store_mut(&mut self) -> Option<&mut Store<State>> {
        match &mut self.run {
            Run::Rests(store) => Some(store),
            _ => None,
        }
    }

    /// The state behind the imports, as long as no call lasts.
    pub fn state(&self) -> Option<&State> {
        match &self.run {
            Run::Rests(store) => Some(store.data()),
            _ => None,
        }
    }

    /// The same, to change it.
    pub fn state_mut(&mut self) -> Option<&mut State> {
        self.store_mut().map(Store::data_mut)
    }

    /// The memory, as long as no call lasts.
    pub fn memory(&self) -> Option<&[u8]> {
        match &self.run {
            Run::Rests(store) => store.data().memory.map(|memory| memory.data(&**store)),
            _ => None,
        }
    }

    /// The memory with so many bytes at least.
    pub fn memory_mut(&mut self, bytes: usize) -> Option<&mut [u8]> {
        let store = self.store_mut()?;
        let memory = store.data().memory?;
        let missing = bytes.saturating_sub(memory.data_size(&*store)).div_ceil(PAGE);
        memory.grow(&mut *store, missing as u64).ok()?;
        Some(memory.data_mut(store))
    }

    /// The globals that have the names which [`GLOBAL_NAME`] begins; `None` where one is no 32-bit integer.
    pub fn globals(&mut self) -> Option<Vec<i32>> {
        let instance = self.instance;
        let store = self.store_mut()?;
        named_globals(instance, store).into_iter().map(|global| global.get(&mut *store).i32()).collect()
    }

    /// Sets them.
    pub fn set_globals(&mut self, numbers: &[i32]) -> Option<()> {
        let instance = self.instance;
        let store = self.store_mut()?;
        let globals = named_globals(instance, store);
        if globals.len() != numbers.len() {
            return None;
        }
        globals
            .into_iter()
            .zip(numbers)
            .try_for_each(|(global, number)| global.set(&mut *store, Val::I32(*number)).ok())
    }
}

fn named_globals(instance: Instance, store: &mut Store<State>) -> Vec<Global> {
    (0..).map_while(|index| instance.get_global(&mut *store, &format!("{GLOBAL_NAME}{index}"))).collect()
}

/// The function whose name begins so: bindings have their signature behind it.
fn exported(instance: Instance, store: &mut Store<State>, name: &str) -> Result<Func, Error> {
    let begins = |export: &wasmtime::Export<'_>| export.name().split(':').next() == Some(name);
    let found = instance.exports(&mut *store).find(begins).and_then(wasmtime::Export::into_func);
    found.ok_or_else(|| error(format!("the module has no {name}")))
}

fn config(kept: Option<&Path>) -> Config {
    let mut config = Config::new();
    config.consume_fuel(true).max_wasm_stack(MACHINE_STACK).async_stack_size(MACHINE_STACK + OUR_STACK);
    // In one pass: a tenth of the time that the compiler takes which optimizes, for code that runs half as fast.
    config.strategy(Strategy::Winch);
    // Nobody reads the places in the module at which it broke.
    config.wasm_backtrace_max_frames(None).generate_address_map(false).native_unwind_info(cfg!(windows));
    config.concurrency_support(false);
    config.cache(kept.and_then(cache));
    config
}

/// The cache in a folder, if that can be one.
fn cache(folder: &Path) -> Option<Cache> {
    let mut config = CacheConfig::new();
    config.with_directory(folder).with_baseline_compression_level(1).with_files_total_size_soft_limit(KEPT_BYTES);
    // Compressing it anew in the background would take longer than many builds.
    config.with_optimized_compression_usage_counter_threshold(u64::MAX);
    Cache::new(config).ok()
}

fn values(arguments: &[i32]) -> Vec<Val> {
    arguments.iter().map(|argument| Val::I32(*argument)).collect()
}

/// The outcome of something that has nothing to wait for.
fn at_once<T>(future: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => Err(error("it waits where it should come to its end")),
    }
}

/// Pending the first time that it is asked.
struct Once(bool);

impl Future for Once {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// The calls with which the guest speaks. One of them waits for the answer.
fn conversation(linker: &mut Linker) -> Result<(), Error> {
    linker.func_wrap_async(BINDINGS, EVALUATE, |mut guest: Caller<'_>, (at, length, result): (u32, u32, u32)| {
        Box::new(async move {
            conversation::take_message(&mut guest, at, length)?;
            Once(false).await;
            let steps = guest.data().mail.open().steps;
            guest.set_fuel(steps)?;
            memory::write(&mut guest, result, &conversation::SUCCESS).map_err(|_| conversation::outside())
        })
    })?;
    linker.func_wrap_async(BINDINGS, conversation::TEXT, |mut guest: Caller<'_>, (_, result): (i32, u32)| {
        Box::new(async move {
            let message = conversation::next_message(&guest);
            let function = guest.get_export(conversation::ALLOCATE).and_then(wasmtime::Extern::into_func);
            let function = function.ok_or_else(|| error("the module has no memory to give"))?;
            let (arguments, mut given) = (values(&[0, 0, 1, conversation::room(&message)?]), [Val::I32(0)]);
            function.call_async(&mut guest, &arguments, &mut given).await?;
            let at = conversation::given(given.first().and_then(Val::i32))?;
            conversation::put_message(&mut guest, &message, at, result)
        })
    })?;
    Ok(())
}

/// Whatever else a module wants is never called by what we ask of it: calling it ends the guest.
fn deny_others(linker: &mut Linker, module: &Module) {
    for import in module.imports() {
        let Some(kind) = import.ty().func().cloned() else { continue };
        let name = import.name().to_string();
        let deny =
            move |_: Caller<'_>, _: &[Val], _: &mut [Val]| Err(error(format!("{name} is not there in the sandbox")));
        // One that is there already stays.
        let _ = linker.func_new(import.module(), import.name(), kind, deny);
    }
}
