//! Rewrites the sections of a module, so that the state of an instance can be saved and restored.
//!
//! That state is the memory and the globals. A compiled C program does not export its globals, so they are added to the
//! exports. Data segments initialize the memory of a new instance. They are removed, because an image restores the
//! memory.

use std::borrow::Cow;

/// The first bytes of a module: the magic number and the version.
const HEADER: &[u8; 8] = b"\0asm\x01\0\0\0";

const MEMORY: u8 = 5;
const GLOBAL: u8 = 6;
/// The number of the section with exports.
pub(super) const EXPORT: u8 = 7;
/// The number of the section with the bodies of functions.
pub(super) const CODE: u8 = 10;
const DATA: u8 = 11;

const I32_CONST: u8 = 0x41;
const END: u8 = 0x0b;

/// The prefix of the names of exported globals. Each name ends with the global's index in the module.
pub(crate) const GLOBAL_NAME: &str = "hastie-global-";

/// The module with an additional export for each of its globals. The names of these exports begin with [`GLOBAL_NAME`].
/// The module must have an export section, and must not import globals. `None` if the sections of the module cannot be
/// parsed.
pub(crate) fn with_named_globals(module: &[u8]) -> Option<Vec<u8>> {
    let sections = sections(module)?;
    let globals =
        sections.iter().find(|(id, _)| *id == GLOBAL).map_or(Some(0), |(_, body)| number(body).map(|n| n.0))?;
    let edited = sections.into_iter().map(|(id, body)| {
        let body = if id == EXPORT { Cow::Owned(with_exports(body, globals)?) } else { Cow::Borrowed(body) };
        Some((id, body))
    });
    Some(joined(&edited.collect::<Option<Vec<_>>>()?))
}

/// The module with empty data segments. Their number is preserved, because instructions refer to them by index. `None`
/// if the sections of the module cannot be parsed.
pub(crate) fn without_data(module: &[u8]) -> Option<Vec<u8>> {
    let edited = sections(module)?.into_iter().map(|(id, body)| {
        if id != DATA {
            return Some((id, Cow::Borrowed(body)));
        }
        let (count, _) = number(body)?;
        // The shortest possible segment has two bytes.
        if count as usize > body.len() / 2 {
            return None;
        }
        let mut empty = Vec::new();
        write_number(count, &mut empty);
        // Passive segments without bytes. This has the same effect, because instantiation drops active segments.
        (0..count).for_each(|_| empty.extend_from_slice(&[1, 0]));
        Some((id, Cow::Owned(empty)))
    });
    Some(joined(&edited.collect::<Option<Vec<_>>>()?))
}

/// The module with a memory of at least this many pages from the start. A module without a memory of its own is
/// unchanged. `None` if the sections cannot be parsed, or if the memory is shared, 64-bit or one of several.
pub(crate) fn with_memory(module: &[u8], pages: u32) -> Option<Vec<u8>> {
    let edited = sections(module)?.into_iter().map(|(id, body)| {
        if id != MEMORY {
            return Some((id, Cow::Borrowed(body)));
        }
        let [1, flags @ (0 | 1), limits @ ..] = body else { return None };
        let (least, length) = number(limits)?;
        let mut larger = vec![1, *flags];
        write_number(least.max(pages), &mut larger);
        larger.extend_from_slice(limits.get(length..)?);
        Some((id, Cow::Owned(larger)))
    });
    Some(joined(&edited.collect::<Option<Vec<_>>>()?))
}

