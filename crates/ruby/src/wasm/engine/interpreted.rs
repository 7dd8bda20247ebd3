//! The interpreter: wasmi.

use super::{Machine, Progress, SLICE, STACK, Trap};
use crate::wasm::channel::{self, BINDINGS, EVALUATE, RESULT_TEXT};
use crate::wasm::image::PAGE;
use crate::wasm::imports::{self, Type};
use crate::wasm::memory;
use crate::wasm::sections::{self, GLOBAL_NAME};
use crate::wasm::state::State;
use wasmi::errors::HostError;
use wasmi::{
    Caller, CompilationMode, Config, CustomFuelCosts, Engine, Error, ExternType, Func, FuncType, Global, Instance,
    Linker, Memory, Module, ResumableCall, Store, StoreLimits, StoreLimitsBuilder, TrapCode, Val, ValType,
};

/// The deepest nesting of the guest's functions.
const MAX_RECURSION: usize = 20_000;

/// The fuel for work other than the guest's instructions. Translating functions is free, because a call that runs out
/// of fuel during a translation could not be resumed.
const FUEL_COSTS: CustomFuelCosts =
    CustomFuelCosts { bytes_copied_per_fuel: 64, fuel_per_bytes_translated: 0, fuel_per_bytes_validated: 0 };

/// The data of wasmi's store, which the functions that the guest imports can read and change.
struct Data {
    state: State,
    limits: StoreLimits,
    /// The guest's memory. `None` until the module has an instance.
    memory: Option<Memory>,
}

/// The error that suspends a call, because the guest waits for a message. Contains the address in the guest's memory to
/// which the result of the imported function is written before the call resumes.
#[derive(Debug)]
struct Suspended(u32);

impl std::fmt::Display for Suspended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the guest waits")
    }
}

impl HostError for Suspended {}
impl HostError for Trap {}

/// An instance of a module that wasmi interprets. A call that can wait for messages gets its fuel in slices, so that
/// its time limit is checked between them.
pub(crate) struct Interpreted {
    store: Store<Data>,
    instance: Instance,
    suspended: Option<ResumableCall>,
    /// The fuel that is left after the current slice, until the guest's next message.
    reserve: u64,
}

impl Interpreted {
    /// Creates an instance of the module. Translates each function of the module when it is first called. If possible,
    /// the memory has at least `pages` pages from the start, because the interpreter copies the whole memory when it
    /// grows. `memory_limit` is in bytes.
    ///
    /// # Errors
    /// Fails if the bytes are not a module that exports a memory, or if its start traps.
    pub(crate) fn new(module: &[u8], pages: u32, state: State, memory_limit: usize) -> Result<Self, Trap> {
        let larger = if pages > 0 { sections::with_memory(module, pages) } else { None };
        Self::instantiate(larger.as_deref().unwrap_or(module), state, memory_limit).map_err(|error| trap(&error))
    }

    fn instantiate(module: &[u8], state: State, memory_limit: usize) -> Result<Self, Error> {
        let mut config = Config::default();
        config.consume_fuel(true).compilation_mode(CompilationMode::Lazy).fuel_cost(FUEL_COSTS);
        config.set_max_recursion_depth(MAX_RECURSION).set_max_stack_height(STACK);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, module)?;
        let mut store = Store::new(&engine, Data { state, limits: store_limits(memory_limit), memory: None });
        store.limiter(|data| &mut data.limits);
        store.set_fuel(u64::MAX)?;
        let mut linker = Linker::new(&engine);
        link(&mut linker, &mut store, &module)?;
        let instance = linker.instantiate_and_start(&mut store, &module)?;
        let memory = instance.get_memory(&store, "memory").ok_or_else(|| Error::new("the module has no memory"))?;
        store.data_mut().memory = Some(memory);
        Ok(Interpreted { store, instance, suspended: None, reserve: 0 })
    }

    /// The exported function whose name up to a colon is `name`. In the names of bindings, a signature follows the
    /// colon.
    fn function(&self, name: &str) -> Result<Func, Error> {
        let is_it = |export: &wasmi::Export<'_>| export.name().split(':').next() == Some(name);
        let found = self.instance.exports(&self.store).find(is_it).and_then(wasmi::Export::into_func);
        found.ok_or_else(|| Error::new(format!("the module has no {name}")))
    }

    /// Adds the first slice of the fuel for the guest's work on a message.
    fn refuel(&mut self) -> Result<(), Error> {
        let fuel = self.store.data().state.channel.lock().fuel;
        let slice = fuel.min(SLICE);
        self.reserve = fuel - slice;
        self.store.set_fuel(slice)
    }

    /// Adds a further slice of at least `least` units of fuel. Fails if the fuel or the time is used up.
    fn next_slice(&mut self, least: u64) -> Result<(), Trap> {
        if self.store.data().state.channel.is_overdue() {
            return Err(Trap::OutOfTime);
        }
        let slice = self.reserve.min(SLICE.max(least));
        if slice == 0 || slice < least {
            return Err(Trap::OutOfFuel);
        }
        self.reserve -= slice;
        let left = self.store.get_fuel().unwrap_or(0);
        self.store.set_fuel(left.saturating_add(slice)).map_err(|error| trap(&error))
    }

    fn progress(&mut self, outcome: Result<ResumableCall, Error>) -> Result<Progress, Trap> {
        let mut outcome = outcome;
        loop {
            match outcome {
                Ok(ResumableCall::HostTrap(call)) if call.host_error().downcast_ref::<Suspended>().is_some() => {
                    self.suspended = Some(ResumableCall::HostTrap(call));
                    return Ok(Progress::Waiting);
                }
                Ok(ResumableCall::HostTrap(call)) => return Err(trap(call.host_error())),
                Ok(ResumableCall::OutOfFuel(call)) => {
                    self.next_slice(call.required_fuel())?;
                    outcome = call.resume(&mut self.store, &mut [Val::I32(0)]);
                }
                Ok(ResumableCall::Finished) => return Ok(Progress::Finished),
                Err(error) => return Err(trap(&error)),
            }
        }
    }

    fn named_globals(&self) -> impl Iterator<Item = Global> {
        (0..).map_while(|index| self.instance.get_global(&self.store, &format!("{GLOBAL_NAME}{index}")))
    }
}

