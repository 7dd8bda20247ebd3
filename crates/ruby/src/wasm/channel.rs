//! The channel between host and guest: a function of the module's JavaScript bindings, which takes a text and returns
//! one. Ruby's own `read` and `write` would work as well. But they set up an exception handler for each call, and this
//! module copies its whole stack for each handler.

use super::memory::Caller;
use super::time_limit::Deadline;
use crate::guest::MAX_MESSAGE;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The name of the WebAssembly module from which the guest imports the JavaScript bindings.
pub(crate) const BINDINGS: &str = "rb-js-abi-host";

/// The import that evaluates JavaScript. The guest passes its message as the code, and waits for the host's message.
pub(crate) const EVALUATE: &str =
    "eval-js: func(code: string) -> variant { success(handle<js-abi-value>), failure(handle<js-abi-value>) }";

/// The import that returns the result of the evaluation as a text, which is the host's message.
pub(crate) const RESULT_TEXT: &str = "js-value-to-string: func(value: handle<js-abi-value>) -> string";

/// The guest's export that allocates memory for a message of the host.
pub(crate) const ALLOCATE: &str = "cabi_realloc";

/// The result of the import [`EVALUATE`]: the bytes of the variant `success`, with an unused handle.
pub(crate) const SUCCESS: [u8; 8] = [0; 8];

/// The messages between the host and a guest. Host and engine share them, because the engine owns the guest's state
/// during a call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Channel(Arc<Mutex<Messages>>);

/// The next message in each direction, and the limits of fuel and time for the guest.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    pub to_guest: Vec<u8>,
    pub from_guest: Vec<u8>,
    /// The amount of fuel for the guest's work on the next message.
    pub fuel: u64,
    /// The instant at which the guest is stopped. `None` without a limit of time.
    pub deadline: Option<Deadline>,
}

impl Channel {
    /// Locks the messages. A panic of another thread does not prevent this.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Messages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the deadline of the guest has passed. False if the guest has no deadline.
    pub(crate) fn is_overdue(&self) -> bool {
        let deadline = self.lock().deadline;
        deadline.is_some_and(|deadline| deadline.is_over())
    }

    /// Removes the message for the guest from the channel and returns it. Empty if there is no message.
    pub(crate) fn take_to_guest(&self) -> Vec<u8> {
        std::mem::take(&mut self.lock().to_guest)
    }
}

/// The text of the error for a message outside the guest's memory, or for one whose length exceeds an `i32`.
pub(crate) const OUT_OF_BOUNDS: &str = "a message outside of the guest's memory";

/// Stores the message that the guest sends.
///
/// # Errors
/// Fails if the message is too long, or outside of the memory.
pub(crate) fn receive(caller: &Caller<'_>, address: u32, length: u32) -> Result<(), String> {
    if length as usize > MAX_MESSAGE {
        return Err("a message is too long".to_string());
    }
    let message = caller.memory.read(address, length).map_err(|_| OUT_OF_BOUNDS.to_string())?;
    caller.state.channel.lock().from_guest = message.to_vec();
    Ok(())
}

/// Copies a message to an address that the guest has allocated. Stores this address and the message's length at the
/// address `result`. The guest frees the message after copying it.
///
/// # Errors
/// Fails if an address is outside of the memory.
pub(crate) fn send(caller: &mut Caller<'_>, message: &[u8], address: u32, result: u32) -> Result<(), String> {
    let out_of_bounds = || OUT_OF_BOUNDS.to_string();
    let length = u32::try_from(message.len()).map_err(|_| out_of_bounds())?;
    let length_at = result.checked_add(4).ok_or_else(out_of_bounds)?;
    let memory = &mut caller.memory;
    let sent = memory
        .write(address, message)
        .and_then(|()| memory.write_u32(result, address))
        .and_then(|()| memory.write_u32(length_at, length));
    sent.map_err(|_| out_of_bounds())
}

/// The arguments with which [`ALLOCATE`] allocates memory for a message.
///
/// # Errors
/// Fails if the message is too long.
pub(crate) fn allocation(message: &[u8]) -> Result<[i32; 4], String> {
    let length = i32::try_from(message.len().max(1)).map_err(|_| OUT_OF_BOUNDS.to_string())?;
    Ok([0, 0, 1, length])
}

/// Checks the address that [`ALLOCATE`] returned. A negative number is an address from 2 GiB upwards.
///
/// # Errors
/// Fails if the address is null or missing.
pub(crate) fn allocated(address: Option<i32>) -> Result<u32, String> {
    let address = address.filter(|address| *address != 0).map(i32::cast_unsigned);
    address.ok_or_else(|| "there is no memory for a message".to_string())
}
