//! The conversation with the guest: a call of its bindings to JavaScript, which takes a text and gives one back. Where calls
//! of the operating system hold on to buffers and prepare for exceptions, which in this module unwinds the whole stack, it just copies.

use super::memory::{Guest, read, write, write_u32};
use super::state::State;
use crate::guest::MAX_MESSAGE;
use wasmi::{Error, Extern, Linker, Val};

const BINDINGS: &str = "rb-js-abi-host";

/// Evaluates a text of JavaScript: here the text is the guest's message, and the outcome is the next one to it.
const EVALUATE: &str =
    "eval-js: func(code: string) -> variant { success(handle<js-abi-value>), failure(handle<js-abi-value>) }";

/// The text of an outcome.
const TEXT: &str = "js-value-to-string: func(value: handle<js-abi-value>) -> string";

/// The guest has said something: the program has to answer first.
#[derive(Debug)]
pub struct Waits;

impl std::fmt::Display for Waits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the guest waits")
    }
}

impl wasmi::errors::HostError for Waits {}

pub fn link(linker: &mut Linker<State>) -> Result<(), Error> {
    linker.func_wrap(
        BINDINGS,
        EVALUATE,
        |mut guest: Guest<'_>, at: u32, length: u32, result: u32| -> Result<(), Error> {
            if length as usize > MAX_MESSAGE {
                return Err(Error::new("a message is too long"));
            }
            let said = read(&guest, at, length).map_err(|_| outside())?;
            let state = guest.data_mut();
            state.outgoing = said;
            state.waiting = Some(result);
            Err(Error::host(Waits))
        },
    )?;
    linker.func_wrap(BINDINGS, TEXT, |mut guest: Guest<'_>, _: i32, result: u32| hand_over(&mut guest, result))?;
    Ok(())
}

fn outside() -> Error {
    Error::new("a message outside of the guest's memory")
}

/// The outcome of a call that has waited: success, with a handle that means nothing.
pub const SUCCESS: [u8; 8] = [0; 8];

/// Puts the message into memory of the guest, which the guest gives back once it has copied it.
fn hand_over(guest: &mut Guest<'_>, result: u32) -> Result<(), Error> {
    let message = std::mem::take(&mut guest.data_mut().incoming);
    let length = u32::try_from(message.len()).map_err(|_| outside())?;
    let at = allocate(guest, length.max(1))?;
    let written = write(guest, at, &message);
    let told = written.and_then(|()| write_u32(guest, result, at)).and_then(|()| write_u32(guest, result + 4, length));
    told.map_err(|_| outside())
}

fn allocate(guest: &mut Guest<'_>, length: u32) -> Result<u32, Error> {
    let Some(Extern::Func(function)) = guest.get_export("cabi_realloc") else { return Err(outside()) };
    let arguments = [0, 0, 1, length].map(|number: u32| Val::I32(number.cast_signed()));
    let mut result = [Val::I32(0)];
    function.call(guest, &arguments, &mut result)?;
    match result {
        [Val::I32(at)] if at != 0 => Ok(at.cast_unsigned()),
        _ => Err(Error::new("there is no memory for a message")),
    }
}