/// The initial content of the memory, as addresses and bytes. `None` if the bytes are not a module, or if any data has
/// no constant address.
pub(crate) fn data(module: &[u8]) -> Option<Vec<(usize, &[u8])>> {
    let Some((_, body)) = sections(module)?.into_iter().find(|(id, _)| *id == DATA) else { return Some(Vec::new()) };
    let (count, length) = number(body)?;
    let mut rest = body.get(length..)?;
    let mut runs = Vec::new();
    for _ in 0..count {
        let (start, behind) = match rest {
            // An active segment at a constant address.
            [0, I32_CONST, behind @ ..] => {
                let (start, read) = address(behind)?;
                (Some(start), behind.get(read..)?.strip_prefix(&[END])?)
            }
            // A passive segment.
            [1, behind @ ..] => (None, behind),
            _ => return None,
        };
        let (size, read) = number(behind)?;
        let bytes = behind.get(read..)?;
        let (run, next) = bytes.split_at_checked(size as usize)?;
        match start {
            Some(start) => runs.push((start, run)),
            None if run.is_empty() => {}
            None => return None,
        }
        rest = next;
    }
    Some(runs)
}

/// A constant address, which is a signed number, and the length of its encoding. `None` if it is incomplete or too
/// large.
fn address(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = 0_i64;
    for (place, byte) in bytes.iter().take(5).enumerate() {
        value |= i64::from(byte & 0x7f) << (place * 7);
        if byte & 0x80 == 0 {
            let used = (place + 1) * 7;
            let signed = if byte & 0x40 == 0 { value } else { value - (1 << used) };
            let unsigned = i32::try_from(signed).ok()?.cast_unsigned();
            return Some((unsigned as usize, place + 1));
        }
    }
    None
}

fn with_exports(body: &[u8], globals: u32) -> Option<Vec<u8>> {
    let (count, length) = number(body)?;
    let mut all = Vec::with_capacity(body.len() + 64);
    write_number(count.checked_add(globals)?, &mut all);
    all.extend_from_slice(body.get(length..)?);
    for index in 0..globals {
        let name = format!("{GLOBAL_NAME}{index}");
        write_number(u32::try_from(name.len()).ok()?, &mut all);
        all.extend_from_slice(name.as_bytes());
        all.push(3);
        write_number(index, &mut all);
    }
    Some(all)
}

/// The number and the body of each section. `None` if the bytes are not a module.
pub(super) fn sections(module: &[u8]) -> Option<Vec<(u8, &[u8])>> {
    let mut rest = module.strip_prefix(HEADER)?;
    let mut found = Vec::new();
    while let [id, behind @ ..] = rest {
        let (length, read) = number(behind)?;
        let body = behind.get(read..)?;
        let length = usize::try_from(length).ok()?;
        found.push((*id, body.get(..length)?));
        rest = body.get(length..)?;
    }
    Some(found)
}

