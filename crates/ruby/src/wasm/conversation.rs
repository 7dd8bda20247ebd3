//! The conversation with the guest: a call of its bindings to JavaScript, which takes a text and gives one back. Where calls
//! of the operating system hold on to buffers and prepare for exceptions, which in this module unwinds the whole stack, it just copies.

use super::engine::{Error, error};
use super::memory::{Guest, read, write, write_u32};
use crate::guest::MAX_MESSAGE;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The imports of the module that are its bindings to JavaScript.
pub const BINDINGS: &str = "rb-js-abi-host";

/// Evaluates a text of JavaScript: here the text is the guest's message, and the outcome is the next one to it.
pub const EVALUATE: &str =
    "eval-js: func(code: string) -> variant { success(handle<js-abi-value>), failure(handle<js-abi-value>) }";

/// The text of an outcome.
pub const TEXT: &str = "js-value-to-string: func(value: handle<js-abi-value>) -> string";

/// The guest's function that gives memory.
pub const ALLOCATE: &str = "cabi_realloc";

/// The outcome of a call that has waited: success, with a handle that means nothing.
pub const SUCCESS: [u8; 8] = [0; 8];

/// The letters between the program and a guest, which both hold while the guest runs.
#[derive(Debug, Clone, Default)]
pub struct Mail(Arc<Mutex<Letters>>);

/// The messages on their way.
#[derive(Debug, Default)]
pub struct Letters {
    /// The message for the guest.
    pub incoming: Vec<u8>,
    /// The guest's message.
    pub outgoing: Vec<u8>,
    /// Steps that it may take until it waits the next time.
    pub steps: u64,
}

impl Mail {
    /// The letters.
    pub fn open(&self) -> MutexGuard<'_, Letters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A message that lies where the guest has no memory.
pub fn outside() -> Error {
    error("a message outside of the guest's memory")
}

/// Takes the guest's message.
pub fn take_message(guest: &mut Guest<'_>, at: u32, length: u32) -> Result<(), Error> {
    if length as usize > MAX_MESSAGE {
        return Err(error("a message is too long"));
    }
    let said = read(guest, at, length).map_err(|_| outside())?;
    guest.data().mail.open().outgoing = said;
    Ok(())
}

/// The message for the guest.
pub fn next_message(guest: &Guest<'_>) -> Vec<u8> {
    std::mem::take(&mut guest.data().mail.open().incoming)
}

/// The bytes that the guest has to give for a message.
pub fn room(message: &[u8]) -> Result<i32, Error> {
    i32::try_from(message.len().max(1)).map_err(|_| outside())
}

/// The address that the guest gave.
pub fn given(address: Option<i32>) -> Result<u32, Error> {
    let given = address.filter(|at| *at != 0).map(i32::cast_unsigned);
    given.ok_or_else(|| error("there is no memory for a message"))
}

/// Puts the message into memory of the guest, which the guest gives back once it has copied it.
pub fn put_message(guest: &mut Guest<'_>, message: &[u8], at: u32, result: u32) -> Result<(), Error> {
    let length = u32::try_from(message.len()).map_err(|_| outside())?;
    let behind = result.checked_add(4).ok_or_else(outside)?;
    let told = write(guest, at, message)
        .and_then(|()| write_u32(guest, result, at))
        .and_then(|()| write_u32(guest, behind, length));
    told.map_err(|_| outside())
}
