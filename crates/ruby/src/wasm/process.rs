//! WASI's functions on the process: environment, clock and random numbers.

use super::memory::{Caller, WasiResult, errno};

/// The maximum number of random bytes that are made at once.
const RANDOM_PART: usize = 1 << 16;

/// The resolution of the clock, in nanoseconds.
const RESOLUTION: u64 = 1000;

pub(crate) fn environ_sizes(caller: &mut Caller<'_>, count: u32, size: u32) -> WasiResult {
    let environment = &caller.state.environment;
    let total = environment.iter().map(|entry| entry.len() + 1).sum::<usize>();
    caller.memory.write_u32(count, u32::try_from(environment.len()).map_err(|_| errno::INVAL)?)?;
    caller.memory.write_u32(size, u32::try_from(total).map_err(|_| errno::INVAL)?)
}

pub(crate) fn environ(caller: &mut Caller<'_>, list: u32, buffer: u32) -> WasiResult {
    let (mut pointer, mut text) = (list, buffer);
    for entry in &caller.state.environment {
        let length = u32::try_from(entry.len()).map_err(|_| errno::INVAL)?;
        let end = text.checked_add(length).ok_or(errno::FAULT)?;
        caller.memory.write_u32(pointer, text)?;
        caller.memory.write(text, entry.as_bytes())?;
        caller.memory.write(end, &[0])?;
        pointer = pointer.checked_add(4).ok_or(errno::FAULT)?;
        text = end.checked_add(1).ok_or(errno::FAULT)?;
    }
    Ok(())
}

pub(crate) fn clock_resolution(caller: &mut Caller<'_>, result: u32) -> WasiResult {
    caller.memory.write_u64(result, RESOLUTION)
}

pub(crate) fn clock_time(caller: &mut Caller<'_>, result: u32) -> WasiResult {
    let now = caller.state.now();
    caller.memory.write_u64(result, now)
}

pub(crate) fn random(caller: &mut Caller<'_>, address: u32, length: u32) -> WasiResult {
    let mut bytes = vec![0; (length as usize).min(RANDOM_PART)];
    for start in (0..length).step_by(RANDOM_PART) {
        let part = bytes.get_mut(..((length - start) as usize).min(RANDOM_PART)).unwrap_or_default();
        caller.state.random(part);
        caller.memory.write(address.checked_add(start).ok_or(errno::FAULT)?, part)?;
    }
    Ok(())
}