impl Machine for Interpreted {
    fn call(&mut self, function: &str, arguments: &[i32]) -> Result<Option<i32>, Trap> {
        // This call cannot pause, so it gets all of its fuel at once.
        let fuel = self.store.data().state.channel.lock().fuel;
        let called = self.store.set_fuel(fuel).and_then(|()| {
            let function = self.function(function)?;
            let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
            function.call(&mut self.store, &values(arguments), &mut results)?;
            Ok(results.first().and_then(Val::i32))
        });
        called.map_err(|error| trap(&error))
    }

    fn begin(&mut self, function: &str, arguments: &[i32]) -> Result<Progress, Trap> {
        let called = self.refuel().and_then(|()| {
            let function = self.function(function)?;
            function.call_resumable(&mut self.store, &values(arguments), &mut [Val::I32(0)])
        });
        self.progress(called)
    }

    fn resume(&mut self) -> Result<Progress, Trap> {
        let Some(ResumableCall::HostTrap(call)) = self.suspended.take() else {
            return Err(Trap::failed("no call is suspended"));
        };
        if let Some(Suspended(result)) = call.host_error().downcast_ref::<Suspended>()
            && let Some(memory) = self.store.data().memory
        {
            let written = memory.write(&mut self.store, *result as usize, &channel::SUCCESS);
            written.map_err(|error| Trap::failed(error.to_string()))?;
        }
        let resumed = self.refuel().and_then(|()| call.resume(&mut self.store, &[], &mut [Val::I32(0)]));
        self.progress(resumed)
    }

    fn state(&self) -> Option<&State> {
        self.suspended.is_none().then(|| &self.store.data().state)
    }

    fn state_mut(&mut self) -> Option<&mut State> {
        self.suspended.is_none().then(|| &mut self.store.data_mut().state)
    }

    fn memory(&self) -> Option<&[u8]> {
        self.state()?;
        self.store.data().memory.map(|memory| memory.data(&self.store))
    }

    fn memory_mut(&mut self, size: usize) -> Option<&mut [u8]> {
        self.state()?;
        let memory = self.store.data().memory?;
        let missing = size.saturating_sub(memory.data_size(&self.store)).div_ceil(PAGE);
        memory.grow(&mut self.store, missing as u64).ok()?;
        Some(memory.data_mut(&mut self.store))
    }

    fn limit_memory(&mut self, bytes: usize) {
        self.store.data_mut().limits = store_limits(bytes);
    }

    fn globals(&mut self) -> Option<Vec<i32>> {
        self.named_globals().map(|global| global.get(&self.store).i32()).collect()
    }

    fn set_globals(&mut self, values: &[i32]) -> Option<()> {
        let globals = self.named_globals().collect::<Vec<_>>();
        if globals.len() != values.len() {
            return None;
        }
        let mut pairs = globals.into_iter().zip(values);
        pairs.try_for_each(|(global, value)| global.set(&mut self.store, Val::I32(*value)).ok())
    }
}

