//! Repairs two functions of the module, which lose a part of the stack with each exception.
//!
//! A C program in WebAssembly has its stack in memory, and a global points to its top. When Ruby 3.2 leaves C functions
//! by an exception, or by a `return` or `break` from a block, it jumps to the function `rb_wasm_try_catch_loop_run`. The
//! global then still points below the functions that were left, until the C function that runs Ruby's instructions
//! returns. A loop with `while` that leaves blocks in this way ends after 400 iterations, because the stack is full.
//!
//! As in later versions of Ruby, `rb_wasm_try_catch_init` saves the global, and `rb_wasm_try_catch_loop_run` restores it
//! after each jump. The structure of a catch has no room for it. But the global is a multiple of 4 (of 16 only
//! outside of fibers). The last field of the structure, the phase, is 0 or 1. So one number contains both.

use super::sections::{CODE, EXPORT, joined, number, sections, write_number};
use std::borrow::Cow;

/// The export that ends a jump. Only functions of Ruby that receive jumps call it.
const STOP_REWIND: &[u8] = b"asyncify_stop_rewind";

/// The kind of an export that is a function.
const FUNCTION: u8 = 0;

/// A sequence of instructions, and the sequence that replaces it.
type Edit = (&'static [u8], &'static [u8]);

/// The whole body of `rb_wasm_try_catch_init`, which sets the four fields of the structure.
const INIT: &[u8] = &[
    0, 0x20, 0, 0x20, 3, 0x36, 2, 8, 0x20, 0, 0x20, 2, 0x36, 2, 4, 0x20, 0, 0x20, 1, 0x36, 2, 0, 0x20, 0, 0x41, 0,
    0x36, 2, 12, 0x0b,
];

/// `phase = 0` becomes `phase = stack pointer`.
const SAVE: Edit = (&[0x20, 0, 0x41, 0, 0x36, 2, 12], &[0x20, 0, 0x23, 0, 0x36, 2, 12]);

/// The start of a loop. In `rb_wasm_try_catch_loop_run`, a call of [`STOP_REWIND`] follows.
const LOOP_AND_CALL: [u8; 3] = [0x03, 0x40, 0x10];

/// `switch (phase)` becomes `switch (phase & 3)`.
const SELECT: Edit = (&[0x20, 0, 0x28, 2, 12, 0x0e], &[0x20, 0, 0x28, 2, 12, 0x41, 3, 0x71, 0x0e]);

/// `phase = 1` becomes `stack pointer = phase & -4; phase = stack pointer | 1`.
const RESTORE: Edit = (
    &[0x20, 0, 0x41, 1, 0x36, 2, 12],
    &[0x20, 0, 0x28, 2, 12, 0x41, 0x7c, 0x71, 0x24, 0, 0x20, 0, 0x23, 0, 0x41, 1, 0x72, 0x36, 2, 12],
);

/// The module with functions that restore the stack. A module without functions in the expected form is unchanged.
/// `None` if the sections of the module cannot be parsed.
pub(crate) fn with_restored_stack(module: &[u8]) -> Option<Cow<'_, [u8]>> {
    let all = sections(module)?;
    let body_of = |wanted| all.iter().find(|(id, _)| *id == wanted).map(|(_, body)| *body);
    let (Some(exports), Some(code)) = (body_of(EXPORT), body_of(CODE)) else { return Some(Cow::Borrowed(module)) };
    let Some(stop_rewind) = exported_function(exports, STOP_REWIND)? else { return Some(Cow::Borrowed(module)) };
    let Some(repaired) = repaired_code(code, stop_rewind)? else { return Some(Cow::Borrowed(module)) };
    let edited = all.iter().map(|(id, body)| (*id, Cow::Borrowed(if *id == CODE { &*repaired } else { *body })));
    Some(Cow::Owned(joined(&edited.collect::<Vec<_>>())))
}

/// The index of an exported function. The inner `None` means that there is no such function, the outer one that the
/// section cannot be parsed.
fn exported_function(exports: &[u8], name: &[u8]) -> Option<Option<u32>> {
    let (count, length) = number(exports)?;
    let mut rest = exports.get(length..)?;
    for _ in 0..count {
        let (size, read) = number(rest)?;
        let (own, behind) = rest.get(read..)?.split_at_checked(size as usize)?;
        let (kind, behind) = behind.split_first()?;
        let (index, read) = number(behind)?;
        if own == name && *kind == FUNCTION {
            return Some(Some(index));
        }
        rest = behind.get(read..)?;
    }
    Some(None)
}

