//! The engine that runs the module. There are two with one interface: an interpreter, which starts at once, and a compiler, which
//! takes some seconds for the module, keeps what it has made, and runs it many times as fast.
//!
//! Both give a [`Machine`]: an instance of the module that is called, waits in the middle of a call for the program's answer, and goes on.

#[cfg_attr(all(feature = "wasmtime", any(target_arch = "x86_64", target_arch = "aarch64")), path = "compiled.rs")]
#[cfg_attr(
    not(all(feature = "wasmtime", any(target_arch = "x86_64", target_arch = "aarch64"))),
    path = "interpreted.rs"
)]
mod chosen;

pub use chosen::{Caller, Error, Linker, Machine, Memory, StoreLimits, error, left, limits_of};

/// How a call stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// The guest has sent a message and waits.
    Waits,
    /// The call is over.
    Finished,
    /// The guest has ended its program.
    Left,
    /// It has taken all the steps that it had.
    OutOfSteps,
    /// It has done what the sandbox does not allow, or has broken.
    Failed(String),
}

/// The most bytes of stack for the guest's functions.
const STACK: usize = 16 << 20;