/// The module with these sections.
pub(super) fn joined(sections: &[(u8, Cow<'_, [u8]>)]) -> Vec<u8> {
    let mut module = Vec::with_capacity(sections.iter().map(|(_, body)| body.len() + 6).sum::<usize>() + HEADER.len());
    module.extend_from_slice(HEADER);
    for (id, body) in sections {
        module.push(*id);
        write_number(u32::try_from(body.len()).unwrap_or(u32::MAX), &mut module);
        module.extend_from_slice(body);
    }
    module
}

/// An unsigned LEB128 number and its length. `None` if it is incomplete or too large.
pub(super) fn number(bytes: &[u8]) -> Option<(u32, usize)> {
    let mut value = 0_u32;
    for (place, byte) in bytes.iter().take(5).enumerate() {
        let part = u32::from(byte & 0x7f);
        value |= part.checked_shl(u32::try_from(place * 7).ok()?)?;
        if byte & 0x80 == 0 {
            return Some((value, place + 1));
        }
    }
    None
}

/// Appends a number as unsigned LEB128.
pub(super) fn write_number(mut value: u32, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(u8::try_from(value & 0x7f).unwrap_or(0) | 0x80);
        value >>= 7;
    }
    out.push(u8::try_from(value).unwrap_or(0));
}

#[cfg(test)]
mod tests {
    use super::{HEADER, data, number, with_memory, with_named_globals, without_data, write_number};
    use wasmi::{Engine, Linker, Module, Store, Val};

    /// A module with one page of memory, a mutable global with the value 5, and the bytes "hi" at address 3.
    const SMALL: &[u8] = &[
        0, b'a', b's', b'm', 1, 0, 0, 0, // magic number, version
        5, 3, 1, 0, 1, // memory
        6, 6, 1, 0x7f, 1, 0x41, 5, 0x0b, // global
        7, 10, 1, 6, b'm', b'e', b'm', b'o', b'r', b'y', 2, 0, // export
        11, 8, 1, 0, 0x41, 3, 0x0b, 2, b'h', b'i', // data
    ];

    #[test]
    fn globals_get_names_and_data_goes() {
        let named = with_named_globals(SMALL).expect("it is a module");
        let empty = without_data(&named).expect("it is a module");
        let engine = Engine::default();
        for (bytes, wanted) in [(&named, b"hi"), (&empty, b"\0\0")] {
            let module = Module::new(&engine, bytes).expect("it is valid");
            let mut store = Store::new(&engine, ());
            let linker = Linker::<()>::new(&engine);
            let instance = linker.instantiate_and_start(&mut store, &module).expect("it starts");
            let memory = instance.get_memory(&store, "memory").expect("it has a memory");
            assert_eq!(&memory.data(&store)[3..5], wanted);
            let global = instance.get_global(&store, "hastie-global-0").expect("it has a name");
            assert!(matches!(global.get(&store), Val::I32(5)));
        }
    }

    #[test]
    fn the_memory_has_at_least_the_pages_that_are_asked_for() {
        for (pages, wanted) in [(0, 1), (1, 1), (300, 300)] {
            let engine = Engine::default();
            let larger = with_memory(SMALL, pages).expect("it is a module");
            let module = Module::new(&engine, &larger).expect("it is valid");
            let mut store = Store::new(&engine, ());
            let instance = Linker::<()>::new(&engine).instantiate_and_start(&mut store, &module).expect("it starts");
            assert_eq!(instance.get_memory(&store, "memory").expect("it has a memory").size(&store), wanted);
        }
        let shared = [HEADER, &[5, 4, 1, 3, 1, 2][..]].concat();
        assert_eq!(with_memory(&shared, 2), None);
    }

    #[test]
    fn data_is_found() {
        assert_eq!(data(SMALL), Some(vec![(3, &b"hi"[..])]));
        let module = |body: &[u8]| [HEADER, &[11, u8::try_from(body.len()).unwrap_or(0)][..], body].concat();
        let far = module(&[1, 0, 0x41, 0x80, 0x80, 0x80, 0x80, 0x78, 0x0b, 1, 7]);
        assert_eq!(data(&far), Some(vec![(0x8000_0000, &[7][..])]));
        // A passive segment with bytes, an address in a global, and truncated segments.
        for body in
            [&[1, 1, 1, 7][..], &[1, 0, 0x23, 0, 0x0b, 0], &[1, 0, 0x41, 3, 0x0b, 9, 7], &[9], &[1, 0, 0x41, 0x80]]
        {
            assert_eq!(data(&module(body)), None, "{body:?}");
        }
        assert_eq!(data(&module(&[1, 1, 0])), Some(Vec::new()));
    }

    #[test]
    fn what_is_no_module_is_refused() {
        let broken: [&[u8]; 5] = [
            b"",
            b"\0asm",
            b"\0asm\x01\0\0\0\x06",
            b"\0asm\x01\0\0\0\x0b\x05\xff\xff\xff\xff\x0f",
            b"\0asm\x01\0\0\0\x07\x01\xff",
        ];
        for bytes in broken {
            let empty = bytes == HEADER;
            assert!(empty || with_named_globals(bytes).and_then(|named| without_data(&named)).is_none(), "{bytes:?}");
        }
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for value in [0, 1, 127, 128, 300, 65_535, 1 << 28, u32::MAX] {
            let mut bytes = Vec::new();
            write_number(value, &mut bytes);
            assert_eq!(number(&bytes), Some((value, bytes.len())));
        }
        assert_eq!(number(&[0x80, 0x80, 0x80, 0x80, 0x80, 0]), None);
    }
}