fn store_limits(memory: usize) -> StoreLimits {
    StoreLimitsBuilder::new().memory_size(memory).build()
}

fn values(arguments: &[i32]) -> Vec<Val> {
    arguments.iter().map(|argument| Val::I32(*argument)).collect()
}

fn trap(error: &Error) -> Trap {
    match error.as_trap_code() {
        Some(TrapCode::OutOfFuel) => return Trap::OutOfFuel,
        Some(TrapCode::StackOverflow) => return Trap::StackOverflow,
        Some(TrapCode::MemoryOutOfBounds) => return Trap::OutOfBounds,
        _ => {}
    }
    error.downcast_ref::<Trap>().cloned().unwrap_or_else(|| Trap::failed(error.to_string()))
}

/// Links all functions that a module imports. If the sandbox does not have a function, calling it traps.
fn link(linker: &mut Linker<Data>, store: &mut Store<Data>, module: &Module) -> Result<(), Error> {
    for import in module.imports() {
        let (from, name) = (import.module(), import.name());
        let ExternType::Func(signature) = import.ty() else { continue };
        let function = match (from, name) {
            (BINDINGS, EVALUATE) => Func::wrap(&mut *store, evaluate),
            (BINDINGS, RESULT_TEXT) => Func::wrap(&mut *store, result_text),
            _ => host_function(store, signature, from, name),
        };
        // The module imports some functions twice.
        let _ = linker.define(from, name, function);
    }
    Ok(())
}

fn host_function(store: &mut Store<Data>, signature: &FuncType, module: &str, name: &str) -> Func {
    let found = imports::find(module, name).filter(|function| {
        let types = signature.params().iter().map(|kind| match kind {
            ValType::I32 => Some(Type::I32),
            ValType::I64 => Some(Type::I64),
            _ => None,
        });
        types.eq(function.parameters.iter().copied().map(Some))
    });
    let name = name.to_string();
    let run = move |mut guest: Caller<'_, Data>, arguments: &[Val], results: &mut [Val]| {
        let Some(function) = found else { return Err(Error::new(format!("{name} is not available in the sandbox"))) };
        let bits = arguments.iter().map(|value| match value {
            Val::I32(value) => u64::from(value.cast_unsigned()),
            Val::I64(value) => value.cast_unsigned(),
            _ => 0,
        });
        let bits = bits.collect::<Vec<_>>();
        let result = with_caller(&mut guest, |caller| (function.call)(caller, &bits))?.map_err(Error::host)?;
        if let Some(place) = results.first_mut() {
            *place = Val::I32(result);
        }
        Ok(())
    };
    Func::new(store, signature.clone(), run)
}

/// Calls a function with the guest's memory and state.
fn with_caller<T>(
    guest: &mut Caller<'_, Data>,
    function: impl FnOnce(&mut memory::Caller<'_>) -> T,
) -> Result<T, Error> {
    let memory = guest.data().memory.ok_or_else(|| Error::new("the module has no memory yet"))?;
    let (bytes, data) = memory.data_and_store_mut(guest);
    Ok(function(&mut memory::Caller { memory: memory::Memory(bytes), state: &mut data.state }))
}

/// Implements the function that the guest imports to send a message. The returned error suspends the call.
fn evaluate(mut guest: Caller<'_, Data>, address: u32, length: u32, result: u32) -> Result<(), Error> {
    with_caller(&mut guest, |caller| channel::receive(caller, address, length))?.map_err(Error::new)?;
    Err(Error::host(Suspended(result)))
}

/// Implements the function that the guest imports to receive the host's message.
fn result_text(mut guest: Caller<'_, Data>, _handle: i32, result: u32) -> Result<(), Error> {
    let message = guest.data().state.channel.take_to_guest();
    let arguments = channel::allocation(&message).map_err(Error::new)?;
    let allocate = guest.get_export(channel::ALLOCATE).and_then(wasmi::Extern::into_func);
    let allocate = allocate.ok_or_else(|| Error::new("the module has no allocator"))?;
    let mut address = [Val::I32(0)];
    // The allocator cannot pause, so it gets fuel in addition to the rest of the slice.
    let left = guest.get_fuel()?;
    guest.set_fuel(left.saturating_add(SLICE))?;
    allocate.call(&mut guest, &values(&arguments), &mut address)?;
    let left = guest.get_fuel()?.saturating_sub(SLICE);
    guest.set_fuel(left)?;
    let address = channel::allocated(address.first().and_then(Val::i32)).map_err(Error::new)?;
    with_caller(&mut guest, |caller| channel::send(caller, &message, address, result))?.map_err(Error::new)
}
