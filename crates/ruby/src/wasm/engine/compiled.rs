//! The compiler: wasmtime, with Winch or Cranelift.
//!
//! A call into the guest is a future that owns the store. While the guest waits for a message, the future is pending.
//! It is polled on the caller's thread, once for each message, without an executor. wasmtime's own cache keeps compiled
//! code, because deserializing it here would be unsafe. `code_cache` verifies the code before wasmtime reads it.
//!
//! Counting fuel would make the code larger and slower. Instead, the guest pauses at each tick of a clock, and is
//! stopped if its time is over. Without a limit of time, its fuel limits the number of ticks.

use super::code_cache::{Code, CodeCache};
use super::ticker::Ticker;
use super::{EngineConfig, Machine, Progress, STACK, Trap};
use crate::module::digest;
use crate::wasm::channel::{self, BINDINGS, EVALUATE, RESULT_TEXT};
use crate::wasm::image::PAGE;
use crate::wasm::imports::{self, Type};
use crate::wasm::memory;
use crate::wasm::sections::GLOBAL_NAME;
use crate::wasm::state::State;
use std::path::Path;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use wasmtime::{
    AsContextMut, Cache, CacheConfig, Caller, Config, Engine, Error, Func, FuncType, Global, Instance, Linker, Memory,
    Module, Store, StoreContextMut, StoreLimits, StoreLimitsBuilder, Strategy, UpdateDeadline, Val, ValType,
};

/// The size of the guest's stack. Frames of compiled code are larger than the interpreter's.
const GUEST_STACK: usize = 2 * STACK;

/// The part of a stack that is reserved for the functions that the guest imports.
const HOST_STACK: usize = 1 << 20;

/// The size in bytes above which the cache drops old entries: enough for the code of two versions.
const CACHE_BYTES: u64 = 256 << 20;

/// The fuel that is subtracted at each tick of the clock. Compiled code executes more instructions than that between
/// two ticks.
const FUEL_OF_TICK: u64 = 10_000_000;

/// The data of wasmtime's store, which the functions that the guest imports can read and change.
struct Data {
    state: State,
    /// The fuel that is left until the guest's next message. It is counted only if there is no limit of time.
    fuel: u64,
    limits: StoreLimits,
    /// The guest's memory. `None` until the module has an instance.
    memory: Option<Memory>,
}

/// The first result of a call, together with the store that the call owned.
type Returned = (Store<Data>, Result<Option<i32>, Error>);

/// A call into the guest, as a future that owns the store.
type Call = Pin<Box<dyn Future<Output = Returned> + Send>>;

/// The owner of the store.
enum Owner {
    /// The instance owns the store. No call is running or suspended.
    Idle(Box<Store<Data>>),
    /// A suspended call owns the store. Its guest waits for a reply.
    Suspended(Call),
    /// A running call owns the store.
    Running,
}

/// An instance of a module that wasmtime has compiled. Each call is a future that owns the store, so that it can be
/// suspended.
pub(crate) struct Compiled {
    owner: Owner,
    instance: Instance,
    ticker: Ticker,
}

impl Compiled {
    /// Creates an instance. The module is compiled, unless its code is in the cache. `memory_limit` is in bytes.
    ///
    /// # Errors
    /// Fails if the bytes are not a module that exports a memory, if its start traps, or if the system denies
    /// executable memory.
    pub(crate) fn new(module: &[u8], state: State, memory_limit: usize, config: &EngineConfig) -> Result<Self, Trap> {
        Self::instantiate(module, state, memory_limit, config).map_err(|error| trap(&error))
    }

    fn instantiate(module: &[u8], state: State, memory_limit: usize, settings: &EngineConfig) -> Result<Self, Error> {
        let module = compile(module, settings)?;
        let engine = module.engine().clone();
        let data = Data { state, fuel: u64::MAX, limits: store_limits(memory_limit), memory: None };
        let mut store = Store::new(&engine, data);
        store.limiter(|data| &mut data.limits);
        store.epoch_deadline_callback(pause);
        renew(&mut store);
        let mut linker = Linker::new(&engine);
        link(&mut linker, &module)?;
        let instance = ready(linker.instantiate_async(&mut store, &module))?;
        let memory = instance.get_memory(&mut store, "memory").ok_or_else(|| Error::msg("the module has no memory"))?;
        store.data_mut().memory = Some(memory);
        Ok(Compiled { owner: Owner::Idle(Box::new(store)), instance, ticker: Ticker::start(engine)? })
    }

