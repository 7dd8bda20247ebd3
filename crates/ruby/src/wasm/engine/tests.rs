//! Both engines with a small module, and the cache of compiled code.

use super::{Engine, EngineConfig, Machine, Trap, instantiate};
use crate::wasm::channel::Channel;
use crate::wasm::host::NoFiles;
use crate::wasm::state::State;
use std::fs;
use std::path::{Path, PathBuf};

/// A module with a page of memory and three functions: `answer` returns 42, `spin` never ends, `fail` traps.
const MODULE: &[u8] = &[
    0, b'a', b's', b'm', 1, 0, 0, 0, // magic number, version
    1, 8, 2, 0x60, 0, 1, 0x7f, 0x60, 0, 0, // types: () -> i32, () -> ()
    3, 4, 3, 0, 1, 1, // functions
    5, 3, 1, 0, 1, // memory
    7, 33, 4, // exports
    6, b'm', b'e', b'm', b'o', b'r', b'y', 2, 0, //
    6, b'a', b'n', b's', b'w', b'e', b'r', 0, 0, //
    4, b's', b'p', b'i', b'n', 0, 1, //
    4, b'f', b'a', b'i', b'l', 0, 2, //
    10, 18, 3, // code
    4, 0, 0x41, 42, 0x0b, // i32.const 42
    7, 0, 0x03, 0x40, 0x0c, 0, 0x0b, 0x0b, // loop, br 0
    3, 0, 0x00, 0x0b, // unreachable
];

const ENGINES: [Engine; 2] = [Engine::Fastest, Engine::Interpreter];

fn machine(engine: Engine, cache_dir: Option<&Path>) -> Result<Box<dyn Machine>, Trap> {
    let channel = Channel::default();
    channel.lock().fuel = 1_000_000;
    let state = || State::new(Box::new(NoFiles), Vec::new(), channel.clone());
    instantiate(MODULE, state, 1 << 20, &EngineConfig { engine, cache_dir: cache_dir.map(Path::to_path_buf) })
}

fn answer(cache_dir: Option<&Path>) -> Option<i32> {
    machine(Engine::Fastest, cache_dir).and_then(|mut machine| machine.call("answer", &[])).expect("it answers")
}

/// A folder in the system's temporary one, removed at the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// An empty folder of one test.
fn folder(name: &str) -> Folder {
    let folder = std::env::temp_dir().join(format!("hastie-engine-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    Folder(folder)
}

#[test]
fn both_engines_call_functions() {
    for engine in ENGINES {
        let mut machine = machine(engine, None).expect("it starts");
        assert_eq!(machine.call("answer", &[]), Ok(Some(42)), "{engine:?}");
        assert!(machine.call("nothing", &[]).is_err(), "{engine:?}");
        assert_eq!(machine.call("answer", &[]), Ok(Some(42)), "{engine:?}");
    }
}

#[test]
fn both_engines_stop_what_never_ends() {
    for engine in ENGINES {
        let mut machine = machine(engine, None).expect("it starts");
        assert!(matches!(machine.call("spin", &[]), Err(Trap::OutOfFuel)), "{engine:?}");
        assert!(matches!(machine.call("fail", &[]), Err(Trap::Failed(_))), "{engine:?}");
        assert_eq!(machine.call("answer", &[]), Ok(Some(42)), "{engine:?}");
    }
}

#[test]
fn both_engines_limit_memory() {
    for engine in ENGINES {
        let mut machine = machine(engine, None).expect("it starts");
        assert_eq!(machine.memory_mut(0).map(|memory| memory.len()), Some(1 << 16), "{engine:?}");
        assert_eq!(machine.memory_mut(1 << 20).map(|memory| memory.len()), Some(1 << 20), "{engine:?}");
        assert!(machine.memory_mut((1 << 20) + 1).is_none(), "{engine:?}");
        machine.limit_memory(2 << 20);
        assert_eq!(machine.memory_mut(2 << 20).map(|memory| memory.len()), Some(2 << 20), "{engine:?}");
    }
}

#[test]
fn what_is_no_module_starts_in_neither_engine() {
    let state = || State::new(Box::new(NoFiles), Vec::new(), Channel::default());
    for engine in ENGINES {
        let config = EngineConfig { engine, cache_dir: None };
        assert!(instantiate(b"\0asm\x01\0\0\0\x01", state, 1 << 20, &config).is_err(), "{engine:?}");
        assert!(instantiate(b"nonsense", state, 1 << 20, &config).is_err(), "{engine:?}");
    }
}

#[test]
fn a_cache_that_cannot_be_written_does_not_matter() {
    let folder = folder("no-cache");
    let file = folder.0.join("file");
    fs::write(&file, "not a folder").expect("a file");
    assert_eq!(answer(Some(&file)), Some(42));
    assert_eq!(answer(Some(&file.join("below"))), Some(42));
}

/// The files of compiled code below a folder, without the cache's own statistics.
#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
#[expect(clippy::disallowed_methods, reason = "the test looks into the cache's folder")]
fn compiled_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(compiled_files(&path));
        } else if path.extension().is_none() {
            found.push(path);
        }
    }
    found
}

#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
#[test]
#[expect(clippy::disallowed_methods, reason = "the test looks into the cache's folder")]
fn compiled_code_is_cached_and_a_damaged_file_is_compiled_again() {
    let folder = folder("damaged-cache");
    assert_eq!(answer(Some(&folder.0)), Some(42));
    let files = compiled_files(&folder.0);
    assert_eq!(files.len(), 1, "{files:?}");
    let intact = fs::read(&files[0]).expect("the code");
    for damaged in [&b""[..], b"nonsense", &intact[..intact.len() / 2], &[&intact[..], b"more"].concat()] {
        fs::write(&files[0], damaged).expect("it can be written");
        assert_eq!(answer(Some(&folder.0)), Some(42), "{} bytes", damaged.len());
    }
}

#[cfg(all(feature = "wasmtime", target_arch = "x86_64"))]
#[test]
fn many_builds_may_fill_the_same_cache_at_once() {
    let folder = folder("shared-cache");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(answer(Some(&folder.0)), Some(42)));
        }
    });
    assert_eq!(compiled_files(&folder.0).len(), 1);
    assert_eq!(answer(Some(&folder.0)), Some(42));
}
