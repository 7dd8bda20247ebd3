//! Estimates of the steps and the memory that values cost, and the errors for renderings that exceed a limit.

use crate::value::{Abort, ErrorKind, Value};

/// The error for a rendering that exceeds [`HardLimits::steps`](crate::HardLimits::steps).
#[cold]
pub(crate) fn too_many_steps(limit: u64) -> Abort {
    limit_reached(format!("more than {limit} steps in one rendering"))
}

/// The error for a text of more than `limit` bytes. Its message contains the limit in MB.
#[cold]
pub(crate) fn text_too_large(limit: usize) -> Abort {
    limit_reached(format!("a text is larger than {} MB", limit >> 20))
}

/// Ruby's message for exceeding one of [`Limits`](crate::Limits).
pub(crate) const LIMITS_EXCEEDED: &str = "Memory limits exceeded";

/// The error for exceeding a limit that Ruby does not have, such as the maximum size of a text.
pub(crate) fn limit_reached(message: String) -> Abort {
    Abort::error(ErrorKind::LiquidMemory, message)
}

/// An estimate of the steps for reading or copying a text: one step for every 16 bytes.
#[inline]
pub(crate) fn steps_of_text(bytes: usize) -> u64 {
    bytes as u64 / 16
}

/// An estimate of the steps for a value that a filter has created. A text costs twice the steps of reading it, because
/// it also uses memory.
pub(crate) fn steps_of_made(value: &Value) -> u64 {
    match value {
        Value::Str(text) => 2 * steps_of_text(text.len()),
        other => steps_of(other),
    }
}

/// An estimate of the steps for a filter that reads a value: one for every 16 bytes of a text, and 4 for each item of
/// an array or hash. For a big integer, the estimate grows with the square of its length. 0 for other values.
pub(crate) fn steps_of(value: &Value) -> u64 {
    match value {
        Value::Str(text) => steps_of_text(text.len()),
        Value::Array(items) => items.len() as u64 * 4,
        Value::Hash(hash) => hash.len() as u64 * 4,
        // Parsing and printing an Integer takes time quadratic in its length.
        Value::Big(number) => (number.bits() / 512).pow(2) + 1,
        _ => 0,
    }
}

/// An estimate of the memory in bytes that a value uses, without the memory of the values inside it.
pub(crate) fn footprint(value: &Value) -> usize {
    match value {
        Value::Str(text) => text.len(),
        Value::Array(items) => items.len() * size_of::<Value>(),
        Value::Hash(hash) => hash.len() * 3 * size_of::<Value>(),
        Value::Big(number) => number.bits() as usize / 8,
        _ => 0,
    }
}