    fn start(&mut self, function: &str, arguments: &[i32]) -> Result<Call, Error> {
        let instance = self.instance;
        let store = self.store_mut().ok_or_else(|| Error::msg("another call is suspended"))?;
        renew(&mut *store);
        let function = exported(instance, store, function)?;
        let mut results = vec![Val::I32(0); function.ty(&*store).results().len()];
        let Owner::Idle(store) = std::mem::replace(&mut self.owner, Owner::Running) else {
            return Err(Error::msg("another call is suspended"));
        };
        let (mut store, arguments) = (*store, values(arguments));
        Ok(Box::pin(async move {
            let called = function.call_async(&mut store, &arguments, &mut results).await;
            let first = called.map(|()| results.first().and_then(Val::i32));
            (store, first)
        }))
    }

    /// Runs a call until it waits for a message (`None`) or returns.
    fn poll(&mut self, mut call: Call) -> Option<Result<Option<i32>, Error>> {
        let polled = self.ticker.during(|| call.as_mut().poll(&mut Context::from_waker(Waker::noop())));
        match polled {
            Poll::Ready((store, result)) => {
                self.owner = Owner::Idle(Box::new(store));
                Some(result)
            }
            Poll::Pending => {
                self.owner = Owner::Suspended(call);
                None
            }
        }
    }

    fn advance(&mut self, call: Call) -> Result<Progress, Trap> {
        match self.poll(call) {
            None => Ok(Progress::Waiting),
            Some(Ok(_)) => Ok(Progress::Finished),
            Some(Err(error)) => Err(trap(&error)),
        }
    }

    fn store(&self) -> Option<&Store<Data>> {
        match &self.owner {
            Owner::Idle(store) => Some(store),
            _ => None,
        }
    }

    fn store_mut(&mut self) -> Option<&mut Store<Data>> {
        match &mut self.owner {
            Owner::Idle(store) => Some(store),
            _ => None,
        }
    }
}

impl Machine for Compiled {
    fn call(&mut self, function: &str, arguments: &[i32]) -> Result<Option<i32>, Trap> {
        let call = self.start(function, arguments).map_err(|error| trap(&error))?;
        match self.poll(call) {
            Some(result) => result.map_err(|error| trap(&error)),
            None => Err(Trap::failed("a function waits that should return")),
        }
    }

    fn begin(&mut self, function: &str, arguments: &[i32]) -> Result<Progress, Trap> {
        let call = self.start(function, arguments).map_err(|error| trap(&error))?;
        self.advance(call)
    }

    fn resume(&mut self) -> Result<Progress, Trap> {
        match std::mem::replace(&mut self.owner, Owner::Running) {
            Owner::Suspended(call) => self.advance(call),
            other => {
                self.owner = other;
                Err(Trap::failed("no call is suspended"))
            }
        }
    }

    fn state(&self) -> Option<&State> {
        self.store().map(|store| &store.data().state)
    }

    fn state_mut(&mut self) -> Option<&mut State> {
        self.store_mut().map(|store| &mut store.data_mut().state)
    }

    fn memory(&self) -> Option<&[u8]> {
        let store = self.store()?;
        store.data().memory.map(|memory| memory.data(store))
    }

    fn memory_mut(&mut self, size: usize) -> Option<&mut [u8]> {
        let store = self.store_mut()?;
        let memory = store.data().memory?;
        let missing = size.saturating_sub(memory.data_size(&*store)).div_ceil(PAGE);
        memory.grow(&mut *store, missing as u64).ok()?;
        Some(memory.data_mut(store))
    }

    fn limit_memory(&mut self, bytes: usize) {
        if let Some(store) = self.store_mut() {
            store.data_mut().limits = store_limits(bytes);
        }
    }

    fn globals(&mut self) -> Option<Vec<i32>> {
        let instance = self.instance;
        let store = self.store_mut()?;
        named_globals(instance, store).into_iter().map(|global| global.get(&mut *store).i32()).collect()
    }

    fn set_globals(&mut self, values: &[i32]) -> Option<()> {
        let instance = self.instance;
        let store = self.store_mut()?;
        let globals = named_globals(instance, store);
        if globals.len() != values.len() {
            return None;
        }
        let mut pairs = globals.into_iter().zip(values);
        pairs.try_for_each(|(global, value)| global.set(&mut *store, Val::I32(*value)).ok())
    }
}

fn named_globals(instance: Instance, store: &mut Store<Data>) -> Vec<Global> {
    (0..).map_while(|index| instance.get_global(&mut *store, &format!("{GLOBAL_NAME}{index}"))).collect()
}

/// The exported function whose name up to a colon is `name`. In the names of bindings, a signature follows the colon.
fn exported(instance: Instance, store: &mut Store<Data>, name: &str) -> Result<Func, Error> {
    let is_it = |export: &wasmtime::Export<'_>| export.name().split(':').next() == Some(name);
    let found = instance.exports(&mut *store).find(is_it).and_then(wasmtime::Export::into_func);
    found.ok_or_else(|| Error::msg(format!("the module has no {name}")))
}

