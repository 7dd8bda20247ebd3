//! The engines that run a module, behind one trait. wasmi interprets the module and starts at once. wasmtime compiles
//! it, which takes seconds the first time and is cached. Compiled code runs several times as fast.
//!
//! wasmtime is available if the feature of its name is enabled, and if Winch, its one-pass compiler, supports the
//! machine. It needs executable memory and a large address space. If a hardened system or a memory limit denies these,
//! the interpreter is used.

#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
mod code_cache;
#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
mod compiled;
mod interpreted;
#[cfg(test)]
mod tests;
#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
mod ticker;

use super::state::State;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The way to run a WebAssembly module: compiled to native code, or interpreted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// The compiler if it is available and works, otherwise the interpreter.
    #[default]
    Fastest,
    /// Always the interpreter.
    Interpreter,
}

/// The settings for a WebAssembly engine: compiler or interpreter, the cache of compiled code, and messages.
#[derive(Debug, Clone, Default)]
pub struct EngineConfig {
    /// Whether the guest's code is compiled or interpreted.
    pub engine: Engine,
    /// The folder for the cache of compiled code. Because this is native code, the folder is made private, and damaged
    /// code is compiled again. `None` disables the cache.
    pub cache_dir: Option<PathBuf>,
    /// Whether a compiler may spend half a minute on faster code. Without a `cache_dir`, this has no effect.
    pub optimizes: bool,
    /// The list to which engines add messages for the user.
    pub messages: Messages,
}

/// Messages for the user about problems that an engine found.
#[derive(Debug, Clone, Default)]
pub struct Messages(Arc<Mutex<Vec<String>>>);

impl Messages {
    /// Removes all messages so far, and returns them in order.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Appends messages for the user, which [`Messages::take`] returns later.
    pub fn extend(&self, messages: Vec<String>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(messages);
    }
}

/// Why a call into the guest did not return: the guest exited, reached a limit, or failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Trap {
    /// The guest called `proc_exit`.
    Exit,
    /// The guest used up its fuel.
    OutOfFuel,
    /// The guest was running at its deadline.
    OutOfTime,
    /// The guest's functions nest too deeply.
    StackOverflow,
    /// The guest reads or writes outside its memory.
    OutOfBounds,
    /// Any other trap, or an error of a function that the guest imports.
    Failed(String),
}

impl Trap {
    /// A trap that none of the other variants describes, with a message.
    pub(crate) fn failed(text: impl Into<String>) -> Self {
        Trap::Failed(text.into())
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trap::Exit => f.write_str("it exited"),
            Trap::OutOfFuel => f.write_str("it used up its fuel"),
            Trap::OutOfTime => f.write_str("its time was over"),
            Trap::StackOverflow => f.write_str("its stack overflowed"),
            Trap::OutOfBounds => f.write_str("it left its memory"),
            Trap::Failed(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Trap {}

/// The state of a call that has not trapped: it waits for a message, or it has returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The guest has sent a message and waits for a reply.
    Waiting,
    /// The call has returned.
    Finished,
}

/// An instance of a module. One call at a time can be suspended in it, while the guest waits for a message.
pub(crate) trait Machine: Send {
    /// Calls an exported function that never waits, and returns the first of its results.
    ///
    /// # Errors
    /// Fails if the function does not exist, traps, or waits.
    fn call(&mut self, function: &str, arguments: &[i32]) -> Result<Option<i32>, Trap>;

    /// Calls an exported function until it waits or returns.
    ///
    /// # Errors
    /// Fails if the function does not exist, or traps.
    fn begin(&mut self, function: &str, arguments: &[i32]) -> Result<Progress, Trap>;

    /// Resumes the suspended call.
    ///
    /// # Errors
    /// Fails if no call is suspended, or if it traps.
    fn resume(&mut self) -> Result<Progress, Trap>;

    /// The host's state for this guest, such as its open files. `None` while a call is suspended.
    fn state(&self) -> Option<&State>;

    /// The host's state for this guest, mutable. `None` while a call is suspended.
    fn state_mut(&mut self) -> Option<&mut State>;

    /// The guest's memory. `None` while a call is suspended.
    fn memory(&self) -> Option<&[u8]>;

    /// The guest's memory, grown to `size` bytes if it is smaller. `None` while a call is suspended, or if `size`
    /// exceeds the limit.
    fn memory_mut(&mut self, size: usize) -> Option<&mut [u8]>;

    /// Sets the maximum size of the guest's memory, in bytes.
    fn limit_memory(&mut self, bytes: usize);

    /// The globals that [`super::sections::with_named_globals`] has named. `None` if one of them is not a 32-bit
    /// integer.
    fn globals(&mut self) -> Option<Vec<i32>>;

    /// Sets the globals. `None` if the number of `values` is not the number of globals.
    fn set_globals(&mut self, values: &[i32]) -> Option<()>;
}

/// Creates an instance of a module, with a memory limit in bytes. With [`Engine::Fastest`], compiles the module, or
/// interprets it if it cannot be compiled. `pages` is a hint: the caller will grow the memory to this number of pages.
///
/// # Errors
/// Fails if the bytes are not a module that exports a memory, or if its start traps.
pub(crate) fn instantiate(
    module: &[u8],
    pages: u32,
    state: impl Fn() -> State,
    memory_limit: usize,
    config: &EngineConfig,
) -> Result<Box<dyn Machine>, Trap> {
    #[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
    if config.engine == Engine::Fastest
        && let Ok(machine) = compiled::Compiled::new(module, state(), memory_limit, config)
    {
        return Ok(Box::new(machine));
    }
    let _ = config;
    Ok(Box::new(interpreted::Interpreted::new(module, pages, state(), memory_limit)?))
}

/// The amount of fuel after which an interpreted guest pauses, so that its time can be checked: some tens of
/// milliseconds.
const SLICE: u64 = 50_000_000;

/// The maximum size of the interpreter's stack, in bytes.
const STACK: usize = 16 << 20;
