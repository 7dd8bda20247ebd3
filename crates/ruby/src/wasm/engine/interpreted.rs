//! The interpreter: wasmi.

use super::{STACK, Stop};
use crate::wasm::conversation::{self, BINDINGS, EVALUATE};
use crate::wasm::image::PAGE;
use crate::wasm::imports;
use crate::wasm::sections::GLOBAL_NAME;
use crate::wasm::state::State;
use std::path::Path;
use wasmi::{
    CompilationMode, Config, Engine, ExternType, Func, Global, Instance, Module, ResumableCall, Store,
    StoreLimitsBuilder, Val,
};

pub use wasmi::{Error, Memory, StoreLimits};

/// The guest, as a function that it imports sees it.
pub type Caller<'c> = wasmi::Caller<'c, State>;

/// The functions that a module may import.
pub type Linker = wasmi::Linker<State>;

/// The deepest nesting of the guest's functions.
const MOST_NESTED: usize = 20_000;

/// An error with this text.
pub fn error(text: impl Into<String>) -> Error {
    Error::new(text)
}

/// The error with which a program ends itself.
pub fn left(status: i32) -> Error {
    Error::i32_exit(status)
}

/// A limit of memory.
pub fn limits_of(memory: usize) -> StoreLimits {
    StoreLimitsBuilder::new().memory_size(memory).build()
}

/// The guest has said something: the program has to answer first. The outcome of its call belongs at this address.
#[derive(Debug)]
struct Waits(u32);

impl std::fmt::Display for Waits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the guest waits")
    }
}

impl wasmi::errors::HostError for Waits {}

/// An instance of a module.
pub struct Machine {
    store: Store<State>,
    instance: Instance,
    waiting: Option<ResumableCall>,
}

impl Machine {
    /// A fresh instance. Nothing is compiled, nor kept.
    ///
    /// # Errors
    /// Where the bytes are no module, or one that wants something else.
    pub fn new(module: &[u8], state: State, _kept: Option<&Path>) -> Result<Self, Error> {
        let mut config = Config::default();
        config.consume_fuel(true).compilation_mode(CompilationMode::Lazy);
        config.set_max_recursion_depth(MOST_NESTED).set_max_stack_height(STACK);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, module)?;
        let mut store = Store::new(&engine, state);
        store.limiter(|state| &mut state.limits);
        store.set_fuel(u64::MAX)?;
        let mut linker = Linker::new(&engine);
        imports::link(&mut linker)?;
        conversation(&mut linker)?;
        deny_others(&mut linker, &mut store, &module);
        let instance = linker.instantiate_and_start(&mut store, &module)?;
        let memory = instance.get_memory(&store, "memory").ok_or_else(|| error("the module has no memory"))?;
        store.data_mut().memory = Some(memory);
        Ok(Machine { store, instance, waiting: None })
    }

    /// Calls a function, which has to come to its end, and returns the first of its results.
    ///
    /// # Errors
    /// Where it does not.
    pub fn call(&mut self, function: &str, arguments: &[i32]) -> Result<Option<i32>, Error> {
        self.refuel()?;
        let function = self.function(function)?;
        let mut results = vec![Val::I32(0); function.ty(&self.store).results().len()];
        function.call(&mut self.store, &values(arguments), &mut results)?;
        Ok(results.first().and_then(Val::i32))
    }

    /// Begins a call, up to where it waits or ends.
    pub fn begin(&mut self, function: &str, arguments: &[i32]) -> Stop {
        let called = self.refuel().and_then(|()| {
            let function = self.function(function)?;
            function.call_resumable(&mut self.store, &values(arguments), &mut [Val::I32(0)])
        });
        self.stopped(called)
    }

    /// Goes on with a call that waits.
    pub fn go_on(&mut self) -> Stop {
        let Some(ResumableCall::HostTrap(call)) = self.waiting.take() else {
            return Stop::Failed("it does not wait for anything".to_string());
        };
        if let Some(Waits(result)) = call.host_error().downcast_ref::<Waits>()
            && let Some(memory) = self.store.data().memory
            && let Err(error) = memory.write(&mut self.store, *result as usize, &conversation::SUCCESS)
        {
            return Stop::Failed(error.to_string());
        }
        let next = self.refuel().and_then(|()| call.resume(&mut self.store, &[], &mut [Val::I32(0)]));
        self.stopped(next)
    }

    fn stopped(&mut self, outcome: Result<ResumableCall, Error>) -> Stop {
        match outcome {
            Ok(ResumableCall::HostTrap(trap)) => {
                let reason = trap.host_error();
                if reason.downcast_ref::<Waits>().is_some() {
                    self.waiting = Some(ResumableCall::HostTrap(trap));
                    return Stop::Waits;
                }
                if reason.i32_exit_status().is_some() { Stop::Left } else { Stop::Failed(reason.to_string()) }
            }
            Ok(ResumableCall::OutOfFuel(_)) => Stop::OutOfSteps,
            Ok(ResumableCall::Finished) => Stop::Finished,
            Err(error) => Stop::Failed(error.to_string()),
        }
    }

    /// The state behind the imports, as long as no call lasts.
    pub fn state(&self) -> Option<&State> {
        self.waiting.is_none().then(|| self.store.data())
    }

    /// The same, to change it.
    pub fn state_mut(&mut self) -> Option<&mut State> {
        self.waiting.is_none().then(|| self.store.data_mut())
    }

    /// The memory, as long as no call lasts.
    pub fn memory(&self) -> Option<&[u8]> {
        let state = self.state()?;
        state.memory.map(|memory| memory.data(&self.store))
    }

    /// The memory with so many bytes at least.
    pub fn memory_mut(&mut self, bytes: usize) -> Option<&mut [u8]> {
        let memory = self.state()?.memory?;
        let missing = bytes.saturating_sub(memory.data_size(&self.store)).div_ceil(PAGE);
        memory.grow(&mut self.store, missing as u64).ok()?;
        Some(memory.data_mut(&mut self.store))
    }

    /// The globals that have the names which [`GLOBAL_NAME`] begins; `None` where one is no 32-bit integer.
    pub fn globals(&mut self) -> Option<Vec<i32>> {
        self.named_globals().map(|global| global.get(&self.store).i32()).collect()
    }

    /// Sets them.
    pub fn set_globals(&mut self, numbers: &[i32]) -> Option<()> {
        let globals: Vec<_> = self.named_globals().collect();
        if globals.len() != numbers.len() {
            return None;
        }
        globals
            .into_iter()
            .zip(numbers)
            .try_for_each(|(global, number)| global.set(&mut self.store, Val::I32(*number)).ok())
    }

    fn named_globals(&self) -> impl Iterator<Item = Global> {
        (0..).map_while(|index| self.instance.get_global(&self.store, &format!("{GLOBAL_NAME}{index}")))
    }

    /// The function whose name begins so: bindings have their signature behind it.
    fn function(&self, name: &str) -> Result<Func, Error> {
        let begins = |export: &wasmi::Export<'_>| export.name().split(':').next() == Some(name);
        let found = self.instance.exports(&self.store).find(begins).and_then(wasmi::Export::into_func);
        found.ok_or_else(|| error(format!("the module has no {name}")))
    }

    fn refuel(&mut self) -> Result<(), Error> {
        let steps = self.store.data().mail.open().steps;
        self.store.set_fuel(steps)
    }
}