/// The section of code with both functions repaired. The inner `None` means that the section does not have exactly one
/// function of each form, the outer one that the section cannot be parsed.
fn repaired_code(code: &[u8], stop_rewind: u32) -> Option<Option<Vec<u8>>> {
    let mut caught = LOOP_AND_CALL.to_vec();
    write_number(stop_rewind, &mut caught);
    let (count, length) = number(code)?;
    let (mut rest, mut done) = (code.get(length..)?, code.get(..length)?.to_vec());
    let (mut saving, mut restoring) = (0, 0);
    for _ in 0..count {
        let (size, read) = number(rest)?;
        let (body, behind) = rest.get(read..)?.split_at_checked(size as usize)?;
        let (repaired, repairs) = if body == INIT {
            (replaced(body, &SAVE), &mut saving)
        } else if position(body, &caught).is_some() {
            (replaced(body, &SELECT).and_then(|body| replaced(&body, &RESTORE)), &mut restoring)
        } else {
            (None, &mut 0)
        };
        match repaired {
            Some(body) => {
                *repairs += 1;
                write_number(u32::try_from(body.len()).ok()?, &mut done);
                done.extend_from_slice(&body);
            }
            None => done.extend_from_slice(rest.get(..rest.len() - behind.len())?),
        }
        rest = behind;
    }
    done.extend_from_slice(rest);
    Some(((saving, restoring) == (1, 1)).then_some(done))
}

/// The function with a sequence of instructions replaced. `None` if the sequence does not occur exactly once.
fn replaced(body: &[u8], (from, to): &Edit) -> Option<Vec<u8>> {
    let place = position(body, from)?;
    let (before, after) = (body.get(..place)?, body.get(place + from.len()..)?);
    position(after, from).is_none().then(|| [before, to, after].concat())
}

fn position(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::{INIT, with_restored_stack};
    use std::borrow::Cow;
    use wasmi::{Engine, Linker, Module, Store, Val};

    /// The part of Ruby's `rb_wasm_try_catch_loop_run` that handles jumps.
    const RUN: &[u8] = &[
        0, // no local variables
        0x02, 0x40, 0x20, 0, 0x28, 2, 12, 0x0e, 0, 0, 0x0b, // `switch (phase)`
        0x03, 0x40, 0x10, 0, // a loop that calls function 0
        0x20, 0, 0x41, 1, 0x36, 2, 12, 0x0b, 0x0b, // `phase = 1`
    ];

    /// A module with the functions `asyncify_stop_rewind`, which subtracts 32 from global 0, `init` and `run`. Global 0
    /// is 96 from the start.
    fn module() -> Vec<u8> {
        let stop: &[u8] = &[0, 0x23, 0, 0x41, 32, 0x6b, 0x24, 0, 0x0b];
        let length = |bytes: &[u8]| u8::try_from(bytes.len()).expect("it is short");
        let code = [&[3, length(stop)][..], stop, &[length(INIT)], INIT, &[length(RUN)], RUN].concat();
        let exports =
            [&[3, 20][..], b"asyncify_stop_rewind", &[0, 0, 4], b"init", &[0, 1, 3], b"run", &[0, 2]].concat();
        let types = [3, 0x60, 0, 0, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 0, 0x60, 1, 0x7f, 0];
        [
            &b"\0asm\x01\0\0\0"[..],
            &[1, length(&types)],
            &types,
            &[3, 4, 3, 0, 1, 2],
            &[5, 3, 1, 0, 1],
            &[6, 7, 1, 0x7f, 1, 0x41, 0xe0, 0, 0x0b],
            &[7, length(&exports)],
            &exports,
            &[10, length(&code)],
            &code,
        ]
        .concat()
    }

    /// The global after each of two jumps.
    fn stack_pointers(module: &[u8]) -> [i32; 2] {
        let engine = Engine::default();
        let named = crate::wasm::sections::with_named_globals(module).expect("it is a module");
        let module = Module::new(&engine, &named).expect("it is valid");
        let mut store = Store::new(&engine, ());
        let instance = Linker::<()>::new(&engine).instantiate_and_start(&mut store, &module).expect("it starts");
        let call = |store: &mut Store<()>, name, arguments: &[i32]| {
            let arguments: Vec<Val> = arguments.iter().map(|argument| Val::I32(*argument)).collect();
            let function = instance.get_func(&*store, name).expect("it is exported");
            function.call(store, &arguments, &mut []).expect("it returns");
        };
        call(&mut store, "init", &[64, 0, 0, 0]);
        [(); 2].map(|()| {
            call(&mut store, "run", &[64]);
            let global = instance.get_global(&store, "hastie-global-0").expect("it has a name");
            global.get(&store).i32().expect("a number")
        })
    }

    #[test]
    fn the_stack_is_restored_after_each_jump() {
        let module = module();
        assert_eq!(stack_pointers(&module), [64, 32]);
        let repaired = with_restored_stack(&module).expect("it is a module");
        assert_eq!(stack_pointers(&repaired), [96, 96]);
    }

    #[test]
    fn other_modules_are_unchanged() {
        let module = module();
        // In the first and the last instruction of `run`, and in `init`.
        for place in [module.len() - RUN.len() + 6, module.len() - 3, module.len() - RUN.len() - 4] {
            let mut other = module.clone();
            other[place] ^= 1;
            let found = with_restored_stack(&other).expect("it is a module");
            assert!(matches!(found, Cow::Borrowed(bytes) if bytes == other), "{place}");
        }
        assert_eq!(with_restored_stack(b"\0asm\x01\0\0\0").as_deref(), Some(&b"\0asm\x01\0\0\0"[..]));
        assert_eq!(with_restored_stack(b"\0asm"), None);
    }
}