/// The compiled module, from the cache if the code there is intact.
fn compile(module: &[u8], settings: &EngineConfig) -> Result<Module, Error> {
    // Without a cache, each start compiles the module.
    let code_cache = settings.cache_dir.as_ref().and_then(|folder| open_cache(folder, module, settings));
    let code = code_cache.as_ref().map_or(Code::Quick, CodeCache::code);
    let engine = Engine::new(&config(code, code_cache.as_ref().map(CodeCache::folder).as_deref()))?;
    let module = Module::new(&engine, module)?;
    if let Some(code_cache) = code_cache {
        let _ = code_cache.record();
    }
    Ok(module)
}

/// The folder of optimized code if it contains intact code or may be filled now, otherwise the folder of quick code.
/// `None` if no folder can be made private.
fn open_cache(folder: &Path, module: &[u8], settings: &EngineConfig) -> Option<CodeCache> {
    let module = digest(module);
    let mut messages = Vec::new();
    let optimized = (settings.optimizes || CodeCache::exists(folder, &module, Code::Optimized))
        .then(|| CodeCache::open(folder, &module, Code::Optimized, &mut messages).ok())
        .flatten();
    // If the optimized code was damaged, a build does not wait for it again.
    let optimized = optimized.filter(|cache| settings.optimizes || cache.is_filled());
    let found = optimized.or_else(|| CodeCache::open(folder, &module, Code::Quick, &mut messages).ok());
    settings.messages.extend(messages);
    found
}

fn config(code: Code, cache_dir: Option<&Path>) -> Config {
    let mut config = Config::new();
    config.epoch_interruption(true).max_wasm_stack(GUEST_STACK).async_stack_size(GUEST_STACK + HOST_STACK);
    // Winch compiles ten times as fast as Cranelift, but its code runs half as fast.
    config.strategy(match code {
        Code::Quick => Strategy::Winch,
        Code::Optimized => Strategy::Cranelift,
    });
    // Profilers of machine code would use the symbols.
    config.debug_symbols(false);
    // Indirect calls need not check whether their function is in the table yet. Winch does not support this.
    config.table_lazy_init(code == Code::Quick);
    // Backtraces come from Ruby, so WebAssembly's are not needed.
    config.wasm_backtrace_max_frames(None).generate_address_map(false).native_unwind_info(cfg!(windows));
    config.concurrency_support(false);
    config.cache(cache_dir.and_then(cache));
    config
}

/// Opens wasmtime's cache of compiled code in a folder. `None` if the folder cannot be created.
fn cache(folder: &Path) -> Option<Cache> {
    let mut config = CacheConfig::new();
    config.with_directory(folder).with_baseline_compression_level(1).with_files_total_size_soft_limit(CACHE_BYTES);
    // Recompressing entries in the background takes longer than many builds.
    config.with_optimized_compression_usage_counter_threshold(u64::MAX);
    Cache::new(config).ok()
}

fn store_limits(memory: usize) -> StoreLimits {
    StoreLimitsBuilder::new().memory_size(memory).build()
}

fn values(arguments: &[i32]) -> Vec<Val> {
    arguments.iter().map(|argument| Val::I32(*argument)).collect()
}

fn trap(error: &Error) -> Trap {
    if let Some(trap) = error.downcast_ref::<Trap>() {
        return trap.clone();
    }
    match error.downcast_ref::<wasmtime::Trap>() {
        Some(wasmtime::Trap::StackOverflow) => Trap::StackOverflow,
        Some(wasmtime::Trap::MemoryOutOfBounds) => Trap::OutOfBounds,
        Some(trap) => Trap::failed(trap.to_string()),
        None => Trap::failed(error.root_cause().to_string()),
    }
}

/// Gives the guest the fuel for its next message, and the time until the next tick.
fn renew(mut store: impl AsContextMut<Data = Data>) {
    let mut store = store.as_context_mut();
    let fuel = store.data().state.channel.lock().fuel;
    store.data_mut().fuel = fuel;
    store.set_epoch_deadline(1);
}

/// Checks the guest's limits at a tick of the clock. The first tick may follow the start of a call immediately, so it
/// never stops a guest for its fuel.
fn pause(mut store: StoreContextMut<'_, Data>) -> Result<UpdateDeadline, Error> {
    let data = store.data_mut();
    let deadline = data.state.channel.lock().deadline;
    match deadline {
        Some(deadline) if deadline.is_over() => return Err(Error::new(Trap::OutOfTime)),
        Some(_) => {}
        None if data.fuel == 0 => return Err(Error::new(Trap::OutOfFuel)),
        None => data.fuel = data.fuel.saturating_sub(FUEL_OF_TICK),
    }
    Ok(UpdateDeadline::Continue(1))
}