fn values(arguments: &[i32]) -> Vec<Val> {
    arguments.iter().map(|argument| Val::I32(*argument)).collect()
}

/// The calls with which the guest speaks. One of them stops it as an error would, in a way from which it can go on.
fn conversation(linker: &mut Linker) -> Result<(), Error> {
    let evaluate = |mut guest: Caller<'_>, at: u32, length: u32, result: u32| -> Result<(), Error> {
        conversation::take_message(&mut guest, at, length)?;
        Err(Error::host(Waits(result)))
    };
    linker.func_wrap(BINDINGS, EVALUATE, evaluate)?;
    let text = |mut guest: Caller<'_>, _: i32, result: u32| -> Result<(), Error> {
        let message = conversation::next_message(&guest);
        let at = allocate(&mut guest, conversation::room(&message)?)?;
        conversation::put_message(&mut guest, &message, at, result)
    };
    linker.func_wrap(BINDINGS, conversation::TEXT, text)?;
    Ok(())
}

fn allocate(guest: &mut Caller<'_>, length: i32) -> Result<u32, Error> {
    let function = guest.get_export(conversation::ALLOCATE).and_then(wasmi::Extern::into_func);
    let function = function.ok_or_else(|| error("the module has no memory to give"))?;
    let mut result = [Val::I32(0)];
    function.call(guest, &values(&[0, 0, 1, length]), &mut result)?;
    conversation::given(result.first().and_then(Val::i32))
}

/// Whatever else a module wants is never called by what we ask of it: calling it ends the guest.
fn deny_others(linker: &mut Linker, store: &mut Store<State>, module: &Module) {
    for import in module.imports() {
        let ExternType::Func(kind) = import.ty() else { continue };
        let name = import.name().to_string();
        let trap = Func::new(&mut *store, kind.clone(), move |_, _: &[Val], _: &mut [Val]| {
            Err(error(format!("{name} is not there in the sandbox")))
        });
        // One that is there already stays.
        let _ = linker.define(import.module(), import.name(), trap);
    }
}