/// The output of a future that is never pending.
fn ready<T>(future: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    match std::pin::pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => Err(Error::msg("a function waits that should return")),
    }
}

/// A future that is pending once.
struct Yield(bool);

impl Future for Yield {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// Links all functions that a module imports. If the sandbox does not have a function, calling it traps.
fn link(linker: &mut Linker<Data>, module: &Module) -> Result<(), Error> {
    linker.func_wrap_async(BINDINGS, EVALUATE, |mut guest: Caller<'_, Data>, arguments: (u32, u32, u32)| {
        Box::new(async move { evaluate(&mut guest, arguments).await })
    })?;
    linker.func_wrap_async(BINDINGS, RESULT_TEXT, |mut guest: Caller<'_, Data>, (_, result): (i32, u32)| {
        Box::new(async move { result_text(&mut guest, result).await })
    })?;
    for import in module.imports() {
        let Some(signature) = import.ty().func().cloned() else { continue };
        let (from, name) = (import.module(), import.name());
        if from != BINDINGS || (name != EVALUATE && name != RESULT_TEXT) {
            // The module imports some functions twice.
            let _ = linker.func_new(from, name, signature.clone(), host_function(&signature, from, name));
        }
    }
    Ok(())
}

fn host_function(
    signature: &FuncType,
    module: &str,
    name: &str,
) -> impl Fn(Caller<'_, Data>, &[Val], &mut [Val]) -> Result<(), Error> + Send + Sync + 'static {
    let found = imports::find(module, name).filter(|function| {
        let types = signature.params().map(|kind| match kind {
            ValType::I32 => Some(Type::I32),
            ValType::I64 => Some(Type::I64),
            _ => None,
        });
        types.eq(function.parameters.iter().copied().map(Some))
    });
    let name = name.to_string();
    move |mut guest, arguments, results| {
        let Some(function) = found else {
            return Err(Error::msg(format!("{name} is not available in the sandbox")));
        };
        let bits = arguments.iter().map(|value| match value {
            Val::I32(value) => u64::from(value.cast_unsigned()),
            Val::I64(value) => value.cast_unsigned(),
            _ => 0,
        });
        let bits = bits.collect::<Vec<_>>();
        let result = with_caller(&mut guest, |caller| (function.call)(caller, &bits))?.map_err(Error::new)?;
        if let Some(place) = results.first_mut() {
            *place = Val::I32(result);
        }
        Ok(())
    }
}

/// Calls a function with the guest's memory and state.
fn with_caller<T>(
    guest: &mut Caller<'_, Data>,
    function: impl FnOnce(&mut memory::Caller<'_>) -> T,
) -> Result<T, Error> {
    let memory = guest.data().memory.ok_or_else(|| Error::msg("the module has no memory yet"))?;
    let (bytes, data) = memory.data_and_store_mut(guest);
    Ok(function(&mut memory::Caller { memory: memory::Memory(bytes), state: &mut data.state }))
}

/// Implements the function that the guest imports to send a message. It returns when the host's message is available.
async fn evaluate(guest: &mut Caller<'_, Data>, arguments: (u32, u32, u32)) -> Result<(), Error> {
    let (address, length, result) = arguments;
    with_caller(guest, |caller| channel::receive(caller, address, length))?.map_err(Error::msg)?;
    Yield(false).await;
    renew(&mut *guest);
    let written = with_caller(guest, |caller| caller.memory.write(result, &channel::SUCCESS))?;
    written.map_err(|_| Error::msg(channel::OUT_OF_BOUNDS))
}

/// Implements the function that the guest imports to receive the host's message.
async fn result_text(guest: &mut Caller<'_, Data>, result: u32) -> Result<(), Error> {
    let message = guest.data().state.channel.take_to_guest();
    let arguments = channel::allocation(&message).map_err(Error::msg)?;
    let allocate = guest.get_export(channel::ALLOCATE).and_then(wasmtime::Extern::into_func);
    let allocate = allocate.ok_or_else(|| Error::msg("the module has no allocator"))?;
    let mut address = [Val::I32(0)];
    allocate.call_async(&mut *guest, &values(&arguments), &mut address).await?;
    let address = channel::allocated(address.first().and_then(Val::i32)).map_err(Error::msg)?;
    with_caller(guest, |caller| channel::send(caller, &message, address, result))?.map_err(Error::msg)
}
